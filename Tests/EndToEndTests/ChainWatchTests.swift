import Foundation
import TestSupport
import Testing

/// What is left of a chain's run for its operators: `status`, metrics, and what is kept.
@Suite struct ChainWatchTests {
    private let shop: Shop

    init() throws {
        shop = try Shop([
            "c/chain.json": #"{"columns": {"shop": "매장"}, "language": "en"}"#, "c/a/inbox/.keep": "",
            "c/b/inbox/.keep": "",
        ])
    }

    /// Runs the chain on files that have come to inboxes, by their paths in the chain's folder.
    private func night(_ files: [String: String] = [:], _ options: String...) throws -> Int? {
        for (path, text) in files { try shop.write(text, to: "c/" + path) }
        return try shop.run(["chain", "run", "c"] + options).exit
    }

    /// The kinds of the reasons, those of a shop with its name in front; exit code and schema are looked at.
    private func kinds(_ folder: String = "c", exit: Int? = nil) throws -> [String] {
        let result = try shop.run(["status", "--folder", folder, "--json"])
        let json = try #require(OrderedJSONParser.parse(result.outputText), "\(result.errorText)")
        #expect(try PlainSchema.published(.status).problems(of: json) == [])
        let reasons = json["reasons"]?.elements ?? []
        #expect(result.exit == exit ?? (reasons.isEmpty ? 0 : 6) && json["exit"]?.int == result.exit)
        return reasons.map { reason in
            let kind = reason["kind"]?.text ?? ""
            return reason["shop"]?.text.map { "\($0): \(kind)" } ?? kind
        }
    }

    private static let whole = ["a/inbox/a.csv": "item\n키위쥬스\n", "b/inbox/b.csv": "item\n망고쥬스\n"]

    @Test func aChainWithoutARunSaysSoAndSoDoesEachShop() throws {
        #expect(try kinds() == ["no_night"])
        #expect(try kinds("c/a") == ["no_night"])
    }

    @Test func aRunOfTheChainIsTheLastNightOfEachShop() throws {
        #expect(try night(Self.whole) == 0)
        #expect(try kinds() == [] && kinds("c/a") == [])
        #expect(try shop.run(["status", "--folder", "c"]).outputText.hasPrefix("All is well.\n"))
        #expect(try shop.shell("cd c && \"$0\" status").exit == 0)
    }

    @Test func aShopThatSentNothingIsAReasonOfTheChainAndOfTheShop() throws {
        #expect(try night(["a/inbox/a.csv": "item\n키위쥬스\n"]) == 4)
        #expect(try kinds() == ["b: files_missing"] && kinds("c/a") == [] && kinds("c/b") == ["files_missing"])
    }

    @Test func whatKeptFilesFromBeingAppliedIsSaid() throws {
        let files = [
            "a/inbox/a.csv": "item\n키위쥬스\n", "b/inbox/b.csv": "item\n\"키위쥬스\n",
            "inbox/e.csv": "매장,item\na,키위쥬스\nnowhere,키위쥬스\n",
        ]
        #expect(try night(files) == 65)
        let reasons = try kinds()
        #expect(reasons.contains("night_failed") && reasons.contains("b: chain_problems"))
        #expect(reasons.contains("rows_without_shop"))
        #expect(try shop.run(["status", "--folder", "c/b"]).outputText.contains("b.csv"))
    }

    @Test func aShopThatWasNotAskedForIsNotRun() throws {
        #expect(try night(Self.whole, "--shops", "a") == 0)
        #expect(try kinds() == ["b: shop_not_run"] && kinds("c/b") == ["shop_not_run"])
    }

    @Test func aDamagedLedgerIsToldOfAndTheOtherShopsAreLookedAt() throws {
        #expect(try night(Self.whole) == 0)
        try shop.write("no ledger", to: "c/a/shop.sqlite")
        // Of a shop by itself it is the error of any command; of its chain as severe, with all that there is to tell.
        let alone = try shop.run(["status", "--folder", "c/a"]).exit
        #expect(alone == 78)
        #expect(try kinds(exit: alone) == ["a: shop_unreadable"])
        #expect(try night(["a/inbox/c.csv": "item\n바나나쥬스\n"]) == 78)
        #expect(try kinds(exit: 78) == ["night_failed", "a: shop_unreadable"])
    }

