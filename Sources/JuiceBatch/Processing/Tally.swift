internal import FlatMemory
package import JuiceCore

/// The figures of a run for its reports; sums are limited to 2^53 − 1, which every JSON reader represents exactly.
package struct Tally: Sendable, Equatable {
    /// The figures of an input.
    package struct Input: Sendable, Equatable {
        /// The number of rows that are not blank, without the header.
        package var rows = 0
        /// The number of empty lines and rows whose every cell is empty.
        package var blank = 0
        /// The number of totals rows, which are not included in `rows`.
        package var totals = 0
        package var success = 0
        /// The number of applied rows other than asserts; with one, the input is known to later runs.
        package var changes = 0
    }

    /// The number of rows of an action that succeeded and that failed.
    package struct Counts: Sendable, Equatable {
        package var success = 0
        package var failure = 0
    }

    /// The numbers of orders and cups of one juice: served, short of stock, and cancelled.
    package struct JuiceFigures: BitwiseCopyable, Sendable, Equatable {
        package var served = 0
        package var short = 0
        package var cupsServed = 0
        package var cupsShort = 0
        package var cancelled = 0
        package var cupsCancelled = 0
        package var netCups: Int { cupsServed &- cupsCancelled }
    }

    /// The figures of a fruit, in pieces.
    package struct FruitFigures: Sendable, Equatable {
        package var opening = 0
        package var restocked = 0
        package var discarded = 0
        /// The net change by counts; may be negative.
        package var counted = 0
        /// The pieces that orders used minus those that cancels returned; may be negative.
        package var used = 0
        package var returned = 0
        package var closing = 0
        /// The net use by orders plus the needs of short orders, each id once and without retries; at least 0.
        package var demand = 0
        /// The number of short orders for which this fruit was missing.
        package var shortOrders = 0
        /// The largest deficit, in pieces, if short instructions had taken effect too; at least 0.
        package var peakDeficit = 0
        /// The pieces needed by short rows whose ids are still unused at the end of the run.
        package var shortageNeed: Int128 = 0
        /// The part of `shortageNeed` that comes from discards of more than the stock.
        package var discardNeed: Int128 = 0
        package var orderNeed: Int128 { shortageNeed - discardNeed }
    }

    /// The largest absolute value of a sum, 2^53 − 1.
    package static let sumMax = 1 << 53 - 1

    /// A sum limited to −`sumMax` … `sumMax`.
    package static func clamped(_ sum: Int128) -> Int { Int(min(max(sum, Int128(-sumMax)), Int128(sumMax))) }
    /// The sum of two figures, limited to −`sumMax` … `sumMax`.
    package static func sum(_ one: Int, _ other: Int) -> Int { clamped(Int128(one) + Int128(other)) }
    /// The sum of two amounts of money, limited to −`sumMax` … `sumMax`; nil if one of them is unknown.
    package static func sum(_ one: Money?, _ other: Money?) -> Money? {
        one.flatMap { one in other.map { Money(hundredths: sum(one.hundredths, $0.hundredths)) } }
    }

    package var inputs: [Input]
    /// The number of rows by `OutcomeCode.rawValue`.
    package var codes: [Int]
    /// The counts of each action, by `Action.rawValue`.
    package var actions: [Counts]
    /// The figures of each juice, by its index on the menu.
    package var juices: [JuiceFigures]
    /// The figures of each fruit, by its index on the menu.
    package var fruits: [FruitFigures]
    /// The rows that had no effect because earlier runs had used their ids.
    package var earlierIDs = EarlierIDs()
    /// The number of orders that were checked against the stock, without retries of earlier failures.
    package var firstOrders = 0
    package var firstOrdersShort = 0
    /// The rows whose times are older than those of rows that earlier runs applied.
    package var lateRows = LateArrivals()

    init(menu: Menu, opening: [Int], inputCount: Int) {
        inputs = Array(repeating: Input(), count: inputCount)
        codes = Array(repeating: 0, count: OutcomeCode.allCases.count)
        actions = Array(repeating: Counts(), count: Action.allCases.count)
        juices = Array(repeating: JuiceFigures(), count: menu.juices.count)
        fruits = opening.map { FruitFigures(opening: $0, closing: $0) }
    }

    package var rows: Int { inputs.reduce(0) { $0 + $1.rows } }
    package var success: Int { count(.success) }
    package var failure: Int { OutcomeCode.failures.reduce(0) { $0 + count($1) } }
    package func count(_ code: OutcomeCode) -> Int { codes[Int(code.rawValue)] }
    package func count(_ failureClass: OutcomeCode.Class) -> Int {
        OutcomeCode.failures.filter { $0.failureClass == failureClass }.reduce(0) { $0 + count($1) }
    }
    /// Whether the run has rows and the settings leave out all of them, which suggests an error in the settings.
    package var isAllIgnored: Bool { rows > 0 && count(.ignored) == rows }
    /// The number of retried orders that were checked against the stock.
    package var retriedOrders: Int { ordersServed + ordersShort - firstOrders }
    package var ordersServed: Int { juices.reduce(0) { $0 + $1.served } }
    package var ordersShort: Int { juices.reduce(0) { $0 + $1.short } }
    package var discardsShort: Int { count(.insufficientStock) - ordersShort }
    /// The number of cancels that were carried out.
    package var cancels: Int { actions[Int(Action.cancel.rawValue)].success }
    /// The number of asserts that matched the stock.
    package var assertsPassed: Int { actions[Int(Action.assert.rawValue)].success }
    package var cupsCancelled: Int { juices.reduce(0) { min($0 + $1.cupsCancelled, Self.sumMax) } }
    /// The number of cups that were served, including those that were cancelled later.
    package var cupsServed: Int { juices.reduce(0) { min($0 + $1.cupsServed, Self.sumMax) } }

    /// The pieces of each fruit to restock, up to the stock limit, for short orders and, if `withDiscards`, discards.
    package func restockNeeds(withDiscards: Bool) -> [Int] {
        fruits.map { fruit in
            let need = withDiscards ? fruit.shortageNeed : fruit.orderNeed
            return Int(min(max(0, need - Int128(fruit.closing)), Int128(FruitStore.stockMax - fruit.closing)))
        }
    }
}

