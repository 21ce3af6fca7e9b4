package import CSV

/// The metadata that is stored with a partition of an export in a separate file.
///
/// It records how the export was read, and the lines of the rows in the export.
package struct PartitionMetadata: Sendable, Equatable {
    /// The path of the export, which messages show.
    package let path: String
    /// The export's name in the reports.
    package let name: String
    /// The encoding in which the export was read; the bytes of a partition alone might suggest another.
    package let encoding: TextEncoding
    package let delimiter: Delimiter
    /// The name of the column that contains the shop.
    package let shopColumn: String?
    /// The number of bytes of the partition up to the end of the header.
    package let leadBytes: Int

    package init(
        path: String, name: String, encoding: TextEncoding, delimiter: Delimiter, shopColumn: String?, leadBytes: Int
    ) {
        self.path = path
        self.name = name
        self.encoding = encoding
        self.delimiter = delimiter
        self.shopColumn = shopColumn
        self.leadBytes = leadBytes
    }
}

/// One shop's part of an export: the bytes of the export up to the end of the header, then the records of that shop
/// unchanged.
struct Partition: Sendable {
    /// The properties that all partitions of an export share.
    struct Export: Sendable {
        let metadata: PartitionMetadata
        let identity: FileIdentity
        /// The bytes up to the end of the header, including the byte order mark.
        let lead: [UInt8]
    }

    let export: Export
    /// The records of all partitions, each with its line end, and their lines in the export.
    let records: SpilledStreams
    let lines: SpilledStreams
    /// The index, from 0, of the partition's stream in `records`.
    let stream: Int

    /// The path of the export, which messages show.
    var path: String { export.metadata.path }
    var name: String { export.metadata.name }
    /// The identity of the export's file.
    var identity: FileIdentity { export.identity }
    var encoding: TextEncoding { export.metadata.encoding }

    /// The size in bytes, including the header.
    var byteCount: Int { export.lead.count + records.byteCount(of: stream) }

    /// Appends up to `count` bytes from `offset` (from 0); fewer only at the end.
    ///
    /// - Returns: The number of bytes that were appended.
    func read(at offset: Int, count: Int, into buffer: inout ByteBuffer) throws(BatchError) -> Int {
        let end = min(offset + count, byteCount)
        guard offset < end else { return 0 }
        let lead = export.lead.count
        if offset < lead { buffer.append(export.lead.span.extracting(offset..<min(end, lead))) }
        if end > lead { try records.read(max(offset - lead, 0)..<(end - lead), of: stream, into: &buffer) }
        return end - offset
    }
}

/// Reads the lines on which a partition's records start in the export, in order.
struct PartitionLines: ~Copyable {
    private let part: Partition
    private var buffer = ByteBuffer(capacity: blockBytes)
    /// The number of bytes read from the stream.
    ///
    /// `at` is the number of bytes in the buffer that have been consumed.
    private var readBytes = 0
    private var at = 0
    private var line = 0

    private static let blockBytes = 1024

    /// Creates a reader that starts before the first record.
    init(_ part: Partition) {
        self.part = part
    }

    /// The line, from 1, on which the next record starts; nil after the last one.
    mutating func next() throws(BatchError) -> Int? {
        var step = 0
        var shift = 0
        while let byte = try nextByte() {
            step |= Int(byte & 0x7F) << shift
            shift += 7
            guard byte < 0x80 else { continue }
            line += step
            return line
        }
        return nil
    }

    private mutating func nextByte() throws(BatchError) -> UInt8? {
        if at == buffer.count {
            let end = min(readBytes + Self.blockBytes, part.lines.byteCount(of: part.stream))
            guard readBytes < end else { return nil }
            buffer.removeAll()
            try part.lines.read(readBytes..<end, of: part.stream, into: &buffer)
            readBytes = end
            at = 0
        }
        defer { at += 1 }
        return buffer.bytes[at]
    }

    /// Appends the difference between a line and the one before, in the form that `next` reads.
    static func append(step: Int, to buffer: inout ByteBuffer) {
        var rest = step
        while rest >= 0x80 {
            buffer.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        buffer.append(UInt8(rest))
    }
}
