import Foundation
import JuiceBatch
import JuiceCore
import JuiceLedger
import TestSupport
import Testing

/// A ledger by itself, without reports and command line.
@Suite struct LedgerTests {
    private let place: TemporaryFolder
    private var path: String { place.path + "/l.sqlite" }

    init() throws { place = try TemporaryFolder() }

    private func open(_ purpose: Ledger.Purpose = .run, waitSeconds: Int = 0) throws -> Ledger {
        try Ledger(
            path: path, shownPath: "l.sqlite", purpose: purpose, waitSeconds: waitSeconds, interruption: Interruption())
    }

    /// Applies a text to the ledger.
    @discardableResult
    private func apply(_ text: String, to ledger: Ledger, threads: Int = 1) throws -> RunResult {
        let name = UUID().uuidString + ".csv"
        let file = try InputFile(
            path: place.write(Array(text.utf8), to: name), name: name, spoolFolder: place.path,
            interruption: Interruption())
        return try ledger.write { transaction in
            let menu = Menu.builtIn
            var settings = RunSettings(
                menu: menu, names: try NameIndex(menu: menu),
                opening: try transaction.snapshot.opening(
                    menu: menu, given: FruitStore(menu: menu).stock, isAsked: false),
                reading: ReadingOptions(chunkBytes: 4_096), threads: threads,
                hashSeed: try transaction.snapshot.idSeed())
            settings.idHistory = try transaction.snapshot.idHistory(menu: menu)
            let result = try BatchRun(settings: settings, files: [file], interruption: Interruption())
                .run(sink: NoSink())
            _ = try transaction.record(
                result, settings: settings, recordedAt: "2026-11-20T18:30:00Z", date: nil,
                interruption: Interruption())
            return result
        }
    }

    private func rows(_ ids: some Sequence<String>) -> String {
        "id,action,item,quantity\n" + ids.map { "\($0),restock,딸기,1\n" }.joined()
    }

    /// Each id that was used is found, and no other, whether they are swept, screened or looked up one by one, by one
    /// worker or several, behind a run that kept a filter or one that did not.
    @Test(arguments: [1, 2, 3], [0, 1])
    func everyUsedIDIsFoundAndNoOther(threads: Int, smallRuns: Int) throws {
        let ledger = try open()
        var random = SeededGenerator(seed: 21)
        let used = (0..<6_000).map { _ in String(random.next(), radix: 36) }
        let new = (0..<6_000).map { _ in String(random.next(), radix: 36) }
        #expect(try apply(rows(used), to: ledger, threads: threads).tally.success == used.count)
        for number in 0..<smallRuns { try apply(rows(["small \(number)"]), to: ledger) }
        let mixed = zip(used, new).flatMap { [$0, $1] }
        let tally = try apply(rows(mixed), to: ledger, threads: threads).tally
        #expect(tally.success == new.count)
        #expect(tally.count(.alreadyProcessed) == used.count)
        let extent = try ledger.write { try $0.snapshot.verify() }
        #expect((extent.ids, extent.runs) == (used.count + new.count + smallRuns, 2 + smallRuns))
    }

    @Test func aReversalIsTheInverseAndFreesIDs() throws {
        let ledger = try open()
        try apply(rows(["A", "B"]), to: ledger)
        try apply("action,item,quantity\n입고,키위,5\n실사,망고,3\n폐기,바나나,4\n주문,키위쥬스,2\n", to: ledger)
        #expect(try ledger.read { try $0.stock().map(\.pieces) } == [12, 6, 10, 9, 3])
        #expect(try ledger.write { try $0.reverse(2, recordedAt: "2026-11-20T18:30:00Z") } == 3)
        #expect(try ledger.read { try $0.stock().map(\.pieces) } == [12, 10, 10, 10, 10])
        #expect(try apply(rows(["A"]), to: ledger).tally.count(.alreadyProcessed) == 1)
        #expect(try ledger.write { try $0.reverse(1, recordedAt: "2026-11-20T18:30:00Z") } == 5)
        #expect(try apply(rows(["A"]), to: ledger).tally.success == 1)
        for run in [1, 2, 3, 9] {
            #expect(throws: BatchError.self) { try ledger.write { try $0.reverse(run, recordedAt: "") } }
        }
        let runs = try ledger.read { try $0.runs() }
        #expect(runs.map(\.reverses) == [nil, 1, nil, 2, nil, nil])
        #expect(runs.map(\.reversedBy) == [nil, nil, nil, nil, 3, 5])
        _ = try ledger.write { try $0.snapshot.verify() }
    }

    /// Whoever changes a ledger has its turn as long as somebody holds it; who only reads waits for nobody.
    @Test func oneHasTheTurn() throws {
        var first: Ledger? = try open()
        if let first { try apply(rows(["A"]), to: first) }
        #expect(throws: BatchError.self) { try open(.change) }
        #expect(try open(.read).read { try $0.lastRun() } == 1)
        // The readers and the writer of the one before have closed the file meanwhile, which would end any other lock.
        #expect(throws: BatchError.self) { try open(.run) }
        first = nil
        #expect(try open(.change).write { try $0.snapshot.lastRun() } == 1)
    }

    @Test func aSecondNameIsRefused() throws {
        try apply(rows(["A"]), to: open())
        try FileManager.default.linkItem(atPath: path, toPath: place.path + "/other.sqlite")
        let error = #expect(throws: BatchError.self) { try open(.change) }
        guard case .badLedger("l.sqlite", .linked(2)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// Tables, columns, triggers and views that no version has: whoever made them has a say in what is kept.
    @Test(arguments: [
        "CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM used_id; END", "CREATE VIEW v AS SELECT * FROM run",
        "CREATE TABLE extra (x)", "ALTER TABLE run ADD COLUMN x INTEGER", "DROP INDEX input_by_content",
        "ALTER TABLE ledger RENAME COLUMN made_by TO maker", "CREATE INDEX i ON run (date)",
    ])
    func anotherFormIsNoLedger(sql: String) throws {
        try apply(rows(["A"]), to: open())
        let edit = Process()
        edit.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        edit.arguments = [
            "python3", "-c",
            "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()", path, sql,
        ]
        try edit.run()
        edit.waitUntilExit()
        try #require(edit.terminationStatus == 0)
        for purpose in [Ledger.Purpose.run, .change] {
            let error = #expect(throws: BatchError.self) { try open(purpose).write { _ in } }
            guard case .badLedger(_, .unknownForm) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        #expect(throws: BatchError.self) { try open(.read).read { _ in } }
    }
}

/// Wants to know of nothing.
private final class NoSink: OutcomeSink {
    func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer { NoRenderer() }
    func startOver() throws {}
}

private final class NoRenderer: OutcomeRenderer {
    func render(_ batch: RowBatch) throws {}
    func take() throws {}
    func write() throws {}
    func finish() throws {}
}
