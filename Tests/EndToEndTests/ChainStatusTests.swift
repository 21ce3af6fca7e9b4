import Foundation
import TestSupport
import Testing

/// Status, metrics and retention of chain runs.
@Suite struct ChainStatusTests {
    private let shop: Shop

    init() throws { shop = try Shop.chain() }

    /// Writes files, by paths in the chain's folder, and runs the chain.
    private func nightlyRun(_ files: [String: String] = [:], _ options: String = "") throws -> Int? {
        for (path, text) in files { try shop.write(text, to: "c/" + path) }
        return try shop.run("chain run c \(options)").exit
    }

    /// The kinds of the reasons, with the shop's name if any; also checks the exit code and the schema.
    private func kinds(_ folder: String = "c", exit: Int? = nil) throws -> [String] {
        let result = try shop.run("status --json --folder \(folder)")
        let json = try #require(OrderedJSONParser.parse(result.outputText), "\(result.errorText)")
        #expect(try PlainSchema.published(.status).problems(of: json) == [])
        let reasons = json["reasons"]?.elements ?? []
        #expect(result.exit == exit ?? (reasons.isEmpty ? 0 : 6) && json["exit"]?.int == result.exit)
        return reasons.map { reason in
            let kind = reason["kind"]?.text ?? ""
            return reason["shop"]?.text.map { "\($0): \(kind)" } ?? kind
        }
    }

    private func said(_ folder: String = "c") throws -> String {
        try shop.run("status --language en --folder \(folder)").outputText
    }

    private static let whole = ["a/inbox/a.csv": "item\n키위쥬스\n", "b/inbox/b.csv": "item\n망고쥬스\n"]
    private static let ofShopA = ["a/inbox/a.csv": "item\n키위쥬스\n"]
    private static let later = ["a/inbox/c.csv": "item\n바나나쥬스\n"]

    @Test func chainRunCountsAsNightlyRunOfEachShop() throws {
        #expect(try kinds() == ["no_night"] && kinds("c/a") == ["no_night"])
        #expect(try nightlyRun(Self.whole) == 0)
        #expect(try kinds() == [] && kinds("c/a") == [])
        #expect(try said().hasPrefix("No problems found.\n"))
        #expect(try shop.shell("cd c && \"$0\" status").exit == 0)
        // Open rows of a shop are open in its chain.
        #expect(try nightlyRun(["a/inbox/s.csv": "item\n딸기쥬스\n", "b/inbox/s.csv": "item\n딸기쥬스\n"]) == 0)
        let short =
            "Nothing is urgent, but some things need attention: 2 rows short of stock, too little fruit in 2 shops.\n"
        #expect(try said().hasPrefix(short))
    }

    /// A part has the name of its export, which says nothing about the shop's own file of that name.
    @Test func partDoesNotResolveAFileOfItsName() throws {
        let files = ["b/inbox/e.csv": "item\n\"키위쥬스\n", "inbox/e.csv": "매장,item\na,키위쥬스\nb,망고쥬스\n"]
        #expect(try nightlyRun(files) == 65)
        #expect(try kinds("c/b").contains("files_failed"))
    }

    @Test func shopThatWaitsForARefusedExportIsNotRun() throws {
        #expect(try nightlyRun(Self.ofShopA.merging(["inbox/e.csv": "매장,item\nb,\"키위쥬스\n"]) { $1 }) == 65)
        let reasons = ["shop_not_run", "chain_problems"]
        #expect(try kinds("c/b") == reasons && kinds("c/a") == [])
        #expect(try kinds() == ["chain_problems", "night_failed", "files_failed"] + reasons.map { "b: \($0)" })
        let told = try said("c/b")
        #expect(told.contains("that this shop needs could not be split: e.csv") && !told.contains("no files"))
        // Once the corrected export has been applied, nothing is left.
        #expect(try nightlyRun(["inbox/e.csv": "매장,item\nb,키위쥬스\n"]) == 0)
        #expect(try kinds() == [])
    }

    @Test func reportsWhyFilesWereNotApplied() throws {
        let files = ["b/inbox/b.csv": "item\n\"키위쥬스\n", "inbox/e.csv": "매장,item\na,키위쥬스\nnowhere,키위쥬스\n"]
        #expect(try nightlyRun(Self.ofShopA.merging(files) { $1 }) == 65)
        #expect(try Set(kinds()).isSuperset(of: ["night_failed", "b: chain_problems", "rows_without_shop"]))
        #expect(try said("c/b").contains("b.csv"))
    }

