import Foundation
import TestSupport
import Testing

/// Ledgers that are empty, or that another process is using.
@Suite struct LedgerFileTests {
    private let shop: Shop
    private let arguments = ["run", "b.csv", "--ledger", "l.sqlite", "--output", "two"]

    init() throws {
        shop = try Shop(["a.csv": "id,juice\n1,키위쥬스\n", "b.csv": "id,juice\n2,키위쥬스\n"])
        #expect(try shop.run(["run", "a.csv", "--ledger", "l.sqlite", "--output", "one"]).exit == 0)
    }

    @Test func emptyFileIsANewLedger() throws {
        try shop.folder.write([], to: "l.sqlite")
        try shop.remove("l.sqlite.runs")
        #expect(try shop.run(arguments).exit == 0)
    }

    @Test func busyLedgerNamesItsHolder() throws {
        let lock = try WriteLock(path: shop.folder.path + "/l.sqlite")
        defer { lock.release() }
        let result = try shop.run(arguments + ["--lock-wait", "0", "--language", "en"])
        #expect(result.exit == 75)
        let holder = "Process \(ProcessInfo.processInfo.processIdentifier) is using the ledger"
        #expect(result.errorText.contains(holder), "\(result.errorText)")
        #expect(shop.entries == ["a.csv", "b.csv", "l.sqlite", "l.sqlite.runs", "one"])
        // Readers do not wait.
        #expect(try shop.run(arguments + ["--dry-run"]).exit == 0)
    }

    @Test func waitingRunCanBeTerminated() throws {
        let lock = try WriteLock(path: shop.folder.path + "/l.sqlite")
        defer { lock.release() }
        let words = arguments.joined(separator: " ")
        let result = try shop.shell("( sleep 0.4; kill -TERM $$ ) & exec \"$0\" \(words) --lock-wait 60")
        #expect(result.exit == 143)
        #expect(shop.entries == ["a.csv", "b.csv", "l.sqlite", "l.sqlite.runs", "one"])
    }
}

/// The lock that SQLite takes for the process that writes to a file, held by the tests' own process.
private struct WriteLock {
    private let descriptor: Int32

    init(path: String) throws {
        descriptor = open(path, O_RDWR)
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 0x4000_0001
        lock.l_len = 1
        try #require(fcntl(descriptor, F_SETLK, &lock) == 0)
    }

    func release() {
        close(descriptor)
    }
}

/// Commands that verify a ledger before they apply or report anything.
///
/// The used ids are missing, which SQLite does not notice: without a check of the digests, a repeated id
/// would be applied twice.
@Suite struct UnsoundLedgerTests {
    private static let orders = "id,item,quantity\nA-1,키위쥬스,1\n"
    private static let finding = "The ids that run 1 used differ from those on record."

    /// A shop whose ledger has lost its ids after a nightly run, with the same order in the inbox again.
    private func damagedShop() throws -> Shop {
        let shop = try Shop(["inbox/a.csv": Self.orders])
        #expect(try nightly(shop).exit == 0)
        #expect(try shop.edit("shop.sqlite", "DELETE FROM used_id").exit == 0)
        try shop.write(Self.orders + "A-2,망고쥬스,1\n", to: "inbox/b.csv")
        return shop
    }

    private func nightly(_ shop: Shop, _ options: String...) throws -> ProgramResult {
        try shop.run(["nightly", "--settle", "0", "--language", "en"] + options)
    }

    /// An overlapping export without ids is known by the prints of recent runs' rows.
    @Test(arguments: [
        "DELETE FROM record_print", "UPDATE record_print SET prints = zeroblob(length(prints))",
        "UPDATE record_print SET place = 2",
    ])
    func verifyFindsChangedDigests(sql: String) throws {
        let shop = try Shop(["a.csv": "item,time\n키위쥬스,2026-11-20 10:00\n"])
        #expect(try shop.run(["run", "a.csv", "--ledger", "l.sqlite", "--output", "one"]).exit == 0)
        #expect(try shop.run(["verify", "--ledger", "l.sqlite"]).exit == 0)
        #expect(try shop.edit("l.sqlite", sql).exit == 0)
        #expect(try shop.run(["verify", "--ledger", "l.sqlite"]).exit == 70)
    }

    @Test(arguments: [[], ["--dry-run"]]) func nightlyRunAppliesNothing(options: [String]) throws {
        let shop = try damagedShop()
        let before = shop.text("shop.sqlite")
        let result = try shop.run(["nightly", "--settle", "0", "--language", "en"] + options)
        #expect(result.exit == 70)
        #expect(result.errorText.contains(Self.finding))
        #expect(result.outputText == "the ledger cannot be used (exit code 70); nothing was applied\n")
        #expect(shop.text("inbox/b.csv") != "")
        #expect(shop.text("shop.sqlite") == before)
    }

    @Test func chainRunsTheOtherShops() throws {
        let chain = try Shop(["c/chain.json": #"{"columns": {"shop": "매장", "id": "id"}, "language": "en"}"#])
        for name in ["a", "b"] { #expect(try chain.run(["chain", "add", "c", name]).exit == 0) }
        let header = "매장,id,item,quantity\n"
        try chain.write(header + "a,1,키위쥬스,1\nb,1,키위쥬스,1\n", to: "c/inbox/o.csv")
        #expect(try chain.run(["chain", "run", "c", "--date", "2026-11-22"]).exit == 0)
        #expect(try chain.edit("c/b/shop.sqlite", "DELETE FROM used_id").exit == 0)
        try chain.write(header + "a,1,키위쥬스,1\na,2,망고쥬스,1\nb,1,키위쥬스,1\n", to: "c/inbox/p.csv")
        let result = try chain.run(["chain", "run", "c", "--date", "2026-11-23"])
        #expect(result.exit == 70)
        #expect(result.errorText.contains("b: ") && result.errorText.contains(Self.finding))
        let states = chain.lines("c/reports/2026-11-23/chain.csv").dropFirst()
        #expect(
            states.map { $0.split(separator: ",").prefix(4) } == [
                ["a", "a", "done", "0"], ["b", "b", "failed", "70"],
            ])
        let history = try chain.run(["history", "--ledger", "c/b/shop.sqlite", "--json"])
        #expect(history.outputText.components(separatedBy: #""run":"#).count == 2)
        // Its part waits for it.
        #expect(chain.text("c/b/inbox/p.csv") == header + "b,1,키위쥬스,1\n")
    }
}
