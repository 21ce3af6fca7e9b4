import TestSupport
import Testing

/// Runs with a ledger: state that carries over, and refused runs.
@Suite struct LedgerRunTests {
    private let monday = "id,juice,quantity\nA-1,키위쥬스,2\nA-2,딸기쥬스,1\nA-3,망고쥬스,1\n"
    private let tuesday = "id,action,item,quantity\nA-1,order,키위쥬스,2\nA-3,order,망고쥬스,2\nB-1,order,키위쥬스,1\n"

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
        let options = "--column id=receipt+# --ledger l.sqlite"
        #expect(try shop.run("run first.csv --output one \(options)").exit == 0)
        #expect(codes(shop, "one") == ["R2/1 insufficient_stock"])
        #expect(try shop.run("run second.csv third.csv --again --output two \(options)").exit == 4)
        #expect(
            codes(shop, "two") == [
                "R1/1 already_processed", "R1/2 id_conflict", "R1/1 already_processed", "R1/2 id_conflict",
                "R1/3 already_processed", "R2/1 already_processed",
            ])
        #expect(stock(shop, "two") == "딸기,10 바나나,10 파인애플,10 키위,1 망고,7")
    }

    @Test func knownInputsCanBeSkipped() throws {
        let shop = try Shop(["a/day.csv": monday, "b/day.csv": tuesday])
        let ledger = "--ledger l.sqlite --language en"
        try shop.run("run a/day.csv --output one \(ledger)")
        let result = try shop.run("run a/day.csv b/day.csv --skip-known \(ledger)")
        let skipped = "a/day.csv: skipped, because run 1 has already applied this file.\n"
        #expect(result.exit == 4 && result.errorText.contains(skipped))
        #expect(shop.text("reports/day/failure.csv").contains("\nday.csv,2,A-1"))
        let before = shop.folder.read("l.sqlite")
        // An input from a pipe is known by its content.
        #expect(try shop.run("run - --output two \(ledger)", input: Array(monday.utf8)).exit == 5)
        let told = "juice-batch: \(skipped)juice-batch: All files have already been applied; there was nothing to do.\n"
        for more in ["--output two", "--dry-run --json"] {
            let nothing = try shop.run("run a/day.csv --skip-known \(more) \(ledger)")
            #expect(nothing.exit == 0 && nothing.output.isEmpty && nothing.errorText == told)
            #expect(!shop.folder.holds("two") && shop.folder.read("l.sqlite") == before)
        }
    }

    @Test func menuMayGainAndLoseFruits() throws {
        let shop = try Shop([
            "a.csv": "juice\n키위쥬스\n", "b.csv": "action,item,quantity\nrestock,배,5\norder,배쥬스,1\n",
            "menu.csv": "juice,fruit,quantity\n배쥬스,배,2\n배쥬스,딸기,1\n", "c.csv": "juice\n망고쥬스\n",
        ])
        try shop.run("run a.csv --ledger l.sqlite --output one")
        try shop.run("run b.csv --ledger l.sqlite --menu menu.csv --output two")
        #expect(stock(shop, "two") == "배,3 딸기,9")
        try shop.run("run c.csv --ledger l.sqlite --output three")
        #expect(stock(shop, "three") == "딸기,9 바나나,10 파인애플,10 키위,7 망고,7")
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
        #expect(try shop.run("run 1.csv --ledger l.sqlite --output 1").exit == 0)
        let index = try #require(rows.firstIndex { $0.hasPrefix("5,") })
        let options = "--ledger l.sqlite --output 2 --sequence time"
        for inputs in ["2.csv", "3.csv 2.csv"] {
            let result = try shop.run("run \(inputs) \(options)")
            #expect(result.exit == 65 && result.errorText.contains("2.csv:\(index + 2): unclear_id:"), "\(inputs)")
        }
        // With a named id column a repeat is a duplicate or a conflict.
        let named = try shop.run("run 2.csv --column id=id \(options)")
        #expect(named.exit == (rows[index].contains("망고") ? 0 : 4))
    }
}
