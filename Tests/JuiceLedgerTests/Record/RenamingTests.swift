import JuiceBatch
import JuiceCore
import JuiceLedger
import Testing

/// Fruits and juices that are called otherwise.
@Suite struct RenamingTests {
    private let store: TestLedger

    init() throws { store = try TestLedger() }

    private func rename(_ former: String, _ name: String, in ledger: Ledger) throws -> Int {
        try ledger.write { try $0.rename(former, to: name, recordedAt: "2026-11-21T18:30:00Z") }.run
    }

    private func mistake(_ former: String, _ name: String, in ledger: Ledger) -> RenamingMistake? {
        let error = #expect(throws: BatchError.self) { try rename(former, name, in: ledger) }
        guard case .usage(.renaming(let mistake))? = error else {
            Issue.record("\(String(describing: error))")
            return nil
        }
        return mistake
    }

    @Test func stockAndHistoryGoOn() throws {
        let ledger = try store.open()
        try store.apply("action,item,quantity\n입고,딸기,5\n주문,키위쥬스,2\n", to: ledger)
        #expect(try rename("딸 기", "설향", in: ledger) == 2)
        #expect(try rename("키위주스", "그린", in: ledger) == 3)
        #expect(try rename("설향", "금실", in: ledger) == 4)
        #expect(try ledger.read { try $0.stock() }.first == FruitStock(fruit: "금실", pieces: 15))
        let runs = try ledger.read { try $0.runs() }
        #expect(
            runs.map(\.renamed) == [
                ItemRenaming(former: "설향", name: "금실"), ItemRenaming(former: "키위쥬스", name: "그린"),
                ItemRenaming(former: "딸기", name: "설향"), nil,
            ])
        #expect(runs.map(\.kind) == [.renaming, .renaming, .renaming, .orders])
        #expect(runs.allSatisfy { $0.closing.first == FruitStock(fruit: "금실", pieces: 15) })
        _ = try ledger.read { try $0.verify() }
        #expect(try ledger.write { try $0.reverse(1, recordedAt: "2026-11-21T18:30:00Z") } == 5)
        #expect(try ledger.read { try $0.stock() }.first == FruitStock(fruit: "금실", pieces: 10))
        _ = try ledger.read { try $0.verify() }
    }

    @Test func theSpellingOfANameCanChange() throws {
        let ledger = try store.open()
        try store.apply(store.rows(["A"]), to: ledger)
        #expect(try rename("딸기쥬스", "딸기주스", in: ledger) == 2)
        #expect(try rename("딸기", "딸 기", in: ledger) == 3)
        #expect(try store.apply(store.rows(["A", "B"]), to: ledger).tally.count(.alreadyProcessed) == 1)
        #expect(try ledger.read { try $0.stock() }.first == FruitStock(fruit: "딸 기", pieces: 12))
        _ = try ledger.read { try $0.verify() }
    }

    @Test func whatCannotBeIsSaid() throws {
        let ledger = try store.open()
        try store.apply(store.rows(["A"]), to: ledger)
        #expect(mistake("배", "사과", in: ledger) == .unknown("배", former: nil))
        #expect(mistake("딸기", "바나나", in: ledger) == .taken("바나나"))
        #expect(mistake("딸기", "키위쥬스", in: ledger) == .taken("키위쥬스"))
        #expect(mistake("딸기", "딸기", in: ledger) == .same("딸기"))
        for name in ["", "  ", "a:b", "a;b", "a|b", "a\u{7}", String(repeating: "a", count: 101)] {
            #expect(mistake("딸기", name, in: ledger) == .unusable(name))
        }
        #expect(try rename("딸기", "설향", in: ledger) == 2)
        #expect(mistake("딸기", "금실", in: ledger) == .unknown("딸기", former: "설향"))
        let error = #expect(throws: BatchError.self) { try ledger.write { try $0.reverse(2, recordedAt: "") } }
        guard case .usage(.renaming(.reversed(run: 2, former: "딸기", name: "설향")))? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// A menu that has not followed would make something new of what the ledger has.
    @Test func aMenuWithTheFormerNameAloneIsRefused() throws {
        let ledger = try store.open()
        try store.apply(store.rows(["A"]), to: ledger)
        #expect(try rename("딸기", "설향", in: ledger) == 2)
        #expect(try rename("설향", "금실", in: ledger) == 3)
        let error = #expect(throws: BatchError.self) { try store.apply(store.rows(["B"]), to: ledger) }
        guard case .formerName(_, let renaming, let run)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(renaming == ItemRenaming(former: "딸기", name: "금실") && run == 2)
        #expect(try rename("금실", "딸기", in: ledger) == 4)
        #expect(try store.apply(store.rows(["B"]), to: ledger).tally.success == 1)
        _ = try ledger.read { try $0.verify() }
    }
}
