import JuiceBatch
import JuiceCore
import TestSupport
import Testing

@testable import JuiceLedger

/// Reversing runs.
@Suite struct ReversalTests {
    private let store: TestLedger

    init() throws { store = try TestLedger() }

    private func cancellable(_ ledger: Ledger, before run: Int? = nil) throws -> Int? {
        try ledger.read { snapshot in
            guard let run else { return try snapshot.cancellable(menu: .builtIn).dropFirst(2).first }
            return try snapshot.cancellable(menu: .builtIn, before: run).dropFirst(2).first
        }
    }

    /// A run may cancel an earlier run's cups; then the earlier run cannot be reversed first.
    @Test func cancelsReachEarlierRuns() throws {
        let ledger = try store.open()
        let header = "action,item,quantity\n"
        try store.apply(header + "주문,키위쥬스,2\n주문,키위쥬스,9\n", to: ledger)
        #expect(try cancellable(ledger) == 2)
        try store.apply(header + "주문,키위쥬스,1\n취소,키위쥬스,3\n", to: ledger)
        let codes = try store.apply(header + "취소,키위쥬스,1\n", to: ledger).tally.count(.nothingToCancel)
        #expect(try codes == 1 && cancellable(ledger) == 0)
        #expect(try ledger.read { try $0.stock().map(\.pieces) } == [10, 10, 10, 10, 10])
        let error = #expect(throws: BatchError.self) { try ledger.write { try $0.reverse(1, recordedAt: "") } }
        guard case .irreversible(1, let obstacles, let blockingRuns)? = error else {
            throw ProgramError(description: String(describing: error))
        }
        #expect(obstacles == [.cancelled(juice: "키위쥬스", cups: 2)] && blockingRuns == [3, 2])
        #expect(try ledger.write { try $0.reverse(2, recordedAt: "2026-11-20T18:30:00Z") } == 4)
        #expect(try cancellable(ledger) == 2)
        #expect(try ledger.write { try $0.reverse(1, recordedAt: "2026-11-20T18:30:00Z") } == 5)
        #expect(try (1...6).map { try cancellable(ledger, before: $0) } == [0, 2, 0, 0, 2, 0])
        let runs = try ledger.read { try $0.runs() }
        #expect(runs.map(\.cupsCancelled) == [0, -3, 0, 3, 0] && runs.map(\.reverses) == [1, 2, nil, nil, nil])
        #expect(runs.map(\.reversedBy) == [nil, nil, nil, 4, 5])
        for run in [1, 2, 4, 9] {
            #expect(throws: BatchError.self) { try ledger.write { try $0.reverse(run, recordedAt: "") } }
        }
        #expect(try ledger.read { try $0.stock().map(\.pieces) } == [10, 10, 10, 10, 10])
        _ = try ledger.read { try $0.verify() }
    }

    /// An assert's id is stored once, and an input of asserts only does not become known.
    @Test func assertsAreCheckedInEveryRun() throws {
        let ledger = try store.open()
        let text = "id,action,item,quantity\nA,재고확인,키위,10\nA,재고확인,키위,10\n"
        for run in 1...3 {
            let result = try store.apply(text, to: ledger)
            #expect(result.tally.assertsPassed == 2 && result.usedIDs.count == (run == 1 ? 1 : 0))
            #expect(try ledger.read { try $0.mayKnow(sizeBytes: text.utf8.count) } == false)
            #expect(try ledger.read { try $0.run(thatApplied: result.inputSummaries[0].digest) } == nil)
        }
        let other = try store.apply("id,action,item,quantity\nA,실사,키위,10\n", to: ledger)
        #expect(other.tally.count(.idConflict) == 1)
        let mixed = try store.apply(text + ",주문,키위쥬스,1\nA,재고확인,키위,7\n", to: ledger)
        #expect(mixed.tally.count(.idConflict) == 1 && mixed.tally.success == 3)
        #expect(try ledger.read { try $0.run(thatApplied: mixed.inputSummaries[0].digest) } == 5)
        _ = try ledger.read { try $0.verify() }
    }

