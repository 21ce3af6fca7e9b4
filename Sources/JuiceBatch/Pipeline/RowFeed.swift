/// Rows in the order in which they are applied, for a run that does not apply them as they stand.
protocol RowFeed: AnyObject {
    /// Fills `rows` with the next ones; false behind the last.
    ///
    /// - Throws: `SequenceBreak`, besides errors.
    func next(into rows: inout PackedRows) throws -> Bool
    /// The facts about each input after the last row.
    var facts: [InputFacts] { get }
    /// Bytes of the inputs that have been read.
    var readBytes: Int { get }
}

/// The number of bytes of rows that a worker takes at a time.
let feedBytes = 128 << 10
