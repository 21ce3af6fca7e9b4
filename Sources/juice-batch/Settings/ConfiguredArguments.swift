internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// A command line that is completed by the settings that it does not contain.
///
/// Settings are inserted as options of the subcommand, so that they have the same meaning as typed ones.
struct ConfiguredArguments {
    private let typed: [String]

    /// Creates the arguments without settings.
    ///
    /// - Parameter typed: the arguments after the program's name.
    init(_ typed: [String]) {
        self.typed = typed
    }

    /// Returns the arguments with the settings inserted after the subcommand.
    func completed(variables: [String: String]) throws(BatchError) -> [String] {
        guard let command = typed.first, !options.contains(where: { ["-h", "--help"].contains($0) }) else {
            return typed
        }
        if command == "status", value(of: "--config") == nil, value(of: "--ledger") == nil,
            let chain = try ConfigurationFile(ofChainAround: value(of: "--folder") ?? ".")
        {
            return try completed(from: ShopConfiguration(chain, variables: variables))
        }
        if ["reverse", "settle"].contains(command), let shop = try settingsNextToLedger(variables) {
            return try completed(from: shop)
        }
        let path = value(of: "--config") ?? (["status", "restore"].contains(command) ? pathInFolder : nil)
        guard ShopConfiguration.mayExist(path: path, variables: variables) else { return typed }
        // An option with an empty path is left for the parser to report.
        guard !settings(for: command).isEmpty, path != "" else { return typed }
        return try completed(from: ShopConfiguration(path: path, variables: variables))
    }

    /// The settings that the command line does not set.
    private func settings(for command: String) -> [Setting] {
        // Typed options about exports may add to the settings.
        Setting.allCases.filter { $0.commands.contains(command) && ($0.isOfExportSettings || text(of: $0) == nil) }
    }

    /// Returns the arguments with given settings inserted after the subcommand.
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
        // The time to wait has no meaning without a ledger.
        let ledger = try configuration.value(of: .ledger)
        if ledger == nil && text(of: .ledger) == nil {
            added.removeAll { $0.hasPrefix(Setting.lockWait.option) }
        }
        return [command] + added + typed.dropFirst()
    }

    /// The settings of the shop whose ledger is named; nil if those of the working folder or of `--config` hold.
    ///
    /// The index beside the ledger is updated with them. A ledger elsewhere belongs to a shop with settings of its own,
    /// or with none.
    private func settingsNextToLedger(_ variables: [String: String]) throws(BatchError) -> ShopConfiguration? {
        guard value(of: "--config") == nil,
            let ledger = text(of: .ledger) ?? Setting.ledger.variable.flatMap({ variables[$0] }), !ledger.isEmpty,
            let path = try? ReportFolder.resolved(ledger), let working = try? ReportFolder.resolved(".")
        else { return nil }
        let folder = ReportFolder.split(path).parent
        if let chain = try ConfigurationFile(ofChainAround: folder) {
            return ShopConfiguration(chain, variables: variables)
        }
        let settingsPath = "\(folder)/\(ConfigurationFile.defaultName)"
        if folder != working && access(settingsPath, F_OK) == 0 {
            return try ShopConfiguration(path: settingsPath, variables: variables)
        }
        return (folder + "/").hasPrefix(working == "/" ? working : working + "/")
            ? nil : ShopConfiguration(nil, variables: variables)
    }

    /// The path of the juice-batch.json in the folder given by `--folder`; nil if there is none.
    private var pathInFolder: String? {
        guard let folder = value(of: "--folder") else { return nil }
        let path = "\(folder)/\(ConfigurationFile.defaultName)"
        return access(path, F_OK) == 0 ? path : nil
    }

    /// The language from the command line, the environment or the locale, determined before the command line is parsed.
    func language(variables: [String: String]) -> MessageLanguage {
        requestedLanguage(variables: variables) ?? .ofLocale
    }

    /// The language of help and errors: as `language`, but juice-batch.json takes precedence over the locale.
    func languageOfHelp(variables: [String: String]) -> MessageLanguage {
        if let configuredLanguage = requestedLanguage(variables: variables) { return configuredLanguage }
        // Other errors in the settings do not matter here.
        let configuredLanguage = try? ShopConfiguration(path: value(of: "--config"), variables: [:]).value(
            of: .language)
        return configuredLanguage.flatMap { MessageLanguage(rawValue: $0.text) } ?? .ofLocale
    }

    /// The language from the command line or the environment; unknown languages are ignored.
    private func requestedLanguage(variables: [String: String]) -> MessageLanguage? {
        text(of: .language).flatMap { MessageLanguage(rawValue: $0) }
            ?? Setting.language.variable.flatMap { variables[$0] }.flatMap { MessageLanguage(rawValue: $0) }
    }

    /// The arguments that may be options.
    private var options: ArraySlice<String> { typed.prefix { $0 != "--" }.dropFirst() }

    /// The last value that an option is given; nil if it is not given.
    func value(of option: String) -> String? { values(of: option).last }

    /// The value of a setting on the command line, as text for its option; nil if there is none.
    func text(of setting: Setting) -> String? { texts(of: setting).last }

    /// The values of a setting on the command line, as text for its option.
    func texts(of setting: Setting) -> [String] {
        if let role = setting.columnRole {
            return values(of: setting.option).compactMap { Self.name(in: $0, of: role) }
        }
        if let role = setting.role { return values(of: setting.option).filter { Self.isReading($0, of: role) } }
        guard setting.isFlag else { return values(of: setting.option) }
        return options.filter { setting.options.contains($0) }.map { $0 == setting.option ? "true" : "false" }
    }

    /// The options on the command line that select and transform rows of the POS's exports.
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

    /// The first option of a setting that lacks its value; nil if there is none.
    var optionWithoutValue: String? {
        options.indices.first { index in
            guard let setting = Setting.allCases.first(where: { $0.options.contains(options[index]) }) else {
                return false
            }
            return !setting.isFlag && Self.value(after: index, in: options) == nil
        }.map { options[$0] }
    }

    /// The arguments that are neither the option of a setting nor its value.
    var unknownArguments: [String] {
        var found: [String] = []
        var expectsValue = false
        for word in options {
            if expectsValue {
                expectsValue = false
                continue
            }
            let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
            guard let setting = Setting.allCases.first(where: { $0.options.contains(name) }) else {
                found.append(word)
                continue
            }
            expectsValue = name == word && !setting.isFlag
        }
        return found
    }

    /// The name in `ROLE=NAME`; nil if the role is another one.
    private static func name(in pair: String, of role: Role) -> String? {
        guard let sign = pair.firstIndex(of: "="), nameKey(String(pair[..<sign])) == role.rawValue else { return nil }
        return String(pair[pair.index(after: sign)...])
    }

    /// Whether an option `ROLE:FROM=TO` is for a role.
    private static func isReading(_ option: String, of role: Role) -> Bool {
        (try? RowFilterSettings.ReplacementRule(option))?.role == role
    }

    /// The value after an option; nil if another option follows, which the parser then reports.
    private static func value(after index: Int, in options: ArraySlice<String>) -> String? {
        options[(index + 1)...].first.flatMap { $0 == "-" || !$0.hasPrefix("-") ? $0 : nil }
    }

    /// The values of an option on the command line.
    func values(of option: String) -> [String] {
        options.indices.compactMap { index in
            if options[index] == option { return Self.value(after: index, in: options) }
            return options[index].hasPrefix(option + "=") ? String(options[index].dropFirst(option.count + 1)) : nil
        }
    }
}
