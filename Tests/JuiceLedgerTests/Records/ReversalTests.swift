import JuiceBatch
import JuiceCore
import JuiceLedger
import Testing

/// Runs that are taken back.
@Suite struct ReversalTests {
    private let store: TestLedger

    init() throws { store = try TestLedger() }

    @Test func aReversalIsTheInverseAndFreesIDs() throws {
        let ledger = try store.open()
        try store.apply(store.rows(["A", "B"]), to: ledger)
        try store.apply("action,item,quantity\n입고,키위,5\n실사,망고,3\n폐기,바나나,4\n주문,키위쥬스,2\n", to: ledger)
        #expect(try ledger.read { try $0.stock().map(\.pieces) } == [12, 6, 10, 9, 3])
        #expect(try ledger.write { try $0.reverse(2, recordedAt: "2026-11-20T18:30:00Z") } == 3)
        #expect(try ledger.read { try $0.stock().map(\.pieces) } == [12, 10, 10, 10, 10])
        #expect(try store.apply(store.rows(["A"]), to: ledger).tally.count(.alreadyProcessed) == 1)
        #expect(try ledger.write { try $0.reverse(1, recordedAt: "2026-11-20T18:30:00Z") } == 5)
        #expect(try store.apply(store.rows(["A"]), to: ledger).tally.success == 1)
        for run in [1, 2, 3, 9] {
            #expect(throws: BatchError.self) { try ledger.write { try $0.reverse(run, recordedAt: "") } }
        }
        let runs = try ledger.read { try $0.runs() }
        #expect(runs.map(\.reverses) == [nil, 1, nil, 2, nil, nil])
        #expect(runs.map(\.reversedBy) == [nil, nil, nil, nil, 3, 5])
        _ = try ledger.write { try $0.snapshot.verify() }
    }

    private func cancellable(_ ledger: Ledger, before run: Int? = nil) throws -> Int? {
        try ledger.read { snapshot in
            guard let run else { return try snapshot.cancellable(menu: .builtIn).dropFirst(2).first }
            return try snapshot.cancellable(menu: .builtIn, before: run).dropFirst(2).first
        }
    }

    /// What one run served another one may cancel, and then the first cannot be taken back before the other is.
    @Test func cancelsReachOverRuns() throws {
        let ledger = try store.open()
        let header = "action,item,quantity\n"
        try store.apply(header + "주문,키위쥬스,2\n주문,키위쥬스,9\n", to: ledger)
        #expect(try cancellable(ledger) == 2)
        try store.apply(header + "주문,키위쥬스,1\n취소,키위쥬스,3\n", to: ledger)
        let codes = try store.apply(header + "취소,키위쥬스,1\n", to: ledger).tally.count(.nothingToCancel)
        #expect(try codes == 1 && cancellable(ledger) == 0)
        #expect(try ledger.read { try $0.stock().map(\.pieces) } == [10, 10, 10, 10, 10])
        _ = try ledger.read { try $0.verify() }
        let error = #expect(throws: BatchError.self) { try ledger.write { try $0.reverse(1, recordedAt: "") } }
        guard case .irreversible(1, let obstacles, let inTheWay)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(obstacles == [.cancelled(juice: "키위쥬스", cups: 2)] && inTheWay == [2])
        #expect(try ledger.write { try $0.reverse(2, recordedAt: "2026-11-20T18:30:00Z") } == 4)
        #expect(try cancellable(ledger) == 2)
        #expect(try ledger.write { try $0.reverse(1, recordedAt: "2026-11-20T18:30:00Z") } == 5)
        let before = try (1...6).map { try cancellable(ledger, before: $0) }
        #expect(before == [0, 2, 0, 0, 2, 0])
        let runs = try ledger.read { try $0.runs() }
        #expect(runs.map(\.cupsCancelled) == [0, -3, 0, 3, 0])
        #expect(try ledger.read { try $0.stock().map(\.pieces) } == [10, 10, 10, 10, 10])
        _ = try ledger.read { try $0.verify() }
    }

    /// An assert's id is kept once, and an input of nothing else does not become known.
    @Test func assertsAreLookedAtEachNight() throws {
        let ledger = try store.open()
        let text = "id,action,item,quantity\nA,재고확인,키위,10\nA,재고확인,키위,10\n"
        for run in 1...3 {
            let result = try store.apply(text, to: ledger)
            #expect(result.tally.assertsHeld == 2 && result.usedIDs.count == (run == 1 ? 1 : 0))
            #expect(try ledger.read { try $0.mayKnow(sizeBytes: text.utf8.count) } == false)
            #expect(try ledger.read { try $0.run(thatApplied: result.digests[0]) } == nil)
        }
        let other = try store.apply("id,action,item,quantity\nA,실사,키위,10\n", to: ledger)
        #expect(other.tally.count(.idConflict) == 1)
        let mixed = try store.apply(text + ",주문,키위쥬스,1\nA,재고확인,키위,7\n", to: ledger)
        #expect(mixed.tally.count(.idConflict) == 1 && mixed.tally.success == 3)
        #expect(try ledger.read { try $0.run(thatApplied: mixed.digests[0]) } == 5)
        _ = try ledger.read { try $0.verify() }
    }

    @Test func anErasedRunWithTimesLeavesNothing() throws {
        let ledger = try store.open()
        try store.apply("item,quantity,time\n키위쥬스,2,2026-11-20 10:00\n", to: ledger)
        let before = try ledger.read { (try $0.demandHistory(menu: .builtIn), try $0.newestTimes()) }
        let receipt = try store.record("item,quantity,time\n키위쥬스,9,2026-11-21 10:00\n", in: ledger).receipt
        try ledger.erase(receipt)
        #expect(try ledger.read { try $0.demandHistory(menu: .builtIn) } == before.0)
        #expect(try ledger.read { try $0.newestTimes() } == before.1)
        _ = try ledger.read { try $0.verify() }
    }

    @Test func anErasedRunLeavesNothing() throws {
        let ledger = try store.open()
        try store.apply("action,item,quantity\n주문,키위쥬스,2\n", to: ledger)
        let before = try cancellable(ledger)
        let receipt = try store.record("action,item,quantity\n주문,키위쥬스,1\n취소,키위쥬스,3\n", in: ledger).receipt
        #expect(try cancellable(ledger) == 0)
        try ledger.erase(receipt)
        #expect(try cancellable(ledger) == before)
        _ = try ledger.read { try $0.verify() }
    }
}