    @Test func erasedRunLeavesNothing() throws {
        let ledger = try store.open()
        func kept() throws -> (Int?, DemandHistory, Watermarks) {
            let (demand, times) = try ledger.read { (try $0.demandHistory(menu: .builtIn), try $0.newestTimes()) }
            return (try cancellable(ledger), demand, times)
        }
        let header = "action,item,quantity,time\n"
        try store.apply(header + "주문,키위쥬스,2,2026-11-20 10:00\n", to: ledger)
        let before = try kept()
        let rows = "주문,키위쥬스,1,2026-11-21 10:00\n취소,키위쥬스,3,2026-11-21 10:00\n"
        let receipt = try store.record(header + rows, in: ledger).receipt
        #expect(try cancellable(ledger) == 0)
        try ledger.erase(receipt)
        #expect(try kept() == before)
        _ = try ledger.read { try $0.verify() }
    }
}

/// Reversals and what prevents them.
@Suite struct RunReversalTests {
    private typealias Movement = RunContent.Movement

    private func movement(_ fruit: Int, from opening: Int, to closing: Int) -> Movement {
        let change = closing - opening
        return Movement(
            fruit: fruit, opening: opening, restocked: max(0, change), discarded: 0, counted: 0, used: max(0, -change),
            closing: closing)
    }

    @Test func reversalNegatesEveryFigure() {
        let movement = Movement(
            fruit: 7, opening: 10, restocked: 5, discarded: 2, counted: -3, used: 4, closing: 9, returned: 3)
        let inverse = movement.inverse(on: 20)
        let wanted = Movement(
            fruit: 7, opening: 20, restocked: -5, discarded: -2, counted: 3, used: -4, closing: 21, returned: -3)
        #expect(inverse == wanted && inverse.isConsistent)
        // A saturated sum no longer determines the stock.
        for (used, isConsistent) in [(4, false), (Tally.sumMax, true), (-Tally.sumMax, true)] {
            var wrong = movement
            (wrong.closing, wrong.used) = (8, used)
            #expect(wrong.isConsistent == isConsistent)
        }
    }

    @Test func stockDecidesWhetherARunIsReversible() {
        let full = FruitStore.stockMax
        var run = RunContent(number: 1, recordedAt: "")
        run.movements = [
            movement(1, from: 0, to: 10), movement(2, from: 10, to: 0), movement(3, from: 5, to: 5),
            movement(4, from: 0, to: 1),
        ]
        let possible = RunReversal(of: run, stock: [1: 10, 2: full - 10, 3: 0, 4: full], cancellable: [:])
        #expect(possible.obstacles.isEmpty)
        #expect(possible.movements.map(\.closing) == [0, full, 0, full - 1])
        let impossible = RunReversal(of: run, stock: [1: 7, 2: full - 8, 3: 9], cancellable: [:])
        #expect(
            impossible.obstacles
                == [.stock(fruit: 1, missing: 3), .stock(fruit: 2, missing: -2), .stock(fruit: 4, missing: 1)])
    }

    @Test func laterCancelsAffectReversibility() {
        var run = RunContent(number: 1, recordedAt: "")
        run.cups = [.init(juice: 6, served: 9, cancelled: 2), .init(juice: 8, served: 1, cancelled: 4)]
        let possible = RunReversal(of: run, stock: [:], cancellable: [6: 7])
        #expect(possible.obstacles.isEmpty && possible.cups.map(\.net) == [-7, 3])
        let impossible = RunReversal(of: run, stock: [:], cancellable: [6: 5, 8: 0])
        #expect(impossible.obstacles == [.cancelled(juice: 6, cups: 2)])
    }

    /// The named runs are sufficient and necessary.
    @Test func reversingTheNamedRunsMakesTheRunReversible() {
        var random = SeededGenerator(seed: 17)
        var advised = 0
        for _ in 0..<500 {
            var stock = [1: 10, 2: 10, 3: 10]
            var runs: [RunContent] = []
            for number in 1...Int(2 + random.next() % 8) {
                var run = RunContent(number: number, recordedAt: "")
                for fruit in 1...3 where random.next() % 2 == 0 {
                    let closing = Int(random.next() % 25)
                    run.movements.append(movement(fruit, from: stock[fruit] ?? 0, to: closing))
                    stock[fruit] = closing
                }
                runs.append(run)
            }
            let later = Array(runs.dropFirst().reversed())
            let blocking = RunReversal.runs(blocking: runs[0], later: later, stock: stock, cancellable: [:])
            #expect(blocking == later.prefix(blocking.count).map(\.number))
            let isFree = RunReversal(of: runs[0], stock: stock, cancellable: [:]).obstacles.isEmpty
            #expect(blocking.isEmpty == isFree)
            for number in blocking {
                let reversal = RunReversal(of: runs[number - 1], stock: stock, cancellable: [:])
                #expect(reversal.obstacles.isEmpty)
                for movement in reversal.movements { stock[movement.fruit] = movement.closing }
            }
            #expect(RunReversal(of: runs[0], stock: stock, cancellable: [:]).obstacles.isEmpty)
            advised += blocking.isEmpty ? 0 : 1
        }
        #expect(advised > 50)
    }
}

