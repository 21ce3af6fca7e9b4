package import CSV

/// The record for reading a part of an export from a separate file: how the export was read, and the lines of the rows
/// in the export.
package struct PartitionMetadata: Sendable, Equatable {
    /// The path in messages: the export's.
    package let path: String
    /// The export's name in the reports.
    package let name: String
    /// The encoding in which the export was read; the bytes of a part alone could suggest another.
    package let encoding: TextEncoding
    package let delimiter: Delimiter
    /// The column that names the shop.
    package let shopColumn: String?
    /// The number of the part's bytes up to the header's end.
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

/// A shop's part of an export: the export's bytes up to the header's end, and then some of its records as they stand.
struct Partition: Sendable {
    /// The properties that all parts of an export share.
    struct Export: Sendable {
        let metadata: PartitionMetadata
        let identity: FileIdentity
        /// The bytes up to the header's end, including the byte order mark.
        let lead: [UInt8]
    }

    let export: Export
    /// The records of all parts, each with its line end, and their lines.
    let records: SpilledStreams
    let lines: SpilledStreams
    /// The index of the part's stream, from 0.
    let stream: Int

    /// The path in messages: the export's.
    var path: String { export.metadata.path }
    var name: String { export.metadata.name }
    /// The identity of the export's file.
    var identity: FileIdentity { export.identity }
    var encoding: TextEncoding { export.metadata.encoding }

    /// Bytes of the lead and the records.
    var byteCount: Int { export.lead.count + records.byteCount(of: stream) }

    /// Appends up to `count` bytes from `offset` (from 0); fewer only at the end.
    ///
    /// - Returns: how many bytes came.
    func read(at offset: Int, count: Int, into buffer: inout ByteBuffer) throws(BatchError) -> Int {
        let end = min(offset + count, byteCount)
        guard offset < end else { return 0 }
        let lead = export.lead.count
        if offset < lead { buffer.append(export.lead.span.extracting(offset..<min(end, lead))) }
        if end > lead { try records.read(max(offset - lead, 0)..<(end - lead), of: stream, into: &buffer) }
        return end - offset
    }
}

/// The lines of a part's records in the export, one after the other.
struct PartitionLines: ~Copyable {
    private let part: Partition
    private var buffer = ByteBuffer(capacity: blockBytes)
    /// The number of bytes read, and of those used up in the buffer.
    private var readBytes = 0
    private var at = 0
    private var line = 0

    private static let blockBytes = 1024

    /// Creates a reader in front of the first record.
    init(_ part: Partition) {
        self.part = part
    }

    /// The line, from 1, on which the next record starts; nil behind the last one.
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

    /// Appends how far a line is below the one before, as `next` reads it.
    static func append(step: Int, to buffer: inout ByteBuffer) {
        var rest = step
        while rest >= 0x80 {
            buffer.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        buffer.append(UInt8(rest))
    }
}
