/// A shift of the counter that a ledger has open: until it is closed, stock is the ledger's with the rows of its journal.
package struct OpenShift: Sendable, Equatable {
    /// The latest run when it was opened; 0 if there was none.
    package let run: Int
    /// The UTC time at which the shift was opened, such as `2026-11-20T18:30:00Z`.
    package let openedAt: String
    /// Its business day, as in `2026-11-20`.
    package let date: String
    /// The real path of its journal.
    package let journal: String
    /// The device and the inode of the journal, which tell it from any other file at its path.
    package let device: Int
    package let inode: Int
    /// Its menu, as a menu file has it.
    package let menu: String
    /// The process that opened it or went on with it last.
    ///
    /// Whether it still does, the journal's lock says.
    package var process: Int32

    /// A shift by its parts.
    package init(
        run: Int, openedAt: String, date: String, journal: String, device: Int, inode: Int, menu: String,
        process: Int32
    ) {
        self.run = run
        self.openedAt = openedAt
        self.date = date
        self.journal = journal
        self.device = device
        self.inode = inode
        self.menu = menu
        self.process = process
    }

    /// Whether both are the same shift, even if another process runs it now.
    package func isSame(as other: OpenShift) -> Bool {
        journal == other.journal && device == other.device && inode == other.inode && openedAt == other.openedAt
    }
}

/// A shift that keeps others from changing a ledger.
package struct ShiftInTheWay: Sendable, Equatable {
    /// The ledger, as its user named it.
    package let ledger: String
    package let shift: OpenShift
    /// Whether a counter is at work on it.
    package let isAtWork: Bool

    /// A shift of a ledger.
    package init(ledger: String, shift: OpenShift, isAtWork: Bool) {
        self.ledger = ledger
        self.shift = shift
        self.isAtWork = isAtWork
    }
}
