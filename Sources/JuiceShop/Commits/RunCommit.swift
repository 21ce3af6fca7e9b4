package import JuiceBatch
package import JuiceLedger
internal import JuiceReports

/// A run that is staged but not committed, with the folder of its reports as the user named it.
///
/// `leave` leaves the staged set to the next process that opens the ledger; until it is called, the caller removes the
/// set if the run fails.
package typealias StagedRun = (receipt: RunReceipt, set: StagedSet, shownTarget: String, leave: () -> Void)

/// Commits runs to a ledger and puts their reports in place; no other code does either.
///
/// One transaction checks the run log, stages the reports, records the run, syncs the staged reports, and records where
/// they are. After the commit, the reports are put in place, the ledger records that they are, and the run is appended
/// to the run log. All of this happens under the ledger's write lock, so a process that finds an unfinished run under
/// that lock knows that no other process is working on it.
package struct RunCommit<Store: RunStore> {
    let store: Store
    let disk: any ReportDisk
    /// The path of the ledger as the user gave it.
    let shownLedger: String
    /// Receives notices about reports of earlier runs that could not be put in place, and about an incomplete run log.
    let listener: any RunListener

    /// Runs `body` in a transaction, after putting reports of earlier runs in place and completing the run log.
    package func write<Value>(_ body: (Store.Transaction) throws -> Value) throws -> Value { try transact(body).value }

    /// Runs `body`, which records a run without reports, as `write` does, and then appends the run to the run log.
    func record(_ body: (Store.Transaction) throws -> Void) throws {
        try write(body)
        // If this fails, the next process that changes the ledger completes the log.
        try? store.writeAfterwards { appendToLog($0) }
    }

    /// Runs `body` in a transaction, after further transactions that put the reports of earlier runs in place.
    ///
    /// Returns the result of `body`, and the valid part of the run log before it.
    private func transact<Value>(
        _ body: (Store.Transaction) throws -> Value
    ) throws -> (value: Value, log: RunLog.Extent) {
        while true {
            let done: (Value, RunLog.Extent)? = try store.write { transaction in
                guard try store.pendingReports(transaction).isEmpty else {
                    try store.checkLog(transaction)
                    return nil
                }
                let log = try store.extendLog(transaction, checked: nil)
                return (try body(transaction), log)
            }
            if let done { return done }
            // Puts the reports of earlier runs in place, as far as possible.
            let misplaced = try store.write { transaction in
                var misplaced: [MisplacedReports] = []
                for (run, set) in try store.pendingReports(transaction) {
                    let state = try set.complete(on: disk, run: run, ledger: store.path)
                    try store.recordReportsState(state, of: run, transaction)
                    if state != .inPlace { misplaced.append(MisplacedReports(run: run, state: state)) }
                }
                return misplaced
            }
            for reports in misplaced { listener.notice(.misplaced(reports)) }
        }
    }

    private func appendToLog(_ transaction: Store.Transaction, checked: RunLog.Extent? = nil) {
        do {
            _ = try store.extendLog(transaction, checked: checked)
        } catch let error as BatchError {
            listener.notice(.runLogIncomplete(path: RunLog.path(beside: shownLedger), errno: error.systemErrno))
        } catch {}
    }

    /// Commits the run that `body` records and stages, puts its reports in place, and returns the value of `body`.
    ///
    /// If this throws, nothing was applied, unless the error is `commitUnknown`.
    package func commit<Value>(_ body: (Store.Transaction) throws -> (StagedRun, Value)) throws -> Value {
        var stagedRun: StagedRun?
        do {
            let (value, log) = try transact { transaction in
                let (staged, value) = try body(transaction)
                stagedRun = staged
                try store.setPending(staged.set, of: staged.receipt.run, transaction)
                return value
            }
            guard let staged = stagedRun else { throw BatchError.invariant("a run committed nothing") }
            let isDone = try staged.set.move(on: disk, shownTarget: staged.shownTarget, durable: true)
            staged.leave()
            // If this fails, the next process that opens the ledger does it, so the failure is not reported.
            if isDone {
                try? store.writeAfterwards { transaction in
                    try store.recordReportsState(.inPlace, of: staged.receipt.run, transaction)
                    appendToLog(transaction, checked: log)
                }
            }
            return value
        } catch {
            guard let staged = stagedRun else { throw error }
            // The reports could not be put in place, or it is unknown whether the commit succeeded, so the run is
            // removed if it is there.
            do {
                try store.reopened().erase(staged.receipt)
            } catch {
                staged.leave()
                throw BatchError.commitUnknown(run: staged.receipt.run, ledger: shownLedger)
            }
            throw error
        }
    }
}

/// The operations of a ledger that `RunCommit` uses to commit a run; `Ledger` conforms, and so does a test double.
///
/// A process that has a store holds the ledger's write lock, so no other one commits or completes a run meanwhile.
package protocol RunStore {
    associatedtype Transaction

    /// The real path of the ledger, which is part of the names of its staging folders.
    var path: String { get }

    /// Runs `body` in a transaction that commits when it returns.
    func write<Value>(_ body: (Transaction) throws -> Value) throws -> Value
    /// Runs `body` in a transaction after a commit, waiting only briefly; if it fails, a later opening does the work.
    func writeAfterwards<Value>(_ body: (Transaction) throws -> Value) throws -> Value
    /// The report sets of committed runs that have not been put in place.
    func pendingReports(_ transaction: Transaction) throws -> [(run: Int, set: StagedSet)]
    /// Records that the reports of a run are staged and not yet in place.
    func setPending(_ set: StagedSet, of run: Int, _ transaction: Transaction) throws
    /// Records the current location of a run's reports.
    func recordReportsState(_ state: ReportsState, of run: Int, _ transaction: Transaction) throws
    /// Throws if the run log is damaged or lists a run that the ledger lacks.
    func checkLog(_ transaction: Transaction) throws
    /// Checks the run log, appends the runs that it lacks, and returns its valid part.
    ///
    /// `checked` is the result of an earlier call under the same write lock, which is not checked again.
    func extendLog(_ transaction: Transaction, checked: RunLog.Extent?) throws -> RunLog.Extent
    /// Removes the latest run without a trace, if the ledger has it.
    func erase(_ receipt: RunReceipt) throws
    /// Opens the ledger over a new connection, for use when the state of the current one is unknown.
    func reopened() throws -> Self
}

extension Ledger: RunStore {
    package func pendingReports(_ transaction: LedgerTransaction) throws -> [(run: Int, set: StagedSet)] {
        try transaction.snapshot.pendingReports()
    }

    package func setPending(_ set: StagedSet, of run: Int, _ transaction: LedgerTransaction) throws {
        try transaction.setPending(set, of: run)
    }

    package func recordReportsState(_ state: ReportsState, of run: Int, _ transaction: LedgerTransaction) throws {
        try transaction.recordReportsState(state, of: run)
    }

    package func checkLog(_ transaction: LedgerTransaction) throws { try runLog.check(transaction.snapshot) }

    package func extendLog(_ transaction: LedgerTransaction, checked: RunLog.Extent?) throws -> RunLog.Extent {
        let extent = try runLog.extend(transaction.snapshot, checked: checked)
        // Only after a commit, in a transaction that changes the ledger anyway, so that a kill leaves no journal.
        if checked != nil, let identity = extent.identity {
            let digests = try transaction.snapshot.digests()
            try transaction.keepCheckedLog((extent.lines, identity, SHA256.hex(of: digests[...])))
        }
        return extent
    }

    private var runLog: RunLog {
        RunLog(beside: path, shownLedger: shownPath, isRestoring: purpose == .restore)
    }
}
