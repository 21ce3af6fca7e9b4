/// What a ledger says of one of its runs.
package struct RecordedRun: Sendable, Equatable {
    /// An input that it applied.
    package struct Input: Sendable, Equatable {
        /// The name in the reports.
        package let name: String
        package let sha256: String
        package let rows: Int

        package init(name: String, sha256: String, rows: Int) {
            self.name = name
            self.sha256 = sha256
            self.rows = rows
        }
    }

    /// Its number in the ledger, from 1.
    package let number: Int
    /// The run that it took back; nil if it applied inputs.
    package let reverses: Int?
    /// The run that took it back; nil if it stands.
    package let reversedBy: Int?
    /// When it was recorded: UTC, as in `2026-11-20T18:30:00Z`.
    package let recordedAt: String
    /// The date its user gave it, `YYYY-MM-DD`.
    package let date: String?
    /// Rows that were applied.
    package let success: Int
    /// Rows that were short of stock.
    package let shortage: Int
    /// Rows that were rejected.
    package let rejected: Int
    /// Rows that had been applied before.
    package let skipped: Int
    package let cupsServed: Int
    package let inputs: [Input]
    /// Closing stock of all fruits that the ledger knew then, in its order.
    package let closing: [FruitStock]

    /// Where its reports are.
    package let reports: ReportsState

    /// Rows in all.
    package var rows: Int { success + shortage + rejected + skipped }

    package init(
        number: Int, reverses: Int?, reversedBy: Int?, recordedAt: String, date: String?, success: Int, shortage: Int,
        rejected: Int, skipped: Int, cupsServed: Int, inputs: [Input], closing: [FruitStock],
        reports: ReportsState = .inPlace
    ) {
        self.number = number
        self.reverses = reverses
        self.reversedBy = reversedBy
        self.recordedAt = recordedAt
        self.date = date
        self.success = success
        self.shortage = shortage
        self.rejected = rejected
        self.skipped = skipped
        self.cupsServed = cupsServed
        self.inputs = inputs
        self.closing = closing
        self.reports = reports
    }
}

/// Where the reports of a recorded run are, as far as its ledger knows.
package enum ReportsState: Sendable, Equatable {
    /// They were put in place, or there are none: the run took another one back.
    case inPlace
    /// The run was cut short; whoever writes to the ledger next puts them in place.
    case staged
    /// They could not be put in place and are in this folder.
    case beside(String)
    /// They are not to be found. Where they were to be.
    case lost(target: String)
}

/// What a ledger says of itself.
package struct LedgerOrigin: Sendable, Equatable {
    /// The program that made it, by name and version.
    package let madeBy: String
    /// The version of its format.
    package let format: Int

    package init(madeBy: String, format: Int) {
        self.madeBy = madeBy
        self.format = format
    }
}

/// How much there is of a fruit.
package struct FruitStock: Sendable, Equatable {
    /// The name under which the ledger has it.
    package let fruit: String
    /// Pieces on hand.
    package let pieces: Int

    package init(fruit: String, pieces: Int) {
        self.fruit = fruit
        self.pieces = pieces
    }
}

/// What was looked at when a ledger was found to hold together.
package struct LedgerExtent: Sendable, Equatable {
    package let runs: Int
    package let fruits: Int
    /// Ids in use.
    package let ids: Int
    package let origin: LedgerOrigin
    /// The runs whose reports are not in place, in their order.
    package let unplaced: [UnplacedReports]

    package init(runs: Int, fruits: Int, ids: Int, origin: LedgerOrigin, unplaced: [UnplacedReports]) {
        self.runs = runs
        self.fruits = fruits
        self.ids = ids
        self.origin = origin
        self.unplaced = unplaced
    }
}

/// Reports of a run that are not where they belong.
package struct UnplacedReports: Sendable, Equatable {
    package let run: Int
    package let state: ReportsState

    package init(run: Int, state: ReportsState) {
        self.run = run
        self.state = state
    }
}
