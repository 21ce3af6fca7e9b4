internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

/// `juice-batch check`: the same engine, nothing written.
struct CheckCommand: SpeakingCommand {
    static let configuration = CommandConfiguration("check", Says.command.check)

    @OptionGroup var input: InputOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    @OptionGroup var terminal: TerminalOptions

    func perform() throws -> ExitStatus {
        let listener = CommandListener(language: speech.language, isProgressWanted: !input.noProgress)
        let outcome = try Shop.ofProcess.check(
            input.request, language: speech.language, ink: terminal.output.ink, telling: listener)
        try outcome.problems.read { try StandardStream.output.writeAll($0) }
        let screen = StandardStream.output.screen(isColourWanted: false)
        try StandardStream.output.writeAll(
            TerminalSummary.reading(outcome.inputs, outcome.tally, speech.language, on: screen))
        try StandardStream.output.writeAll(TerminalSummary.checked(outcome.tally, speech.language))
        return ExitStatus(outcome.ending)
    }
}
