package import JuiceBatch
internal import JuiceLedger

extension Shop {
    /// The runs of a ledger, the newest first, and what it says of itself.
    package func history(of ledger: LedgerRequest) throws -> (runs: [RecordedRun], origin: LedgerOrigin) {
        try LedgerFile(ledger, in: surroundings).open(.read).read { (try $0.runs(), try $0.origin()) }
    }

    /// Stock as a ledger has it, in the order in which it got to know the fruits, and the number of its latest run; 0 if
    /// there is none.
    package func stock(of ledger: LedgerRequest) throws -> (stock: [FruitStock], lastRun: Int) {
        try LedgerFile(ledger, in: surroundings).open(.read).read { (try $0.stock(), try $0.lastRun()) }
    }
}
