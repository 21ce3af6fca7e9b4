internal import CLinux
internal import CSV
internal import FlatMemory

/// The head of a packed row, before its cells.
///
/// The head contains the row's position in the order, its line, and its decoded values.
struct PackedRowHead: BitwiseCopyable {
    /// The length of the whole row in bytes.
    private var byteCount: UInt32 = 0
    private let code: UInt8
    private let action: UInt8
    private let item: UInt16
    private let quantity: Int
    /// The hash of the row's id; zero for a row that has none.
    private let id: IDHash
    private let keepsCode: Bool
    /// The physical line on which the row starts in its input, from 1.
    let line: Int
    let key: SortKey

    /// Creates the head of a decoded row.
    init(_ rows: borrowing DecodedRows, _ row: Int, key: SortKey, line: Int) {
        code = rows.codes[row]
        action = rows.actions[row]
        item = rows.items[row]
        quantity = rows.quantities[row]
        id = rows.id(of: row) ?? IDHash(low: 0, high: 0)
        keepsCode = rows.keepsCode(row)
        self.line = line
        self.key = key
    }

    /// Reads the head of a packed row.
    @inline(__always)
    init(_ row: UnsafeBufferPointer<UInt8>) {
        self = UnsafeRawBufferPointer(row).loadUnaligned(as: Self.self)
    }

    /// Appends the head to a buffer, with a length that `setLength` has to set later.
    func write(to bytes: inout ByteBuffer) {
        bytes.reserve(Self.size)
        UnsafeMutableRawPointer(bytes.base + bytes.count).storeBytes(of: self, as: Self.self)
        bytes.count += Self.size
    }

    /// The size of a head in bytes.
    static var size: Int { MemoryLayout<Self>.size }

    /// Appends the row to the decoded rows of a batch.
    @inline(__always)
    func append(to rows: inout DecodedRows) {
        let place = rows.beginCopy(code: code, id: id.low | id.high == 0 ? nil : id)
        rows.actions[place] = action
        rows.items[place] = item
        rows.quantities[place] = quantity
        if keepsCode { rows.keepCode(rows.outcome(place), row: place) }
    }

    /// Sets the length, in bytes, of the packed row that starts at an address.
    static func setLength(_ length: Int, at start: UnsafeMutablePointer<UInt8>) {
        UnsafeMutableRawPointer(start).storeBytes(of: UInt32(length), as: UInt32.self)
    }

    /// The length in bytes of the packed row at the start of some bytes; nil if there are too few bytes to read it.
    @inline(__always)
    static func length(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard bytes.count >= MemoryLayout<UInt32>.size else { return nil }
        return Int(UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: 0, as: UInt32.self))
    }
}

/// Consecutive packed rows with their keys, in memory or read from a file.
///
/// The bytes can be read only by the process that wrote them. A row is identified by the offset of its first byte.
package struct PackedRows: ~Copyable {
    private(set) var bytes: ByteBuffer
    /// The number of rows.
    package private(set) var count = 0

    /// Creates an empty buffer with room for some bytes.
    package init(capacity: Int = 4096) {
        bytes = ByteBuffer(capacity: capacity)
    }

    /// Removes all rows and keeps the memory.
    mutating func removeAll() {
        bytes.removeAll()
        count = 0
    }

    /// Appends a row that has been decoded from a record and is not blank.
    ///
    /// - Parameters:
    ///   - key: The position of the row among all rows.
    ///   - line: The physical line on which the row starts in its input, from 1.
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

    /// Appends a row that is already packed; `ByteBuffer.slackBytes` after it must be readable.
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

    /// The key of the row at an offset.
    @inline(__always)
    func key(at offset: Int) -> SortKey { PackedRowHead(row(at: offset)).key }

    /// Prefetches the row at an offset.
    @inline(__always)
    func prefetch(_ offset: Int) {
        prefetch_for_writing(bytes.base + offset)
        prefetch_for_writing(bytes.base + offset + 64)
    }

    /// The packed row at an offset in some bytes; nil if the bytes do not contain all of it.
    @inline(__always)
    static func wholeRow(of bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UnsafeBufferPointer<UInt8>? {
        let rest = UnsafeBufferPointer(rebasing: bytes[offset...])
        guard let length = PackedRowHead.length(rest), length <= rest.count else { return nil }
        return UnsafeBufferPointer(rebasing: rest[..<length])
    }

    /// Fills a batch with all packed rows.
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
            records.append(packed: UnsafeBufferPointer(rebasing: row[PackedRowHead.size...]))
            records.setLastLine(head.line)
            origins.append(RowOrigin(input: Int(head.key.input), line: head.line))
            offset += row.count
        }
    }
}
