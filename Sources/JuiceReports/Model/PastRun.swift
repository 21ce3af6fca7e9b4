package import JuiceBatch
package import JuiceCore

/// The figures of one earlier run of a ledger.
package struct PastRun: Sendable, Equatable {
    /// The run's number in the ledger, from 1.
    package var number: Int
    /// The run that this one took back; nil if it applied inputs.
    package var reverses: Int?
    /// The run that took it back; nil if it stands.
    package var reversedBy: Int?
    /// The run whose rejected rows this one settled; nil for a run of another kind.
    package var settles: Int?
    package var kind: RecordedRun.Kind
    /// The business day, or the date given by the user, as `YYYY-MM-DD`.
    package var date: String?
    package var rows: Int
    package var success: Int
    /// The number of rows short of stock.
    package var shortage: Int
    /// The number of rejected rows.
    package var rejected: Int
    package var cupsServed: Int
    /// Closing stock by the fruit's place on this run's menu; nil for a fruit the ledger did not know then.
    package var closing: [Int?]

    package init(
        number: Int, reverses: Int?, reversedBy: Int? = nil, settles: Int? = nil, kind: RecordedRun.Kind = .orders,
        date: String?, rows: Int, success: Int, shortage: Int, rejected: Int,
        cupsServed: Int, closing: [Int?]
    ) {
        self.number = number
        self.reverses = reverses
        self.reversedBy = reversedBy
        self.settles = settles
        self.kind = kind
        self.date = date
        self.rows = rows
        self.success = success
        self.shortage = shortage
        self.rejected = rejected
        self.cupsServed = cupsServed
        self.closing = closing
    }
}

extension PastRun {
    /// A run as its ledger has it, seen with the menu of a later one.
    package init(_ run: RecordedRun, menu: Menu) {
        let closing = Dictionary(run.closing.map { (nameKey($0.fruit), $0.pieces) }) { first, _ in first }
        self.init(
            number: run.number, reverses: run.reverses, reversedBy: run.reversedBy, settles: run.settlement?.run,
            kind: run.kind, date: run.date, rows: run.rows, success: run.success,
            shortage: run.shortage, rejected: run.rejected, cupsServed: run.cupsServed,
            closing: menu.fruits.map { $0.value(in: closing) })
    }
}

/// The earlier runs of a ledger as the reports show them.
package struct LedgerView: Sendable, Equatable {
    /// The maximum number of past runs that reports show.
    package static let pastMax = 30

    /// The number of this run in the ledger, from 1.
    package var runNumber: Int
    /// The runs before this one, the newest first; at most `pastMax`.
    package var past: [PastRun]
    /// The demand of earlier days.
    package var demand: DemandHistory
    /// The figures of earlier days, the newest first.
    package var days: [DayFigures]

    /// The fruit that earlier runs lost without selling it.
    package var shrinkage: Shrinkage

    package init(
        runNumber: Int, past: [PastRun], demand: DemandHistory = DemandHistory(), days: [DayFigures] = [],
        shrinkage: Shrinkage = Shrinkage()
    ) {
        self.runNumber = runNumber
        self.past = past
        self.demand = demand
        self.days = days
        self.shrinkage = shrinkage
    }
}
