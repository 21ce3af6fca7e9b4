package import JuiceCore

/// The figures of a run, as summary.json and the reports show them.
///
/// Sums are limited to 2^53 − 1, the largest integer that every JSON reader represents exactly.
package struct Tally: Sendable, Equatable {
    /// The figures of an input.
    package struct Input: Sendable, Equatable {
        /// The number of rows that are not blank, without the header.
        package var rows = 0
        /// The number of empty lines and rows whose every cell is empty.
        package var blank = 0
        /// The number of totals rows, which are not included in `rows`.
        package var totals = 0
        /// The number of rows that were applied.
        package var success = 0
        /// The number of applied rows other than asserts; if at least one is applied, the input is a known input for
        /// later runs.
        package var changes = 0
    }

    /// The number of rows of an action that succeeded and that failed.
    package struct Counts: Sendable, Equatable {
        package var success = 0
        package var failure = 0
    }

    /// The cups of a juice in orders that reached the stock, and in cancels.
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
        /// The demand without retries; at least 0.
        ///
        /// That is what orders took minus what cancels gave back, plus the needs of short orders; each id counts once.
        package var demand = 0
        /// The number of short orders for which this fruit was missing.
        package var lostOrders = 0
        /// The largest deficit, in pieces, if short instructions had taken effect too; at least 0.
        package var peakDeficit = 0
        /// The pieces needed by short rows whose ids are still unused at the end of the run.
        package var shortageNeed: Int128 = 0
        /// The part of `shortageNeed` that comes from discards of more than the stock.
        package var discardNeed: Int128 = 0
        /// The part of `shortageNeed` that comes from orders.
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
    /// The number of orders that reached the stock, without retries.
    package var firstOrders = 0
    /// The number of first orders that were short of stock.
    package var firstOrdersShort = 0
    /// The number of retried orders that reached stock.
    package var retriedOrders = 0
    /// The rows whose times are older than those of rows that earlier runs applied.
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
    /// Whether the run has rows and the settings leave out all of them, which suggests an error in the settings.
    package var isAllIgnored: Bool { rows > 0 && count(.ignored) == rows }
    /// The number of orders that were served.
    package var ordersServed: Int { juices.reduce(0) { $0 + $1.served } }
    /// The number of orders short of stock.
    package var ordersShort: Int { juices.reduce(0) { $0 + $1.short } }
    /// The number of discards of more than the stock.
    package var discardsShort: Int { count(.insufficientStock) - ordersShort }
    /// The number of cancels that were carried out.
    package var cancels: Int { actions[Int(Action.cancel.rawValue)].success }
    /// The number of asserts that held.
    package var assertsHeld: Int { actions[Int(Action.assert.rawValue)].success }
    /// The number of cups that were cancelled.
    package var cupsCancelled: Int { juices.reduce(0) { min($0 + $1.cupsCancelled, Self.sumMax) } }
    /// The number of cups that were served, including those that were cancelled later.
    package var cupsServed: Int { juices.reduce(0) { min($0 + $1.cupsServed, Self.sumMax) } }

    /// The pieces of each fruit to restock so that all short rows could succeed after the run.
    ///
    /// The numbers are in addition to the closing stock, and limited by the stock limit.
    package var restockNeeds: [Int] { missing(\.shortageNeed) }

    /// The pieces of each fruit to restock so that all short orders could succeed after the run.
    ///
    /// The numbers are in addition to the closing stock, and limited by the stock limit. Short discards are not
    /// included, because they need no purchase.
    package var purchaseNeeds: [Int] { missing(\.orderNeed) }

    /// The pieces of each fruit by which a need exceeds the closing stock, limited by the stock limit.
    private func missing(_ need: (FruitFigures) -> Int128) -> [Int] {
        fruits.map { fruit in
            let missing = max(0, need(fruit) - Int128(fruit.closing))
            return Int(min(missing, Int128(FruitStore.stockMax - fruit.closing)))
        }
    }
}

/// Adds to a sum that is limited to −`Tally.sumMax` … `Tally.sumMax`.
@inline(__always)
func addClamped(_ value: Int, to sum: inout Int) {
    let (exact, overflow) = sum.addingReportingOverflow(value)
    sum = overflow ? (value < 0 ? -Tally.sumMax : Tally.sumMax) : min(max(exact, -Tally.sumMax), Tally.sumMax)
}
