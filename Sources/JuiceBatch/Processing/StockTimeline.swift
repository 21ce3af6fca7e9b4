internal import FlatMemory
internal import JuiceCore

/// The stock of each fruit over a run: its lowest and highest level in stretches of equally many records.
///
/// Memory does not grow with the run: as soon as there are `stretchesMax` stretches, each two that are neighbours
/// become one, and stretches are twice as long from then on. Stretches are cut by the number of the record, so they
/// do not depend on chunks or threads.
///
/// Orders and discards only lower stock, so between two raises the highest level is the first and the lowest the
/// last. Only raises and the ends of stretches are looked at; an order that is made costs nothing here.
///
/// A fruit is *sold out* while there is less of it than any recipe takes: from the row that left so little, or of a fruit
/// that opens so from the first order that lacked it, up to the row that raised it again.
package struct StockTimeline: Sendable, Equatable {
    /// The stock of one fruit within one stretch.
    package struct Level: Sendable, Equatable {
        /// The lowest stock, that before the stretch's first record included.
        package fileprivate(set) var low: Int
        /// The highest stock of the fruit in the stretch.
        package fileprivate(set) var high: Int
        /// The stock after the interval's last record.
        package fileprivate(set) var closing: Int
        /// Whether the fruit was restocked.
        package fileprivate(set) var isRestocked = false
        /// Whether the fruit was sold out at some time.
        package fileprivate(set) var isSoldOut = false
        /// Whether an order was lost for lack of the fruit while it was not sold out.
        package fileprivate(set) var isRefused = false

        fileprivate mutating func merge(_ next: Level) {
            low = min(low, next.low)
            high = max(high, next.high)
            closing = next.closing
            isRestocked = isRestocked || next.isRestocked
            isSoldOut = isSoldOut || next.isSoldOut
            isRefused = isRefused || next.isRefused
        }
    }

    /// The most stretches; an even number.
    package static let stretchesMax = 400

    /// The number of records so far, including blank rows but not empty lines.
    package private(set) var records = 0
    /// The number of records in a stretch; the last one may have fewer.
    package private(set) var stretchRecords = 1
    private let fruitCount: Int
    /// Stretch after stretch, each with a level for every fruit.
    private var levels: [Level] = []
    /// The stretch that is not full yet.
    private var current: [Level]
    /// The number of times that each fruit was sold out, by its index on the menu.
    package private(set) var soldOutCounts: [Int]
    /// The number of orders lost for lack of each fruit while it was not sold out.
    package private(set) var refusedCounts: [Int]
    /// The fewest pieces of each fruit that a recipe takes.
    private let leastUses: [Int]
    /// The state of each fruit as of now.
    private var states: [State]

    private enum State {
        case available
        /// The fruit opened with less than any recipe takes, and no order has asked for it.
        case notAsked
        case soldOut
    }

    /// An empty history of fruits that open at this stock.
    ///
    /// - Parameter leastUses: the fewest pieces of each fruit that a recipe takes.
    init(opening: [Int], leastUses: [Int]) {
        precondition(leastUses.count == opening.count, "a least use for each fruit")
        fruitCount = opening.count
        current = opening.map { Level(low: $0, high: $0, closing: $0) }
        self.leastUses = leastUses
        states = zip(opening, leastUses).map { $0 < $1 ? .notAsked : .available }
        soldOutCounts = Array(repeating: 0, count: opening.count)
        refusedCounts = soldOutCounts
    }

    /// The number of stretches.
    package var stretches: Int { fruitCount == 0 ? 0 : levels.count / fruitCount }

    /// The stock levels of a fruit, by its index on the menu, in each stretch.
    package func levels(of fruit: Int) -> [Level] {
        stride(from: fruit, to: levels.count, by: max(fruitCount, 1)).map { levels[$0] }
    }

    /// The number of records that the current stretch still takes; at least one.
    var room: Int { stretchRecords - records % stretchRecords }

    /// Records that a fruit's stock has risen.
    ///
    /// - Returns: whether the fruit was sold out, and is no longer.
    mutating func raise(_ fruit: Int, from before: Int, to after: Int, isRestock: Bool) -> Bool {
        current[fruit].low = min(current[fruit].low, before)
        current[fruit].high = max(current[fruit].high, after)
        if isRestock { current[fruit].isRestocked = true }
        guard after >= leastUses[fruit] else { return false }
        let wasSoldOut = states[fruit] == .soldOut
        states[fruit] = .available
        return wasSoldOut
    }

    /// Whether a fruit has become sold out and that is not recorded.
    ///
    /// - Parameter stock: its stock as of now.
    func hasFallen(_ fruit: Int, to stock: Int) -> Bool { states[fruit] == .available && stock < leastUses[fruit] }

    /// Whether some stock of a fruit is enough for a recipe.
    func isEnough(_ stock: Int, of fruit: Int) -> Bool { stock >= leastUses[fruit] }

    /// Records that a fruit is sold out from a row of the current stretch on.
    mutating func sellOut(_ fruit: Int) {
        states[fruit] = .soldOut
        soldOutCounts[fruit] += 1
        current[fruit].isSoldOut = true
    }

    /// Records that an order was lost for lack of a fruit.
    ///
    /// - Returns: whether the fruit is sold out since this order.
    mutating func lose(_ fruit: Int, stock: Int) -> Bool {
        if isEnough(stock, of: fruit) {
            refusedCounts[fruit] += 1
            current[fruit].isRefused = true
        }
        guard states[fruit] == .notAsked else { return false }
        sellOut(fruit)
        return true
    }

    /// Advances by some records, no more than there is room for.
    ///
    /// - Parameter stock: the stock behind the last of them.
    mutating func advance(by count: Int, stock: [Int]) {
        precondition(count <= room, "a stretch is not overrun")
        records += count
        if records % stretchRecords == 0 { close(stock) }
    }

    /// Ends the last stretch.
    mutating func finish(stock: [Int]) {
        if records % stretchRecords != 0 { close(stock) }
    }

    private mutating func close(_ stock: [Int]) {
        for fruit in 0..<fruitCount {
            current[fruit].low = min(current[fruit].low, stock[fruit])
            current[fruit].closing = stock[fruit]
            levels.append(current[fruit])
            current[fruit] = Level(
                low: stock[fruit], high: stock[fruit], closing: stock[fruit], isSoldOut: states[fruit] == .soldOut)
        }
        if stretches == Self.stretchesMax { halve() }
    }

    /// Makes one stretch of each two.
    private mutating func halve() {
        for stretch in 0..<stretches / 2 {
            for fruit in 0..<fruitCount {
                var level = levels[2 * stretch * fruitCount + fruit]
                level.merge(levels[(2 * stretch + 1) * fruitCount + fruit])
                levels[stretch * fruitCount + fruit] = level
            }
        }
        levels.removeLast(levels.count / 2)
        stretchRecords *= 2
    }
}

