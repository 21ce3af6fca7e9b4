package import JuiceCore

/// The record of a run in a ledger.
package struct RecordedRun: Sendable, Equatable {
    /// An input that it applied.
    package struct Input: Sendable, Equatable {
        /// The name in the reports.
        package let name: String
        package let sha256: String
        package let rows: Int

        package init(name: String, sha256: String, rows: Int) {
            (self.name, self.sha256, self.rows) = (name, sha256, rows)
        }
    }

    /// The kind of a run.
    package enum Kind: String, Sendable {
        case orders
        /// The run applied only orders of rows that failed in an earlier run.
        case retry
        /// The run applied deliveries, counts and the like, and no order that reached stock.
        case stock
        /// The run applied no row, and none of its orders reached stock.
        case nothing
        case reversal
        /// The run closed rejected rows of another run that will not be applied again.
        case settlement = "settle"

        /// The kind of a run that applied inputs, by its numbers of orders, retried orders and applied rows.
        package init(orders: Int, retries: Int, success: Int) {
            self = orders > 0 ? .orders : retries > 0 ? .retry : success > 0 ? .stock : .nothing
        }
    }

    /// The run's number in the ledger, from 1.
    package let number: Int
    /// The run that this one reversed; nil if it applied inputs.
    package let reverses: Int?
    /// The run that reversed this one; nil if none did.
    package let reversedBy: Int?
    /// The rows that the run closed; nil for a run of another kind.
    package let settlement: Settlement?
    /// The UTC time at which the run was recorded, such as `2026-11-20T18:30:00Z`.
    package let recordedAt: String
    /// The business day as `YYYY-MM-DD`; nil if nothing determines it.
    package let date: String?
    package let success: Int
    package let shortage: Int
    package let rejected: Int
    package let skipped: Int
    package let cupsServed: Int
    /// The number of cups that were cancelled; a reversal has the reversed run's with the opposite sign.
    package let cupsCancelled: Int
    package let kind: Kind
    package let inputs: [Input]
    /// The closing stock of all fruits that the ledger contained then, in the ledger's order.
    package let closing: [FruitStock]
    package let reports: ReportsState

    package var rows: Int { success + shortage + rejected + skipped }

    package init(
        number: Int, reverses: Int?, reversedBy: Int?, settlement: Settlement? = nil, recordedAt: String,
        date: String?, success: Int, shortage: Int, rejected: Int, skipped: Int, cupsServed: Int,
        cupsCancelled: Int = 0, kind: Kind = .orders, inputs: [Input], closing: [FruitStock],
        reports: ReportsState = .inPlace
    ) {
        (self.number, self.reverses, self.reversedBy, self.settlement) = (number, reverses, reversedBy, settlement)
        (self.recordedAt, self.date, self.kind, self.inputs) = (recordedAt, date, kind, inputs)
        (self.success, self.shortage, self.rejected, self.skipped) = (success, shortage, rejected, skipped)
        (self.cupsServed, self.cupsCancelled) = (cupsServed, cupsCancelled)
        (self.closing, self.reports) = (closing, reports)
    }
}

/// The closing, recorded as a run, of rejected rows that will not be applied again.
package struct Settlement: Sendable, Equatable {
    /// The closed rows of one input.
    package struct Rows: Sendable, Equatable {
        /// The position of the input in its run, from 1.
        package var input: Int
        /// The name of the input in the reports, if the rows were read from a ledger.
        package let name: String
        /// The lines on which the rows start; at least one.
        package var lines: LineNumbers

        package init(input: Int, name: String = "", lines: LineNumbers) {
            (self.input, self.name, self.lines) = (input, name, lines)
        }
    }

    /// The run whose rows are closed.
    package var run: Int
    package var reason: String?
    /// The closed rows of each input, in the order of the inputs; at least one.
    package var rows: [Rows]

    package init(run: Int, reason: String? = nil, rows: [Rows]) {
        (self.run, self.reason, self.rows) = (run, reason, rows)
    }

    package var count: Int { rows.reduce(0) { $0 + $1.lines.count } }
}

/// The money figures of a run; nil if a price or cost was missing, or if facts.json or summary.json lack them.
package struct RecordedMoney: Sendable, Equatable {
    /// The sign of the currency, such as `원`.
    package var currency: String
    /// The price of the cups served minus the cups cancelled.
    package var sales: Money?
    /// The price of the cups in orders that were short of stock.
    package var lostSales: Money?
    /// The cost of the fruit that orders took minus that of the fruit that cancels returned.
    package let fruitUsed: Money?
    package let discarded: Money?
    /// The cost of the surplus found by counts; negative if they found less than expected.
    package let counted: Money?

    package init(
        currency: String, sales: Money? = nil, lostSales: Money? = nil, fruitUsed: Money? = nil,
        discarded: Money? = nil, counted: Money? = nil
    ) {
        (self.currency, self.sales, self.lostSales) = (currency, sales, lostSales)
        (self.fruitUsed, self.discarded, self.counted) = (fruitUsed, discarded, counted)
    }

    /// The cost of the fruit used, discarded and found missing by counts; nil if one of these costs is unknown.
    package var fruitCost: Money? { Menu.sum(zip([1, 1, -1], [fruitUsed, discarded, counted])) }
}

/// A fruit in the ledger, and its current stock.
package struct FruitStock: Sendable, Equatable {
    package let fruit: String
    package let pieces: Int

    package init(fruit: String, pieces: Int) { (self.fruit, self.pieces) = (fruit, pieces) }
}

