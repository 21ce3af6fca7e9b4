internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// `juice-batch inspect`: what a till's exports are, and how to read them.
struct InspectCommand: SpeakingCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Look at a till's exports, and propose a juice-batch.json that reads them.",
        discussion: """
            EXAMPLES
              juice-batch inspect sales.csv
              juice-batch inspect sales.csv --write
              juice-batch inspect sales.csv --accept 옵션 --json

            Says what it sees, what run would do, what it proposes, and what only a person can decide.
            The exit code is 0 if run would reject and refuse nothing with what it proposes, else 4.
            """)

    @OptionGroup var input: InputOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    @Flag(help: "Print all of it as JSON (default: off, a text).")
    var json = false

    @Flag(help: "Write the proposal to juice-batch.json, unless there is one (default: off).")
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
        let file = ProposalJSON.text(settings)
        try StandardStream.output.writeAll(
            json
                ? InspectionJSON.render(inspection, settings: settings, speech.language)
                : InspectionText.render(inspection, settings: file, speech.language, on: terminal.output))
        if write { try NewFile.write(file, to: ConfigurationFile.defaultName) }
        return ExitStatus(outcome.ending)
    }
}
