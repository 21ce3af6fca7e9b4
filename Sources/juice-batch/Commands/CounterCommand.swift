internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceCounter
internal import JuiceReports
internal import JuiceShop

/// `juice-batch counter`: the shop's two screens on a ledger, and `counter close`, which ends their shift.
struct CounterCommand: SpeakingCommand {
    static let configuration = CommandConfiguration(
        commandName: "counter",
        abstract: "Open the counter's screens on a ledger, or close their shift.",
        discussion: """
            What is ordered and changed at the counter becomes a CSV file, the journal, which is applied as a run when the
            shift is closed: on the screen, by Ctrl-C, by SIGTERM, by counter close, or by nightly. Until then nothing else
            changes the ledger. A counter that was killed, or ended by SIGHUP, goes on where it was.

            EXAMPLES
              juice-batch counter --ledger shop.sqlite
              juice-batch counter --ledger shop.sqlite --terminal
              juice-batch counter --ledger shop.sqlite --listen 192.168.0.10:8300 --host 192.168.0.10
              juice-batch counter close --ledger shop.sqlite

            EXIT CODES
              those of the run that closes the shift; 0 also where no shift was open
              64 usage   65 the journal is none, and was put aside   66 the journal is gone
              70 a row came to something else than was said   74 I/O error
              75 another counter has the shift   78 another file is in the journal's place
            """)

    /// What can be done with a shift besides opening it.
    enum Deed: String, ExpressibleByArgument, CaseIterable {
        case close
    }

    @Argument(help: ArgumentHelp("close: end the shift that is open (default: open the screens).", valueName: "close"))
    var deed: Deed?

    @OptionGroup var ledger: LedgerArguments

    @OptionGroup var wait: LockWaitOptions

    @Flag(name: .customLong("terminal"), help: "Show the screens on this terminal (default: off, in browsers).")
    var isOnTerminal = false

    @Option(
        help: ArgumentHelp("Folder of the journals (default: journal beside the ledger).", valueName: "dir"),
        completion: .directory)
    var journal: String?

    @Option(
        help: ArgumentHelp("Menu file (default: the built-in menu; an open shift keeps its own).", valueName: "file"),
        completion: .file())
    var menu: String?

    @Option(
        help: ArgumentHelp(
            "Folder of the reports when the shift is closed (default: reports/<journal's name>).", valueName: "dir"),
        completion: .directory)
    var output: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Write the CSV reports for Excel: byte order mark, CRLF, formulas made harmless.")
    var excel = false

    @OptionGroup var money: MoneyOptions

    @OptionGroup var web: WebOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    @OptionGroup var terminal: TerminalOptions

    func validate() throws {
        if journal == "" { throw ValidationError("--journal names no folder") }
        if output == "" { throw ValidationError("--output names no folder") }
    }

    func perform() throws -> ExitStatus {
        guard deed == .close else { return try open() }
        let request = ClosingRequest(ledger: ledger.request(wait), run: report)
        guard let outcome = try Shop.ofProcess.closeShift(request, telling: listener) else {
            StandardStream.error.write("juice-batch: \(ShiftMessages(speech.language).nothingOpen(ledger.ledger))\n")
            return .done
        }
        return ExitStatus(outcome.ending)
    }

    /// Opens the shift, shows its screens, and closes it.
    private func open() throws -> ExitStatus {
        let screens = try screens()
        let shop = Shop.ofProcess
        var request = ShiftRequest(ledger: ledger.request(wait), process: getpid())
        request.journalFolder = journal
        request.menu = menu
        request.language = speech.language
        let shift = try shop.openShift(request, telling: listener)
        let ending = Guarded<Ending>(.done)
        let close: @Sendable () throws -> Void = { [report, language = speech.language, terminal] in
            let listener = CommandListener(language: language, summary: .text, isColourWanted: !terminal.noColor)
            if let outcome = try shift.close(report, telling: listener) { ending.withLock { $0 = outcome.ending } }
        }
        let desk = Desk(shift, closing: close)
        var asked: Int32?
        do {
            try screens.show(desk) {
                asked = Signals.interruption.take()
                return asked != nil
            }
        } catch {
            // Who could show nothing, as where the port is taken, is not to leave a shift behind.
            try? shift.withdraw(telling: listener)
            throw error
        }
        // Whoever only goes away leaves the shift to the next counter.
        if asked == SIGHUP { return ExitStatus(.interrupted(signal: SIGHUP)) }
        try close()
        if case .elsewhere? = desk.ending {
            StandardStream.error.write("juice-batch: \(CounterWording(speech.language).closedElsewhere)\n")
        }
        return ExitStatus(ending.withLock { $0 })
    }

    /// The form of the reports.
    private var report: RunRequest {
        var request = RunRequest(input: InputRequest(paths: []), language: speech.language)
        request.output = output
        request.index = output == nil ? .made : .renewed
        request.isForExcel = excel
        request.currency = money.sign
        return request
    }

    private var listener: CommandListener {
        CommandListener(language: speech.language, summary: .text, isColourWanted: !terminal.noColor)
    }
}
