internal import Glibc
internal import JuiceBatch

/// A set of ids that forgets which they were: a blocked Bloom filter (Putze, Sanders, Singler: "Cache-, hash- and
/// space-efficient Bloom filters") of two bytes an id.
///
/// It takes one id in a hundred for one that it has.
package final class IDFilter: @unchecked Sendable {
    // Who may write when is up to the owner.

    private static let bitsForID = 16
    /// 64 MiB: beyond 32 million ids the filter gets less sharp, not larger.
    private static let wordsMax = 8 << 20

    private let words: UnsafeMutablePointer<UInt64>
    private let wordCount: Int

    /// An empty filter for so many ids; memory is taken as it fills.
    ///
    /// Nil if the system has none to promise: it can be done without a filter.
    package convenience init?(count: Int) {
        self.init(wordCount: Self.wordCount(count))
    }

    /// The filter whose `bytes` these are; nil likewise.
    package convenience init?(bytes: UnsafeRawBufferPointer) {
        self.init(wordCount: max(1, bytes.count / MemoryLayout<UInt64>.stride))
        UnsafeMutableRawBufferPointer(start: words, count: wordCount * MemoryLayout<UInt64>.stride)
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(wordCount * MemoryLayout<UInt64>.stride)))
    }

    private init?(wordCount: Int) {
        self.wordCount = wordCount
        let length = wordCount * MemoryLayout<UInt64>.stride
        guard let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            memory != MAP_FAILED
        else { return nil }
        // Ids lie all over the filter. A wish, not a need.
        madvise(memory, length, MADV_HUGEPAGE)
        words = memory.bindMemory(to: UInt64.self, capacity: wordCount)
    }

    deinit {
        munmap(words, wordCount * MemoryLayout<UInt64>.stride)
    }

    private static func wordCount(_ count: Int) -> Int {
        min(max(1, count * bitsForID / UInt64.bitWidth), wordsMax)
    }

    /// Its content, good as long as it lives; the order of the bytes in a word is the machine's.
    package var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: words, count: wordCount * MemoryLayout<UInt64>.stride)
    }

    /// Whether it is sharp enough for so many ids: half as large as a new one, at least.
    package func suits(count: Int) -> Bool { wordCount * 2 >= Self.wordCount(count) }

    /// Takes in ids, by `IDKey.high`, which is random enough.
    package func add(_ highs: some Sequence<Int64>) {
        for high in highs { words[place(high)] |= Self.bits(high) }
    }

    /// Takes in all that another filter of the same size has.
    package func formUnion(_ other: IDFilter) {
        for index in 0..<min(wordCount, other.wordCount) { words[index] |= other.words[index] }
    }

    /// Whether an id may have been taken in; false only if it has not.
    package func mayHold(_ high: Int64) -> Bool {
        let bits = Self.bits(high)
        return words[place(high)] & bits == bits
    }

    /// The word of an id, which its upper bits say.
    private func place(_ high: Int64) -> Int {
        Int(truncatingIfNeeded: UInt64(bitPattern: high).multipliedFullWidth(by: UInt64(wordCount)).high)
    }

    /// Four bits of a word, or fewer where they fall together, which the lower bits say.
    private static func bits(_ high: Int64) -> UInt64 {
        let bits = UInt64(bitPattern: high)
        return 1 &<< (bits & 63) | 1 &<< (bits >> 6 & 63) | 1 &<< (bits >> 12 & 63) | 1 &<< (bits >> 18 & 63)
    }
}
