import JuiceBatch
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
}
