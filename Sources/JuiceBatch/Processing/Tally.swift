package import JuiceCore

/// The figures of a run, as summary.json and the reports show them.
///
/// Sums stop at 2^53 − 1, the largest whole number that every reader of JSON keeps exactly.
package struct Tally: Sendable, Equatable {
    /// The figures of an input.
    package struct Input: Sendable, Equatable {
        /// The number of rows that are not blank, without the header.
        package var rows = 0
        /// The number of empty lines and rows whose every cell is empty.
        package var blank = 0
        /// Totals rows: none of the rows.
        package var totals = 0
        /// The number of rows that were applied.
        package var success = 0
        /// The number of applied rows that are not asserts; one of them makes the input known.
        package var changes = 0
    }

    /// The number of times that an action succeeded and failed.
    package struct Counts: Sendable, Equatable {
        package var success = 0
        package var failure = 0
    }

    /// The cups of a juice in orders that reached stock, and in cancels.
    package struct JuiceFigures: BitwiseCopyable, Sendable, Equatable {
        package var served = 0
        package var short = 0
        package var cupsServed = 0
        package var cupsShort = 0
        package var cancelled = 0
        package var cupsCancelled = 0
    }

    /// The figures of a fruit, in pieces.
    package struct FruitFigures: Sendable, Equatable {
        package var opening = 0
        package var restocked = 0
        package var discarded = 0
        /// The net change by counts; may be negative.
        package var counted = 0
        /// The pieces that orders took minus those that cancels gave back; may be negative.
        package var used = 0
        /// The pieces that orders took.
        package var taken = 0
        /// The pieces that cancels gave back.
        package var givenBack = 0
        package var closing = 0
        /// The demand without retries: what orders took minus what cancels gave back, plus the needs of short orders,
        /// each id once; at least 0.
        package var demand = 0
        /// The number of short orders for which this fruit was missing.
        package var lostOrders = 0
        /// The maximum deficit, in pieces, if short instructions had taken effect too; at least 0.
        package var peakDeficit = 0
        /// The needs of short rows whose ids are unused at the end.
        package var shortageNeed: Int128 = 0
        /// The part of `shortageNeed` for discards of more than there was in stock.
        package var discardNeed: Int128 = 0
        /// The part of `shortageNeed` that orders have.
        package var orderNeed: Int128 { shortageNeed - discardNeed }
    }

    /// The maximum of a sum, 2^53 − 1.
    package static let sumMax = 1 << 53 - 1

    /// A sum within `sumMax`, either side of zero.
    package static func clamped(_ sum: Int128) -> Int { Int(min(max(sum, Int128(-sumMax)), Int128(sumMax))) }

    /// The sum of two figures, within `sumMax`.
    package static func sum(_ one: Int, _ other: Int) -> Int { clamped(Int128(one) + Int128(other)) }

    /// The sum of two amounts, within `sumMax`; nil if one of them is unknown.
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
    /// The rows without effect because an earlier run had used their ids.
    package var earlierIDs = EarlierIDs()
    /// The number of orders that reached stock, without those of retries.
    package var firstOrders = 0
    /// The number of first orders that were short of stock.
    package var firstOrdersShort = 0
    /// The number of retried orders that reached stock.
    package var retriedOrders = 0
    /// The rows that are older than what earlier runs have applied.
    package var lateRows = LateArrivals()

    init(menu: Menu, opening: [Int], inputCount: Int) {
        inputs = Array(repeating: Input(), count: inputCount)
        codes = Array(repeating: 0, count: OutcomeCode.allCases.count)
        actions = Array(repeating: Counts(), count: Action.allCases.count)
        juices = Array(repeating: JuiceFigures(), count: menu.juices.count)
        fruits = opening.map { FruitFigures(opening: $0, closing: $0) }
    }

    /// The number of all rows.
    package var rows: Int { inputs.reduce(0) { $0 + $1.rows } }
    /// The number of rows that were applied.
    package var success: Int { codes[Int(OutcomeCode.success.rawValue)] }
    /// The number of rows that changed nothing.
    package var failure: Int { OutcomeCode.failures.reduce(0) { $0 + codes[Int($1.rawValue)] } }
    /// The number of rows with this code.
    package func count(_ code: OutcomeCode) -> Int { codes[Int(code.rawValue)] }
    /// The number of rows of this class of failure.
    package func count(_ failureClass: OutcomeCode.Class) -> Int {
        OutcomeCode.failures.filter { $0.failureClass == failureClass }.reduce(0) { $0 + count($1) }
    }
    /// Whether the run has rows and the settings skip all of them, which points to a mistake in the settings.
    package var isAllIgnored: Bool { rows > 0 && count(.ignored) == rows }
    /// The number of orders that were served.
    package var ordersServed: Int { juices.reduce(0) { $0 + $1.served } }
    /// The number of orders short of stock.
    package var ordersShort: Int { juices.reduce(0) { $0 + $1.short } }
    /// Discards of more than there was.
    package var discardsShort: Int { count(.insufficientStock) - ordersShort }
    /// Cancels that were carried out.
    package var cancels: Int { actions[Int(Action.cancel.rawValue)].success }
    /// The number of asserts that held.
    package var assertsHeld: Int { actions[Int(Action.assert.rawValue)].success }
    /// The number of cups that were cancelled.
    package var cupsCancelled: Int { juices.reduce(0) { min($0 + $1.cupsCancelled, Self.sumMax) } }
    /// The number of cups that were served, including those that were cancelled later.
    package var cupsServed: Int { juices.reduce(0) { min($0 + $1.cupsServed, Self.sumMax) } }

    /// The pieces of each fruit to restock so that the short rows succeed on top of closing stock, as far as the stock
    /// limit allows.
    package var restockNeeds: [Int] { missing(\.shortageNeed) }

    /// The pieces of each fruit to restock so that the short orders succeed on top of closing stock, as far as the
    /// stock limit allows.
    ///
    /// Short discards are left out: they need no purchase.
    package var purchaseNeeds: [Int] { missing(\.orderNeed) }

    /// The pieces of each fruit that closing stock lacks of a need, as far as the stock limit allows.
    private func missing(_ need: (FruitFigures) -> Int128) -> [Int] {
        fruits.map { fruit in
            let missing = max(0, need(fruit) - Int128(fruit.closing))
            return Int(min(missing, Int128(FruitStore.stockMax - fruit.closing)))
        }
    }
}

/// Adds to a sum that stops at `Tally.sumMax`, either side of zero.
@inline(__always)
func addClamped(_ value: Int, to sum: inout Int) {
    let (exact, overflow) = sum.addingReportingOverflow(value)
    sum = overflow ? (value < 0 ? -Tally.sumMax : Tally.sumMax) : min(max(exact, -Tally.sumMax), Tally.sumMax)
}
