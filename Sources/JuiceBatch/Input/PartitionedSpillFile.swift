internal import CLinux
internal import CSV
internal import FlatMemory

/// Many streams of bytes that grow side by side, in one nameless file.
///
/// The last block of each stream is held in memory, which costs nothing until it is touched; whole blocks go to the file.
struct PartitionedSpillFile: ~Copyable {
    // Not private: Swift 6.3 ends itself where a buffer of a private type lies in a type of another file.
    struct Head {
        /// Bytes of the stream so far.
        var count: Int
        /// The index of its newest stretch; -1 where it has none yet.
        var stretch: Int32
    }

    private struct Stretch {
        /// The start of the stretch in the file.
        let offset: Int
        /// The stretch before it of the same stream; -1 where there is none.
        let previous: Int32
    }

    private let file: AnonymousFile
    private let blockShift: Int
    private let heads: FixedBuffer<Head>
    private let blocks: FixedBuffer<UInt8>
    private var stretches: [Stretch] = []
    private var fileEnd = 0

    /// Creates a file of empty streams.
    ///
    /// - Parameters:
    ///   - folder: a folder on the file system that holds the file.
    ///   - blockShift: a block has two to the power of this many bytes.
    init(in folder: String, streams: Int, blockShift: Int) throws(BatchError) {
        file = try AnonymousFile(in: folder)
        self.blockShift = blockShift
        heads = FixedBuffer(repeating: Head(count: 0, stretch: -1), count: streams)
        blocks = FixedBuffer(uninitializedCount: streams << blockShift)
    }

    private var blockBytes: Int { 1 << blockShift }

    /// The number of bytes of a stream (from 0).
    func byteCount(of stream: Int) -> Int { heads[stream].count }

    /// Prefetches the memory for the next bytes of a stream.
    @inline(__always)
    func prefetch(_ stream: Int) {
        let used = heads[stream].count & (blockBytes &- 1)
        prefetch_for_writing(blocks.base + (stream &<< blockShift &+ used))
    }

    /// Appends bytes to a stream, from 0.
    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, to stream: Int) throws(BatchError) {
        let count = heads[stream].count
        let used = count & (blockBytes &- 1)
        guard let source = bytes.baseAddress, used &+ bytes.count < blockBytes else {
            return try appendLong(bytes, to: stream)
        }
        (blocks.base + (stream &<< blockShift &+ used)).update(from: source, count: bytes.count)
        heads.update(stream) { $0.count = count &+ bytes.count }
    }

    /// Appends bytes that fill a block, or none.
    private mutating func appendLong(_ bytes: UnsafeBufferPointer<UInt8>, to stream: Int) throws(BatchError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = heads[stream].count
            let used = count & (blockBytes - 1)
            let piece = UnsafeBufferPointer(rebasing: rest.prefix(blockBytes - used))
            guard let source = piece.baseAddress else { return }
            (blocks.base + (stream << blockShift + used)).update(from: source, count: piece.count)
            heads.update(stream) { $0.count = count + piece.count }
            if used + piece.count == blockBytes { try writeBlock(of: stream, block: count >> blockShift) }
            rest = rest.dropFirst(piece.count)
        }
    }

    /// The bytes in memory of a stream, some of its last block.
    private func held(of stream: Int, count: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: blocks.base + (stream << blockShift), count: count)
    }

    private mutating func writeBlock(of stream: Int, block: Int) throws(BatchError) {
        let place = SpillFileLayout.place(ofBlock: block)
        if place.block == 0 {
            stretches.append(Stretch(offset: fileEnd, previous: heads[stream].stretch))
            fileEnd += SpillFileLayout.blockCount(ofStretch: place.stretch) << blockShift
            let newest = Int32(stretches.count - 1)
            heads.update(stream) { $0.stretch = newest }
        }
        let stretch = stretches[Int(heads[stream].stretch)]
        try file.write(held(of: stream, count: blockBytes).span, at: stretch.offset + place.block << blockShift)
    }

    /// Writes the rest of the memory to the file.
    ///
    /// - Returns: the streams, for reading.
    mutating func finish() throws(BatchError) -> SpilledStreams {
        var streams: [SpilledStreams.Stream] = []
        var offsets: [Int] = []
        streams.reserveCapacity(heads.count)
        var tails = ByteBuffer(capacity: 1 << 18)
        for index in heads.indices {
            let head = heads[index]
            let first = offsets.count
            var stretch = head.stretch
            while stretch >= 0 {
                offsets.append(stretches[Int(stretch)].offset)
                stretch = stretches[Int(stretch)].previous
            }
            offsets[first...].reverse()
            streams.append(
                SpilledStreams.Stream(count: head.count, firstOffset: first, tailOffset: fileEnd + tails.count))
            tails.append(held(of: index, count: head.count & (blockBytes - 1)))
            if tails.count >= 1 << 17 {
                fileEnd += try file.write(tails.bytes.span, at: fileEnd)
                tails.removeAll()
            }
        }
        try file.write(tails.bytes.span, at: fileEnd)
        return SpilledStreams(file: file, blockShift: blockShift, streams: streams, offsets: offsets)
    }
}

