internal import CLinux
package import CSV
internal import FlatMemory

/// An unnamed temporary file that holds many streams of bytes, which grow at the same time, except for the last block
/// of each stream, which is held in memory until it is full.
struct PartitionedSpillFile: ~Copyable {
    /// The binary logarithm of the number of consecutive blocks of one stream in the file, which form an extent.
    fileprivate static let extentShift = 3

    private let file: AnonymousFile
    /// The binary logarithm of the size of a block in bytes.
    private let blockShift: Int
    private let counts: FixedBuffer<Int>
    private let blocks: FixedBuffer<UInt8>
    /// The offsets in the file of each stream's extents.
    private var extents: [[Int]]
    private var fileEnd = 0

    /// Creates a file with a number of empty streams, on the file system of a folder.
    init(in folder: String, streams: Int, blockShift: Int) throws(BatchError) {
        file = try AnonymousFile(in: folder)
        self.blockShift = blockShift
        counts = FixedBuffer(repeating: 0, count: streams)
        extents = Array(repeating: [], count: streams)
        blocks = FixedBuffer(uninitializedCount: streams << blockShift)
    }

    private var blockBytes: Int { 1 << blockShift }

    func byteCount(of stream: Int) -> Int { counts[stream] }

    @inline(__always)
    func prefetch(_ stream: Int) {
        let used = counts[stream] & (blockBytes &- 1)
        unsafe prefetch_for_writing(blocks.base + (stream &<< blockShift &+ used))
    }

    @inline(__always)
    mutating func append(_ bytes: ByteView, to stream: Int) throws(BatchError) {
        let count = counts[stream]
        let used = count & (blockBytes &- 1)
        guard let source = unsafe bytes.buffer.baseAddress, used &+ bytes.count < blockBytes else {
            return try appendLong(bytes, to: stream)
        }
        unsafe (blocks.base + (stream &<< blockShift &+ used)).update(from: source, count: bytes.count)
        counts[stream] = count &+ bytes.count
    }

    /// Appends bytes that fill at least the rest of the current block, or no bytes.
    private mutating func appendLong(_ bytes: ByteView, to stream: Int) throws(BatchError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = counts[stream]
            let used = count & (blockBytes - 1)
            let piece = ByteView(rebasing: rest.prefix(blockBytes - used))
            guard let source = unsafe piece.buffer.baseAddress else { return }
            unsafe (blocks.base + (stream << blockShift + used)).update(from: source, count: piece.count)
            counts[stream] = count + piece.count
            if used + piece.count == blockBytes { try writeBlock(of: stream, block: count >> blockShift) }
            rest = rest.dropFirst(piece.count)
        }
    }

    /// The bytes of a stream that are held in memory, at the start of its last block.
    private func bytesInMemory(of stream: Int, count: Int) -> ByteView {
        unsafe ByteView(start: blocks.base + (stream << blockShift), count: count)
    }

    private mutating func writeBlock(of stream: Int, block: Int) throws(BatchError) {
        let within = block & (1 << Self.extentShift - 1)
        if within == 0 {
            extents[stream].append(fileEnd)
            fileEnd += 1 << (Self.extentShift + blockShift)
        }
        let offset = extents[stream][block >> Self.extentShift] + within << blockShift
        try unsafe file.write(bytesInMemory(of: stream, count: blockBytes).buffer.span, at: offset)
    }

    /// Writes the blocks in memory to the file, and returns the streams for reading.
    mutating func finish() throws(BatchError) -> SpilledStreams {
        var streams: [(count: Int, extents: [Int], tailOffset: Int)] = []
        streams.reserveCapacity(counts.count)
        var tails = ByteBuffer(capacity: 1 << 18)
        for index in counts.indices {
            streams.append((counts[index], extents[index], tailOffset: fileEnd + tails.count))
            tails.append(bytesInMemory(of: index, count: counts[index] & (blockBytes - 1)))
            if tails.count >= 1 << 17 {
                unsafe fileEnd += try file.write(tails.bytes.buffer.span, at: fileEnd)
                tails.removeAll()
            }
        }
        try unsafe file.write(tails.bytes.buffer.span, at: fileEnd)
        return SpilledStreams(file: file, blockShift: blockShift, streams: streams)
    }
}

/// The streams written by a `PartitionedSpillFile`, which several threads can read at once.
struct SpilledStreams: Sendable {
    fileprivate let file: AnonymousFile
    fileprivate let blockShift: Int
    /// The number of bytes of each stream, the offsets of its extents in the file, and the offset in the file of the
    /// bytes in its last, incomplete block.
    fileprivate let streams: [(count: Int, extents: [Int], tailOffset: Int)]

    func byteCount(of stream: Int) -> Int { streams[stream].count }

    /// Appends a range of bytes of a stream, by its index from 0, to a buffer.
    func read(_ range: Range<Int>, of stream: Int, into buffer: inout ByteBuffer) throws(BatchError) {
        let stream = streams[stream]
        precondition(range.upperBound <= stream.count, "a stream is read up to its end")
        let whole = stream.count - stream.count & (1 << blockShift - 1)
        var at = range.lowerBound
        while at < range.upperBound {
            var start = stream.tailOffset + at - whole
            var end = range.upperBound
            if at < whole {
                let extentBytes = 1 << (PartitionedSpillFile.extentShift + blockShift)
                let within = at & (extentBytes - 1)
                start = stream.extents[at / extentBytes] + within
                end = min(end, whole, at + extentBytes - within)
            }
            try file.read(start..<(start + end - at), into: &buffer)
            at = end
        }
    }
}

/// The metadata of an export's partitions, beside those written to files, which are read in the same way as the export.
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
        (self.path, self.name, self.encoding) = (path, name, encoding)
        (self.delimiter, self.shopColumn, self.leadBytes) = (delimiter, shopColumn, leadBytes)
    }
}

/// One shop's part of an export: its bytes up to the end of the header, then the records of that shop unchanged.
struct Partition: Sendable {
    let metadata: PartitionMetadata
    /// The identity of the file from which the partition is read.
    let identity: FileIdentity
    /// The bytes of the export up to the end of the header, including the byte order mark.
    let bytesThroughHeader: [UInt8]
    /// The records of all partitions, each with its line end, and their lines in the export.
    let records: SpilledStreams
    let lines: SpilledStreams
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

/// A reader of the lines on which a partition's records start in the export, in order.
struct PartitionLines: ~Copyable {
    private static let blockBytes = 1024

    private let part: Partition
    private var buffer = ByteBuffer(capacity: blockBytes)
    private var readBytes = 0
    /// The number of bytes in the buffer that have been consumed.
    private var offset = 0
    private var line = 0

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
        if offset == buffer.count {
            let end = min(readBytes + Self.blockBytes, part.lines.byteCount(of: part.stream))
            guard readBytes < end else { return nil }
            buffer.removeAll()
            try part.lines.read(readBytes..<end, of: part.stream, into: &buffer)
            readBytes = end
            offset = 0
        }
        defer { offset += 1 }
        return buffer.bytes[offset]
    }

    /// Appends the difference between a record's line and that of the record before, in the form that `next` reads.
    static func append(step: Int, to buffer: inout ByteBuffer) {
        var rest = step
        while rest >= 0x80 {
            buffer.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        buffer.append(UInt8(rest))
    }
}
