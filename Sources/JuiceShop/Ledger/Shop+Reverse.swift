internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

extension Shop {
    /// Takes a run of a ledger back; that is a run of its own.
    ///
    /// Reports that killed runs have left are put in place first.
    ///
    /// - Parameters:
    ///   - number: the run, by its number in the ledger.
    ///   - index: how the index of the reports beside the ledger is made anew, if it is there; nil leaves it as it is.
    ///   - tell: is told the number of the run that takes it back. What cannot be told is not done: if it throws, the
    ///     run stands.
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
            let log = RunLog.content(.reverse, recordedAt: now, ["reverses": .number(number)])
            let by = try transaction.reverse(number, recordedAt: now, log: log)
            try tell(by)
            try environment.cancellation.check()
            return by
        }
        renewIndex(beside: file, index, telling: listener)
        return by
    }
}
