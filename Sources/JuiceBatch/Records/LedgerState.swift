/// The origin of a ledger: the program that created it, and its format.
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

/// The content that was examined when a ledger was found to be sound.
package struct LedgerExtent: Sendable, Equatable {
    package let runs: Int
    package let fruits: Int
    /// The number of ids in use.
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

/// An open shift of the counter.
///
/// Until the shift is closed, the current stock is that of the ledger changed by the rows of the shift log.
package struct OpenShift: Sendable, Equatable {
    /// The latest run when it was opened; 0 if there was none.
    package let run: Int
    /// The UTC time at which the shift was opened, such as `2026-11-20T18:30:00Z`.
    package let openedAt: String
    /// The shift's business day, as in `2026-11-20`.
    package let date: String
    /// The real path of the shift log.
    package let shiftLog: String
    /// The device and the inode of the shift log, which distinguish it from any other file at its path.
    package let device: Int
    package let inode: Int
    /// The shift's menu, as the text of a menu file.
    package let menu: String
    /// The process that opened the shift, or last continued it.
    ///
    /// Whether the process is still running the shift is shown by the lock on the shift log.
    package var process: Int32

    /// Creates a shift from its values.
    package init(
        run: Int, openedAt: String, date: String, shiftLog: String, device: Int, inode: Int, menu: String,
        process: Int32
    ) {
        self.run = run
        self.openedAt = openedAt
        self.date = date
        self.shiftLog = shiftLog
        self.device = device
        self.inode = inode
        self.menu = menu
        self.process = process
    }

    /// Whether two values describe the same shift, even if another process now runs it.
    package func isSame(as other: OpenShift) -> Bool {
        shiftLog == other.shiftLog && device == other.device && inode == other.inode && openedAt == other.openedAt
    }
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
    case lost(target: String)
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
