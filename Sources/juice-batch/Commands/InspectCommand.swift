internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch inspect`: the format of a POS' exports, and the settings to read them.
struct InspectCommand: LocalizedCommand {
    static let configuration = CommandConfiguration("inspect")

    @OptionGroup var input: InputOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    @Flag(help: HelpTexts["inspect --json"])
    var json = false

    @Flag(help: HelpTexts["inspect --write"])
    var write = false

    @OptionGroup var terminal: TerminalOptions

    func perform() throws -> ExitStatus {
        let listener = CommandListener(language: speech.language, isProgressWanted: !input.noProgress)
        let outcome = try Shop.ofProcess.inspect(input.request, telling: listener)
        let inspection = outcome.inspection
        // What else is settled is not lost when what is proposed takes the file's place.
        let settings = ProposalJSON.value(
            ProposalJSON.value(inspection.whole, menu: input.menu, stock: input.stock),
            besides: try ShopConfiguration(path: config.config, variables: [:]).fileMembers)
        let file = settings.settingsText
        try StandardStream.output.writeAll(
            json
                ? InspectionJSON.render(inspection, settings: settings, speech.language)
                : InspectionText.render(inspection, settings: file, speech.language, on: terminal.output))
        if write {
            try NewFile.write(file, to: ConfigurationFile.defaultName)
            if !json {
                try StandardStream.output.writeAll(
                    InspectionText.written(ConfigurationFile.defaultName, speech.language))
            }
        }
        return outcome.exitStatus
    }
}
