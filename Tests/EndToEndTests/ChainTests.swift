import Foundation
import TestSupport
import Testing

/// Runs of a chain of shops.
@Suite struct ChainTests {
    private static let header = "매장,id,action,item,quantity\n"
    private static let first = "a,1,order,키위쥬스,2\na,2,restock,딸기,40\na,3,order,딸기쥬스,3\n"
    private static let second = "b,1,order,바나나쥬스,2\n\"b\",2,order,망고쥬스,5\n"
    private static let export = ["inbox/orders.csv": header + first + second]
    private let reports = "c/reports/\(Shop.date)"

    /// All files by path except ledgers, locks and the manifest.
    private func tree(_ shop: Shop) throws -> [String: [UInt8]] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: shop.folder.path + "/c")
        let kept = paths.filter {
            $0 != "metrics.prom" && !$0.contains(".sqlite") && !$0.contains(".night") && !$0.hasSuffix("/.keep")
        }
        return Dictionary(uniqueKeysWithValues: kept.map { ($0, shop.folder.read("c/" + $0) ?? []) })
    }

    @Test func reportsFileNamesThatContradictTheirRows() throws {
        let shop = try Shop.chain([
            "inbox/o_20261121_0030.csv": "매장,item,time\na,키위쥬스,2026-11-20 23:10\nb,바나나쥬스,2026-11-20 23:20\n",
            "a/inbox/s_2026-11-19.csv": "item\n키위쥬스\n", "a/inbox/t.csv": "item\n망고쥬스\n",
            "b/inbox/own_20261121.csv": "item,time\n망고쥬스,2026-11-20 22:00\n",
        ])
        let result = try shop.run("chain run c --date \(Shop.date)")
        #expect(result.exit == 0)
        let said = result.errorText.split(separator: "\n").filter { $0.contains("but the rows are dated 2026-11-20") }
        #expect(said.count { $0.contains("o_20261121_0030.csv: The date in the file name is 2026-11-21") } == 1)
        #expect(said.count { $0.contains("b: ") && $0.contains("own_20261121.csv") } == 1 && said.count == 2)
        for (name, file, date) in [
            ("a", "o_20261121_0030", "2026-11-20"), ("b", "o_20261121_0030", "2026-11-20"),
            ("a", "s_2026-11-19", "2026-11-19"), ("a", "t", Shop.date),
        ] {
            let summary = shop.text("c/\(name)/reports/\(Shop.date)/\(file)/summary.json")
            #expect(summary.contains("\"date\": \"\(date)\""), "\(name) \(file)")
        }
    }

    @Test func failuresStayWithinOneShop() throws {
        let files = [
            "d/shop.sqlite": "no ledger", "e/menu.csv": "nonsense\n", "f/inbox/own.csv": "foo\n1\n",
            "g/inbox/.keep": "", "inbox/bad.csv": "매장,item\na,\"키위쥬스\n",
            "inbox/more.csv": "매장,item\n모름,키위쥬스\n,키위쥬스\na,키위쥬스,1\nd,키위쥬스\n",
        ]
        let shop = try Shop.chain(files.merging(Self.export) { $1 })
        let result = try shop.run("chain run c --date \(Shop.date)")
        #expect(result.exit == 78 && result.errorText.contains("juice-batch: bad.csv:2: bad_quoting"))
        #expect(
            shop.states() == "a,a,done,0 b,b,done,0 d,d,refused,78 e,e,not_run,65 f,f,refused,65 g,g,not_run,65")
        #expect(shop.text("\(reports)/unknown-shop.csv") == "매장,item\n모름,키위쥬스\n,키위쥬스\na,키위쥬스,1\n")
        #expect(shop.text("c/failed/\(Shop.date)/bad.csv") != "")
        #expect(shop.text("c/f/failed/\(Shop.date)/own.csv") == "foo\n1\n")
        // The cause is reported once, for the export; undelivered partitions wait with it.
        let problems = shop.text("\(reports)/chain.csv")
        #expect(problems.ranges(of: "The export that this shop needs could not be split: bad.csv").count == 2)
        #expect(!problems.contains("bad_quoting"))
        #expect(problems.contains("1 file is waiting in the shop's folder."))
        #expect(shop.text("c/d/.parts/\(Shop.date)-000002.csv") == "매장,item\nd,키위쥬스\n")
    }

    @Test func shopNotRunDiffersFromShopWithoutFile() throws {
        let shop = try Shop.chain(["d/inbox/.keep": "", "e/inbox/.keep": ""].merging(Self.export) { $1 })
        for command in ["run c --shops a --shops d", "rollup c"] {
            #expect(try shop.run("chain \(command) --date \(Shop.date)").exit == 4)
            #expect(shop.states() == "a,a,done,0 b,b,not_run,4 d,d,missing,4 e,e,not_run,4")
        }
        #expect(try shop.chainRun() == 4)
        #expect(shop.states() == "a,a,done,0 b,b,done,0 d,d,missing,4 e,e,missing,4")
    }

    @Test func invalidChainMenuIsRefusedBeforeTheRun() throws {
        let settings = #"{"columns": {"shop": "매장"}, "language": "en", "menu": "./menu.csv"}"#
        let files = ["chain.json": settings, "menu.csv": "nonsense\n"].merging(Self.export) { $1 }
        let shop = try Shop.chain(files)
        let before = try tree(shop)
        let result = try shop.run("chain run c --date \(Shop.date)")
        #expect(result.exit == 78 && result.errorText.contains("/c/menu.csv"))
        #expect(try tree(shop) == before && !shop.folder.holds("c/.night/\(Shop.date)"))
    }

    @Test func optionValueMayEqualTheFolderName() throws {
        let shop = try Shop.chain(Self.export)
        #expect(try shop.chainRun("--shop c") == 0)
        #expect(shop.text("c/a/reports/\(Shop.date)/orders/report.md").hasPrefix("# c: "))
    }

    @Test func secondExportOfOneNameIsAppliedOnce() throws {
        let shop = try Shop.chain(["inbox/orders.csv": Self.header + Self.first])
        #expect(try shop.chainRun("--shops a") == 0)
        try shop.write(Self.header + Self.second, to: "c/inbox/orders.csv")
        #expect(try shop.chainRun("--again") == 0)
        let before = try tree(shop)
        // Simulates a kill before the manifest recorded the end of the shop.
        let manifest = "c/.night/\(Shop.date)"
        let lines = shop.lines(manifest)
        let end = try #require(lines.lastIndex { $0.contains(#""shop": "b", "state": "done""#) })
        try shop.write(lines[..<end].map { $0 + "\n" }.joined(), to: manifest)
        let name = "orders.2.csv"
        try shop.write(shop.text("c/done/\(Shop.date)/\(name)"), to: "c/inbox/orders.csv")
        try shop.remove("c/done/\(Shop.date)/\(name)")
        #expect(try shop.chainRun("--again") == 0)
        #expect(try tree(shop) == before)
    }

    @Test func rowsOfAClosedShopBelongToNoShop() throws {
        let shop = try Shop.chain(["inbox/o.csv": "매장,item\na,키위쥬스\nn,바나나쥬스\nb,바나나쥬스\n"])
        #expect(try shop.exits("chain rename c a n", "chain close c b --date \(Shop.date)") == [0, 0])
        #expect(try shop.chainRun() == 4)
        #expect(shop.states() == "n,a,done,0")
        #expect(shop.lines("c/a/reports/\(Shop.date)/o/success.csv").count == 3)
        #expect(shop.text("\(reports)/unknown-shop.csv") == "매장,item\nb,바나나쥬스\n")
        let told = "1 row of unknown or closed shops: b (1 row, o.csv:4, closed since \(Shop.date))"
        #expect(shop.text("\(reports)/index.html").contains(told))
        #expect(try shop.run("chain add c b").exit == 0)
        #expect(!shop.text("c/chain.json").contains("closed"))
    }

    @Test func fullReportsCanBeMadeLater() throws {
        let (few, all) = (try Shop.chain(Self.export), try Shop.chain(Self.export))
        #expect(try few.chainRun("--reports few") == 0 && all.chainRun() == 0)
        let folder = "c/b/reports/\(Shop.date)/orders"
        #expect(Set(few.files(folder).keys) == ["failure.csv", "restock.csv", "summary.json"])
        #expect(try few.run("chain report c b \(Shop.date)").exit == 0)
        #expect(few.files(folder) == all.files(folder))
    }
}
