internal import CSV

extension InputFile {
    /// The size, as a power of two, of the blocks in which a partition is copied.
    private static let blockShift = 16

    /// The metadata of the partition; nil for an input that is not a partition.
    package var label: PartitionMetadata? { part?.export.metadata }

    /// Passes the line numbers of its rows, in pieces, in the format that `asPart` reads; nothing if it is not a
    /// partition.
    ///
    /// - Parameter take: Receives the next bytes, which are valid until it returns.
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

    /// Opens a file as the partition of an export; the bytes are copied to an unnamed file.
    ///
    /// - Parameters:
    ///   - label: The metadata by which the partition is read.
    ///   - lines: The line numbers of its rows, as passed by `readLines`.
    ///   - sha256: The expected SHA-256, in hex.
    ///   - spillFolder: The folder whose file system holds the copy.
    /// - Throws: `changedWhileRead` if the bytes have another SHA-256.
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
