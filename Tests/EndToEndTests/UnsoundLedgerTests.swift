import Foundation
import TestSupport
import Testing

/// Commands that verify a ledger before they apply anything to it, or speak of it.
///
/// In each ledger the used ids are gone, which SQLite takes for a sound file: without a look at the digests, an id that
/// comes again would be applied twice.
@Suite struct UnsoundLedgerTests {
    private static let orders = "id,item,quantity\nA-1,키위쥬스,1\n"
    private static let finding = "The ids that run 1 used are not those on record."

    /// A shop with a nightly run behind it whose ledger has lost its ids, and the same order in the inbox once more.
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

    @Test(arguments: [[], ["--dry-run"]]) func nightlyAppliesNothing(options: [String]) throws {
        let shop = try damagedShop()
        let before = shop.text("shop.sqlite")
        let result = try shop.run(["nightly", "--settle", "0", "--language", "en"] + options)
        #expect(result.exit == 70)
        #expect(result.errorText.contains(Self.finding))
        #expect(result.outputText == "the ledger cannot be used (exit code 70); nothing was applied\n")
        #expect(shop.text("inbox/b.csv") != "")
        #expect(shop.text("shop.sqlite") == before)
    }

    @Test func nightlySaysSoWhereTheFileItselfIsDamaged() throws {
        let shop = try damagedShop()
        try shop.write("no ledger", to: "shop.sqlite")
        #expect(try nightly(shop).exit == 78)
        #expect(shop.text("inbox/b.csv") != "")
    }

    @Test(arguments: [[], ["--ledger", "shop.sqlite"], ["--json"]]) func statusSaysSo(options: [String]) throws {
        let shop = try damagedShop()
        let result = try shop.run(["status", "--language", "en"] + options)
        #expect(result.exit == 70)
        #expect(result.errorText.contains(Self.finding))
        #expect(result.outputText.isEmpty)
    }

    /// The nightly run that it ended is on record all the same.
    @Test func theMetricsTellOfIt() throws {
        let shop = try damagedShop()
        #expect(try nightly(shop).exit == 70)
        #expect(shop.text("metrics.prom").contains("} 70\n"))
    }

    @Test func aChainRunsItsOtherShops() throws {
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
