package import JuiceBatch
internal import JuiceLedger

extension Shop {
    /// Recomputes a ledger from its history.
    ///
    /// Reports that killed runs have left are put in place first.
    ///
    /// - Returns: what was looked at, if all of it holds; `unsoundLedger` is thrown if not.
    package func verify(_ ledger: LedgerRequest, telling listener: any NoticeListener) throws -> LedgerExtent {
        try LedgerFile(ledger, in: surroundings).commit(.change, telling: listener).write {
            try $0.snapshot.verify()
        }
    }

    /// Puts reports in place that killed runs have left behind, if the ledger has been begun.
    func settleReports(of ledger: LedgerRequest, telling listener: any NoticeListener) throws {
        let file = try LedgerFile(ledger, in: surroundings)
        guard try !file.isBlank() else { return }
        try file.commit(.change, telling: listener).write { _ in }
    }
}
