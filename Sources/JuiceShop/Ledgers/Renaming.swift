package import JuiceBatch
internal import JuiceLedger

extension Shop {
    /// Calls a fruit or juice of a ledger otherwise from now on; that is a run of its own, which changes no stock.
    ///
    /// Reports that killed runs have left are put in place first.
    ///
    /// - Parameters:
    ///   - former: what it is called by now, in any spelling that matches.
    ///   - name: what it is to be called.
    ///   - tell: is told the names as the ledger has them and the number of the run. What cannot be told is not done: if it
    ///     throws, the old name stands.
    package func rename(
        _ former: String, to name: String, in ledger: LedgerRequest, telling listener: any NoticeListener,
        _ tell: (_ renamed: ItemRenaming, _ run: Int) throws -> Void
    ) throws {
        let file = try LedgerFile(ledger, in: surroundings)
        try file.commit(.change, telling: listener).write { transaction in
            try file.refuseShift(transaction.snapshot)
            let (run, renamed) = try transaction.rename(
                trimmedText(former), to: trimmedText(name), recordedAt: surroundings.now())
            try tell(renamed, run)
            try surroundings.interruption.check()
        }
    }
}
