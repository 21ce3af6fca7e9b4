internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports

/// `juice-batch check`: the same engine, nothing written.
struct CheckCommand: SpeakingCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "List every problem of CSV files as FILE:LINE: code: text, and write nothing.",
        discussion: """
            EXAMPLES
              juice-batch check orders.csv
              juice-batch check orders.csv --fail-on shortage

            The exit code is the one that `run` would give.
            """)

    @OptionGroup var input: InputOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    @OptionGroup var terminal: TerminalOptions

    func run() throws {
        let settings = try input.settings()
        let progress = ProgressLine(language: speech.language, isWanted: !input.noProgress)
        let files = try input.open(spoolFolder: InputOptions.temporaryFolder, progress: progress)
        let spool = try TextSpool(folder: InputOptions.temporaryFolder)
        let sink = ProblemSink(
            menu: settings.menu, language: speech.language, ink: terminal.output.ink, spool: spool)
        let result = try input.apply(settings, to: files, sink: sink, progress: progress)
        try spool.read { try StandardStream.output.writeAll($0) }
        try StandardStream.output.writeAll(TerminalSummary.checked(result.tally, speech.language))
        throw input.status(of: result.tally)
    }
}
