import CSV
import JuiceCore
import TestSupport
import Testing

@testable import JuiceBatch

/// What random ledgers in `PlanTests` do not reach.
@Suite struct BuyingPlanTests {
    private static let menu = Menu(
        fruits: [Fruit(name: "Kiwi", cost: Money(hundredths: 150))],
        juices: [Juice(name: "Kiwi juice", recipe: Recipe([.init(fruit: 0, quantity: 1)]))])

    private func date(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    @Test func sumsSaturate() throws {
        let days = try [Tally.sumMax, 5].map { DemandHistory.Day(try date("2026-11-16"), demand: ["kiwi": $0]) }
        let scope = BuyingPlan.Scope(first: try date("2026-11-17"), days: 7, cover: .max)
        let businessDays = BusinessDays([.init(number: 1, date: days[0].date, isFromClock: false)])
        let history = DemandHistory(days, businessDays: businessDays)
        let plan = BuyingPlan(history, menu: Self.menu, stock: [0], pending: nil, scope)
        #expect(plan?.lines[0].needs == Array(repeating: Tally.sumMax, count: 7))
        #expect(plan?.lines[0].need == Tally.sumMax && plan?.lines[0].buy == Tally.sumMax)
        #expect(plan?.cost == Money(hundredths: Tally.sumMax))
    }

    @Test func onlyNeededDatesAreRead() throws {
        let first = try date("2026-01-01").number
        let dates = (0..<200).map { CalendarDay(number: first + $0) }
        #expect(DemandHistory.needed(of: dates).dates == Set(dates.suffix(28)))
        let mondays = dates.filter { $0.weekday == 0 }
        #expect(DemandHistory.needed(of: mondays).dates == Set(mondays.suffix(14)))
    }
}

@Suite struct StockTimelineTests {
    /// A fruit's stock after each row, and whether it was sold out then, worked out row by row.
    private struct PlainLevels {
        var stock: [Int] = [10]
        var isSoldOut: [Bool] = [false]
        var isRestocked: [Bool] = [false]
        var isRefused: [Bool] = [false]

        init(_ rows: [CollectedRow], fruit: Int) {
            let menu = Menu.builtIn
            func pieces(_ juice: Juice) -> Int? { juice.recipe.ingredients.first { $0.fruit == fruit }?.quantity }
            let least = menu.juices.compactMap(pieces).min() ?? 0
            for row in rows {
                let before = stock.last ?? 0
                let quantity = row.quantity ?? 0
                let isOwn = row.cells[2] == menu.fruits[fruit].name
                let need = menu.juices.first { $0.name == row.cells[2] }.flatMap(pieces).map { $0 * quantity } ?? 0
                let after =
                    switch row.action {
                    case _ where row.code != .success: before
                    case .order: before - need
                    case .cancel: before + need
                    case .restock where isOwn: before + quantity
                    case .discard where isOwn: before - quantity
                    case .count where isOwn: quantity
                    default: before
                    }
                let isShort = row.action == .order && row.code == .insufficientStock && need > before
                var soldOut = isSoldOut.last == true || (isShort && before < least)
                if after < before && after < least { soldOut = true }
                if after > before && after >= least { soldOut = false }
                isRefused.append(isShort && before >= least)
                isRestocked.append(row.action == .restock && after != before)
                isSoldOut.append(soldOut)
                stock.append(after)
            }
        }
    }

    @Test(arguments: [1, 2, 399, 400, 401, 3_000])
    func timelineAgreesWithRowByRowAccount(count: Int) throws {
        let rows = RandomNightlyRun.rows(count, seed: UInt64(count))
        let reading = ReadingOptions(chunkBytes: [1, 50, 128 * 1_024][count % 3])
        let outcome = try Engine.run(RandomNightlyRun.header + rows.joined(), reading, threads: 1 + count % 2)
        let timeline = outcome.result.timeline
        let length = timeline.recordsPerInterval
        #expect(timeline.records == count)
        #expect(timeline.intervals == (count + length - 1) / length)
        #expect(timeline.intervals < StockTimeline.intervalsMax)
        #expect(count < StockTimeline.intervalsMax ? length == 1 : timeline.intervals >= StockTimeline.intervalsMax / 2)
        for fruit in Menu.builtIn.fruits.indices {
            let plain = PlainLevels(outcome.rows, fruit: fruit)
            let levels = timeline.levels(of: fruit)
            try #require(levels.count == timeline.intervals)
            let starts = zip(plain.isSoldOut, plain.isSoldOut.dropFirst()).count { !$0 && $1 }
            #expect(timeline.soldOutCounts[fruit] == starts)
            #expect(timeline.refusedCounts[fruit] == plain.isRefused.count(where: \.self))
            for (number, level) in levels.enumerated() {
                // Element 0 is the state before the first row, so an interval begins with the state before it.
                let range = number * length...min((number + 1) * length, count)
                #expect(level.low == plain.stock[range].min())
                #expect(level.high == plain.stock[range].max())
                // An increase at an interval's end belongs to it; the resulting state belongs to the next.
                #expect(level.isSoldOut == plain.isSoldOut[range].contains(true), "\(fruit) \(number)")
                #expect(level.isRefused == plain.isRefused[range].dropFirst().contains(true))
                #expect(level.isRestocked == plain.isRestocked[range].dropFirst().contains(true))
            }
        }
    }
}

@Suite struct WhatIfResultTests {
    /// The number of orders that are short or refused because of an id.
    private func lost(_ rows: [CollectedRow]) -> Int {
        rows.count { $0.action == .order && [.insufficientStock, .idConflict].contains($0.code) }
    }

