internal import JuiceCore

/// A shop in a chain's roll-up: the facts of its night, added up.
package struct ChainShop: Sendable, Equatable {
    package let facts: ShopFacts
    /// The sums of its runs.
    package let figures: ChainFigures
    package let money: ShopMoney

    init(_ facts: ShopFacts) {
        self.facts = facts
        var figures = ChainFigures()
        for run in facts.runs { figures.add(run) }
        self.figures = figures
        money = ShopMoney(facts.runs)
    }

    package var name: String { facts.shop }
    package var state: ShopRunState { facts.state }

    /// Whether the shop needs attention: its nightly run is not done, rows were rejected, orders were short, or sales were
    /// lost.
    package var needsLook: Bool {
        state != .done || figures.rejected > 0 || figures.ordersShort > 0
            || (money.lostSales?.hundredths ?? 0) > 0
    }

    /// The currency of what it has to buy; nil where it has no price.
    package var planCurrency: String? { facts.runs.last?.money?.currency }

    /// The first thing that kept a file, or the night, from being applied, with the file's name before it; empty where there
    /// is none.
    package var problem: String {
        guard let first = facts.problems.first else { return "" }
        let more = facts.problems.count > 1 ? " (+\(facts.problems.count - 1))" : ""
        return first.line + more
    }

    /// The order of shops in all files: by the bytes of the name, then of the folder.
    static func comes(_ one: ShopFacts, before other: ShopFacts) -> Bool {
        if one.shop.utf8.lexicographicallyPrecedes(other.shop.utf8) { return true }
        if other.shop.utf8.lexicographicallyPrecedes(one.shop.utf8) { return false }
        if one.folder.utf8.lexicographicallyPrecedes(other.folder.utf8) { return true }
        if other.folder.utf8.lexicographicallyPrecedes(one.folder.utf8) { return false }
        return one.json.line.utf8.lexicographicallyPrecedes(other.json.line.utf8)
    }
}
