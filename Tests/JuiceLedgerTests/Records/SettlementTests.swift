import JuiceBatch
import JuiceLedger
import Testing

/// Rejected rows that a run closes, as the ledger keeps them.
@Suite struct SettlementTests {
    private let store: TestLedger
    private let ledger: Ledger

    /// A run with rejected rows on lines 2 and 3, of which the second run closes one.
    init() throws {
        store = try TestLedger()
        ledger = try store.open()
        try store.apply("id,item\nA,포도쥬스\nB,귤쥬스\nC,키위쥬스\n", to: ledger)
        try settle([2])
    }

    private func settle(_ lines: [Int]) throws {
        let rows = RunContent.Settlement(run: 1, why: "no", rows: [.init(place: 1, lines: LineNumbers(lines))])
        _ = try ledger.write { try $0.settle(rows, recordedAt: "2026-11-20T18:30:00Z", log: "{}") }
    }

    @Test func closedRowsAreKnownUntilTheirRunIsReversed() throws {
        let followUp = try #require(try ledger.read { try $0.followUps() }.first)
        #expect(followUp.settled.values.map(\.text) == ["2"] && followUp.number == 1)
        #expect(try ledger.read { try $0.rejections(of: 1) }.inputs.map(\.open.text) == ["3"])
        _ = try ledger.read { try $0.verify() }
        _ = try ledger.write { try $0.reverse(2, recordedAt: "2026-11-20T18:30:00Z") }
        #expect(try ledger.read { try $0.followUps() }.map(\.settled) == [[:]])
        _ = try ledger.read { try $0.verify() }
    }

    @Test(arguments: [[2], [4], [2, 3], []]) func rowsThatAreNotOpenAreNotClosed(lines: [Int]) throws {
        #expect(throws: BatchError.self) { try settle(lines) }
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
    func damageIsFound(sql: String, finding: LedgerFinding) throws {
        try store.edit(sql)
        let ledger = try store.open(.read)
        let error = #expect(throws: BatchError.self) { try ledger.read { try $0.verify() } }
        guard case .unsoundLedger(_, let findings)? = error, let first = findings.first else {
            Issue.record("\(String(describing: error))")
            return
        }
        // What the file says of itself there is SQLite's or the reader's word.
        if case .damagedFile = finding, case .damagedFile = first { return }
        #expect(first == finding)
    }
}
