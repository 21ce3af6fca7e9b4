internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports
internal import JuiceShop

/// What `run` needs to know about a ledger.
struct LedgerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Ledger that carries stock, history and used ids (default: none).", valueName: "file"),
        completion: .file())
    var ledger: String?

    @OptionGroup var wait: LockWaitOptions

    @Flag(help: "Apply inputs that the ledger knows, or that are given twice; ids still guard (default: off).")
    var again = false

    @Flag(help: "Leave out inputs that the ledger knows (default: off).")
    var skipKnown = false

    @Option(
        help: ArgumentHelp(
            "Make the reports of this run again from its inputs; apply nothing (default: off).", valueName: "run"))
    var remake: Int?

    func validate() throws {
        if ledger == "" { throw ValidationError("--ledger names no file") }
        if again && skipKnown { throw ValidationError("--again and --skip-known exclude each other") }
        if remake != nil && (again || skipKnown) {
            throw ValidationError("--remake excludes --again and --skip-known")
        }
        if ledger == nil && (again || skipKnown || remake != nil || wait.lockWait != nil) {
            throw ValidationError("--again, --skip-known, --remake and --lock-wait need --ledger")
        }
    }

    /// The file, if there is to be a ledger.
    func file() throws(BatchError) -> LedgerFile? {
        guard let ledger else { return nil }
        return try LedgerFile(shownPath: ledger, waitSeconds: wait.waitSeconds)
    }
}

/// How long a command waits for another one.
struct LockWaitOptions: ParsableArguments {
    /// What `--lock-wait` can be.
    static let waitSecondsAllowed = 0...86_400

    @Option(help: ArgumentHelp("Wait this long for whoever uses the ledger (default: 10).", valueName: "seconds"))
    var lockWait: Int?

    /// Seconds to wait.
    var waitSeconds: Int { lockWait ?? LedgerFile.waitSeconds }

    func validate() throws {
        if let lockWait, !Self.waitSecondsAllowed.contains(lockWait) {
            throw ValidationError("--lock-wait takes 0 to \(Self.waitSecondsAllowed.upperBound)")
        }
    }
}

/// What the commands about a ledger need to know.
struct LedgerArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("The ledger (default: none, it has to be named).", valueName: "file"), completion: .file())
    var ledger: String

    func validate() throws {
        if ledger.isEmpty { throw ValidationError("--ledger names no file") }
    }

    /// The ledger, which has to be there.
    func open(_ purpose: Ledger.Purpose, waitSeconds: Int = LedgerFile.waitSeconds) throws -> Ledger {
        try LedgerFile(shownPath: ledger, waitSeconds: waitSeconds).open(purpose)
    }
}

/// Where a ledger is, and how long to wait for it.
struct LedgerFile {
    /// How long to wait unless said otherwise, in seconds.
    static let waitSeconds = 10

    let shownPath: String
    let realPath: String
    private let waitSeconds: Int

    init(shownPath: String, waitSeconds: Int) throws(BatchError) {
        self.shownPath = shownPath
        self.waitSeconds = waitSeconds
        realPath = try ReportFolder.resolved(shownPath)
    }

    /// The ledger, and what SQLite may keep beside it.
    var realPaths: [String] { ["", "-journal", "-wal", "-shm"].map { realPath + $0 } }

    func open(_ purpose: Ledger.Purpose) throws -> Ledger {
        try Ledger(
            path: realPath, shownPath: shownPath, purpose: purpose, waitSeconds: waitSeconds,
            interruption: Signals.interruption)
    }

    /// Whether nothing has been written to it yet: it is missing or empty.
    var isBlank: Bool {
        var status = stat()
        return stat(realPath, &status) != 0 ? errno == ENOENT : status.st_size == 0
    }
}

extension Ledger {
    /// The order in which this ledger and its reports are changed.
    ///
    /// - Parameter language: of what is told of earlier runs' reports.
    func commit(in language: MessageLanguage) -> RunCommit<Ledger, SystemDisk> {
        RunCommit(book: self, disk: SystemDisk(), shownLedger: shownPath) { reports in
            let text = LedgerMessages(language).unplaced(reports)
            StandardStream.error.write("juice-batch: \(SafeText.terminal(text))\n")
        }
    }
}
