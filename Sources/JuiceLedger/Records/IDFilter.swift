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
    package convenience init?(count: Int) { self.init(wordCount: Self.wordCount(count)) }

    /// Creates a filter from the `bytes` of another one; nil if they are not the bytes of a filter.
    package convenience init?(bytes: UnsafeRawBufferPointer) {
        self.init(wordCount: max(1, bytes.count / MemoryLayout<UInt64>.stride))
        let count = unsafe self.bytes.count
        unsafe UnsafeMutableRawBufferPointer(start: words, count: count)
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
    }

    private init?(wordCount: Int) {
        self.wordCount = wordCount
        guard let memory = unsafe mapMemory(byteCount: wordCount * MemoryLayout<UInt64>.stride) else { return nil }
        unsafe words = memory.bindMemory(to: UInt64.self, capacity: wordCount)
    }

    deinit { unsafe munmap(words, bytes.count) }

    private static func wordCount(_ count: Int) -> Int {
        min(max(1, count * bitsForID / UInt64.bitWidth), wordsMax)
    }

    /// The bytes of the filter, valid as long as the filter exists, in the machine's byte order.
    package var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: words, count: wordCount * MemoryLayout<UInt64>.stride)
    }

    /// Whether the filter is precise enough for a number of ids: at least half as large as a new one would be.
    package func hasRoom(count: Int) -> Bool { wordCount * 2 >= Self.wordCount(count) }

    /// Adds ids by `IDKey.high`, whose bits are random enough without further hashing.
    package func add(_ highs: some Sequence<Int64>) {
        for high in highs { unsafe words[wordIndex(high)] |= Self.bits(high) }
    }

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

/// Storing the filter of a ledger's ids between large runs.
///
/// A stored filter is valid only until the next run, after which it is created anew when it is needed.
extension IDFilter {
    private static let batchRows = 1024

    /// Makes a filter of all ids in a ledger; nil if the system cannot provide the memory.
    static func ofAllIDs(in database: Database, count: Int) throws -> IDFilter? {
        guard let filter = IDFilter(count: count) else { return nil }
        let statement = try IDStatement(database, sql: "SELECT high FROM used_id")
        defer { statement.reset() }
        var highs: [Int64] = []
        highs.reserveCapacity(Self.batchRows)
        while try statement.step() {
            highs.append(Int64(statement.int(column: 0)))
            guard highs.count == Self.batchRows else { continue }
            filter.add(highs)
            highs.removeAll(keepingCapacity: true)
        }
        filter.add(highs)
        return filter
    }

    /// The minimum number of ids in a ledger's first run for which a filter is stored.
    static let storedIDsMin = 4096

    /// Loads the stored filter; nil if it lacks ids or is not precise enough for `count` ids.
    static func load(from database: Database, count: Int) throws -> IDFilter? {
        let statement = try IDStatement(
            database,
            sql: "SELECT sha256, words, run FROM id_filter WHERE run = (SELECT max(number) FROM run)")
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        let bytes = unsafe statement.bytes(column: 1)
        let digest = unsafe Self.digest(bytes, run: statement.int(column: 2))
        guard unsafe digest == String(decoding: statement.bytes(column: 0), as: UTF8.self) else { return nil }
        guard let filter = unsafe IDFilter(bytes: bytes), filter.hasRoom(count: count) else { return nil }
        return filter
    }

    /// Stores this filter as that of all ids in the ledger after a run.
    func save(run: Int, in database: Database) throws {
        let statement = try IDStatement(
            database, sql: "INSERT OR REPLACE INTO id_filter (number, run, sha256, words) VALUES (1, ?1, ?2, ?3)")
        defer { statement.reset() }
        try statement.bind(run, at: 1)
        var digest = unsafe Self.digest(bytes, run: run)
        try digest.withUTF8 { text in
            try unsafe statement.bind(text: ByteView(text), at: 2)
            try unsafe statement.bind(blob: bytes, at: 3)
            _ = try statement.step()
        }
    }

    /// The digest of a filter and of the run for which it is valid.
    private static func digest(_ bytes: UnsafeRawBufferPointer, run: Int) -> String {
        let digest = SHA256()
        unsafe digest.update(ByteView(bytes.bindMemory(to: UInt8.self)))
        unsafe withUnsafeBytes(of: Int64(run).littleEndian) {
            unsafe digest.update(ByteView($0.bindMemory(to: UInt8.self)))
        }
        return digest.finishHex()
    }
}
