package import CSV
internal import FlatMemory

/// An unnamed temporary file with many streams of bytes; the last block of each is held in memory until it is full.
///
/// One thread at a time appends; after that, several threads can read at once.
final class PartitionedSpillFile: @unchecked Sendable {
    private let file: AnonymousFile
    private static let blockShift = 12
    private static let blockBytes = 1 << blockShift

    private let counts: FixedBuffer<Int>
    private let blocks: FixedBuffer<UInt8>
    /// The offsets in the file of each stream's blocks.
    private var offsets: [[Int]]
    private var fileEnd = 0

    /// Creates a file with a number of empty streams, on the file system of a folder.
    init(in folder: String, streams: Int) throws(BatchError) {
        file = try AnonymousFile(in: folder)
        counts = FixedBuffer(repeating: 0, count: streams)
        offsets = Array(repeating: [], count: streams)
        blocks = FixedBuffer(uninitializedCount: streams << Self.blockShift)
    }

    func byteCount(of stream: Int) -> Int { counts[stream] }

    func append(_ bytes: ByteView, to stream: Int) throws(BatchError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = counts[stream]
            let used = count & (Self.blockBytes - 1)
            let piece = ByteView(rebasing: rest.prefix(Self.blockBytes - used))
            guard let source = unsafe piece.buffer.baseAddress else { return }
            unsafe (blocks.base + (stream << Self.blockShift + used)).update(from: source, count: piece.count)
            counts[stream] = count + piece.count
            if used + piece.count == Self.blockBytes {
                offsets[stream].append(fileEnd)
                let block = memoryBlock(of: stream, 0..<Self.blockBytes)
                unsafe fileEnd += try file.write(block.buffer.span, at: fileEnd)
            }
            rest = rest.dropFirst(piece.count)
        }
    }

    /// A range of the bytes of the block of a stream that is held in memory.
    private func memoryBlock(of stream: Int, _ range: Range<Int>) -> ByteView {
        unsafe ByteView(start: blocks.base + (stream << Self.blockShift + range.lowerBound), count: range.count)
    }

    /// Appends a range of bytes of a stream, by its index from 0, to a buffer.
    func read(_ range: Range<Int>, of stream: Int, into buffer: inout ByteBuffer) throws(BatchError) {
        precondition(range.upperBound <= counts[stream], "a stream is read up to its end")
        var at = range.lowerBound
        while at < range.upperBound {
            let (block, within) = (at >> Self.blockShift, at & (Self.blockBytes - 1))
            let count = min(range.upperBound - at, Self.blockBytes - within)
            if block < offsets[stream].count {
                let start = offsets[stream][block] + within
                try file.read(start..<(start + count), into: &buffer)
            } else {
                buffer.append(memoryBlock(of: stream, within..<(within + count)))
            }
            at += count
        }
    }
}

/// The metadata of a partition beside its bytes, by which it is read in the same way as the export.
package struct PartitionMetadata: Sendable, Equatable {
    /// The path of the export, which messages show.
    package let path: String
    /// The export's name in the reports.
    package let name: String
    /// The encoding of the partition, which is UTF-8 for an export in UTF-16; its bytes alone might suggest another.
    package let encoding: TextEncoding
    package let delimiter: Delimiter
    /// The name of the column that contains the shop.
    package let shopColumn: String?
    /// The difference of each record's line in the export and that of the one before (`ByteBuffer.append(packed:)`).
    package internal(set) var lines: [UInt8]

    package init(
        path: String, name: String, encoding: TextEncoding, delimiter: Delimiter, shopColumn: String?,
        lines: [UInt8] = []
    ) {
        (self.path, self.name, self.encoding) = (path, name, encoding)
        (self.delimiter, self.shopColumn, self.lines) = (delimiter, shopColumn, lines)
    }
}

/// The bytes of one shop's part of an export, UTF-16 as UTF-8: all up to the end of the header, then its records.
struct Partition: Sendable {
    let identity: FileIdentity
    /// The bytes of the export up to the end of the header, including a byte order mark.
    let bytesThroughHeader: [UInt8]
    /// The records of all partitions, each with its line end.
    let records: PartitionedSpillFile
    /// The index, from 0, of the partition's stream in `records`.
    var stream = 0

    var byteCount: Int { bytesThroughHeader.count + records.byteCount(of: stream) }

    /// Appends up to `count` bytes from `offset` (from 0), fewer only at the end, and returns their number.
    func read(at offset: Int, count: Int, into buffer: inout ByteBuffer) throws(BatchError) -> Int {
        let end = min(offset + count, byteCount)
        guard offset < end else { return 0 }
        let headBytes = bytesThroughHeader.count
        if offset < headBytes { buffer.append(bytesThroughHeader.span.extracting(offset..<min(end, headBytes))) }
        if end > headBytes {
            try records.read(max(offset - headBytes, 0)..<(end - headBytes), of: stream, into: &buffer)
        }
        return end - offset
    }
}
