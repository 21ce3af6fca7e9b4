import CSV
import JuiceBatch
import JuiceCore
import TestSupport
import Testing

@Suite struct WhatIfResultTests {
    /// How many orders are lost in a file: short, or refused because of an id.
    private func lost(_ rows: [CollectedRow]) -> Int {
        rows.count { $0.action == .order && [.insufficientStock, .idConflict].contains($0.code) }
    }

    /// What each restock behind the first short order saves, by its line: the file is written anew with that restock
    /// directly before that order, and run.
    private func savings(_ lines: [String], _ base: [CollectedRow]) throws -> [Int: Int] {
        guard let first = base.firstIndex(where: { $0.action == .order && $0.code == .insufficientStock }) else {
            return [:]
        }
        var savings: [Int: Int] = [:]
        for index in (first + 1)..<lines.count where base[index].action == .restock && base[index].code == .success {
            var moved = lines
            moved.insert(moved.remove(at: index), at: first)
            let rows = try Engine.run(RandomNightlyRun.header + moved.joined()).rows
            savings[base[index].line] = lost(base) - lost(rows)
        }
        return savings
    }

    @Test(arguments: [false, true], 1...4)
    func agreesWithAFileInWhichTheRestockStandsFirst(repeatedIDs: Bool, seed: Int) throws {
        let lines = RandomNightlyRun.rows(80, seed: UInt64(seed), repeatedIDs: repeatedIDs)
        let outcome = try Engine.run(RandomNightlyRun.header + lines.joined())
        let expected = try savings(lines, outcome.rows)
        let whatIf = try #require(outcome.result.whatIf)
        #expect(whatIf.coversAll && whatIf.candidates == whatIf.tried)
        #expect(whatIf.candidates <= expected.count)
        for restock in whatIf.restocks {
            #expect(expected[restock.line] == restock.saved && restock.saved > 0, "line \(restock.line)")
        }
        #expect(!expected.isEmpty)
        let best = whatIf.restocks.first?.saved ?? 0
        #expect(whatIf.restocks.map(\.saved) == whatIf.restocks.map(\.saved).sorted(by: >))
        // A fruit that no order had lacked before is no candidate; all others have been tried.
        let missedLines = Set(expected.filter { $0.value > best }.keys)
        for line in missedLines {
            let item = lines[line - 2].split(separator: ",", omittingEmptySubsequences: false)[2]
            #expect(!whatIf.restocks.contains { Menu.builtIn.fruits[$0.fruit].name == item }, "line \(line)")
        }
    }

    /// A row that keeps its code from an earlier run does nothing in a trial either: else it would take the kiwis here.
    @Test func leavesOutWhatKeepsItsCode() throws {
        let result = try Engine.run(
            """
            file,line,id,action,item,quantity,code,message,shortage,raw
            a.csv,2,,order,키위쥬스,4,insufficient_stock,,,
            a.csv,3,,order,키위쥬스,3,id_conflict,,,
            a.csv,4,,restock,키위,2,,,,

            """
        ).result
        let whatIf = try #require(result.whatIf)
        #expect(result.tally.count(.idConflict) == 1 && whatIf.rows == 2)
        #expect(whatIf.restocks.map(\.saved) == [1])
    }

    @Test func namesTheRestockThatCameTooLate() throws {
        let result = try Engine.run(
            """
            action,item,quantity
            order,키위쥬스,3
            order,키위쥬스,1
            order,키위쥬스,2
            restock,망고,100
            restock,키위,9

            """
        ).result
        let whatIf = try #require(result.whatIf)
        #expect(whatIf.candidates == 1)
        #expect(whatIf.restocks == [.init(input: 0, line: 6, fruit: 3, quantity: 9, saved: 2)])
        #expect(whatIf.rows == 4)
    }

    @Test func nothingLostNothingToSay() throws {
        #expect(try Engine.run("item\n키위쥬스\n").result.whatIf == nil)
        // A discard that stock does not suffice for is no order.
        #expect(try Engine.run("action,item,quantity\ndiscard,키위,11\n").result.whatIf == nil)
        let never = try #require(try Engine.run("item\n딸기쥬스\n").result.whatIf)
        #expect(never.restocks.isEmpty && never.candidates == 0 && never.rows == 1 && never.coversAll)
    }

    @Test func aLongRunIsTriedAsFarAsMemoryGoes() throws {
        let rows = Array(repeating: "order,딸기쥬스,1\n", count: 10_100).joined()
        let text = "action,item,quantity\n" + rows + "restock,딸기,1600\n"
        let whatIf = try #require(try Engine.run(text).result.whatIf)
        #expect(!whatIf.coversAll && whatIf.rows == 10_000)
        #expect(whatIf.restocks.isEmpty && whatIf.candidates == 0)
        let early = "action,item,quantity\norder,딸기쥬스,1\nrestock,딸기,1600\n" + rows
        let saved = try #require(try Engine.run(early).result.whatIf)
        #expect(!saved.coversAll && saved.candidates == 1)
        // It would have served the first order, and one fewer later.
        #expect(saved.restocks.isEmpty)
    }
}
