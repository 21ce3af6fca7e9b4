internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The arguments as typed, to which settings are added as options of the subcommand, with the same meaning.
struct TypedArguments {
    let words: [String]

    /// Returns the arguments with the settings that apply to the subcommand inserted after it.
    func completed(variables: [String: String]) throws(BatchError) -> [String] {
        guard let command = words.first else { return words }
        var path = value(of: "--config")
        if ["status", "restore"].contains(command) {
            if command == "status", path == nil, value(of: "--ledger") == nil,
                let chain = try ConfigurationFile(ofChainAround: value(of: "--folder") ?? ".")
            {
                return try completed(from: ShopConfiguration(chain, variables: variables))
            }
            path = path ?? value(of: "--folder").flatMap { ConfigurationFile.path(in: $0) }
        }
        // The parser reports an option with an empty path. Without settings, none is looked up, so that runs start fast.
        let hasFile = path != nil || access(ConfigurationFile.defaultName, F_OK) == 0
        guard path != "", hasFile || !variables.isEmpty, !settings(for: command).isEmpty else { return words }
        return try completed(from: ShopConfiguration(path: path, variables: variables))
    }

    /// The settings of a subcommand that the command line does not set.
    private func settings(for command: String) -> [Setting] {
        // Typed options about exports may add to the settings.
        Setting.allCases.filter { $0.commands.contains(command) && ($0.isResolvedExportSetting || text(of: $0) == nil) }
    }

    /// Returns the arguments with given settings inserted after the subcommand.
    func completed(from configuration: ShopConfiguration) throws(BatchError) -> [String] {
        guard let command = words.first else { return words }
        let settings = settings(for: command)
        let hasLedger = try configuration.value(of: .ledger) != nil || text(of: .ledger) != nil
        var added: [String] = []
        for setting in settings where !setting.isResolvedExportSetting {
            guard let value = try configuration.value(of: setting), let word = setting.argument(value.text) else {
                continue
            }
            // The time to wait has no meaning without a ledger.
            if setting != .lockWait || hasLedger { added.append(word) }
        }
        if settings.contains(where: \.isResolvedExportSetting),
            let exportSettings = try configuration.resolvedExportSettings()
        {
            added.append("\(RawExportSettings.option)=\(exportSettings.text)")
        }
        return [command] + added + words.dropFirst()
    }

    /// The language from the command line, the environment, juice-batch.json (only for help and errors), or the locale.
    ///
    /// It is determined before the command line is parsed; unknown languages and errors in the settings are ignored.
    func language(variables: [String: String], forHelp isForHelp: Bool = false) -> MessageLanguage {
        let named = Setting.language.variable.flatMap { variables[$0] }
        return [text(of: .language), named].lazy.compactMap { $0.flatMap { MessageLanguage(rawValue: $0) } }.first
            ?? (isForHelp ? try? ShopConfiguration(path: value(of: "--config"), variables: [:]) : nil)?.language
            ?? .ofLocale
    }

    /// The arguments after the subcommand that may be options or their values.
    private var options: ArraySlice<String> { words.prefix { $0 != "--" }.dropFirst() }

    /// The last value of an option, not counting a missing one, which the parser reports; nil if there is none.
    func value(of option: String) -> String? {
        options.indices.compactMap { index in
            let word = options[index]
            if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
            guard word == option, let next = options[(index + 1)...].first else { return nil }
            return next == "-" || !next.hasPrefix("-") ? next : nil
        }.last
    }

    /// The value of a setting with an option of its own on the command line, as text for it; nil if there is none.
    func text(of setting: Setting) -> String? {
        guard setting.isFlag else { return value(of: setting.option) }
        let names = [setting.option, "--no-" + setting.option.dropFirst(2)]
        return options.last(where: names.contains).map { $0 == setting.option ? "true" : "false" }
    }
}
