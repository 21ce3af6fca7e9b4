internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports

/// `juice-batch run`: applies inputs and writes the reports.
struct RunCommand: SpeakingCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Apply CSV files in sequence and write success.csv, failure.csv and the reports.",
        discussion: """
            EXAMPLES
              juice-batch run orders.csv
              juice-batch run orders.csv --menu menu.csv --stock stock.csv --output reports/today
              cat orders.csv | juice-batch run - --json

            EXIT CODES
              0 done   1 a bug   3 done, some short (--fail-on shortage)   4 done, some rejected
              64 usage   65 input refused   66 input missing   70 a sum does not add up
              73 cannot create output   74 I/O error
              78 bad menu or stock file   130, 143 interrupted, nothing applied
            """)

    @OptionGroup var input: InputOptions

    @OptionGroup var speech: LanguageOptions

    @Option(help: ArgumentHelp("Folder of the reports (default: reports/<first input's name>).", valueName: "dir"))
    var output: String?

    @Option(help: ArgumentHelp("A date for the reports' headline, YYYY-MM-DD (default: none).", valueName: "date"))
    var date: String?

    @Option(
        help: ArgumentHelp("Apply nothing if more rows than this are rejected (default: no limit).", valueName: "n"))
    var maxRejected: Int?

    @Flag(help: "Write the CSV reports for Excel: byte order mark, CRLF, formulas made harmless (default: off).")
    var excel = false

    @Flag(help: "Do everything but write the reports (default: off).")
    var dryRun = false

    @Flag(help: "Print summary.json instead of the summary (default: off).")
    var json = false

    @Flag(help: "Print no summary and show no progress (default: off).")
    var quiet = false

    @OptionGroup var terminal: TerminalOptions

    func validate() throws {
        if let date, !CalendarDate.isValid(date) { throw ValidationError("--date takes YYYY-MM-DD, not '\(date)'") }
        if let maxRejected, maxRejected < 0 { throw ValidationError("--max-rejected takes 0 or more") }
        if output == "" { throw ValidationError("--output names no folder") }
    }

    func run() throws {
        let settings = try input.settings()
        let shownFolder = output ?? defaultOutput
        let folder = try ReportFolder(path: shownFolder)
        defer { folder.discard() }
        for path in input.files where path != "-" && folder.holds(path) {
            throw BatchError.usage(.inputInOutput(input: path, output: shownFolder))
        }
        try folder.checkTarget()
        let progress = ProgressLine(language: speech.language, isWanted: !quiet && !input.noProgress)
        let files = try input.open(
            spoolFolder: dryRun ? InputOptions.temporaryFolder : folder.existingParent, progress: progress)
        let style = CellStyle(isForExcel: excel)
        let sink = CSVReportSink(
            menu: settings.menu, style: style, language: speech.language,
            success: dryRun ? nil : try folder.create("success.csv"),
            failure: dryRun ? nil : try folder.create("failure.csv"))
        let result = try input.apply(settings, to: files, sink: sink, progress: progress)
        let first = sink.firstFailures
        StandardStream.error.write(
            TerminalSummary.rejected(first, result.tally, speech.language, on: terminal.error))
        if let maxRejected, result.tally.count(.rejected) > maxRejected { throw ExitStatus.refused }
        let model = ReportModel(
            language: speech.language, menu: settings.menu, result: result, first: first, date: date)
        if !dryRun {
            try sink.checkRows(result.tally)
            try ReportSet.write(model, style: style, to: folder)
        }
        // What cannot be told is not done: the summary comes before the reports are put in place.
        if json {
            try StandardStream.output.writeAll(SummaryJSON.render(model))
        } else if !quiet {
            try StandardStream.output.writeAll(
                TerminalSummary.render(model, folder: dryRun ? nil : shownFolder, on: terminal.output))
        }
        try Signals.interruption.check()
        if !dryRun { try folder.commit(durable: false) }
        throw input.status(of: result.tally)
    }

    /// `reports/<first input's name without extension>`
    private var defaultOutput: String {
        let name = input.names.first ?? "-"
        if name == "-" { return "reports/stdin" }
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "reports/" + name }
        return "reports/" + name[..<dot]
    }
}