/// Tracks the hypothetical stock if short instructions took effect too; it may go below zero.
struct DeficitTracker: ~Copyable {
    /// A fruit's stock, and the deepest it went.
    // Not private: Swift 6.3 ends itself where a buffer of a private type lies in a type of another file.
    struct Level {
        var stock: Int
        var low: Int
    }

    // Updated for every ingredient of every order, so in storage without copy-on-write checks.
    private let levels: FixedBuffer<Level>

    /// - Parameter opening: by the fruit's index on the menu.
    init(opening: [Int]) {
        levels = FixedBuffer(opening.map { Level(stock: $0, low: min($0, 0)) })
    }

    /// Applies an instruction even if stock does not suffice; the recipes are those of the menu with these fruits.
    @inline(__always)
    func apply(_ instruction: Instruction, _ recipes: borrowing RecipeTable) {
        recipes.forEachChange(by: instruction) { fruit, change, pieces in
            levels.update(fruit) { level in
                level.stock = change.stock(after: level.stock, pieces)
                if change == .taking { level.low = min(level.low, level.stock) }
            }
        }
    }

    /// The deepest a fruit went below zero, as a positive number.
    func peakDeficit(of fruit: Int) -> Int {
        let low = levels[fruit].low
        return low == Int.min ? Int.max : -low
    }
}
