internal import JuiceBatch

/// The sums of some runs; they stop at 2^53 − 1, as those of one run do.
package struct ChainFigures: Sendable, Equatable {
    package private(set) var runs = 0
    package private(set) var rows = 0
    package private(set) var success = 0
    /// The number of failed rows by the name of their code.
    private var counts: [String: Int] = [:]
    package private(set) var ordersServed = 0
    package private(set) var ordersShort = 0
    package private(set) var cupsServed = 0
    package private(set) var cupsShort = 0

    /// The sum of two figures, clamped to the range of a tally.
    static func sum(_ one: Int, _ other: Int) -> Int { Tally.clamped(Int128(one) + Int128(other)) }

    /// Adds what a run came to.
    mutating func add(_ run: RunFacts) {
        runs += 1
        rows = Self.sum(rows, run.rows)
        success = Self.sum(success, run.success)
        for (name, count) in run.codes { counts[name] = Self.sum(counts[name] ?? 0, count) }
        ordersServed = Self.sum(ordersServed, run.ordersServed)
        ordersShort = Self.sum(ordersShort, run.ordersShort)
        cupsServed = Self.sum(cupsServed, run.cupsServed)
        cupsShort = Self.sum(cupsShort, run.cupsShort)
    }

    /// Adds the sums of other runs.
    mutating func add(_ other: ChainFigures) {
        runs += other.runs
        rows = Self.sum(rows, other.rows)
        success = Self.sum(success, other.success)
        for (name, count) in other.counts { counts[name] = Self.sum(counts[name] ?? 0, count) }
        ordersServed = Self.sum(ordersServed, other.ordersServed)
        ordersShort = Self.sum(ordersShort, other.ordersShort)
        cupsServed = Self.sum(cupsServed, other.cupsServed)
        cupsShort = Self.sum(cupsShort, other.cupsShort)
    }

    package var failure: Int { rows - success }

    /// The number of failed rows by code, in the order of `OutcomeCode.failures`, then codes that this version does not
    /// know; only codes that occurred.
    package var codes: [(name: String, count: Int)] {
        let known = Self.classes.map(\.name)
        let others = counts.keys.filter { !known.contains($0) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return (known + others).compactMap { name in counts[name].map { (name, $0) } }.filter { $0.count > 0 }
    }

    private static let classes = OutcomeCode.failures.map { (name: $0.name, failureClass: $0.failureClass) }

    /// Rows of these classes of failure; a code that this version does not know is one to look at.
    private func count(_ failureClass: OutcomeCode.Class) -> Int {
        counts.reduce(0) { sum, entry in
            let known = Self.classes.first { $0.name == entry.key }?.failureClass
            return (known ?? .rejected) == failureClass ? Self.sum(sum, entry.value) : sum
        }
    }

    /// The number of rows that stock did not suffice for.
    package var short: Int { count(.shortage) }
    /// The number of rejected rows, which need to be corrected.
    package var rejected: Int { count(.rejected) }
    /// Rows that had been applied before, or are none of ours.
    package var skipped: Int { count(.skipped) }
}
