internal import CSV

/// The streams that a `Spool` has taken, to be read by several threads at once.
final class SpooledStreams: Sendable {
    /// The location of one stream.
    struct Stream {
        /// The number of its bytes.
        let count: Int
        /// The index of its first stretch's offset among all offsets.
        let firstOffset: Int
        /// The position in the file of the bytes that fill no block.
        let tailOffset: Int
    }

    private let file: NamelessFile
    private let blockShift: Int
    private let streams: [Stream]
    private let offsets: [Int]

    init(file: NamelessFile, blockShift: Int, streams: [Stream], offsets: [Int]) {
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
                let (stretch, block) = SpoolLayout.place(ofBlock: at >> blockShift)
                let within = block << blockShift + at & (1 << blockShift - 1)
                start = offsets[stream.firstOffset + stretch] + within
                end = min(end, whole, at + SpoolLayout.blockCount(ofStretch: stretch) << blockShift - within)
            }
            try file.read(start..<(start + end - at), into: &buffer)
            at = end
        }
    }
}
