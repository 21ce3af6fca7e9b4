package import JuiceBatch
package import JuiceLedger

/// The operations of a ledger that `RunCommit` uses to commit a run; `Ledger` conforms, and so does a test double.
///
/// A process that has a value of this type holds the ledger's write lock: no other process commits a run to the ledger or
/// completes an interrupted one meanwhile.
package protocol RunBook {
    associatedtype Transaction

    /// The real path of the ledger, which is in the names of its staging folders.
    var path: String { get }

    /// Runs `body` in a transaction that commits when it returns.
    func write<Value>(_ body: (Transaction) throws -> Value) throws -> Value
    /// Runs `body` in a transaction that follows a successful commit, to do work that the next opening of the ledger would
    /// do otherwise.
    ///
    /// Waits for other processes only briefly, since the run is committed and its result no longer depends on this.
    func writeAfterwards<Value>(_ body: (Transaction) throws -> Value) throws -> Value
    /// The report sets that were committed and never settled.
    func pendingReports(_ transaction: Transaction) throws -> [PendingReports]
    /// Notes that the reports of a run wait to be put in place.
    func setPending(_ reports: PendingReports, _ transaction: Transaction) throws
    /// Notes where the reports of a run are by now.
    func settle(_ run: Int, _ state: ReportsState, _ transaction: Transaction) throws
    /// The number of the latest run; 0 if there is none.
    func lastRun(_ transaction: Transaction) throws -> Int
    /// Throws where the run log has a run that the ledger lacks, or is damaged.
    func checkLog(_ transaction: Transaction) throws
    /// Does the same, and appends to the run log what it lacks.
    ///
    /// - Parameter checked: what an earlier call has returned under the same write lock; nil to check the whole log.
    /// - Returns: how much of the log is sound, and the error that kept it from being written.
    func extendLog(
        _ transaction: Transaction, checked: RunLog.Extent?
    ) throws -> (extent: RunLog.Extent, failure: BatchError?)
    /// Removes the latest run as if it had never been, if it is there.
    func erase(_ receipt: RunReceipt) throws
    /// The same over a new connection, for when what became of this one is in doubt.
    func reopened() throws -> Self
}

extension Ledger: RunBook {
    package func pendingReports(_ transaction: LedgerTransaction) throws -> [PendingReports] {
        try transaction.snapshot.pendingReports()
    }

    package func setPending(_ reports: PendingReports, _ transaction: LedgerTransaction) throws {
        try transaction.setPending(reports)
    }

    package func settle(_ run: Int, _ state: ReportsState, _ transaction: LedgerTransaction) throws {
        try transaction.settleReports(of: run, state)
    }

    package func lastRun(_ transaction: LedgerTransaction) throws -> Int { try transaction.snapshot.lastRun() }

    package func checkLog(_ transaction: LedgerTransaction) throws { try runLog.check(transaction.snapshot) }

    package func extendLog(
        _ transaction: LedgerTransaction, checked: RunLog.Extent?
    ) throws -> (extent: RunLog.Extent, failure: BatchError?) {
        try runLog.extend(transaction.snapshot, checked: checked)
    }

    /// The run log beside the ledger.
    private var runLog: RunLog {
        RunLog(beside: path, shownLedger: shownPath, isRestoring: purpose == .restore)
    }
}
