import Foundation
import TestSupport
import Testing

/// Runs of a chain of shops.
@Suite struct ChainTests {
    private static let date = "2026-11-23"
    private static let header = "매장,id,action,item,quantity\n"
    private static let first = "강남,1,order,키위쥬스,2\n강남,2,restock,딸기,40\n강남,3,order,딸기쥬스,3\n"
    private static let second = "홍대,1,order,바나나쥬스,2\n\"홍대\",2,order,망고쥬스,5\n"

    /// A chain of two shops with one export.
    private func chain(_ files: [String: String] = [:]) throws -> Shop {
        let usual = [
            "c/chain.json": #"{"columns": {"shop": "매장"}, "language": "en"}"#, "c/강남/inbox/.keep": "",
            "c/홍대/inbox/.keep": "", "c/inbox/orders.csv": Self.header + Self.first + Self.second,
        ]
        return try Shop(usual.merging(files) { $1 })
    }

    private func nightlyRun(_ shop: Shop, _ options: [String] = []) throws -> ProgramResult {
        try shop.run(["chain", "run", "c", "--date", Self.date] + options)
    }

    /// All files by path except ledgers, locks and the manifest.
    private func tree(_ shop: Shop) throws -> [String: [UInt8]] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: shop.folder.path + "/c")
        let kept = paths.filter {
            $0 != "metrics.prom" && !$0.contains(".sqlite") && !$0.contains(".night") && !$0.hasSuffix("/.keep")
        }
        return Dictionary(uniqueKeysWithValues: kept.map { ($0, shop.folder.read("c/" + $0) ?? []) })
    }

    /// A problem of the whole export is reported once.
    @Test func reportsFileNamesThatContradictTheirRows() throws {
        let header = "매장,item,time\n"
        let rows = "강남,키위쥬스,2026-11-20 23:10\n홍대,바나나쥬스,2026-11-20 23:20\n"
        let shop = try chain([
            "c/inbox/orders_20261121_0030.csv": header + rows,
            "c/홍대/inbox/own_20261121.csv": "item,time\n망고쥬스,2026-11-20 22:00\n",
        ])
        try shop.remove("c/inbox/orders.csv")
        let result = try nightlyRun(shop)
        #expect(result.exit == 0)
        let said = result.errorText.split(separator: "\n").filter { $0.contains("but the rows are dated 2026-11-20") }
        #expect(said.count { $0.contains("orders_20261121_0030.csv: The date in the file name is 2026-11-21") } == 1)
        #expect(said.count { $0.contains("홍대") && $0.contains("own_20261121.csv") } == 1 && said.count == 2)
        for folder in ["강남", "홍대"] {
            let summary = shop.text("c/\(folder)/reports/\(Self.date)/orders_20261121_0030/summary.json")
            #expect(summary.contains("\"date\": \"2026-11-20\""), "\(folder)")
        }
    }

    @Test func failuresStayWithinOneShop() throws {
        let shop = try chain([
            "c/a/shop.sqlite": "no ledger", "c/b/menu.csv": "nonsense\n", "c/d/inbox/own.csv": "foo\n1\n",
            "c/e/inbox/.keep": "", "c/inbox/bad.csv": "매장,item\n강남,\"키위쥬스\n",
            "c/inbox/more.csv": "매장,item\n모름,키위쥬스\n,키위쥬스\n강남,키위쥬스,1\na,키위쥬스\n",
        ])
        let result = try nightlyRun(shop)
        #expect(result.exit == 78)
        let table = shop.lines("c/reports/\(Self.date)/chain.csv").dropFirst().map {
            $0.split(separator: ",").prefix(4).joined(separator: ",")
        }
        #expect(
            table == [
                "a,a,refused,78", "b,b,not_run,65", "d,d,refused,65", "e,e,not_run,65", "강남,강남,done,0", "홍대,홍대,done,0",
            ])
        #expect(shop.text("c/reports/\(Self.date)/unknown-shop.csv") == "매장,item\n모름,키위쥬스\n,키위쥬스\n강남,키위쥬스,1\n")
        #expect(shop.text("c/failed/\(Self.date)/bad.csv") != "")
        #expect(shop.text("c/d/failed/\(Self.date)/own.csv") == "foo\n1\n")
        // The cause is reported once, for the export; undelivered partitions wait with it.
        let problems = shop.text("c/reports/\(Self.date)/chain.csv")
        #expect(problems.components(separatedBy: "The export that this shop needs was refused: bad.csv").count == 3)
        #expect(!problems.contains("bad_quoting"))
        #expect(problems.contains("1 file is waiting in the shop's inbox."))
        #expect(shop.text("c/a/inbox/more.csv") == "매장,item\na,키위쥬스\n")
        #expect(result.errorText.contains("juice-batch: bad.csv:2: bad_quoting"))
    }

    /// The states of all shops, as chain.csv has them.
    private func states(_ shop: Shop) -> [String] {
        shop.lines("c/reports/\(Self.date)/chain.csv").dropFirst().map { line in
            line.split(separator: ",").prefix(3).dropFirst(2).joined()
        }
    }

    @Test func shopNotRunDiffersFromShopWithoutFile() throws {
        let shop = try chain(["c/a/inbox/.keep": "", "c/b/inbox/.keep": ""])
        #expect(try nightlyRun(shop, ["--shops", "강남", "--shops", "a"]).exit == 4)
        #expect(states(shop) == ["missing", "not_run", "done", "not_run"])
        #expect(try shop.run(["chain", "rollup", "c", "--date", Self.date]).exit == 4)
        #expect(states(shop) == ["missing", "not_run", "done", "not_run"])
        #expect(try nightlyRun(shop).exit == 4)
        #expect(states(shop) == ["missing", "missing", "done", "done"])
    }

    @Test func invalidChainMenuIsRefusedBeforeTheRun() throws {
        let settings = #"{"columns": {"shop": "매장"}, "language": "en", "menu": "./menu.csv"}"#
        let shop = try chain(["c/chain.json": settings, "c/menu.csv": "nonsense\n"])
        let before = try tree(shop)
        let result = try nightlyRun(shop)
        #expect(result.exit == 78)
        #expect(result.errorText.contains("/c/menu.csv"))
        #expect(try tree(shop) == before)
        #expect(!FileManager.default.fileExists(atPath: shop.folder.path + "/c/.night/\(Self.date)"))
    }

    @Test func optionValueMayEqualTheFolderName() throws {
        let shop = try chain()
        #expect(try nightlyRun(shop, ["--shop", "c"]).exit == 0)
        #expect(shop.text("c/강남/reports/\(Self.date)/orders/report.md").hasPrefix("# c: "))
    }

    /// Also if a partition has the same bytes as the first one's, and after a kill behind its commit.
    @Test func secondExportOfOneNameIsAppliedOnce() throws {
        let shop = try chain(["c/inbox/orders.csv": Self.header + Self.first])
        #expect(try nightlyRun(shop, ["--shops", "강남"]).exit == 0)
        try shop.write(Self.header + Self.second, to: "c/inbox/orders.csv")
        #expect(try nightlyRun(shop, ["--again"]).exit == 0)
        let before = try tree(shop)
        // Simulates a kill before the manifest recorded the end of the shop.
        let lines = shop.lines("c/.night/\(Self.date)")
        let end = try #require(lines.lastIndex { $0.contains("홍대") && $0.contains("done") })
        try shop.write(lines[..<end].map { $0 + "\n" }.joined(), to: "c/.night/\(Self.date)")
        let name = "orders.2.csv"
        try shop.write(shop.text("c/done/\(Self.date)/\(name)"), to: "c/inbox/orders.csv")
        try shop.remove("c/done/\(Self.date)/\(name)")
        #expect(try nightlyRun(shop, ["--again"]).exit == 0)
        #expect(try tree(shop) == before)
    }

    @Test func shopsAreAddedClosedAndRenamed() throws {
        let shop = try Shop()
        func chain(_ words: String...) throws -> Int? { try shop.run(["chain"] + words + ["--language", "en"]).exit }
        #expect(try chain("add", "c", "강남") == 0 && chain("add", "c", "홍대") == 0)
        #expect(try chain("add", "c", "강 남") == 64 && chain("add", "c", "../x") == 64)
        #expect(try chain("rename", "c", "강남", "역삼") == 0 && chain("rename", "c", "홍대", "강남") == 64)
        #expect(try chain("close", "c", "홍대", "--date", Self.date) == 0 && chain("close", "c", "홍대") == 64)
        try shop.write("매장,item\n강남,키위쥬스\n역삼,바나나쥬스\n홍대,바나나쥬스\n", to: "c/inbox/o.csv")
        #expect(try chain("run", "c", "--date", Self.date, "--column", "shop=매장") == 4)
        #expect(shop.lines("c/reports/\(Self.date)/chain.csv").count == 2)
        #expect(shop.lines("c/강남/reports/\(Self.date)/o/success.csv").count == 3)
        #expect(shop.text("c/reports/\(Self.date)/unknown-shop.csv") == "매장,item\n홍대,바나나쥬스\n")
        #expect(
            shop.text("c/reports/\(Self.date)/index.html")
                .contains("1 row of unknown or closed shops: 홍대 (1 row, o.csv:4, closed since \(Self.date))"))
        #expect(try chain("add", "c", "홍대") == 0)
        #expect(!shop.text("c/chain.json").contains("closed"))
    }

    @Test func fullReportsCanBeMadeLater() throws {
        let (few, all) = (try chain(), try chain())
        #expect(try nightlyRun(few, ["--reports", "few"]).exit == 0 && nightlyRun(all).exit == 0)
        let folder = "c/홍대/reports/\(Self.date)/orders"
        #expect(Set(few.files(folder).keys) == ["failure.csv", "restock.csv", "summary.json"])
        #expect(try few.run(["chain", "report", "c", "홍대", Self.date]).exit == 0)
        #expect(few.files(folder) == all.files(folder))
    }
}
