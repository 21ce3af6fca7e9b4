internal import ArgumentParser
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

    /// The ledger, if there is to be one, in the words of the use cases.
    var request: LedgerRequest? {
        ledger.map { path in
            LedgerRequest(
                path: path, waitSeconds: wait.waitSeconds,
                knownInputs: again ? .applyAgain : skipKnown ? .leaveOut : .refuse)
        }
    }
}

/// How long a command waits for another one.
struct LockWaitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Wait this long for whoever uses the ledger (default: 10).", valueName: "seconds"))
    var lockWait: Int?

    /// Seconds to wait.
    var waitSeconds: Int { lockWait ?? LedgerRequest.waitSecondsUsual }

    func validate() throws {
        if let lockWait, !LedgerRequest.waitSecondsAllowed.contains(lockWait) {
            throw ValidationError("--lock-wait takes 0 to \(LedgerRequest.waitSecondsAllowed.upperBound)")
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

    /// The ledger in the words of the use cases.
    ///
    /// - Parameter wait: how long to wait for whoever else uses it; not at all where it is only read.
    func request(_ wait: LockWaitOptions? = nil) -> LedgerRequest {
        LedgerRequest(path: ledger, waitSeconds: wait?.waitSeconds ?? LedgerRequest.waitSecondsUsual)
    }
}
