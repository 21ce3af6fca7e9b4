/// How far a run is.
package struct Progress: Sendable {
    /// Bytes of the inputs that have been read.
    package let read_bytes: Int
    /// Rows that have been applied.
    package let rows: Int

    package init(read_bytes: Int, rows: Int) {
        self.read_bytes = read_bytes
        self.rows = rows
    }
}
