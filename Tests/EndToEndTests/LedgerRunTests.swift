import CSV
import Foundation
import JuiceBatch
import TestSupport
import Testing

/// Runs with a ledger: state that carries over, and refused runs.
@Suite struct LedgerRunTests {
    private let monday = """
        id,juice,quantity
        A-1,키위쥬스,2
        A-2,딸기쥬스,1
        A-3,망고쥬스,1

        """
    private let tuesday = """
        id,action,item,quantity
        A-1,order,키위쥬스,2
        A-3,order,망고쥬스,2
        A-2,restock,딸기,6
        B-1,order,키위쥬스,1

        """

    private func codes(_ shop: Shop, _ folder: String) -> [String] {
        shop.lines(folder + "/failure.csv").dropFirst().map {
            let cells = $0.split(separator: ",", omittingEmptySubsequences: false)
            return "\(cells[2]) \(cells[6])"
        }
    }

    private func stock(_ shop: Shop, _ folder: String) -> String {
        shop.lines(folder + "/stock.csv").dropFirst().joined(separator: " ")
    }

    /// Ids with occurrences are unique within one input, not across inputs and runs.
    @Test func idsWithOccurrencesContinueAcrossRuns() throws {
        let first = "receipt,juice,quantity\nR1,키위쥬스,1\nR1,망고쥬스,1\nR2,딸기쥬스,1\n"
        let second = "receipt,juice,quantity\nR1,키위쥬스,1\nR1,망고쥬스,2\nR1,키위쥬스,1\nR2,키위쥬스,1\n"
        let shop = try Shop(["first.csv": first, "second.csv": second, "third.csv": second])
        let options = ["--column", "id=receipt+#", "--ledger", "l.sqlite"]
        #expect(try shop.run(["run", "first.csv", "--output", "one"] + options).exit == 0)
        #expect(codes(shop, "one") == ["R2/1 insufficient_stock"])
        #expect(try shop.run(["run", "second.csv", "third.csv", "--again", "--output", "two"] + options).exit == 4)
        #expect(
            codes(shop, "two") == [
                "R1/1 already_processed", "R1/2 id_conflict", "R1/1 already_processed", "R1/2 id_conflict",
                "R1/3 already_processed", "R2/1 already_processed",
            ])
        #expect(stock(shop, "two") == "딸기,10 바나나,10 파인애플,10 키위,1 망고,7")
    }

    @Test func changedIDFilterIsIgnored() throws {
        let shop = try shopOfManyIDs()
        let options = ["--ledger", "l.sqlite", "--json"]
        try shop.run(["run", "one.csv"] + options)
        try #require(shop.edit("l.sqlite", "UPDATE id_filter SET words = zeroblob(length(words))").exit == 0)
        let result = try shop.run(["run", "two.csv"] + options)
        #expect(result.outputText.contains("\"already_processed\": 3000"), "\(result.outputText.prefix(900))")
    }

    @Test func wrongIDFilterAppliesNothingTwice() throws {
        let shop = try shopOfManyIDs()
        let options = ["--ledger", "l.sqlite", "--chunk-bytes", "4096", "--quiet"]
        try shop.run(["run", "one.csv"] + options)
        let length = 6_000 * 16 / 64 * 8
        let digest = SHA256()
        // The filter's words and the run that it holds for.
        (Array(repeating: UInt8(0), count: length) + [1, 0, 0, 0, 0, 0, 0, 0]).withView {
            digest.update($0)
        }
        let sql = "UPDATE id_filter SET words = zeroblob(\(length)), sha256 = '\(digest.finishHex())'"
        try #require(shop.edit("l.sqlite", sql).exit == 0)
        let before = shop.folder.read("l.sqlite")
        #expect(try shop.run(["run", "two.csv"] + options).exit == 70)
        #expect(shop.folder.read("l.sqlite") == before)
    }

    /// Two files with 6,000 ids each, of which 3,000 are in both.
    private func shopOfManyIDs() throws -> Shop {
        let seed: UInt64 = 11
        print("ids in no order: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let rows = (0..<6_000).map { _ in "\(random.next()),restock,딸기,1\n" }
        let more = (0..<3_000).map { _ in "\(random.next()),restock,딸기,1\n" }
        let resent = rows.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        let mixed = zip(resent, more).map { $0 + $1 }.joined()
        let header = "id,action,item,quantity\n"
        return try Shop(["one.csv": header + rows.joined(), "two.csv": header + mixed])
    }

    @Test func knownInputsCanBeSkipped() throws {
        let shop = try Shop(["a/day.csv": monday, "b/day.csv": tuesday])
        try shop.run(["run", "a/day.csv", "--ledger", "l.sqlite", "--output", "one"])
        let result = try shop.run(
            ["run", "a/day.csv", "b/day.csv", "--ledger", "l.sqlite", "--skip-known", "--language", "en"])
        #expect(result.exit == 4)
        #expect(result.errorText.contains("a/day.csv: skipped, because run 1 has already applied this file."))
        #expect(shop.text("reports/day/failure.csv").contains("\nday.csv,2,A-1"))
        let before = shop.folder.read("l.sqlite")
        for more in [["--output", "two"], ["--dry-run", "--json"]] {
            let nothing = try shop.run(
                ["run", "a/day.csv", "--ledger", "l.sqlite", "--skip-known", "--language", "en"] + more)
            #expect(nothing.exit == 0 && nothing.output.isEmpty)
            #expect(
                nothing.errorText == """
                    juice-batch: a/day.csv: skipped, because run 1 has already applied this file.
                    juice-batch: All files have already been applied; there was nothing to do.

                    """)
            #expect(!shop.folder.holds("two") && shop.folder.read("l.sqlite") == before)
        }
    }

    @Test func menuMayGainAndLoseFruits() throws {
        let shop = try Shop([
            "a.csv": "juice\n키위쥬스\n", "b.csv": "action,item,quantity\nrestock,배,5\norder,배쥬스,1\n",
            "menu.csv": "juice,fruit,quantity\n배쥬스,배,2\n배쥬스,딸기,1\n", "c.csv": "juice\n망고쥬스\n",
        ])
        try shop.run(["run", "a.csv", "--ledger", "l.sqlite", "--output", "one"])
        try shop.run(["run", "b.csv", "--ledger", "l.sqlite", "--menu", "menu.csv", "--output", "two"])
        #expect(stock(shop, "two") == "배,3 딸기,9")
        try shop.run(["run", "c.csv", "--ledger", "l.sqlite", "--output", "three"])
        #expect(stock(shop, "three") == "딸기,9 바나나,10 파인애플,10 키위,7 망고,7")
    }

    @Test func pipedInputIsKnownByItsContent() throws {
        let shop = try Shop(["a.csv": monday])
        try shop.run(["run", "a.csv", "--ledger", "l.sqlite", "--output", "one"])
        let piped = try shop.run(["run", "-", "--ledger", "l.sqlite", "--output", "two"], input: Array(monday.utf8))
        #expect(piped.exit == 5)
        #expect(shop.entries == ["a.csv", "l.sqlite", "l.sqlite.runs", "one"])
    }

    @Test(arguments: [
        ["5,망고쥬스,10:05", "9,키위쥬스,10:01"], ["9,망고쥬스,10:03", "8,망고쥬스,10:01", "5,키위쥬스,10:05"],
        ["5,망고쥬스,10:01", "9,키위쥬스,10:05"],
    ])
    func earlierIDIsAmbiguousInTimeOrderToo(rows: [String]) throws {
        let shop = try Shop([
            "1.csv": "id,item\n5,망고쥬스\n", "2.csv": "id,item,time\n" + rows.map { $0 + "\n" }.joined(),
            "3.csv": "id,item,time\n20,키위쥬스,10:02\n",
        ])
        #expect(try shop.run(["run", "1.csv", "--ledger", "l.sqlite", "--output", "1"]).exit == 0)
        let index = try #require(rows.firstIndex { $0.hasPrefix("5,") })
        for others in [[], ["3.csv"]] {
            let words = ["run"] + others + ["2.csv", "--ledger", "l.sqlite", "--output", "2", "--sequence", "time"]
            let result = try shop.run(words)
            #expect(result.exit == 65, "\(others)")
            #expect(result.errorText.contains("2.csv:\(index + 2): unclear_id:"), "\(others)")
        }
        let named = try shop.run([
            "run", "2.csv", "--ledger", "l.sqlite", "--output", "2", "--sequence", "time", "--column", "id=id",
        ])
        // With a named id column a repeat is a duplicate or a conflict.
        #expect(named.exit == (rows[index].contains("망고") ? 0 : 4))
    }
}
