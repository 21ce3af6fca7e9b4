internal import CSV
internal import GRDB
internal import Glibc
internal import JuiceBatch

/// A set of ids with false positives: a blocked Bloom filter (Putze, Sanders, Singler: "Cache-, hash- and
/// space-efficient Bloom filters") of two bytes per id.
///
/// About one in a hundred ids that were not added is reported as contained.
@safe package final class IDFilter: @unchecked Sendable {
    // The owner makes sure that only one thread writes at a time, and none reads meanwhile.

    private static let bitsForID = 16
    /// 64 MiB: with more than 32 million ids, the filter does not grow but becomes less precise.
    private static let wordsMax = 8 << 20

    private let words: UnsafeMutablePointer<UInt64>
    private let wordCount: Int

    /// Creates an empty filter for a number of ids; nil without memory, of which it takes more as it fills.
    package init?(count: Int) {
        wordCount = min(max(1, count * Self.bitsForID / UInt64.bitWidth), Self.wordsMax)
        guard let memory = unsafe mapMemory(byteCount: wordCount * MemoryLayout<UInt64>.stride) else { return nil }
        unsafe words = memory.bindMemory(to: UInt64.self, capacity: wordCount)
    }

    deinit { unsafe munmap(words, wordCount * MemoryLayout<UInt64>.stride) }

    /// Makes a filter of all ids in a ledger; nil if the system cannot provide the memory.
    static func ofAllIDs(in database: Database, count: Int) throws -> IDFilter? {
        guard let filter = IDFilter(count: count) else { return nil }
        let statement = try IDStatement(database, sql: "SELECT high FROM used_id")
        defer { statement.reset() }
        while try statement.step() { filter.add(Int64(statement.int(column: 0))) }
        return filter
    }

    /// Adds an id by its `IDKey.high`, whose bits are random enough without further hashing.
    package func add(_ high: Int64) { unsafe words[wordIndex(high)] |= Self.bits(high) }

    /// Whether an id may have been added; false only if it has not.
    package func mayContain(_ high: Int64) -> Bool {
        let bits = Self.bits(high)
        return unsafe words[wordIndex(high)] & bits == bits
    }

    /// The index of the word for an id, determined by its upper bits.
    private func wordIndex(_ high: Int64) -> Int {
        Int(truncatingIfNeeded: UInt64(bitPattern: high).multipliedFullWidth(by: UInt64(wordCount)).high)
    }

    /// The bits set for an id in its word: four, or fewer if some coincide; determined by its lower bits.
    private static func bits(_ high: Int64) -> UInt64 {
        let bits = UInt64(bitPattern: high)
        return 1 &<< (bits & 63) | 1 &<< (bits >> 6 & 63) | 1 &<< (bits >> 12 & 63) | 1 &<< (bits >> 18 & 63)
    }
}