/// Damage to the records of closed rows.
@Suite struct SettlementTests {
    private let store: TestLedger

    /// A run with rejected rows on lines 2 and 3, of which the second run closes one.
    init() throws {
        store = try TestLedger()
        let ledger = try store.open()
        try store.apply("id,item\nA,포도쥬스\nB,귤쥬스\nC,키위쥬스\n", to: ledger)
        let rows = Settlement(run: 1, reason: "no", rows: [.init(input: 1, lines: LineNumbers([2]))])
        _ = try ledger.write { try $0.settle(rows, recordedAt: "2026-11-20T18:30:00Z", log: "{}") }
        _ = try ledger.read { try $0.verify() }
    }

    @Test func reversalOfASettlementCannotBeReversed() throws {
        let ledger = try store.open(.change)
        #expect(try ledger.write { try $0.reverse(2, recordedAt: "2026-11-20T18:30:00Z") } == 3)
        let error = #expect(throws: BatchError.self) { try ledger.write { try $0.reverse(3, recordedAt: "") } }
        guard case .usage(.isReversal(3))? = error else {
            throw ProgramError(description: String(describing: error))
        }
    }

    @Test func nothingIsRecordedOnAStockThatContradictsTheHistory() throws {
        try store.edit("UPDATE stock SET pieces = pieces + 1 WHERE fruit = 1")
        let ledger = try store.open(.change)
        let rows = Settlement(run: 1, reason: nil, rows: [.init(input: 1, lines: LineNumbers([3]))])
        let attempts: [() throws -> Void] = [
            { try store.apply("item\n키위쥬스\n", to: ledger) },
            { _ = try ledger.write { try $0.reverse(1, recordedAt: "") } },
            { _ = try ledger.write { try $0.settle(rows, recordedAt: "", log: "{}") } },
        ]
        for attempt in attempts {
            let error = #expect(throws: BatchError.self) { try attempt() }
            guard case .unsoundLedger("l.sqlite", let findings)? = error else {
                throw ProgramError(description: String(describing: error))
            }
            #expect(findings == [.wrongStock(fruit: "딸기", stock: 11, sum: 10)])
        }
        #expect(try ledger.read { try $0.lastRun() } == 2)
    }

    @Test(arguments: [
        ("UPDATE settled SET lines = '3'", LedgerFinding.changedRun(2)),
        ("UPDATE settled SET place = 2", .changedRun(2)), ("UPDATE settled SET run = 1", .damagedFile("")),
        ("DELETE FROM settled", .changedRun(2)), ("INSERT INTO settled VALUES (1, 1, '3')", .damagedFile("")),
        ("UPDATE settled SET lines = 'x'", .damagedFile("")), ("UPDATE run SET why = NULL", .changedRun(2)),
        ("UPDATE run SET settles = NULL, why = NULL", .damagedFile("")),
        ("UPDATE input SET rejected = '2'", .changedRun(1)), ("UPDATE input SET rejected = '2,3'", .damagedFile("")),
    ])
    func verifyFindsDamage(sql: String, finding: LedgerFinding) throws {
        try store.edit(sql)
        let first = try store.findings { try $0.verify() }.first
        // SQLite's description of the damage may differ.
        if case .damagedFile = finding, case .damagedFile? = first { return }
        #expect(first == finding)
    }
}
