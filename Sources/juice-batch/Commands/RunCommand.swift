internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch run`: applies inputs and writes the reports.
struct RunCommand: ShopCommand {
    static let configuration = CommandConfiguration("run")

    /// The arguments of a run in a shop's folder, which settings do not change; `inbox` stands for the files in it.
    static let shopFolderWords = ["--ledger=\(LedgerRequest.shopPath)", "--output=reports", "inbox"]

    @OptionGroup var input: InputOptions
    @Option(help: HelpTexts["run --ledger"], completion: .file()) var ledger: String?
    @OptionGroup var wait: LockWaitOptions
    @Flag(help: HelpTexts["run --again"]) var again = false
    @Flag(help: HelpTexts["run --skip-known"]) var skipKnown = false
    @Option(parsing: .unconditional, help: HelpTexts["run --remake"]) var remake: Int?
    @OptionGroup var common: CommonOptions

    @Option(name: .shortAndLong, help: HelpTexts["run --output"], completion: .directory)
    var output: String?

    @Option(parsing: .unconditional, help: HelpTexts["run --max-rejected"]) var maxRejected: Int?
    @OptionGroup var reportOptions: ReportOptions
    @Flag(name: [.customShort("n"), .long], help: HelpTexts["run --dry-run"]) var dryRun = false
    @Flag(help: HelpTexts["run --json"]) var json = false
    @Flag(name: .shortAndLong, help: HelpTexts["run --quiet"]) var quiet = false
    @Flag(help: HelpTexts["--annotations"]) var annotations = false
    @OptionGroup var terminal: TerminalOptions

    func validate() throws {
        if ledger == "" { throw ValidationError { $0.emptyName("--ledger") } }
        if again && skipKnown { throw ValidationError { $0.cannotCombine("--again, --skip-known") } }
        if remake != nil && (again || skipKnown) {
            throw ValidationError { $0.cannotCombine("--remake, --again, --skip-known") }
        }
        if ledger == nil && (again || skipKnown || remake != nil || wait.lockWait != nil) {
            throw ValidationError { $0.onlyWith("--ledger", "--again, --skip-known, --remake, --lock-wait") }
        }
        if remake != nil && (dryRun || input.stock != nil) {
            throw ValidationError { $0.cannotCombine("--remake, --dry-run, --stock") }
        }
        try check("--max-rejected", maxRejected, in: 0...Int.max)
        if output == "" { throw ValidationError { $0.emptyName("--output") } }
        _ = try folder()
    }

    func perform() throws -> ExitStatus {
        let shop = Shop.ofProcess
        var request = try request()
        // The opening stock of an earlier run is in the ledger.
        if remake != nil { request.input.stock = nil }
        let outcome =
            try remake.map { try shop.regenerateReports($0, by: request, notifying: listener) }
            ?? shop.run(request, notifying: listener)
        if case .tooManyRejected(let tally) = outcome, let maxRejected, !annotations {
            StandardStream.error.writeLine(common.language.tooManyRejected(tally.count(.rejected), max: maxRejected))
        }
        return outcome.exitStatus
    }

    /// The folder of the reports; nil if the command line does not give one.
    private func folder() throws -> String? {
        guard let output else { return nil }
        do throws(OutputPatternError) {
            return try RunRequest.output(pattern: output, date: input.date, inputs: input.files)
        } catch {
            switch error {
            case .unknown(let text): throw ValidationError { $0.badPattern(text) }
            case .noDate: throw ValidationError { $0.onlyWith("--date", "--output {date}") }
            }
        }
    }

    func request() throws -> RunRequest {
        var request = RunRequest(input: input.request, language: common.reportLanguage)
        request.messageLanguage = common.language
        request.ledger = ledger.map { path in
            LedgerRequest(
                path: path, waitSeconds: wait.waitSeconds,
                knownInputs: again ? .applyAgain : skipKnown ? .exclude : .refuse)
        }
        request.output = try folder()
        // With a pattern or by default, each run has its own folder, and the folder above gets an index.
        request.index = output.map { $0.contains("{") } ?? true ? .createOrUpdate : .updateExisting
        request.maxRejected = maxRejected
        request.isDryRun = dryRun
        // Inputs, paths and dates are recorded separately in the run log.
        request.options = input.recordedOptions
        reportOptions.apply(to: &request)
        return request
    }

    var listener: CommandListener {
        CommandListener(
            language: common.language, showsProgress: !quiet && !input.noProgress,
            summary: json ? .json : quiet ? .none : .text, isAnnotating: annotations,
            allowsColours: !terminal.noColor)
    }
}