    @Test func missingChainSettingsAreNoMissingLedger() throws {
        #expect(try nightlyRun(Self.whole) == 0)
        try shop.remove("c/chain.json")
        let looked = try shop.run("status --folder c/a --language en")
        #expect(looked.exit == 78 && looked.errorText.contains("chain.json is missing"), "\(looked.errorText)")
    }

    @Test func nightlyAndInitRefuseAChainFolder() throws {
        try shop.write("매장,item\na,키위쥬스\n", to: "c/inbox/e.csv")
        let before = shop.files("c").keys.sorted()
        for options in ["--settle 0", "--dry-run"] {
            let refused = try shop.run("nightly --folder c --language en \(options)")
            #expect(refused.exit == 64 && refused.errorText.contains("this is a chain's folder"))
        }
        #expect(try shop.exits("nightly --folder c --no-such-option", "init c") == [64, 64])
        #expect(shop.files("c").keys.sorted() == before)
    }

    @Test func noFileIsExpectedFromAClosedShop() throws {
        #expect(try nightlyRun(Self.whole) == 0)
        #expect(try shop.run("chain close c b --date 2020-01-01").exit == 0)
        #expect(try nightlyRun(Self.later) == 0)
        #expect(try kinds() == [] && kinds("c/b") == [])
        #expect(try said("c/b").contains("\nShop: closed from 2020-01-01 on\n"))
        #expect(try shop.run("chain close c a --date 2020-01-01").exit == 0)
        #expect(try shop.run("chain run c --date 2020-02-02").errorText.contains("has no open shop"))
    }

    @Test func shopWithoutAFolderIsNotRun() throws {
        #expect(try nightlyRun(Self.whole) == 0)
        let settings = #"{"columns": {"shop": "매장"}, "language": "en", "shops": {"d": {"also": ["dd"]}}}"#
        try shop.write(settings, to: "c/chain.json")
        #expect(try kinds() == ["d: shop_not_run"])
    }

    /// A repeated earlier date does not replace the newest one.
    @Test func statusIsAboutTheNewestDateNotTheLastRun() throws {
        #expect(try nightlyRun(Self.whole) == 0)
        #expect(try nightlyRun(Self.later, "--date 2026-01-02") == 4)
        #expect(try kinds().contains { $0.hasSuffix("files_missing") } == false && kinds("c/b") == [])
        #expect(try said().contains("Shops: 2 (done 2)"))
    }

    /// They stay open until their file is moved or applied.
    @Test func rowsWithoutAShopAreReportedUntilResolved() throws {
        let days = #"["mon", "tue", "wed", "thu", "fri", "sat", "sun"]"#
        try shop.write(Shop.chainSettings.dropLast() + ", \"closed\": \(days)}", to: "c/chain.json")
        let files = Self.whole.merging(["inbox/e.csv": "매장,item\na,키위쥬스\nnowhere,키위쥬스\n"]) { $1 }
        #expect(try nightlyRun(files, "--date 2020-01-02") == 4)
        let later = Self.later.merging(["b/inbox/n.csv": "item\n망고키위쥬스\n"]) { $1 }
        #expect(try nightlyRun(later, "--date 2020-01-03") == 0)
        #expect(try kinds() == ["rows_without_shop"])
        #expect(try shop.shell("mv c/reports/2020-01-02/unknown-shop.csv corrected.csv").exit == 0)
        #expect(try kinds() == [])
    }

    @Test func damagedLedgerDoesNotHideOtherShops() throws {
        #expect(try nightlyRun(Self.whole) == 0)
        try shop.write("no ledger", to: "c/a/shop.sqlite")
        // For the shop it is an error; the chain has the same exit code and still lists everything else.
        #expect(try shop.run("status --folder c/a").exit == 78)
        #expect(try kinds(exit: 78) == ["a: shop_unreadable"])
        #expect(try nightlyRun(Self.later) == 78)
        #expect(try kinds(exit: 78) == ["night_failed", "a: shop_unreadable"])
    }

    @Test func lastLineListsAllReasons() throws {
        let export = "매장,item\na,키위쥬스\nnowhere,키위쥬스\n"
        for (path, text) in Self.ofShopA.merging(["inbox/e.csv": export], uniquingKeysWith: { $1 }) {
            try shop.write(text, to: "c/" + path)
        }
        let last =
            "\n2 files, exit code 4 (a shop has sent no file; some rows belong to no shop), 6 (fewer files arrived "
            + "than expected)\n"
        #expect(try shop.run("chain run c --expect-files 3").outputText.hasSuffix(last))
    }

