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

            What is typed goes before the environment (JUICE_BATCH_…), and that before juice-batch.json.
            """)

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    @OptionGroup var terminal: TerminalOptions

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("Options of other commands, as they would be typed there.", valueName: "option"))
    var options: [String] = []

    func validate() throws {
        let typed = ConfiguredArguments(["config"] + options)
        if let word = typed.strangers.first { throw ValidationError("'\(word)' is no setting") }
        for setting in Setting.allCases {
            if let text = typed.text(of: setting), !setting.accepts(text) {
                throw ValidationError("\(setting.option) takes \(setting.expected), not '\(text)'")
            }
        }
    }

    func perform() throws -> ExitStatus {
        let configuration = try ShopConfiguration(path: config.config, variables: ShopConfiguration.processVariables)
        let typed = ConfiguredArguments(Array(CommandLine.arguments.dropFirst()))
        let rows = try Setting.allCases.map { setting in
            if let text = typed.text(of: setting) {
                return ConfigurationTable.Row(
                    key: setting.rawValue, value: text, origin: setting.option, variable: setting.variable)
            }
            let value = try configuration.value(of: setting)
            return ConfigurationTable.Row(
                key: setting.rawValue, value: value?.text, origin: value?.origin, variable: setting.variable)
        }
        try StandardStream.output.writeAll(ConfigurationTable.render(rows, speech.language, on: terminal.output))
        return .done
    }
}
