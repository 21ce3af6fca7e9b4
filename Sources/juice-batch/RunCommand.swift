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
              juice-batch run orders.csv --ledger shop.sqlite --output reports/today
              cat orders.csv | juice-batch run - --json

            EXIT CODES
              0 done   1 a bug   3 done, some short (--fail-on shortage)   4 done, some rejected
              5 nothing done: the ledger knows the input
              64 usage   65 input refused   66 input missing   70 a sum does not add up
              73 cannot create output   74 I/O error   75 the ledger is busy
              78 bad menu, stock file, ledger or setting   130, 143 interrupted, nothing applied
            """)

    @OptionGroup var input: InputOptions

    @OptionGroup var ledger: LedgerOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    @Option(
        help: ArgumentHelp("Folder of the reports (default: reports/<first input's name>).", valueName: "dir"),
        completion: .directory)
    var output: String?

    @Option(help: ArgumentHelp("A date for the reports' headline, YYYY-MM-DD (default: none).", valueName: "date"))
    var date: String?

    @Option(
        help: ArgumentHelp("Apply nothing if more rows than this are rejected (default: no limit).", valueName: "n"))
    var maxRejected: Int?

    @Flag(
        inversion: .prefixedNo,
        help: "Write the CSV reports for Excel: byte order mark, CRLF, formulas made harmless.")
    var excel = false

    @Flag(help: "Do everything but write the reports (default: off).")
    var dryRun = false

    @Flag(help: "Print summary.json instead of the summary (default: off).")
    var json = false

    @Flag(help: "Print no summary and show no progress (default: off).")
    var quiet = false

    @OptionGroup var reporting: ReportingOptions

    @OptionGroup var terminal: TerminalOptions

    func validate() throws {
        if ledger.remake != nil && (dryRun || input.stock != nil) {
            throw ValidationError("--remake excludes --dry-run and --stock")
        }
        if let date, !CalendarDate.isValid(date) { throw ValidationError("--date takes YYYY-MM-DD, not '\(date)'") }
        if let maxRejected, maxRejected < 0 { throw ValidationError("--max-rejected takes 0 or more") }
        if output == "" { throw ValidationError("--output names no folder") }
    }

    func run() throws {
        let status = try perform().status
        if status != .done { throw status }
    }

    /// Does all that the command asks for.
    ///
    /// - Parameter opened: the inputs, where somebody has opened them already.
    func perform(_ opened: [InputFile]? = nil) throws -> RunEnd {
        let file = try ledger.file()
        try RunTarget.checkPlaces(of: self, ledger: file)
        if let file, let run = ledger.remake { return try LedgerRemake(command: self, file: file, run: run).perform() }
        if let file { return try LedgerRun(command: self, file: file).perform(opened) }
        return RunEnd(status: try performAlone(opened), run: nil)
    }

    /// A run that keeps nothing.
    private func performAlone(_ opened: [InputFile]?) throws -> ExitStatus {
        let settings = try input.settings()
        let target = try RunTarget(command: self, paths: input.files, ledger: nil)
        let progress = progressLine
        let files = try opened ?? open(progress)
        let result = try produce(settings, files, target, view: nil, progress)
        try Signals.interruption.check()
        if !dryRun { try target.folder.commit(durable: false) }
        target.summary?.append()
        return input.status(of: result.tally)
    }

    /// The line that says how far the run is.
    var progressLine: ProgressLine {
        ProgressLine(language: speech.language, isWanted: !quiet && !input.noProgress)
    }

    /// Opens all inputs.
    func open(_ progress: ProgressLine) throws -> [InputFile] {
        try input.open(
            spoolFolder: dryRun ? InputOptions.temporaryFolder : RunTarget.spoolFolder(self), progress: progress)
    }

    /// Applies inputs, stages their reports and prints what came of it.
    ///
    /// Nothing is in place then.
    ///
    /// - Parameter date: for the headline, unless the command line has one.
    func produce(
        _ settings: RunSettings, _ files: [InputFile], _ target: RunTarget, view: LedgerView?,
        date: String? = nil, _ progress: ProgressLine
    ) throws -> RunResult {
        let folder = target.folder
        let style = CellStyle(isForExcel: excel)
        let reports = dryRun ? nil : ReportWriter(threads: settings.threads)
        let sink = CSVReportSink(
            menu: settings.menu, style: style, language: speech.language,
            success: dryRun ? nil : try folder.create("success.csv"),
            failure: dryRun ? nil : try folder.create("failure.csv"))
        let result = try input.apply(settings, to: files, sink: sink, progress: progress)
        let first = sink.firstFailures
        tellRejected(first, result.tally, files)
        if let maxRejected, result.tally.count(.rejected) > maxRejected { throw ExitStatus.refused }
        let model = ReportModel(
            language: speech.language, menu: settings.menu, result: result, first: first, date: self.date ?? date,
            ledger: view)
        if !dryRun {
            try sink.checkRows(result.tally)
            try reports?.write(model, style: style, to: folder)
        }
        // What cannot be told is not done: the summary comes before the reports are put in place.
        if json {
            try StandardStream.output.writeAll(SummaryJSON.render(model))
        } else if !quiet {
            try StandardStream.output.writeAll(
                TerminalSummary.render(model, folder: dryRun ? nil : target.shownFolder, on: terminal.output))
        }
        target.summary?.hold(model)
        return result
    }

    /// Lists the first rejected rows.
    private func tellRejected(_ first: FirstFailures, _ tally: Tally, _ files: [InputFile]) {
        let paths = files.filter { $0.path != "-" }.map { ($0.name, $0.path) }
        StandardStream.error.write(
            reporting.annotations
                ? Annotations.lines(first, tally, paths: Dictionary(uniqueKeysWithValues: paths), speech.language)
                : TerminalSummary.rejected(first, tally, speech.language, on: terminal.error))
    }
}

/// What a run that was done came to.
struct RunEnd {
    let status: ExitStatus
    /// The run's number in its ledger; nil if nothing was kept.
    let run: Int?
}
