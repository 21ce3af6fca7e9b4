internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

/// The options of `run` for the ledger.
struct LedgerOptions: ParsableArguments {
    @Option(
        help: HelpTexts["run --ledger"],
        completion: .file())
    var ledger: String?

    @OptionGroup var wait: LockWaitOptions

    @Flag(help: HelpTexts["run --again"])
    var again = false

    @Flag(help: HelpTexts["run --skip-known"])
    var skipKnown = false

    @Option(
        parsing: .unconditional, help: HelpTexts["run --remake"])
    var remake: Int?

    func validate() throws {
        if ledger == "" { throw ValidationError(Strings.mistake.isEmpty("--ledger")) }
        if again && skipKnown { throw ValidationError(Strings.mistake.exclude("--again", "--skip-known")) }
        if remake != nil && (again || skipKnown) {
            throw ValidationError(Strings.mistake.exclude("--remake", "--again", "--skip-known"))
        }
        if ledger == nil && (again || skipKnown || remake != nil || wait.lockWait != nil) {
            throw ValidationError(Strings.mistake.needsLedger("--again", "--skip-known", "--remake", "--lock-wait"))
        }
    }

    /// The ledger as a request for the use cases; nil for a run without a ledger.
    var request: LedgerRequest? {
        ledger.map { path in
            LedgerRequest(
                path: path, waitSeconds: wait.waitSeconds,
                knownInputs: again ? .applyAgain : skipKnown ? .leaveOut : .refuse)
        }
    }
}

/// The option for the time to wait for another command.
struct LockWaitOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: HelpTexts["--lock-wait"])
    var lockWait: Int?

    /// The time to wait, in seconds.
    var waitSeconds: Int { lockWait ?? LedgerRequest.waitSecondsUsual }

    func validate() throws {
        if let lockWait, !LedgerRequest.waitSecondsAllowed.contains(lockWait) {
            throw ValidationError(
                Strings.mistake.takes(
                    "--lock-wait", "0…\(LedgerRequest.waitSecondsAllowed.upperBound)", not: String(lockWait)))
        }
    }
}

/// The arguments of the commands that read or change a ledger.
struct LedgerArguments: ParsableArguments {
    @Option(
        help: HelpTexts["--ledger"], completion: .file())
    var ledger: String

    func validate() throws {
        if ledger.isEmpty { throw ValidationError(Strings.mistake.isEmpty("--ledger")) }
    }

    /// The ledger as a request for the use cases.
    ///
    /// - Parameter wait: the time to wait for other processes that use the ledger; nil for a command that only reads
    ///   it.
    func request(_ wait: LockWaitOptions? = nil) -> LedgerRequest {
        LedgerRequest(path: ledger, waitSeconds: wait?.waitSeconds ?? LedgerRequest.waitSecondsUsual)
    }
}
