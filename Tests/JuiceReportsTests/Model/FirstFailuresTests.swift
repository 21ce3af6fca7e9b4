import JuiceBatch
import JuiceReports
import Testing

/// Which failures of a long night the reports show.
@Suite struct FirstFailuresTests {
    /// Failures of three kinds in turn, however they are cut into batches.
    @Test(arguments: [1 << 20, 4_096])
    func theFirstOfEachCauseAreKeptInTheirOrder(chunkBytes: Int) throws {
        let kinds = ["모름,1", ",1", "딸기쥬스,1"]
        let rows = (0..<900).map { kinds[$0 % 3] + "\n" }.joined()
        let model = try ReportRun.model("item,quantity\n" + rows, reading: ReadingOptions(chunkBytes: chunkBytes))
        let first = model.first
        let counts = [OutcomeCode.unknownItem, .missingItem, .insufficientStock].map { model.tally.count($0) }
        #expect(counts == [300, 300, 300])
        for (kind, code) in [OutcomeCode.unknownItem, .missingItem, .insufficientStock].enumerated() {
            let lines = first.byCode[Int(code.rawValue)].map(\.line)
            #expect(lines == (0..<FirstFailures.ofEachCodeMax).map { $0 * 3 + kind + 2 })
        }
        // Rows 4, 7, 10 and so on are short of stock and need no correction.
        let rejected = (2...).lazy.filter { $0 % 3 != 1 }.prefix(FirstFailures.rejectedMax)
        #expect(first.rejected.map(\.line) == Array(rejected))
        #expect(first.lost.map(\.place.line) == (0..<FirstFailures.lostMax).map { $0 * 3 + 4 })
    }

    /// Who took the last of a fruit is known also where a batch before took it.
    @Test(arguments: [1 << 20, 4_096])
    func theTakerIsTheLastRowBefore(chunkBytes: Int) throws {
        let restocks = String(repeating: "restock,딸기,1\n", count: 2_000)
        let text = "action,item,quantity\norder,키위쥬스,3\n" + restocks + "order,키위쥬스,1\n"
        let model = try ReportRun.model(text, reading: ReadingOptions(chunkBytes: chunkBytes))
        let lost = try #require(model.first.lost.first)
        #expect(model.first.lost.count == 1 && lost.place.text == "a.csv:2003")
        #expect(lost.missing.map(\.pieces) == [2])
        #expect(lost.missing.map { $0.taker?.text } == ["a.csv:2"])
    }

    /// What stock is when an assert fails is told wherever its row stands in its batch.
    @Test(arguments: [1 << 20, 4_096])
    func aFailedAssertSaysWhatStockIs(chunkBytes: Int) throws {
        let orders = String(repeating: "order,키위쥬스,1\nassert,키위,5\n", count: 3)
        let restocks = String(repeating: "restock,키위,1\n", count: 2_000)
        let text = "action,item,quantity\n" + orders + restocks + "assert,키위,2001\n"
        let model = try ReportRun.model(text, reading: ReadingOptions(chunkBytes: chunkBytes))
        let failures = model.first.byCode[Int(OutcomeCode.assertionFailed.rawValue)]
        #expect(failures.map(\.line) == [3, 5, 7])
        for (failure, stock) in zip(failures, [7, 4, 1]) {
            #expect(failure.message.hasPrefix("Stock is \(stock). "))
        }
        #expect(model.tally.count(.assertionFailed) == 3 && model.tally.assertsHeld == 1)
    }

    /// Who cancels takes nothing.
    @Test func aCancelIsNoTaker() throws {
        let text = "action,item,quantity\norder,키위쥬스,3\ncancel,키위쥬스,1\norder,키위쥬스,2\n"
        let lost = try #require(try ReportRun.model(text).first.lost.first)
        #expect(lost.missing.map(\.pieces) == [2] && lost.missing.map { $0.taker?.text } == ["a.csv:2"])
    }

    /// A count takes of a fruit only where it lowers the stock, which its row alone does not tell.
    @Test(arguments: [1 << 20, 4_096], [4, 10, 11])
    func aCountThatLowersIsATaker(chunkBytes: Int, counted: Int) throws {
        let restocks = String(repeating: "restock,딸기,1\n", count: 2_000)
        let text = "action,item,quantity\ncount,키위,\(counted)\n" + restocks + "order,키위쥬스,10\n"
        let model = try ReportRun.model(text, reading: ReadingOptions(chunkBytes: chunkBytes))
        let lost = try #require(model.first.lost.first)
        #expect(lost.missing.map(\.pieces) == [30 - counted])
        #expect(lost.missing.map { $0.taker?.text } == [counted < 10 ? "a.csv:2" : nil])
    }
}
