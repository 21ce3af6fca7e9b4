import JuiceBatch
import JuiceLedger
import TestSupport
import Testing

/// What a ledger knows of the ids of earlier runs.
@Suite struct IDHistoryTests {
    private let store: TestLedger

    init() throws { store = try TestLedger() }

    /// Each id that was used is found, and no other, whether they are swept, screened or looked up one by one, by one
    /// worker or several, behind a run that kept a filter or one that did not.
    @Test(arguments: [1, 2, 3], [0, 1])
    func everyUsedIDIsFoundAndNoOther(threads: Int, smallRuns: Int) throws {
        let ledger = try store.open()
        var random = SeededGenerator(seed: 21)
        let used = (0..<6_000).map { _ in String(random.next(), radix: 36) }
        let new = (0..<6_000).map { _ in String(random.next(), radix: 36) }
        #expect(try store.apply(store.rows(used), to: ledger, threads: threads).tally.success == used.count)
        for number in 0..<smallRuns { try store.apply(store.rows(["small \(number)"]), to: ledger) }
        let mixed = zip(used, new).flatMap { [$0, $1] }
        let tally = try store.apply(store.rows(mixed), to: ledger, threads: threads).tally
        #expect(tally.success == new.count)
        #expect(tally.count(.alreadyProcessed) == used.count)
        let extent = try ledger.write { try $0.snapshot.verify() }
        #expect((extent.ids, extent.runs) == (used.count + new.count + smallRuns, 2 + smallRuns))
    }
}
