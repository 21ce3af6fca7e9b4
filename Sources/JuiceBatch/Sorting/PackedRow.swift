internal import CLinux
internal import CSV
internal import FlatMemory

/// The head of a packed row, in front of its cells: its key, its line, and its decoded values including the id.
///
/// Most rows have small numbers, which are stored in few bytes; wide numbers follow where one does not fit.
struct PackedRowHead {
    /// The fields that every row has.
    private struct Narrow: BitwiseCopyable {
        var length: UInt32
        var nanoseconds: UInt32
        var seconds: Int64
        var ordinal: Int32
        var line: UInt32
        var item: UInt16
        var group: Int8
        var input: UInt8
        var action: UInt8
        var code: UInt8
        var quantity: UInt8
        var flags: UInt8
    }

    /// The fields of a row with a number that does not fit into `Narrow`.
    private struct Wide: BitwiseCopyable {
        var ordinal: Int64
        var line: Int64
        var quantity: UInt64
        var group: Int32
        var input: Int32
    }

    private enum Flag {
        static let isWide: UInt8 = 1
        static let hasID: UInt8 = 2
        static let keepsCode: UInt8 = 4
    }

    /// The maximum number of bytes of a head.
    static let byteCountMax = MemoryLayout<Narrow>.size + MemoryLayout<Wide>.size + MemoryLayout<IDHash>.size

    private var narrow: Narrow
    private var wide: Wide?
    private let id: IDHash?

    /// The narrow quantity of a row without one; all greater quantities are wide.
    private static let noQuantity = UInt8.max

    /// The head of a decoded row.
    init(_ rows: borrowing DecodedRows, _ row: Int, key: SortKey, line: Int) {
        id = rows.id(of: row)
        let quantity = rows.quantities[row]
        let isNone = quantity == DecodedRows.None.quantity
        let smallQuantity = isNone ? Self.noQuantity : UInt8(truncatingIfNeeded: min(quantity, 0xFE))
        narrow = Narrow(
            length: 0, nanoseconds: key.nanoseconds, seconds: key.seconds,
            ordinal: Int32(truncatingIfNeeded: key.ordinal), line: UInt32(truncatingIfNeeded: line),
            item: rows.items[row], group: Int8(truncatingIfNeeded: key.group),
            input: UInt8(truncatingIfNeeded: key.input), action: rows.actions[row], code: rows.codes[row],
            quantity: smallQuantity, flags: 0)
        if id != nil { narrow.flags |= Flag.hasID }
        if rows.keepsCode(row) { narrow.flags |= Flag.keepsCode }
        let fits =
            Int64(narrow.ordinal) == key.ordinal && Int(narrow.line) == line && Int32(narrow.group) == key.group
            && Int32(narrow.input) == key.input && (isNone || smallQuantity == quantity)
        guard !fits else { return }
        narrow.flags |= Flag.isWide
        wide = Wide(
            ordinal: key.ordinal, line: Int64(line), quantity: isNone ? .max : UInt64(quantity), group: key.group,
            input: key.input)
    }

    /// The head of a packed row.
    @inline(__always)
    init(_ row: UnsafeBufferPointer<UInt8>) {
        let bytes = UnsafeRawBufferPointer(row)
        let narrow = bytes.loadUnaligned(fromByteOffset: 0, as: Narrow.self)
        var end = MemoryLayout<Narrow>.size
        if narrow.flags & Flag.isWide != 0 {
            wide = bytes.loadUnaligned(fromByteOffset: end, as: Wide.self)
            end += MemoryLayout<Wide>.size
        }
        id = narrow.flags & Flag.hasID == 0 ? nil : bytes.loadUnaligned(fromByteOffset: end, as: IDHash.self)
        self.narrow = narrow
    }

    /// Appends it to a buffer, behind a length that `setLength` is to set.
    func write(to bytes: inout ByteBuffer) {
        bytes.reserve(Self.byteCountMax)
        let start = UnsafeMutableRawPointer(bytes.base + bytes.count)
        start.storeBytes(of: narrow, as: Narrow.self)
        var end = MemoryLayout<Narrow>.size
        if let wide {
            start.storeBytes(of: wide, toByteOffset: end, as: Wide.self)
            end += MemoryLayout<Wide>.size
        }
        if let id { start.storeBytes(of: id, toByteOffset: end, as: IDHash.self) }
        bytes.count += byteCount
    }

    /// The number of bytes of the head.
    var byteCount: Int {
        @inline(__always)
        get {
            MemoryLayout<Narrow>.size + (wide == nil ? 0 : MemoryLayout<Wide>.size)
                + (id == nil ? 0 : MemoryLayout<IDHash>.size)
        }
    }

    var line: Int { wide.map { Int($0.line) } ?? Int(narrow.line) }

    /// The input of the row, from 0.
    var input: Int { wide.map { Int($0.input) } ?? Int(narrow.input) }

    /// The key of a packed row.
    @inline(__always)
    static func key(_ row: UnsafeBufferPointer<UInt8>) -> SortKey {
        let bytes = UnsafeRawBufferPointer(row)
        let narrow = bytes.loadUnaligned(fromByteOffset: 0, as: Narrow.self)
        if narrow.flags & Flag.isWide == 0 {
            return SortKey(
                group: Int32(narrow.group), seconds: narrow.seconds, nanoseconds: narrow.nanoseconds,
                input: Int32(narrow.input), ordinal: Int64(narrow.ordinal))
        }
        let wide = bytes.loadUnaligned(fromByteOffset: MemoryLayout<Narrow>.size, as: Wide.self)
        return SortKey(
            group: wide.group, seconds: narrow.seconds, nanoseconds: narrow.nanoseconds, input: wide.input,
            ordinal: wide.ordinal)
    }

    /// Appends the row to the decoded ones of a batch.
    @inline(__always)
    func append(to rows: inout DecodedRows) {
        let place = rows.beginCopy(code: narrow.code, id: id)
        rows.actions[place] = narrow.action
        rows.items[place] = narrow.item
        let isNone = wide.map { $0.quantity == .max } ?? (narrow.quantity == Self.noQuantity)
        rows.quantities[place] =
            isNone ? DecodedRows.None.quantity : .init(truncatingIfNeeded: wide?.quantity ?? UInt64(narrow.quantity))
        if narrow.flags & Flag.keepsCode != 0 { rows.keepCode(rows.outcome(place), row: place) }
    }

    /// Sets the length, in bytes, of the row that begins at an address.
    static func setLength(_ length: Int, at start: UnsafeMutablePointer<UInt8>) {
        UnsafeMutableRawPointer(start).storeBytes(of: UInt32(length), as: UInt32.self)
    }

    /// The length in bytes of the packed row at the start of some bytes; nil where they are too few to tell.
    @inline(__always)
    static func length(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard bytes.count >= MemoryLayout<UInt32>.size else { return nil }
        return Int(UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: 0, as: UInt32.self))
    }
}

/// Consecutive packed rows with their keys: in memory, in a file, and on their way between the two.
///
/// The bytes are meant for the process that wrote them. Rows are found by the offset of their first byte.
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

    /// Prefetches the row at an offset.
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
