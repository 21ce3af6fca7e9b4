/// Stock as it would be, had nobody been turned away: it may go below zero.
struct DeficitTracker: ~Copyable {
    /// A fruit's stock, and the deepest it went.
    private struct Level {
        var stock: Int
        var low: Int
    }

    // Touched for every ingredient of every order, so in storage that nobody shares.
    private let levels: UnsafeMutablePointer<Level>
    private let count: Int

    /// - Parameter opening: by the fruit's place on the menu.
    init(opening: [Int]) {
        count = opening.count
        levels = .allocate(capacity: count)
        for (fruit, stock) in opening.enumerated() {
            (levels + fruit).initialize(to: Level(stock: stock, low: min(stock, 0)))
        }
    }

    deinit {
        levels.deallocate()
    }

    /// Takes pieces of a fruit.
    @inline(__always)
    func take(_ quantity: Int, of fruit: Int) {
        precondition(fruit >= 0 && fruit < count, "no such fruit")
        let (rest, overflow) = levels[fruit].stock.subtractingReportingOverflow(quantity)
        levels[fruit].stock = overflow ? Int.min : rest
        levels[fruit].low = min(levels[fruit].low, levels[fruit].stock)
    }

    /// Lets a movement have its way.
    func apply(_ movement: StockMovement, _ quantity: Int, of fruit: Int) {
        precondition(fruit >= 0 && fruit < count, "no such fruit")
        switch movement {
        case .restock: levels[fruit].stock += quantity
        case .discard: take(quantity, of: fruit)
        case .count: levels[fruit].stock = quantity
        }
    }

    /// The deepest a fruit went below zero, as a positive number.
    func peakDeficit(of fruit: Int) -> Int {
        let low = levels[fruit].low
        return low == Int.min ? Int.max : -low
    }
}
