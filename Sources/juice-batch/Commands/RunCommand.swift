internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

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
        help: ArgumentHelp(
            "Folder of the reports; {date} in it is --date, {name} the first input's name "
                + "(default: reports/<first input's name>).", valueName: "dir"),
        completion: .directory)
    var output: String?

    @Option(
        help: ArgumentHelp("Apply nothing if more rows than this are rejected (default: no limit).", valueName: "n"))
    var maxRejected: Int?

    @Flag(
        inversion: .prefixedNo,
        help: "Write the CSV reports for Excel: byte order mark, CRLF, formulas made harmless.")
    var excel = false

    @OptionGroup var money: MoneyOptions

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
        if let maxRejected, maxRejected < 0 { throw ValidationError("--max-rejected takes 0 or more") }
        if output == "" { throw ValidationError("--output names no folder") }
        _ = try folder()
    }

    func perform() throws -> ExitStatus {
        let shop = Shop.ofProcess
        let outcome =
            if let number = ledger.remake {
                try shop.remake(number, by: request(), telling: listener)
            } else {
                try shop.run(request(), telling: listener)
            }
        return ExitStatus(outcome.ending)
    }

    /// The folder of the reports; nil if none is named.
    private func folder() throws -> String? {
        guard let output else { return nil }
        do throws(OutputPattern.Mistake) {
            return try OutputPattern.folder(output, date: input.date, inputs: input.files)
        } catch {
            switch error {
            case .unknown(let text): throw ValidationError("--output takes {date} and {name}, not '\(text)'")
            case .noDate: throw ValidationError("{date} in --output needs --date")
            }
        }
    }

    /// What is asked for, in the words of the use cases.
    func request() throws -> RunRequest {
        var request = RunRequest(input: input.request, language: speech.language)
        request.ledger = ledger.request
        request.output = try folder()
        // A pattern, too, makes a folder for each run.
        request.index = output.map { $0.contains("{") } ?? true ? .made : .renewed
        request.maxRejected = maxRejected
        request.isForExcel = excel
        request.isDryRun = dryRun
        request.currency = money.sign
        request.summaryFile = reporting.summaryFile
        request.settingFiles = [config.config ?? ConfigurationFile.defaultName]
        return request
    }

    /// Tells of the run as is asked for.
    var listener: CommandListener {
        CommandListener(
            language: speech.language, isProgressWanted: !quiet && !input.noProgress,
            summary: json ? .json : quiet ? .none : .text, isAnnotating: reporting.annotations,
            isColourWanted: !terminal.noColor)
    }
}