/// The location of a recorded run's reports, as far as its ledger knows.
package enum ReportsState: Sendable, Equatable {
    /// The reports are in their folder, or there are none because the run is a reversal.
    case inPlace
    /// The run was interrupted; the next command that writes to the ledger puts them in place.
    case staged
    /// The reports could not be moved to their folder, and are in the folder named here.
    case beside(String)
    /// The reports of the target folder cannot be found.
    case missing(target: String)
}

/// The identity of a report set: its folder on disk, and a digest of its content.
package struct SetIdentity: Sendable, Hashable {
    package let device: Int
    /// The inode number of the folder; it is reused after the folder is removed, so it is no identity on its own.
    package let inode: Int
    /// The SHA-256 over the names and sizes of its report files and the content of its summary.json, in hex.
    package let sha256: String

    package init(device: Int, inode: Int, sha256: String) {
        (self.device, self.inode, self.sha256) = (device, inode, sha256)
    }
}

/// A complete report set that waits to be put in its target's place.
package struct StagedSet: Sendable, Hashable {
    /// The staging folder of the set; after the exchange, it holds the replaced set until that is removed.
    package let staging: String
    /// The real path of the target folder.
    package let target: String
    /// The identity of the set, which it keeps when it is moved.
    package let identity: SetIdentity

    package init(staging: String, target: String, identity: SetIdentity) {
        (self.staging, self.target, self.identity) = (staging, target, identity)
    }
}

/// A run whose reports are not in their folder.
package struct MisplacedReports: Sendable, Equatable {
    package let run: Int
    package let state: ReportsState

    package init(run: Int, state: ReportsState) { (self.run, self.state) = (run, state) }
}

/// The origin of a ledger: the name and version of the program that created it, and the version of its format.
package typealias LedgerOrigin = (createdBy: String, format: Int)

/// The size of a ledger that was found to be consistent, and the runs, in their order, whose reports are not in place.
package typealias LedgerExtent = (
    runs: Int, fruits: Int, ids: Int, origin: LedgerOrigin, misplaced: [MisplacedReports]
)

/// The numbers of failed rows that no later run has applied or closed.
package struct OpenRows: Sendable, Equatable {
    /// The number of orders and discards that were short of stock.
    package var short: Int
    package var rejected: Int

    package init(short: Int = 0, rejected: Int = 0) { (self.short, self.rejected) = (short, rejected) }

    package var total: Int { Tally.sum(short, rejected) }

    package mutating func add(_ other: OpenRows) {
        short = Tally.sum(short, other.short)
        rejected = Tally.sum(rejected, other.rejected)
    }
}

/// A set of line numbers, counted from 1 and stored as ranges.
package struct LineNumbers: Sendable, Equatable {
    /// The ranges in ascending order, with a gap between any two.
    package private(set) var ranges: [ClosedRange<Int>] = []

    package init() {}

    /// Creates a set of lines from ranges in any order.
    package init(_ ranges: [ClosedRange<Int>]) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = self.ranges.last, range.lowerBound <= last.upperBound + 1 {
                self.ranges[self.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                self.ranges.append(range)
            }
        }
    }

    package init(_ lines: some Sequence<Int>) { self.init(lines.map { $0...$0 }) }

    /// Adds a line to ranges in any order; consecutive lines take no additional memory.
    static func append(_ line: Int, to ranges: inout [ClosedRange<Int>]) {
        if let last = ranges.last, last.upperBound + 1 == line {
            ranges[ranges.count - 1] = last.lowerBound...line
        } else {
            ranges.append(line...line)
        }
    }

    /// Parses the output of `text`; nil for any other text.
    package init?(text: String) {
        for part in text.split(separator: ",") {
            let bounds = part.split(separator: "-").compactMap { Int($0) }
            guard let first = bounds.first, let last = bounds.last, 1 <= first, first <= last, last <= 1 << 53
            else { return nil }
            ranges.append(first...last)
        }
        guard LineNumbers(ranges).text == text else { return nil }
    }

    /// The lines as text, such as `3,17-19`; empty if there are none.
    package var text: String { text(rangesMax: .max) }

    /// The text of the first ranges, followed by `…` if there are more.
    package func text(rangesMax: Int) -> String {
        let texts = ranges.prefix(rangesMax).map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
        }
        return texts.joined(separator: ",") + (ranges.count > rangesMax ? ",…" : "")
    }

    package var isEmpty: Bool { ranges.isEmpty }
    package var count: Int { ranges.reduce(0) { $0 + $1.count } }

    package func contains(_ line: Int) -> Bool { ranges.contains { $0.contains(line) } }

    /// The lines that are in either set.
    package func union(_ other: LineNumbers) -> LineNumbers { LineNumbers(ranges + other.ranges) }

    /// The lines that are not in `other`.
    package func subtracting(_ other: LineNumbers) -> LineNumbers {
        var rest: [ClosedRange<Int>] = []
        var holes = other.ranges[...]
        for range in ranges {
            var first = range.lowerBound
            holes = holes.drop { $0.upperBound < range.lowerBound }
            for hole in holes.prefix(while: { $0.lowerBound <= range.upperBound }) {
                if first < hole.lowerBound { rest.append(first...(hole.lowerBound - 1)) }
                first = hole.upperBound + 1
            }
            if first <= range.upperBound { rest.append(first...range.upperBound) }
        }
        return LineNumbers(rest)
    }
}

/// The identity of a run that applied inputs, within its ledger: its number, and the numbers of its rows.
package struct RunIdentity: Sendable, Hashable {
    /// The run's number in the ledger, from 1.
    package let number: Int
    package let rows: Int
    package let success: Int
    package let shortage: Int
    package let rejected: Int

    package init(number: Int, rows: Int, success: Int, shortage: Int, rejected: Int) {
        (self.number, self.rows, self.success) = (number, rows, success)
        (self.shortage, self.rejected) = (shortage, rejected)
    }
}