/// The location of a stream's blocks: stretches of 1, 2, 4 … blocks, which few numbers describe and which keep most of
/// a long stream together.
enum SpillFileLayout {
    /// The longest stretch has two to the power of this many blocks.
    private static let shiftMax = 14

    /// The number of blocks in a stretch (from 0) of a stream.
    static func blockCount(ofStretch stretch: Int) -> Int { 1 << min(stretch, shiftMax) }

    /// The stretch in which a block (from 0) of a stream lies, and which block of it that is; both from 0.
    static func place(ofBlock block: Int) -> (stretch: Int, block: Int) {
        // Those stretches that are each longer than the one before.
        let growing = (1 << (shiftMax + 1)) - 1
        if block < growing {
            let stretch = Int.bitWidth - 1 - (block + 1).leadingZeroBitCount
            return (stretch, block + 1 - (1 << stretch))
        }
        let rest = block - growing
        return (shiftMax + 1 + rest >> shiftMax, rest & ((1 << shiftMax) - 1))
    }
}

/// The streams that a `PartitionedSpillFile` has taken, to be read by several threads at once.
final class SpilledStreams: Sendable {
    /// The location of one stream.
    struct Stream {
        /// The number of its bytes.
        let count: Int
        /// The index of its first stretch's offset among all offsets.
        let firstOffset: Int
        /// The position in the file of the bytes that fill no block.
        let tailOffset: Int
    }

    private let file: AnonymousFile
    private let blockShift: Int
    private let streams: [Stream]
    private let offsets: [Int]

    init(file: AnonymousFile, blockShift: Int, streams: [Stream], offsets: [Int]) {
        self.file = file
        self.blockShift = blockShift
        self.streams = streams
        self.offsets = offsets
    }

    /// The number of bytes of a stream (from 0).
    func byteCount(of stream: Int) -> Int { streams[stream].count }

    /// Appends bytes of a stream, from 0, to a buffer.
    func read(_ range: Range<Int>, of stream: Int, into buffer: inout ByteBuffer) throws(BatchError) {
        let stream = streams[stream]
        precondition(range.upperBound <= stream.count, "a stream is read up to its end")
        let whole = stream.count - stream.count & (1 << blockShift - 1)
        var at = range.lowerBound
        while at < range.upperBound {
            var start = stream.tailOffset + at - whole
            var end = range.upperBound
            if at < whole {
                let (stretch, block) = SpillFileLayout.place(ofBlock: at >> blockShift)
                let within = block << blockShift + at & (1 << blockShift - 1)
                start = offsets[stream.firstOffset + stretch] + within
                end = min(end, whole, at + SpillFileLayout.blockCount(ofStretch: stretch) << blockShift - within)
            }
            try file.read(start..<(start + end - at), into: &buffer)
            at = end
        }
    }
}