/// Adds to a sum that is limited to −`Tally.sumMax` … `Tally.sumMax`.
@inline(__always) func addClamped(_ value: Int, to sum: inout Int) {
    let (exact, overflow) = sum.addingReportingOverflow(value)
    sum = overflow ? (value < 0 ? -Tally.sumMax : Tally.sumMax) : min(max(exact, -Tally.sumMax), Tally.sumMax)
}

/// Counters that are updated for each row, without copy-on-write checks, so that an update is just an addition.
struct RunningCounts: ~Copyable {
    /// The number of counters reserved for the codes of one action.
    private static let stride = 16
    /// The index for rows whose action could not be read.
    private static let unread = Action.allCases.count

    private let outcomes: FixedBuffer<Int>
    /// The figures of each juice, by its index on the menu.
    let juices: FixedBuffer<Tally.JuiceFigures>
    /// The orders short of each fruit, and the pieces that short rows need, by index (`Tally.FruitFigures`).
    let losses: FixedBuffer<(shortOrders: Int, shortageNeed: Int128, discardNeed: Int128)>
    /// The cups that orders, without retries, were short of, each id once, by the juice's index on the menu.
    let shortCups: FixedBuffer<Int>
    /// The stock of each fruit, by index, if short instructions had taken effect, and its lowest, both signed.
    private let levels: FixedBuffer<(stock: Int, low: Int)>

    /// - Parameter opening: The opening stock, by the fruit's index on the menu.
    init(juiceCount: Int, opening: [Int]) {
        precondition(OutcomeCode.allCases.count <= Self.stride, "Not enough counters for all outcome codes")
        outcomes = FixedBuffer(repeating: 0, count: (Self.unread + 1) * Self.stride)
        juices = FixedBuffer(repeating: Tally.JuiceFigures(), count: juiceCount)
        losses = FixedBuffer(repeating: (0, 0, 0), count: opening.count)
        levels = FixedBuffer(opening.map { (stock: $0, low: min($0, 0)) })
        shortCups = FixedBuffer(repeating: 0, count: juiceCount)
    }

    /// Counts the outcome of one row; any greater number than an `Action.rawValue` stands for an unreadable action.
    @inline(__always) func add(_ action: UInt8, _ outcome: OutcomeCode) {
        outcomes.modify(min(Int(action), Self.unread) &* Self.stride &+ Int(outcome.rawValue)) { $0 &+= 1 }
    }

    /// Counts an order that reached the stock; orders are limited to so few cups that the sums cannot overflow.
    @inline(__always) func add(_ juice: Int, cups: Int, isServed: Bool) {
        juices.modify(juice) { figures in
            if isServed {
                figures.served &+= 1
                figures.cupsServed &+= cups
            } else {
                figures.short &+= 1
                figures.cupsShort &+= cups
            }
        }
    }

    func addCancel(_ juice: Int, cups: Int) {
        juices.modify(juice) { figures in
            figures.cancelled &+= 1
            figures.cupsCancelled &+= cups
        }
    }

    /// The cups of a juice that were served minus those cancelled.
    func netCups(_ juice: Int) -> Int { juices[juice].netCups }

    /// Applies an instruction to the hypothetical stock even if the stock is not sufficient.
    @inline(__always) func addDeficit(of instruction: Instruction, _ recipes: borrowing RecipeTable) {
        recipes.forEachChange(by: instruction) { fruit, change, pieces in
            levels.modify(fruit) { level in
                level.stock = change.stock(after: level.stock, pieces)
                if change == .removing { level.low = min(level.low, level.stock) }
            }
        }
    }

    /// The largest deficit of a fruit, as a positive number; 0 if its hypothetical stock was never negative.
    func peakDeficit(of fruit: Int) -> Int {
        let low = levels[fruit].low
        return low == Int.min ? Int.max : -low
    }

    /// Adds the need of a short instruction for a fruit; a negative number of pieces removes it.
    @inline(__always) func addNeed(_ quantity: Int, of fruit: Int, by action: Action) {
        losses.modify(fruit) { loss in
            loss.shortageNeed += Int128(quantity)
            loss.discardNeed += action.concernsJuice ? 0 : Int128(quantity)
        }
    }

    /// Adds the cups that an order was short of to the demand; a negative number removes them.
    func addDemand(_ juice: Int, cups: Int) { shortCups.modify(juice) { $0 &+= cups } }
    var success: Int { Action.allCases.reduce(0) { $0 + count($1, .success) } }
    var orders: Int { count(.order, .success) &+ ordersShort }
    var ordersShort: Int { count(.order, .insufficientStock) }

    /// The number of rows of an action with a code; nil stands for an action that could not be read.
    func count(_ action: Action?, _ code: OutcomeCode) -> Int {
        outcomes[(action.map { Int($0.rawValue) } ?? Self.unread) * Self.stride + Int(code.rawValue)]
    }
}
