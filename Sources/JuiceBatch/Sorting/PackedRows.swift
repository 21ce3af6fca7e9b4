internal import CLinux
internal import CSV
internal import FlatMemory

/// Rows with their keys as bytes, one behind the other: in memory, in a file, and on their way between the two.
///
/// The bytes are meant for the process that wrote them. Rows are found by the offset of their first byte.
package struct PackedRows: ~Copyable {
    private(set) var bytes: ByteBuffer
    /// The number of rows.
    package private(set) var count = 0

    /// No rows, with room for some bytes.
    package init(capacity: Int = 4096) {
        bytes = ByteBuffer(capacity: capacity)
    }

    /// Removes all rows and keeps the memory.
    mutating func removeAll() {
        bytes.removeAll()
        count = 0
    }

    /// Appends a record that has been decoded to a row which is not blank.
    ///
    /// - Parameters:
    ///   - key: where the row stands among all.
    ///   - line: the physical line on which it starts in its input, from 1.
    @inline(__always)
    mutating func append(
        _ row: Int, of records: borrowing RecordBatch, _ decoded: borrowing DecodedRows, key: SortKey, line: Int
    ) {
        let start = bytes.count
        PackedRowHead(decoded, row, key: key, line: line).write(to: &bytes)
        records.pack(row, into: &bytes)
        PackedRowHead.setLength(bytes.count - start, at: bytes.base + start)
        count += 1
    }

    /// Appends a row that is packed already, behind which `ByteBuffer.slackBytes` may be read.
    @inline(__always)
    mutating func append(packed: UnsafeBufferPointer<UInt8>) {
        bytes.append(padded: packed)
        count += 1
    }

    /// The packed row at an offset.
    @inline(__always)
    func row(at offset: Int) -> UnsafeBufferPointer<UInt8> {
        guard let row = Self.wholeRow(of: bytes.bytes, at: offset) else { preconditionFailure("no such row") }
        return row
    }

    /// Asks memory for the row at an offset, before its turn comes.
    @inline(__always)
    func prefetch(_ offset: Int) {
        prefetch_for_writing(bytes.base + offset)
        prefetch_for_writing(bytes.base + offset + 64)
    }

    /// The packed row at an offset of some bytes, if all of it is there.
    @inline(__always)
    static func wholeRow(of bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UnsafeBufferPointer<UInt8>? {
        let rest = UnsafeBufferPointer(rebasing: bytes[offset...])
        guard let length = PackedRowHead.length(rest), length <= rest.count else { return nil }
        return UnsafeBufferPointer(rebasing: rest[..<length])
    }

    /// Fills a batch with all rows.
    package func unpack(into batch: RowBatch) {
        batch.prepareCopies(rowCount: count)
        batch.firstLine = 0
        unpack(into: &batch.records, &batch.rows, &batch.origins)
        precondition(batch.rows.count == count, "every row that was packed is unpacked")
    }

    private func unpack(
        into records: inout RecordBatch, _ decoded: inout DecodedRows, _ origins: inout [RowOrigin]
    ) {
        var offset = 0
        while offset < bytes.count {
            let row = row(at: offset)
            let head = PackedRowHead(row)
            head.append(to: &decoded)
            records.append(packed: UnsafeBufferPointer(rebasing: row[head.byteCount...]))
            records.setLastLine(head.line)
            origins.append(RowOrigin(input: head.input, line: head.line))
            offset += row.count
        }
    }
}
