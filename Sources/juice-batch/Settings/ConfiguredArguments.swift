internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// A command line, and what the configuration adds to it: every setting that it does not give itself.
///
/// The settings become options of the subcommand, so that they mean there what they mean when they are typed.
struct ConfiguredArguments {
    private let typed: [String]

    /// - Parameter typed: the words behind the program's name.
    init(_ typed: [String]) {
        self.typed = typed
    }

    /// The arguments, with those of the configuration right behind the subcommand.
    func completed(variables: [String: String]) throws(BatchError) -> [String] {
        guard let command = typed.first, !options.contains(where: { ["-h", "--help"].contains($0) }) else {
            return typed
        }
        if command == "status", value(of: "--config") == nil, value(of: "--ledger") == nil,
            let chain = try ConfigurationFile(ofChainAround: value(of: "--folder") ?? ".")
        {
            return try completed(from: ShopConfiguration(chain, variables: variables))
        }
        let path = value(of: "--config") ?? (["status", "restore"].contains(command) ? pathInFolder : nil)
        guard ShopConfiguration.mayExist(path: path, variables: variables) else { return typed }
        // A path that names nothing is for the parser to complain of.
        guard !settings(for: command).isEmpty, path != "" else { return typed }
        return try completed(from: ShopConfiguration(path: path, variables: variables))
    }

    /// The settings that the command line leaves open.
    private func settings(for command: String) -> [Setting] {
        // What is typed of the till's exports may add to what is settled.
        Setting.allCases.filter { $0.commands.contains(command) && ($0.isOfExportSettings || text(of: $0) == nil) }
    }

    /// The arguments, with those of a configuration right behind the subcommand.
    func completed(from configuration: ShopConfiguration) throws(BatchError) -> [String] {
        guard let command = typed.first else { return typed }
        let settings = settings(for: command)
        var added: [String] = []
        for setting in settings where !setting.isOfExportSettings {
            if let value = try configuration.value(of: setting), let word = setting.argument(value.text) {
                added.append(word)
            }
        }
        if settings.contains(where: \.isOfExportSettings),
            let exportSettings = try configuration.resolvedExportSettings()
        {
            added.append("\(ResolvedExportSettings.option)=\(exportSettings.text)")
        }
        // There is nothing to wait for without a ledger.
        let ledger = try configuration.value(of: .ledger)
        if ledger == nil && text(of: .ledger) == nil {
            added.removeAll { $0.hasPrefix(Setting.lockWait.option) }
        }
        return [command] + added + typed.dropFirst()
    }

    /// The juice-batch.json of the folder that is looked at, if there is one.
    private var pathInFolder: String? {
        guard let folder = value(of: "--folder") else { return nil }
        let path = "\(folder)/\(ConfigurationFile.defaultName)"
        return access(path, F_OK) == 0 ? path : nil
    }

    /// The language chosen by the command line or the environment, as far as it can be found before they are parsed.
    func language(variables: [String: String]) -> MessageLanguage {
        saidLanguage(variables: variables) ?? .ofLocale
    }

    /// The language of help and errors: as `language`, and as juice-batch.json says.
    func languageOfHelp(variables: [String: String]) -> MessageLanguage {
        if let said = saidLanguage(variables: variables) { return said }
        // Whatever else is wrong with the settings is of no matter here.
        let settled = try? ShopConfiguration(path: value(of: "--config"), variables: [:]).value(of: .language)
        return settled.flatMap { MessageLanguage(rawValue: $0.text) } ?? .ofLocale
    }

    /// The language chosen by the command line or the environment; unknown languages are ignored.
    private func saidLanguage(variables: [String: String]) -> MessageLanguage? {
        text(of: .language).flatMap { MessageLanguage(rawValue: $0) }
            ?? Setting.language.variable.flatMap { variables[$0] }.flatMap { MessageLanguage(rawValue: $0) }
    }

    /// The words that can be options.
    private var options: ArraySlice<String> { typed.prefix { $0 != "--" }.dropFirst() }

    /// The last value that an option is given; nil if it is not given.
    func value(of option: String) -> String? { values(of: option).last }

    /// The command line's value of a setting, as text for its option; nil if it has none.
    func text(of setting: Setting) -> String? { texts(of: setting).last }

    /// The command line's values of a setting, as text for its option.
    func texts(of setting: Setting) -> [String] {
        if let role = setting.columnRole {
            return values(of: setting.option).compactMap { Self.name(in: $0, of: role) }
        }
        if let role = setting.role { return values(of: setting.option).filter { Self.isReading($0, of: role) } }
        guard setting.isFlag else { return values(of: setting.option) }
        return options.filter { setting.options.contains($0) }.map { $0 == setting.option ? "true" : "false" }
    }

    /// The command line's options for the rows of the POS' exports.
    var exportOptions: ExportOptions {
        var options = ExportOptions()
        options.values = values(of: Setting.actionValues.option)
        options.ignore = values(of: Setting.ignore.option)
        options.only = values(of: Setting.only.option)
        options.known = values(of: Setting.known.option)
        options.accept = values(of: Setting.accept.option)
        options.fill = values(of: Setting.fill.option)
        options.totals = values(of: Setting.totals.option)
        options.reportBy = values(of: Setting.reportBy.option)
        return options
    }

    /// The first option of a setting that takes a value and has none.
    var optionWithoutValue: String? {
        options.indices.first { index in
            guard let setting = Setting.allCases.first(where: { $0.options.contains(options[index]) }) else {
                return false
            }
            return !setting.isFlag && Self.value(behind: index, in: options) == nil
        }.map { options[$0] }
    }

    /// The words that neither name a setting nor are the value of one.
    var strangers: [String] {
        var found: [String] = []
        var takesNext = false
        for word in options {
            if takesNext {
                takesNext = false
                continue
            }
            let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
            guard let setting = Setting.allCases.first(where: { $0.options.contains(name) }) else {
                found.append(word)
                continue
            }
            takesNext = name == word && !setting.isFlag
        }
        return found
    }

    /// The name in `ROLE=NAME`, if that is the role.
    private static func name(in pair: String, of role: Role) -> String? {
        guard let sign = pair.firstIndex(of: "="), nameKey(String(pair[..<sign])) == role.rawValue else { return nil }
        return String(pair[pair.index(after: sign)...])
    }

    /// Whether `ROLE:FROM=TO` is of the role.
    private static func isReading(_ option: String, of role: Role) -> Bool {
        (try? RowFilterSettings.Reading(option))?.role == role
    }

    /// The word behind an option; another option is no value, which is for the parser to complain of.
    private static func value(behind index: Int, in options: ArraySlice<String>) -> String? {
        options[(index + 1)...].first.flatMap { $0 == "-" || !$0.hasPrefix("-") ? $0 : nil }
    }

    /// The values of an option on the command line.
    func values(of option: String) -> [String] {
        options.indices.compactMap { index in
            if options[index] == option { return Self.value(behind: index, in: options) }
            return options[index].hasPrefix(option + "=") ? String(options[index].dropFirst(option.count + 1)) : nil
        }
    }
}