    @Test func theLastLineTellsAllReasons() throws {
        let files = ["a/inbox/a.csv": "item\n키위쥬스\n", "inbox/e.csv": "매장,item\na,키위쥬스\nnowhere,키위쥬스\n"]
        for (path, text) in files { try shop.write(text, to: "c/" + path) }
        let printed = try shop.run(["chain", "run", "c", "--expect-files", "3"]).outputText
        #expect(
            printed.hasSuffix(
                "\n2 files, exit code 4 (a shop without a file; rows that belong to no shop), 6 (fewer files than expected)\n"
            ))
    }

    @Test func aRunThatCannotBeginIsOnRecord() throws {
        #expect(try night(Self.whole) == 0)
        try FileManager.default.moveItem(atPath: shop.folder.path + "/c/inbox", toPath: shop.folder.path + "/inbox")
        #expect(try night() == 66)
        #expect(try kinds() == ["night_failed"])
        #expect(try kinds("c/a") == [])
    }

    @Test func settingsThatMakeNoSenseAreOnRecord() throws {
        #expect(try night(Self.whole) == 0)
        try shop.write(#"{"menu": "none.csv", "language": "en"}"#, to: "c/chain.json")
        #expect(try night() == 66)
        try shop.write(#"{"language": "en"}"#, to: "c/chain.json")
        #expect(try kinds() == ["night_failed"])
    }

    @Test func theMetricsOfARunAreThoseOfTheChain() throws {
        #expect(try night(["a/inbox/a.csv": "item\n키위쥬스\n"], "--expect-files", "2") == 4)
        let metrics = try #require(shop.folder.read("c/metrics.prom").map { String(decoding: $0, as: UTF8.self) })
        #expect(metrics.contains("juice_batch_night_exit_code{folder=\"\(shop.folder.path)/c\"} 4\n"))
        #expect(metrics.contains("juice_batch_night_files{folder=\"\(shop.folder.path)/c\"} 1\n"))
        #expect(metrics.contains("state=\"missing\"} 1\n") && metrics.contains("state=\"done\"} 1\n"))
        #expect(metrics.contains("{folder=\"\(shop.folder.path)/c/b\",shop=\"b\",state=\"missing\"} 1\n"))
        let printed = try shop.run(["status", "--folder", "c", "--metrics"]).outputText
        #expect(metrics.split(separator: "\n").allSatisfy { printed.contains($0) })
        #expect(printed.contains("juice_batch_open_rows"))
    }

    @Test func fewerFilesThanExpectedAre6() throws {
        #expect(try night(Self.whole, "--expect-files", "3") == 6)
        #expect(try kinds() == ["files_missing"])
        // The same night goes on: what it has had counts.
        #expect(try night(["a/inbox/c.csv": "item\n바나나쥬스\n"], "--expect-files", "3") == 0)
        #expect(try kinds() == [])
    }

    @Test func oldNightsOfShopsGoWithTheirFacts() throws {
        for date in ["2020-01-01", "2020-01-02"] {
            let files = ["a/inbox/\(date).csv": "item,time\n키위쥬스,\(date)\n", "b/inbox/.keep": ""]
            #expect(try night(files, "--date", date, "--keep-days", "1") == 4)
        }
        for name in ["a", "b"] { #expect(shop.files("c/\(name)/reports").keys.sorted() == ["2020-01-02"]) }
        #expect(shop.files("c/a/done").keys.sorted() == ["2020-01-02"])
    }

    @Test func whatIsExpectedAndKeptIsOfRunsAlone() throws {
        #expect(try shop.run(["chain", "rollup", "c", "--keep-days", "3"]).exit == 64)
        #expect(try night([:], "--keep-days", "0") == 64)
        #expect(try night([:], "--expect-files", "-1") == 64)
    }
}
