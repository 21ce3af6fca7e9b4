import CSV
import JuiceCore
import TestSupport
import Testing

@testable import JuiceBatch

/// Buying plans computed by hand; `PlanTests` compares whole ledgers with the plain model.
@Suite struct BuyingPlanTests {
    private static let menu = Menu(
        fruits: [Fruit(name: "Kiwi", cost: Money(hundredths: 150)), Fruit(name: "Pear")],
        juices: [
            Juice(name: "Kiwi juice", recipe: Recipe([.init(fruit: 0, quantity: 1), .init(fruit: 1, quantity: 1)]))
        ])

    private func date(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    private func history(_ kiwis: [(day: String, pieces: Int)]) throws -> DemandHistory {
        DemandHistory(try kiwis.map { DemandHistory.Day(try date($0.day), demand: ["kiwi": $0.pieces, "pear": 0]) })
    }

    private func plan(
        _ kiwis: [(day: String, pieces: Int)], for first: String? = nil, days: Int = 1,
        cover: BuyingPlan.Cover = .max
    ) throws -> BuyingPlan? {
        let scope = BuyingPlan.Scope(first: try first.map { try date($0) }, days: days, cover: cover)
        return BuyingPlan(try history(kiwis), menu: Self.menu, stock: [0, 0], ordered: nil, scope)
    }

    private static let mondays = [
        ("2026-10-19", 99), ("2026-10-26", 4), ("2026-11-02", 6), ("2026-11-09", 5), ("2026-11-16", 8),
        ("2026-11-17", 50),
    ]

    @Test func sameWeekdayIsPreferredToSameKindOfDay() throws {
        let likenesses = try ["2026-11-23", "2026-11-24", "2026-11-18", "2026-11-21"].map { day in
            try plan(Self.mondays, for: day)?.days[0].similarity
        }
        #expect(likenesses == [.weekday, .weekday, .kind, .any])
    }

    @Test func sumsSaturate() throws {
        let plan = try plan([("2026-11-16", Tally.sumMax), ("2026-11-16", 5)], days: 7)
        #expect(plan?.lines[0].needs == Array(repeating: Tally.sumMax, count: 7))
        #expect(plan?.lines[0].need == Tally.sumMax && plan?.lines[0].buy == Tally.sumMax)
        #expect(plan?.cost == Money(hundredths: Tally.sumMax))
    }

    @Test func noPlanWithoutABusinessDay() throws {
        #expect(try plan([]) == nil)
        var history = DemandHistory()
        history.add(BusinessDays.Run(number: 1, date: try date("2026-11-16"), isFromClock: false), nil)
        #expect(BuyingPlan(history, menu: Self.menu, stock: [0, 0]) == nil)
        #expect(history.newestDay?.text == "2026-11-16")
    }

    @Test func onlyNeededDatesAreRead() throws {
        let first = try date("2026-01-01").number
        let dates = (0..<200).map { CalendarDay(number: first + $0) }
        let needed = DemandHistory.needed(of: dates).dates
        #expect(needed == Set(dates.suffix(28)))
        let mondays = dates.filter { $0.weekday == 0 }
        #expect(DemandHistory.needed(of: mondays).dates == Set(mondays.suffix(14)))
    }

    @Test func weekdaysAreRightBeforeTheEpoch() throws {
        let known = [("1970-01-01", 3), ("1969-12-29", 0), ("1969-12-28", 6), ("2026-11-23", 0), ("2000-02-29", 1)]
        for (text, weekday) in known { #expect(try date(text).weekday == weekday, "\(text)") }
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
            let least =
                menu.juices.flatMap(\.recipe.ingredients).filter { $0.fruit == fruit }.map(\.quantity).min() ?? 0
            for row in rows {
                let before = stock.last ?? 0
                var after = before
                var soldOut = isSoldOut.last ?? false
                var isTooLarge = false
                let quantity = row.quantity ?? 0
                if row.action == .order || row.action == .cancel {
                    let recipe = menu.juices.first { $0.name == row.cells[2] }?.recipe
                    let need = recipe?.ingredients.first { $0.fruit == fruit }.map { $0.quantity * quantity } ?? 0
                    if row.code == .success { after += row.action == .order ? -need : need }
                    if row.code == .insufficientStock && need > before {
                        if before < least { soldOut = true } else { isTooLarge = true }
                    }
                } else if row.code == .success, row.cells[2] == menu.fruits[fruit].name {
                    switch row.action {
                    case .restock: after += quantity
                    case .discard: after -= quantity
                    case .count: after = quantity
                    default: break
                    }
                }
                if after < before && after < least { soldOut = true }
                if after > before && after >= least { soldOut = false }
                isRefused.append(isTooLarge)
                isRestocked.append(row.action == .restock && after != before)
                isSoldOut.append(soldOut)
                stock.append(after)
            }
        }
    }

    @Test(arguments: [1, 2, 399, 400, 401, 3_000])
    func timelineAgreesWithRowByRowAccount(count: Int) throws {
        let rows = RandomNightlyRun.rows(count, seed: UInt64(count))
        let outcome = try Engine.run(RandomNightlyRun.header + rows.joined())
        let history = outcome.result.history
        let length = history.recordsPerInterval
        #expect(history.records == count)
        #expect(history.intervals == (count + length - 1) / length)
        #expect(history.intervals < StockTimeline.intervalsMax)
        #expect(count < StockTimeline.intervalsMax ? length == 1 : history.intervals >= StockTimeline.intervalsMax / 2)
        for fruit in Menu.builtIn.fruits.indices {
            let plain = PlainLevels(outcome.rows, fruit: fruit)
            let levels = history.levels(of: fruit)
            try #require(levels.count == history.intervals)
            let starts = zip(plain.isSoldOut, plain.isSoldOut.dropFirst()).count { !$0 && $1 }
            #expect(history.soldOutCounts[fruit] == starts)
            #expect(history.refusedCounts[fruit] == plain.isRefused.count(where: \.self))
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

    @Test func chunksAndThreadsMakeNoDifference() throws {
        let text = RandomNightlyRun.header + RandomNightlyRun.rows(600, seed: 5).joined(separator: ",,,\n")
        let wanted = try Engine.run(text).result
        #expect(wanted.history.records == 1_199)
        for (size, threads) in [(1, 1), (50, 3), (1_000, 2)] {
            let result = try Engine.run(text, ReadingOptions(chunkBytes: size), threads: threads).result
            #expect(result.history == wanted.history)
            #expect(result.whatIf == wanted.whatIf)
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
        // A fruit that no earlier order lacked is no candidate; all others are.
        let missedLines = Set(expected.filter { $0.value > best }.keys)
        for line in missedLines {
            let item = lines[line - 2].split(separator: ",", omittingEmptySubsequences: false)[2]
            #expect(!whatIf.restocks.contains { Menu.builtIn.fruits[$0.fruit].name == item }, "line \(line)")
        }
    }

    /// A row that keeps its code must not use the kiwis in a replay.
    @Test func omitsRowsThatWouldStillFail() throws {
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

/// Random rows for the built-in menu.
enum RandomNightlyRun {
    /// The header of the rows.
    static let header = "id,action,item,quantity\n"

    /// Valid rows: mostly orders, sometimes another action.
    ///
    /// - Parameter repeatedIDs: whether ids stand more than once.
    static func rows(_ count: Int, seed: UInt64, repeatedIDs: Bool = false) -> [String] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { number in
            let fruit = random.pick(Menu.builtIn.fruits.map(\.name))
            let row =
                switch random.int(1...20) {
                case 1...2: "restock,\(fruit),\(random.int(5...60))"
                case 3: "discard,\(fruit),\(random.int(1...6))"
                case 4: "cancel,\(random.pick(Menu.builtIn.juices.map(\.name))),\(random.int(1...2))"
                case 5: "assert,\(fruit),\(random.int(0...3))"
                case 6: "count,\(fruit),\(random.int(0...30))"
                default: "order,\(random.pick(Menu.builtIn.juices.map(\.name))),\(random.int(1...3))"
                }
            let id = repeatedIDs ? "\(random.int(1...max(1, count / 2)))" : ""
            return "\(id),\(row)\n"
        }
    }
}
