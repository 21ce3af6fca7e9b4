import Foundation
import TestSupport
import Testing

/// Ledgers that are empty, or that another process is using.
@Suite struct LedgerFileTests {
    private let shop: Shop
    private let command = "run b.csv --ledger l.sqlite --output two"

    init() throws {
        shop = try Shop(["a.csv": "id,juice\n1,키위쥬스\n", "b.csv": "id,juice\n2,키위쥬스\n"])
        #expect(try shop.run("run a.csv --ledger l.sqlite --output one").exit == 0)
    }

    @Test func emptyFileIsANewLedger() throws {
        try shop.folder.write([], to: "l.sqlite")
        try shop.remove("l.sqlite.runs")
        #expect(try shop.run(command).exit == 0)
    }

    @Test func busyLedgerIsWaitedFor() throws {
        let descriptor = open(shop.folder.path + "/l.sqlite", O_RDWR)
        defer { close(descriptor) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_start = 0x4000_0001
        lock.l_len = 1
        try #require(fcntl(descriptor, F_SETLK, &lock) == 0)
        let busy = try shop.run("\(command) --lock-wait 0 --language en")
        #expect(busy.exit == 75 && busy.errorText.contains("is using the ledger"), "\(busy.errorText)")
        let ended = try shop.shell("( sleep 0.4; kill -TERM $$ ) & exec \"$0\" \(command) --lock-wait 60")
        #expect(ended.exit == 143, "\(ended.errorText)")
        #expect(shop.entries == ["a.csv", "b.csv", "l.sqlite", "l.sqlite.runs", "one"])
        // Readers do not wait.
        #expect(try shop.run("\(command) --dry-run").exit == 0)
    }
}

/// Commands that verify a ledger before they apply or report anything.
///
/// The used ids are missing, which SQLite does not notice: without a check of the digests, a repeated id
/// would be applied twice.
@Suite struct UnsoundLedgerTests {
    private static let orders = "id,item,quantity\nA-1,키위쥬스,1\n"
    private static let finding = "The record of run 1 is wrong (ids that it used)."

    /// A shop whose ledger has lost its ids after a nightly run, with the same order in the inbox again.
    private func damagedShop() throws -> Shop {
        let shop = try Shop(["inbox/a.csv": Self.orders])
        #expect(try shop.run("nightly --settle 0").exit == 0)
        #expect(try shop.edit("shop.sqlite", "DELETE FROM used_id").exit == 0)
        try shop.write(Self.orders + "A-2,망고쥬스,1\n", to: "inbox/b.csv")
        return shop
    }

    @Test(arguments: ["", "--dry-run"]) func nightlyRunAppliesNothing(options: String) throws {
        let shop = try damagedShop()
        let before = shop.text("shop.sqlite")
        let result = try shop.run("nightly --settle 0 --language en \(options)")
        #expect(result.exit == 70)
        #expect(result.errorText.contains(Self.finding))
        #expect(result.outputText == "the nightly run cannot begin (exit code 70); no file in the inbox was applied\n")
        #expect(shop.text("inbox/b.csv") != "")
        #expect(shop.text("shop.sqlite") == before)
    }

    @Test func chainRunsTheOtherShops() throws {
        let header = "매장,id,item,quantity\n"
        let export = header + "a,1,키위쥬스,1\nb,1,키위쥬스,1\n"
        let settings = #"{"columns": {"shop": "매장", "id": "id"}, "language": "en"}"#
        let chain = try Shop.chain(["chain.json": settings, "inbox/o.csv": export])
        #expect(try chain.chainRun(date: "2026-11-22") == 0)
        #expect(try chain.edit("c/b/shop.sqlite", "DELETE FROM used_id").exit == 0)
        try chain.write(export + "a,2,망고쥬스,1\n", to: "c/inbox/p.csv")
        let result = try chain.run("chain run c --date \(Shop.date)")
        #expect(result.exit == 70 && result.errorText.contains("b: ") && result.errorText.contains(Self.finding))
        #expect(chain.states() == "a,a,done,0 b,b,failed,70")
        let runs = try chain.json("history --ledger c/b/shop.sqlite --json")["runs"]?.elements
        #expect(runs?.count == 1)
        // Its part waits for it.
        #expect(chain.text("c/b/.parts/\(Shop.date)-000001.csv") == header + "b,1,키위쥬스,1\n")
    }
}
