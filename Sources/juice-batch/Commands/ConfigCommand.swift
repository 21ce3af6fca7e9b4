internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports

/// `juice-batch config`: each setting, and where it comes from.
struct ConfigCommand: SpeakingCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show each setting and where it comes from.",
        discussion: """
            EXAMPLES
              juice-batch config
              juice-batch config --config shop/juice-batch.json
              JUICE_BATCH_LANGUAGE=en juice-batch config
              juice-batch config --schema > juice-batch.schema.json

            What is typed goes before the environment (JUICE_BATCH_…), and that before juice-batch.json.
            """)

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    @OptionGroup var terminal: TerminalOptions

    @Flag(help: "Print the JSON Schema of juice-batch.json, for editors (default: off, the settings).")
    var schema = false

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("Options of other commands, as they would be typed there.", valueName: "option"))
    var options: [String] = []

    func validate() throws {
        let typed = ConfiguredArguments(["config"] + options)
        if let word = typed.strangers.first { throw ValidationError("'\(word)' is no setting") }
        for setting in Setting.allCases {
            for text in typed.texts(of: setting) where !setting.accepts(text) {
                throw ValidationError("\(setting.option) takes \(setting.expected), not '\(text)'")
            }
        }
    }

    func perform() throws -> ExitStatus {
        if schema {
            try StandardStream.output.writeAll(
                String(decoding: PackageResources.juice_batch_schema_json, as: UTF8.self))
            return .done
        }
        let configuration = try ShopConfiguration(path: config.config, variables: ShopConfiguration.processVariables)
        let typed = ConfiguredArguments(Array(CommandLine.arguments.dropFirst()))
        _ = try ColumnOptions(parsing: typed.values(of: Setting.idColumn.option))
        _ = try typed.tillOptions.rules()
        let table = try Setting.allCases.flatMap { try rows(of: $0, typed, configuration) }
        try StandardStream.output.writeAll(ConfigurationTable.render(table, speech.language, on: terminal.output))
        return .done
    }

    /// A row for each value of a setting, those first that go before others; one without a value if there is none.
    private func rows(
        of setting: Setting, _ typed: ConfiguredArguments, _ configuration: ShopConfiguration
    ) throws -> [ConfigurationTable.Row] {
        var values = typed.texts(of: setting).map { (text: $0, origin: setting.option) }
        if setting.isMany || values.isEmpty {
            values += try configuration.values(of: setting).map { ($0.text, $0.origin) }
        }
        if !setting.isMany { values = values.suffix(1) }
        func row(_ value: String?, _ origin: String?) -> ConfigurationTable.Row {
            ConfigurationTable.Row(key: setting.rawValue, value: value, origin: origin, variable: setting.variable)
        }
        return values.isEmpty ? [row(nil, nil)] : values.map { row($0.text, $0.origin) }
    }
}
