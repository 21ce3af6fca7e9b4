import JuiceBatch
import JuiceCore
import TestSupport
import Testing

/// What cells mean does not depend on which others were read before them.
@Suite struct SpellingTests {
    /// Two cells that stand one behind the other are not the same two when the border between them moves.
    @Test func whereOneCellEndsMatters() throws {
        let outcome = try Engine.run(
            "item,action,quantity\n키위주스,order,1\n키위주스order,,1\n,order,1\n키위,주스order,1\n키위주스,order,1\n")
        #expect(outcome.codes == [.success, .unknownItem, .missingItem, .unknownAction, .success])
        #expect(outcome.rows.map(\.action) == [.order, nil, .order, nil, .order])
    }

    @Test(arguments: [15, 16, 17, 31, 32, 33, 64, 200])
    func cellsOfAnyLengthAreRead(length: Int) throws {
        func padded(_ cell: String) -> String {
            cell + String(repeating: " ", count: max(0, length - cell.utf8.count))
        }
        let lines = [("order", "딸기쥬스"), ("order", "딸기주"), ("입고", "딸기"), ("orde", "딸기쥬스"), ("폐기", "키위")]
        let rows = lines.map { "\(padded($0)),\(padded($1)),1\n" }.joined()
        let outcome = try Engine.run("action,item,quantity\n" + rows + rows)
        let wanted: [OutcomeCode] = [.insufficientStock, .unknownItem, .success, .unknownAction, .success]
        #expect(Array(outcome.codes.prefix(5)) == wanted)
        #expect(outcome.codes.suffix(5).map(\.failureClass) == wanted.map(\.failureClass))
    }

    /// More spellings than are remembered at a time, and each of them twice.
    @Test func moreSpellingsThanAreRemembered() throws {
        let names = (0..<3_000).map { $0 % 10 == 3 ? "키위 주스" + String(repeating: " ", count: $0 % 7) : "과일\($0)" }
        let rows = (names + names).map { "count,키위,1000000\norder,\($0),1\n" }.joined()
        let outcome = try Engine.run("action,item,quantity\n" + rows)
        let all = outcome.codes
        let codes = stride(from: 1, to: all.count, by: 2).map { all[$0] }
        #expect(codes == (names + names).map { $0.hasPrefix("키위") ? .success : .unknownItem })
    }

    /// What an item means where no action says it is told anew for each input.
    @Test func inputsWithAndWithoutActions() throws {
        let inputs = ["item,quantity\n딸기,5\n", "action,item,quantity\ndiscard,딸기,5\n,딸기,7\n", "item\n딸기쥬스\n"]
        let outcome = try Engine.run(inputs: inputs.map { Array($0.utf8) })
        #expect(outcome.rows.map(\.action) == [.restock, .discard, .restock, .order])
        #expect(outcome.codes == [.success, .success, .success, .success])
    }
}
