/// Why the log of a counter's shift cannot be continued.
package enum JournalFault: Sendable, Equatable {
    /// Nothing is at its path.
    case missing
    /// Another file is at its path.
    case replaced
    /// It holds what no counter has written; the line, from 1, on which that starts, and the path to which it was put.
    case setAside(line: Int, path: String)
    /// The ledger has gone on without the shift: its latest run is not the one that the shift was opened after.
    case leftBehind(openedAfter: Int, lastRun: Int)
    /// A row could not be written, and whether it is there all the same cannot be told. As the system said.
    case inDoubt(errno: Int32)
    /// A row came to something else than what was said at the counter. The row, from 1.
    case contradicted(row: Int)
}
