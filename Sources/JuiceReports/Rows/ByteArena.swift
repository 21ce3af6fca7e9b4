internal import CSV

/// Texts that never change, one behind the other in one allocation: what report rows are put together from.
final class ByteArena: @unchecked Sendable {
    // Written once, in init; whoever reads may read from any thread.
    private let base: UnsafeMutablePointer<UInt8>
    private let starts: UnsafeMutablePointer<Int>
    /// How many texts there are.
    let count: Int
    /// The length of the longest text, in bytes.
    let longest: Int

    /// An arena of these texts, numbered from 0.
    init(_ texts: [[UInt8]]) {
        count = texts.count
        longest = texts.map(\.count).max() ?? 0
        base = .allocate(capacity: texts.reduce(ByteBuffer.slackBytes) { $0 + $1.count })
        starts = .allocate(capacity: texts.count + 1)
        var at = 0
        for (index, text) in texts.enumerated() {
            starts[index] = at
            for byte in text {
                base[at] = byte
                at += 1
            }
        }
        starts[texts.count] = at
        (base + at).initialize(repeating: 0, count: ByteBuffer.slackBytes)
    }

    deinit {
        base.deallocate()
        starts.deallocate()
    }

    /// Text `index`, from 0.
    @inline(__always)
    subscript(index: Int) -> UnsafeBufferPointer<UInt8> {
        precondition(index >= 0 && index < count, "no such text")
        return UnsafeBufferPointer(start: base + starts[index], count: starts[index &+ 1] &- starts[index])
    }
}
