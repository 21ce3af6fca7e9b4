internal import CSV
internal import FlatMemory

/// Texts that never change, one behind the other in one allocation: what report rows are put together from.
final class ByteArena: @unchecked Sendable {
    // Safe to share: written only in `init`, and read from any thread after that.
    private let bytes: FixedBuffer<UInt8>
    /// The start of each text; one element more than there are texts.
    private let starts: FixedBuffer<Int>
    /// The length of the longest text, in bytes.
    let longest: Int

    /// An arena of these texts, numbered from 0.
    init(_ texts: [[UInt8]]) {
        longest = texts.map(\.count).max() ?? 0
        bytes = FixedBuffer(Array(texts.joined()) + [UInt8](repeating: 0, count: ByteBuffer.slackBytes))
        starts = FixedBuffer(texts.reduce(into: [0]) { starts, text in starts.append((starts.last ?? 0) + text.count) })
    }

    /// The number of texts.
    var count: Int { starts.count - 1 }

    /// Text `index`, from 0.
    @inline(__always)
    subscript(index: Int) -> UnsafeBufferPointer<UInt8> {
        let start = starts[index]
        return UnsafeBufferPointer(start: bytes.base + start, count: starts[unchecked: index &+ 1] &- start)
    }
}
