internal import CSV

extension InputFile {
    /// The blocks in which a part is copied.
    private static let blockShift = 16

    /// The label for the part as a file; nil for an input that is no part.
    package var label: PartitionMetadata? { part?.export.metadata }

    /// Passes the line numbers of its rows, piece by piece, in the form that `asPart` reads; none for an input that is
    /// no part.
    ///
    /// - Parameter take: receives the next bytes, which are valid until it returns.
    package func readLines(_ take: (Span<UInt8>) throws -> Void) throws {
        guard let part else { return }
        let count = part.lines.byteCount(of: part.stream)
        var buffer = ByteBuffer()
        var at = 0
        while at < count {
            try cancellation.check()
            let end = min(at + 1 << Self.blockShift, count)
            buffer.removeAll()
            try part.lines.read(at..<end, of: part.stream, into: &buffer)
            try take(buffer.bytes.span)
            at = end
        }
    }

    /// Opens the bytes as the part of an export that they are; they are copied to a file without a name.
    ///
    /// - Parameters:
    ///   - label: the record of how they are read.
    ///   - lines: the line numbers of their rows, as `readLines` has passed them.
    ///   - sha256: the expected digest, in hex.
    ///   - spillFolder: a folder on the file system that holds the copy.
    /// - Throws: `changedWhileRead` where they have another SHA-256.
    package func asPart(
        _ label: PartitionMetadata, lines: [UInt8], sha256: String, spillFolder: String
    ) throws(BatchError) -> InputFile {
        var records = try PartitionedSpillFile(in: spillFolder, streams: 1, blockShift: Self.blockShift)
        var steps = try PartitionedSpillFile(in: spillFolder, streams: 1, blockShift: Self.blockShift)
        let digest = SHA256()
        var buffer = ByteBuffer()
        _ = try read(at: 0, count: label.leadBytes, into: &buffer)
        digest.update(buffer.bytes)
        let lead = Array(buffer.bytes)
        var offset = lead.count
        while offset < sizeBytes {
            try cancellation.check()
            buffer.removeAll()
            let count = try read(at: offset, count: 1 << Self.blockShift, into: &buffer)
            if count == 0 { break }
            digest.update(buffer.bytes)
            try records.append(buffer.bytes, to: 0)
            offset += count
        }
        guard digest.finishHex() == sha256 else { throw .changedWhileRead(path: path) }
        buffer.removeAll()
        buffer.append(lines)
        try steps.append(buffer.bytes, to: 0)
        let export = Partition.Export(metadata: label, identity: identity, lead: lead)
        return InputFile(
            part: Partition(export: export, records: try records.finish(), lines: try steps.finish(), stream: 0),
            cancellation: cancellation)
    }
}
