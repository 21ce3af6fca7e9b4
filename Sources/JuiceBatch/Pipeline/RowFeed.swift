/// Rows in the order in which they are applied, for a run that does not apply them as they stand.
protocol RowFeed: AnyObject {
    /// Fills `rows` with the next ones; false behind the last.
    ///
    /// - Throws: `SequenceBreak`, besides errors.
    func next(into rows: inout PackedRows) throws -> Bool
    /// What is known of each input behind the last row.
    var facts: [InputFacts] { get }
    /// Bytes of the inputs that have been read.
    var readBytes: Int { get }
}

/// How many bytes of rows a worker takes at a time.
let feedBytes = 128 << 10
