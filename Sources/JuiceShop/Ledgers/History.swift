package import JuiceBatch
internal import JuiceCore
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

    /// How many cups of each juice some stock is enough for, in the order of the menu; of a fruit that a ledger does not
    /// know there is none.
    ///
    /// - Parameter path: of the menu file; nil for the built-in menu.
    package func cupsPossible(with stock: [FruitStock], menuAt path: String?) throws -> [JuiceCups] {
        let menu = try menu(at: path)
        let known = Dictionary(stock.map { (nameKey($0.fruit), $0.pieces) }) { first, _ in first }
        let cups = JuiceMaker.cupsPossible(menu, stock: menu.fruits.map { known[nameKey($0.name)] ?? 0 })
        return zip(menu.juices, cups).map { JuiceCups(juice: $0.name, cupsPossible: $1) }
    }
}