    @Test(arguments: ["mv c/inbox inbox", #"echo '{"menu": "none.csv", "language": "en"}' > c/chain.json"#])
    func runThatCannotStartIsRecorded(damage: String) throws {
        #expect(try nightlyRun(Self.whole) == 0)
        #expect(try shop.shell(damage).exit == 0)
        #expect(try nightlyRun() == 66)
        try shop.write(#"{"language": "en"}"#, to: "c/chain.json")
        #expect(try kinds() == ["night_failed"] && kinds("c/a") == [])
    }

    @Test func chainRunWritesChainMetrics() throws {
        #expect(try nightlyRun(Self.ofShopA, "--expect-files 2") == 4)
        #expect(try kinds() == ["files_missing", "b: files_missing"])
        #expect(try kinds("c/a") == [] && kinds("c/b") == ["files_missing"])
        let metrics = shop.text("c/metrics.prom")
        let folder = "folder=\"\(shop.folder.path)/c"
        var samples = [
            "juice_batch_night_exit_code{\(folder)\"} 4\n", "juice_batch_night_files{\(folder)\"} 1\n",
            "state=\"missing\"} 1\n", "state=\"done\"} 1\n", "{\(folder)/b\",shop=\"b\",state=\"missing\"} 1\n",
        ]
        // The chain's metrics contain the metrics of each shop.
        for name in ["unplaced_reports", "run_timestamp_seconds", "fruits_below_need", "dates_without_run"] {
            samples.append("juice_batch_\(name){\(folder)/a\",shop=\"a\"} ")
        }
        for sample in samples { #expect(metrics.contains(sample), "\(sample)") }
        #expect(try shop.run("status --folder c --metrics").outputText == metrics)
    }

    @Test func fewerFilesThanExpectedAre6() throws {
        #expect(try nightlyRun(Self.whole, "--expect-files 3") == 6)
        #expect(try kinds() == ["files_missing"])
        // The same date continues: earlier files count.
        #expect(try nightlyRun(Self.later, "--expect-files 3") == 0)
        #expect(try kinds() == [])
    }

    /// The chain's own pages and exports expire too; a repeated export is still recognized.
    @Test func expiredFilesOfChainAndShopsAreRemoved() throws {
        let export = { (date: String) in "매장,item,time\na,키위쥬스,\(date)\nb,키위쥬스,\(date)\n" }
        // The record of an unread export expires as well, and its number is not used again.
        _ = try nightlyRun(["inbox/2020-01-01.csv": export("2020-01-01")], "--date 2020-01-01 --fill item")
        for day in 1...3 {
            let date = "2020-01-0\(day)"
            let files = ["inbox/\(date).csv": export(date), "a/inbox/\(date).csv": "item,time\n망고쥬스,\(date)\n"]
            #expect(try nightlyRun(files, "--date \(date) --keep-days 1") == 0)
        }
        for folder in ["reports", "done", "a/reports", "a/done", "b/reports"] {
            #expect(shop.files("c/\(folder)").keys.sorted() == ["2020-01-03"], "\(folder)")
        }
        let manifest = shop.text("c/.night/2020-01-01")
        #expect(manifest.contains("\"sha256\"") && !manifest.contains("\"shop\":"))
        #expect(try nightlyRun(["inbox/new.csv": export("2020-01-04")], "--date 2020-01-01") == 0)
        #expect(!shop.folder.holds("c/.night/.open-2020-01-01"))
        #expect(try nightlyRun(["inbox/2020-01-01.csv": export("2020-01-01")], "--date 2020-01-01") == 4)
        #expect(shop.files("c/repeated").keys.sorted() == ["2020-01-01"])
    }

    @Test func unresolvedFilesStayInTheChainFolder() throws {
        let files = ["inbox/e.csv": "매장,item,time\na,키위쥬스,2020-01-01\nd,키위쥬스,2020-01-01\n"]
        #expect(try nightlyRun(files, "--date 2020-01-01") == 4)
        try shop.write("no ledger", to: "c/b/shop.sqlite")
        let next = ["inbox/f.csv": "매장,item,time\na,키위쥬스,2020-01-02\nb,키위쥬스,2020-01-02\n"]
        #expect(try nightlyRun(next, "--date 2020-01-02") == 78)
        try shop.remove("c/b/shop.sqlite")
        for (day, name) in [("2020-01-04", "g"), ("2020-01-05", "h")] {
            let files = ["a/inbox/\(name).csv": "item,time\n바나나쥬스,\(day)\n"]
            _ = try nightlyRun(files, "--date \(day) --keep-days 1")
        }
        #expect(shop.files("c/reports").keys.sorted() == ["2020-01-01", "2020-01-02", "2020-01-05"])
        #expect(shop.text("c/reports/2020-01-01/unknown-shop.csv").contains("d,키위쥬스"))
        #expect(shop.text("c/.night/2020-01-02").contains("\"shop\": \"b\""))
    }
}
