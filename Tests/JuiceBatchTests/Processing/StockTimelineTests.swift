import CSV
import JuiceBatch
import JuiceCore
import TestSupport
import Testing

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
    func stretchesHoldWhatARowByRowAccountSays(count: Int) throws {
        let rows = RandomNightlyRun.rows(count, seed: UInt64(count))
        let outcome = try Engine.run(RandomNightlyRun.header + rows.joined())
        let history = outcome.result.history
        let length = history.stretchRecords
        #expect(history.records == count)
        #expect(history.stretches == (count + length - 1) / length)
        #expect(history.stretches < StockTimeline.stretchesMax)
        #expect(count < StockTimeline.stretchesMax ? length == 1 : history.stretches >= StockTimeline.stretchesMax / 2)
        for fruit in Menu.builtIn.fruits.indices {
            let plain = PlainLevels(outcome.rows, fruit: fruit)
            let levels = history.levels(of: fruit)
            try #require(levels.count == history.stretches)
            let starts = zip(plain.isSoldOut, plain.isSoldOut.dropFirst()).count { !$0 && $1 }
            #expect(history.soldOutCounts[fruit] == starts)
            #expect(history.refusedCounts[fruit] == plain.isRefused.count(where: \.self))
            for (number, level) in levels.enumerated() {
                // Element 0 is the state before the first row, so a stretch begins with the state before it.
                let range = number * length...min((number + 1) * length, count)
                #expect(level.low == plain.stock[range].min())
                #expect(level.high == plain.stock[range].max())
                // What raises stock at a stretch's own end is in it, and the state it leaves is the next one's.
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

    @Test func aRunOfNothingHasNoStretches() throws {
        let history = try Engine.run("item\n").result.history
        #expect(history.records == 0 && history.stretches == 0 && history.levels(of: 0).isEmpty)
    }
}
