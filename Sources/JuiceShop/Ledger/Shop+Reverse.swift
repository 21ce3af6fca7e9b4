internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

extension Shop {
    /// Reverses a run of a ledger, which is a run of its own.
    ///
    /// Reports that killed runs have left are put in place first.
    ///
    /// - Parameters:
    ///   - number: the run's number in the ledger.
    ///   - index: the settings for updating the index of the reports beside the ledger, if it exists; nil leaves it
    ///     unchanged.
    ///   - tell: receives the number of the reversal; if it throws, nothing is reversed.
    /// - Returns: that number.
    @discardableResult
    package func reverse(
        _ number: Int, in ledger: LedgerRequest, index: IndexSettings? = nil, telling listener: any NoticeListener,
        _ tell: (_ by: Int) throws -> Void
    ) throws -> Int {
        let file = try LedgerFile(ledger, in: environment)
        let by = try file.commit(.change, telling: listener).write { transaction in
            try file.refuseShift(transaction.snapshot)
            let now = environment.now()
            let log = RunLog.content(.reverse, recordedAt: now, ["reverses": number])
            let by = try transaction.reverse(number, recordedAt: now, log: log)
            try tell(by)
            try environment.cancellation.check()
            return by
        }
        renewIndex(beside: file, index, telling: listener)
        return by
    }
}
