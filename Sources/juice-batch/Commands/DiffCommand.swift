internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

/// `juice-batch diff`: two nights or two versions side by side.
struct DiffCommand: SpeakingCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show two reports side by side: rows, codes, orders and stock, with what changed.",
        discussion: """
            EXAMPLES
              juice-batch diff reports/friday reports/saturday
              juice-batch diff --json before/summary.json after/summary.json
              juice-batch run orders.csv --dry-run --json | juice-batch diff reports/orders /dev/stdin

            EXIT CODES
              0 done, whether or not they differ ("same" of --json tells)
              64 usage   65 no summary.json of juice-batch   66 missing or unreadable
            """)

    @Argument(
        help: ArgumentHelp("The earlier report: its folder, or its summary.json.", valueName: "report1"),
        completion: .file())
    var first: String

    @Argument(help: ArgumentHelp("The later report, likewise.", valueName: "report2"), completion: .file())
    var second: String

    @Flag(help: "Print the comparison as JSON (default: off, tables for people).")
    var json = false

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    @OptionGroup var terminal: TerminalOptions

    func perform() throws -> ExitStatus {
        let comparison = try Shop.ofProcess.compare(first, second)
        let reports = (first: first, second: second)
        try StandardStream.output.writeAll(
            json
                ? ComparisonJSON.render(comparison, reports: reports)
                : ComparisonText(comparison, language: speech.language, on: terminal.output).render(reports: reports))
        return .done
    }
}
