import Foundation
import JuiceBatch
import JuiceCore
import JuiceLedger
import Testing

/// Ledgers that earlier programs made.
@Suite struct EarlierFormatTests {
    private let store: TestLedger

    init() throws { store = try TestLedger() }

    /// A ledger that a program of this format left, as the one that is opened.
    private func take(_ version: Int, into store: TestLedger? = nil) throws {
        let store = store ?? self.store
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appendingPathComponent("Ledgers/version-\(version).sqlite")
        try FileManager.default.copyItem(at: file, to: URL(fileURLWithPath: store.path))
    }

    /// The cups of each juice that can be cancelled: which juices they were, ledgers know since version 3.
    private static let cancellable = [
        1: [0, 0, 0, 0, 0, 0, 0], 2: [0, 0, 0, 0, 0, 0, 0], 3: [0, 0, 2, 0, 0, 1, 0],
        4: [0, 0, 2, 0, 0, 1, 0],
    ]

    /// Whoever only asks sees it as the present format has it, and leaves it as it is.
    @Test(arguments: [1, 2, 3, 4])
    func isReadAsItIs(version: Int) throws {
        try take(version)
        let before = try Data(contentsOf: URL(fileURLWithPath: store.path))
        let ledger = try store.open(.read)
        _ = try ledger.read { try $0.verify() }
        #expect(try ledger.read { try $0.cancellable(menu: .builtIn) } == Self.cancellable[version])
        #expect(try ledger.read { try $0.runs() }.allSatisfy { $0.cupsCancelled == 0 })
        #expect(try Data(contentsOf: URL(fileURLWithPath: store.path)) == before)
    }

    /// What its runs used is known, and not what they were short of.
    @Test(arguments: [1, 2])
    func itsDaysKnowWhatWasUsed(version: Int) throws {
        try take(version)
        let ledger = try store.open(.read)
        let runs = try ledger.read { try $0.runs() }
        let dated = runs.filter { $0.date != nil && $0.reversedBy == nil && $0.reverses == nil && $0.cupsServed > 0 }
        let history = try ledger.read { try $0.demandHistory() }
        #expect(Set(history.days.map(\.date.text)) == Set(dated.compactMap(\.date)))
        #expect(history.days.allSatisfy { $0.isUsedOnly && $0.demand.values.contains { $0 > 0 } })
    }

    /// A ledger of version 3 has no renamings, and can have one.
    @Test func itsFruitsCanBeRenamed() throws {
        for version in Self.cancellable.keys {
            let store = try TestLedger()
            try take(version, into: store)
            let ledger = try store.open(.change)
            let last = try ledger.read { try $0.lastRun() }
            let (run, _) = try ledger.write { try $0.rename("키위", to: "참다래", recordedAt: "2026-11-20T18:30:00Z") }
            #expect(run == last + 1)
            #expect(try ledger.read { try $0.stock() }.contains { $0.fruit == "참다래" })
            _ = try ledger.read { try $0.verify() }
        }
    }

    /// A ledger of version 4 has no facts, and can have them; what it called otherwise stays so.
    @Test func itsNextRunCanHaveFacts() throws {
        for version in Self.cancellable.keys {
            let store = try TestLedger()
            try take(version, into: store)
            let ledger = try store.open(.change)
            #expect(try ledger.read { try $0.facts(ofNight: "2026-11-19") }.isEmpty)
            let last = try ledger.read { try $0.lastRun() }
            try ledger.write { transaction in
                let run = try transaction.rename("키위", to: "참다래", recordedAt: "2026-11-20T18:30:00Z").run
                try transaction.keepFacts("{}", night: "2026-11-19", run: run)
            }
            let facts = try ledger.read { try $0.facts(ofNight: "2026-11-19") }
            #expect(facts.map(\.run) == [last + 1] && facts.map(\.json) == ["{}"])
            let renamed = try ledger.read { try $0.runs() }.compactMap(\.renamed)
            #expect(renamed.map(\.former) == ["키위"] + (version == 4 ? ["노란바나나", "바나나"] : []))
            _ = try ledger.read { try $0.verify() }
        }
    }

    /// Its digests still hold, and what its runs served cannot be cancelled, since nobody wrote down of which juice it was.
    @Test(arguments: [1, 2])
    func goesOnInThePresentFormat(version: Int) throws {
        try take(version)
        let ledger = try store.open(.change)
        let text = "id,action,item,quantity\n,취소,키위쥬스,1\n,입고,키위,9\n,주문,키위쥬스,2\n,취소,키위쥬스,-1\nZ,재고확인,배,1\n"
        let result = try store.apply(text, to: ledger)
        #expect(result.tally.count(.nothingToCancel) == 1 && result.tally.cancels == 1)
        let cancellable = try ledger.read { try $0.cancellable(menu: .builtIn) }
        #expect(cancellable == [0, 0, 1, 0, 0, 0, 0])
        _ = try ledger.read { try $0.verify() }
        let last = try ledger.read { try $0.lastRun() }
        #expect(try ledger.write { try $0.reverse(last, recordedAt: "2026-11-20T18:30:00Z") } == last + 1)
        _ = try ledger.read { try $0.verify() }
    }
}
