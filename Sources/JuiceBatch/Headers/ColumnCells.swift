package import CSV

extension ColumnLayout {
    /// Whether a row has just a cell for each column, or as many as the header's record and nothing in those that are no
    /// columns; and the one cell more that all rows of an input have where that is left out.
    package func fits(_ records: borrowing RecordBatch, _ row: Int) -> Bool {
        dropsTrailing ? fitsTrailing(records, row) : fitsPlainly(records, row)
    }

    /// Whether a row fits with no cell more than it should have.
    func fitsPlainly(_ records: borrowing RecordBatch, _ row: Int) -> Bool {
        fits(records, row, fieldCount: records.fieldCount(row))
    }

    /// Whether a row fits but for one cell more, which is empty.
    func fitsTrailing(_ records: borrowing RecordBatch, _ row: Int) -> Bool {
        let last = records.fieldCount(row) - 1
        return trimmed(records.field(row, last)).isEmpty && fits(records, row, fieldCount: last)
    }

    private func fits(_ records: borrowing RecordBatch, _ row: Int, fieldCount: Int) -> Bool {
        if fieldCount == count { return true }
        guard fieldCount == recordCount else { return false }
        for field in count..<fieldCount where !trimmed(records.field(row, field)).isEmpty { return false }
        return true
    }

    /// The cell of a column, from 0 or one that is made, without the apostrophe that `--excel` put in front.
    @inline(__always)
    package func cell(_ records: borrowing RecordBatch, _ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8> {
        if column >= Self.madeBase {
            return column == Self.madeID
                ? records.madeIDs.cell(row, 0) : records.made.cell(row, column &- Self.madeBase)
        }
        let cell = records.field(row, column)
        return dropsApostrophes ? withoutApostrophe(cell) : cell
    }
}
