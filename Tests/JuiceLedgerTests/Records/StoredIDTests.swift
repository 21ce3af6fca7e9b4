import JuiceBatch
import JuiceCore
import JuiceLedger
import TestSupport
import Testing

/// Ids of earlier runs in the ledger.
@Suite struct IDHistoryTests {
    private let store: TestLedger

    init() throws { store = try TestLedger() }

    /// Exactly the used ids are found, whether they are swept, filtered or looked up one by one, by one
    /// worker or several, also behind a small run.
    @Test(arguments: [1, 2, 3], [0, 1])
    func findsExactlyTheUsedIDs(threads: Int, smallRuns: Int) throws {
        let ledger = try store.open()
        var random = SeededGenerator(seed: 21)
        let used = (0..<6_000).map { _ in String(random.next(), radix: 36) }
        let new = (0..<6_000).map { _ in String(random.next(), radix: 36) }
        #expect(try store.apply(store.rows(used), to: ledger, threads: threads).tally.success == used.count)
        for number in 0..<smallRuns { try store.apply(store.rows(["small \(number)"]), to: ledger) }
        let mixed = store.rows(zip(used, new).flatMap { [$0, $1] })
        let tally = try store.apply(mixed, to: ledger, threads: threads).tally
        #expect(tally.success == new.count && tally.count(.alreadyProcessed) == used.count)
        let extent = try ledger.write { try $0.snapshot.verify() }
        #expect((extent.ids, extent.runs) == (used.count + new.count + smallRuns, 2 + smallRuns))
    }
}

/// The stored form of ids: numbers and a digest; their filter.
@Suite struct StoredIDTests {
    @Test(arguments: Action.allCases)
    func storedUseRoundTrips(action: Action) throws {
        for item in [1, 2, 77, StoredUse.itemMax] {
            for quantity in [action.quantities.lowerBound, 1, 999, action.quantities.upperBound] {
                let use = StoredUse(action: action, item: item, quantity: quantity)
                let stored = try StoredUse(stored: use.bits)
                #expect((stored.action, stored.item, stored.quantity) == (action, item, quantity))
                #expect(use.bits >= 0)
            }
        }
    }

    /// Existing ledgers use this form; it never changes.
    @Test func storedUseMatchesTheFormat() {
        #expect(StoredUse(action: .count, item: 5, quantity: 9).bits == 9 << 22 | 3 << 20 | 5)
        #expect(StoredUse(action: .cancel, item: 5, quantity: 9).bits == 1 << 62 | 9 << 22 | 5)
        #expect(StoredUse(action: .assert, item: 5, quantity: 9).bits == 1 << 62 | 9 << 22 | 1 << 20 | 5)
    }

    @Test func impossibleStoredUseIsRefused() {
        let order = StoredUse(action: .order, item: 1, quantity: 1).bits
        let wrong = [
            -1, Int.min, 0, StoredUse(action: .order, item: 0, quantity: 1).bits,
            StoredUse(action: .order, item: 1, quantity: 0).bits,
            StoredUse(action: .order, item: 1, quantity: 1_000_001).bits,
            StoredUse(action: .restock, item: 1, quantity: 1_000_000_001).bits, order | 1 << 45,
            // There is no seventh action, nor an eighth.
            1 << 62 | 1 << 22 | 2 << 20 | 1, 1 << 62 | 1 << 22 | 3 << 20 | 1,
            StoredUse(action: .cancel, item: 1, quantity: 1_000_001).bits,
            StoredUse(action: .assert, item: 1, quantity: 1_000_000_000_001).bits,
        ]
        for bits in wrong { #expect(throws: LedgerCorruption.self) { try StoredUse(stored: bits) } }
    }

    /// Prefix, high, low and use of each id, eight bytes each, little-endian.
    @Test func idDigestMatchesTheFormat() {
        var random = SeededGenerator(seed: 3)
        for count in [0, 1, 2, 255, 256, 257, 1_000] {
            var (digest, bytes) = (IDDigest(), [UInt8]())
            for _ in 0..<count {
                let key = IDKey(
                    prefix: Int64(truncatingIfNeeded: random.next()), high: Int64(truncatingIfNeeded: random.next()),
                    low: Int64(truncatingIfNeeded: random.next()))
                let use = StoredUse(action: .restock, item: 5, quantity: Int(random.next() % 1_000) + 1)
                digest.add(key, use)
                for word in [key.prefix, key.high, key.low, Int64(use.bits)] {
                    withUnsafeBytes(of: word.littleEndian) { bytes += $0 }
                }
            }
            #expect(digest.count == count)
            #expect(digest.finishHex() == PlainSHA256.hex(bytes))
        }
        #expect(IDDigest.ofNothing == PlainSHA256.hex([]))
    }

    @Test func filterContainsEveryAddedID() throws {
        var random = SeededGenerator(seed: 4)
        let ids = (0..<40_000).map { _ in Int64(truncatingIfNeeded: random.next()) }
        let (held, others) = (ids[..<20_000], ids[20_000...])
        let filter = try #require(IDFilter(count: held.count))
        #expect(held.allSatisfy { !filter.mayContain($0) })
        for id in held { filter.add(id) }
        #expect(held.allSatisfy { filter.mayContain($0) })
        let wrong = others.count { filter.mayContain($0) }
        #expect(wrong < others.count / 40, "\(wrong) of \(others.count) were taken for ids that it has")
    }
}
