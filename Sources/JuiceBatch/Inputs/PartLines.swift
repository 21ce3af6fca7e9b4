internal import CSV

/// The lines of a part's records in the export, one after the other.
struct PartLines: ~Copyable {
    private let part: ExportPart
    private var buffer = ByteBuffer(capacity: blockBytes)
    /// The number of bytes read, and of those used up in the buffer.
    private var readBytes = 0
    private var at = 0
    private var line = 0

    private static let blockBytes = 1024

    /// Creates a reader in front of the first record.
    init(_ part: ExportPart) {
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
