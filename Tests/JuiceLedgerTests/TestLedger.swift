import Foundation
import JuiceBatch
import JuiceCore
import JuiceLedger
import TestSupport
import Testing

/// A ledger without reports and command line.
struct TestLedger {
    let folder: TemporaryFolder
    /// The path of its file, which may not exist yet.
    var path: String { folder.path + "/l.sqlite" }

    init() throws { folder = try TemporaryFolder() }

    func open(_ purpose: Ledger.Purpose = .run, waitSeconds: Int = 0) throws -> Ledger {
        try Ledger(
            path: path, shownPath: "l.sqlite", purpose: purpose, waitSeconds: waitSeconds,
            cancellation: CancellationToken())
    }

    @discardableResult
    func apply(_ text: String, to ledger: Ledger, menu: Menu = .builtIn, threads: Int = 1) throws -> RunResult {
        try record(text, in: ledger, menu: menu, threads: threads).result
    }

    /// Applies a text and returns its receipt.
    func record(
        _ text: String, in ledger: Ledger, menu: Menu = .builtIn, threads: Int = 1
    ) throws -> (result: RunResult, receipt: RunReceipt) {
        let name = UUID().uuidString + ".csv"
        let file = try InputFile(
            path: folder.write(Array(text.utf8), to: name), name: name, spillFolder: folder.path,
            cancellation: CancellationToken())
        return try ledger.write { transaction in
            var settings = RunSettings(
                menu: menu, names: try NameIndex(menu: menu),
                opening: try transaction.snapshot.opening(
                    menu: menu, given: FruitStore(menu: menu).stock, isGiven: false),
                reading: ReadingOptions(chunkBytes: 4_096), threads: threads,
                hashSeed: try transaction.snapshot.idSeed())
            settings.servedBefore = try transaction.snapshot.cancellable(menu: menu)
            settings.newestBefore = try transaction.snapshot.newestTimes()
            settings.idHistory = try transaction.snapshot.idHistory(menu: menu)
            let result = try BatchRun(settings: settings, files: [file], cancellation: CancellationToken())
                .run(sinks: [])
            let receipt = try transaction.record(
                result, settings: settings, recordedAt: "2026-11-20T18:30:00Z",
                day: result.businessDay.map { BusinessDay(date: $0.text, source: .rows) },
                cancellation: CancellationToken())
            return (result, receipt)
        }
    }

    /// The findings for which a reader is refused.
    func findings<Value>(_ body: (LedgerSnapshot) throws -> Value) throws -> [LedgerFinding] {
        let ledger = try open(.read)
        let error = #expect(throws: BatchError.self) { try ledger.read(body) }
        guard case .unsoundLedger("l.sqlite", let findings)? = error else {
            throw ProgramError(description: String(describing: error))
        }
        return findings
    }

    /// Changes the ledger's file by SQL.
    func edit(_ sql: String) throws {
        let edit = Process()
        edit.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        edit.arguments = [
            "python3", "-c",
            "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()", path, sql,
        ]
        try edit.run()
        edit.waitUntilExit()
        guard edit.terminationStatus == 0 else { throw ProgramError(description: "cannot edit the ledger: \(sql)") }
    }

    /// An input that restocks one piece for each id.
    func rows(_ ids: some Sequence<String>) -> String {
        "id,action,item,quantity\n" + ids.map { "\($0),restock,딸기,1\n" }.joined()
    }
}