    /// The orders that each restock after the first short order would save, by line: the file is run again with the
    /// restock directly before that order.
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
    func agreesWithARunThatRestocksFirst(repeatedIDs: Bool, seed: Int) throws {
        let lines = RandomNightlyRun.rows(80, seed: UInt64(seed), repeatedIDs: repeatedIDs)
        let reading = ReadingOptions(chunkBytes: [1, 50, 300, 128 * 1_024][seed - 1])
        let outcome = try Engine.run(RandomNightlyRun.header + lines.joined(), reading, threads: 1 + seed % 2)
        let expected = try savings(lines, outcome.rows)
        let whatIf = try #require(outcome.result.whatIf)
        #expect(whatIf.coversAll && whatIf.candidates == whatIf.tried && whatIf.candidates <= expected.count)
        for restock in whatIf.restocks {
            #expect(expected[restock.line] == restock.saved && restock.saved > 0, "line \(restock.line)")
        }
        #expect(!expected.isEmpty)
        let best = whatIf.restocks.first?.saved ?? 0
        #expect(whatIf.restocks.map(\.saved) == whatIf.restocks.map(\.saved).sorted(by: >))
        // A fruit that no earlier order lacked is no candidate; all others are.
        let missedLines = Set(expected.filter { $0.value > best }.keys)
        for line in missedLines {
            let item = lines[line - 2].split(separator: ",", omittingEmptySubsequences: false)[2]
            #expect(!whatIf.restocks.contains { Menu.builtIn.fruits[$0.fruit].name == item }, "line \(line)")
        }
    }

    /// A row that keeps its code must not use the kiwis in a replay.
    @Test func omitsRowsThatWouldStillFail() throws {
        let rows = ["order,키위쥬스,4,insufficient_stock", "order,키위쥬스,3,id_conflict", "restock,키위,2,"]
        let text = rows.map { "a.csv,2,,\($0),,,\n" }.joined()
        let result = try Engine.run(Engine.failureHeader + text).result
        #expect(result.tally.count(.idConflict) == 1 && result.whatIf?.rows == 2)
        #expect(result.whatIf?.restocks.map(\.saved) == [1])
    }

    @Test func isNilWithoutShortOrders() throws {
        #expect(try Engine.run("item\n키위쥬스\n").result.whatIf == nil)
        // A short discard is no order.
        #expect(try Engine.run("action,item,quantity\ndiscard,키위,11\n").result.whatIf == nil)
        let never = try #require(try Engine.run("item\n딸기쥬스\n").result.whatIf)
        #expect(never.restocks.isEmpty && never.candidates == 0 && never.rows == 1 && never.coversAll)
    }

    @Test func longRunIsReplayedWithinTheMemoryLimit() throws {
        let rows = Array(repeating: "order,딸기쥬스,1\n", count: 10_100).joined()
        let text = "action,item,quantity\n" + rows + "restock,딸기,1600\n"
        let whatIf = try #require(try Engine.run(text).result.whatIf)
        #expect(!whatIf.coversAll && whatIf.rows == 10_000)
        #expect(whatIf.restocks.isEmpty && whatIf.candidates == 0)
        let early = "action,item,quantity\norder,딸기쥬스,1\nrestock,딸기,1600\n" + rows
        let saved = try #require(try Engine.run(early).result.whatIf)
        #expect(!saved.coversAll && saved.candidates == 1)
        // It would serve the first order and one fewer later.
        #expect(saved.restocks.isEmpty)
    }
}

private enum RandomNightlyRun {
    static let header = "id,action,item,quantity\n"

    /// Valid rows: mostly orders, sometimes another action.
    ///
    /// - Parameter repeatedIDs: whether ids stand more than once.
    static func rows(_ count: Int, seed: UInt64, repeatedIDs: Bool = false) -> [String] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            let fruit = random.pick(Menu.builtIn.fruits.map(\.name))
            let juice = random.pick(Menu.builtIn.juices.map(\.name))
            let row =
                switch random.int(1...20) {
                case 1...2: "restock,\(fruit),\(random.int(5...60))"
                case 3: "discard,\(fruit),\(random.int(1...6))"
                case 4: "cancel,\(juice),\(random.int(1...2))"
                case 5: "assert,\(fruit),\(random.int(0...3))"
                case 6: "count,\(fruit),\(random.int(0...30))"
                default: "order,\(juice),\(random.int(1...3))"
                }
            return "\(repeatedIDs ? "\(random.int(1...max(1, count / 2)))" : ""),\(row)\n"
        }
    }
}
