/// The progress of a run.
package struct Progress: Sendable {
    /// Bytes of the inputs that have been read.
    package let readBytes: Int
    /// Rows that have been applied.
    package let rows: Int

    package init(readBytes: Int, rows: Int) {
        self.readBytes = readBytes
        self.rows = rows
    }
}
