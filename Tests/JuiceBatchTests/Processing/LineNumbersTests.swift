import JuiceBatch
import TestSupport
import Testing

@Suite struct LineNumbersTests {
    @Test(arguments: [("", []), ("3", [3]), ("3,17-19", [3, 17, 18, 19]), ("1-2,4", [1, 2, 4])] as [(String, [Int])])
    func parsesRanges(text: String, lines: [Int]) throws {
        let set = try #require(LineNumbers(text: text))
        #expect(set == LineNumbers(lines.reversed()) && set.text == text && set.count == lines.count)
    }

    @Test(arguments: [
        "0", "-", "3-", "-3", "3,", ",3", "3-2", "2-2", "2,1", "1,2", "1-2,3", "1-3,2", " 1", "+1", "1-2-3", "x",
    ])
    func refusesMalformedRanges(text: String) { #expect(LineNumbers(text: text) == nil) }

    @Test func operationsMatchSets() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            let sets = (0..<2).map { _ in Set((1...20).filter { _ in random.chance(30) }) }
            let lines = sets.map { LineNumbers($0.shuffled(using: &random)) }
            #expect(lines[0].union(lines[1]) == LineNumbers(sets[0].union(sets[1])))
            #expect(lines[0].subtracting(lines[1]) == LineNumbers(sets[0].subtracting(sets[1])))
            #expect((0...21).allSatisfy { lines[0].contains($0) == sets[0].contains($0) })
            #expect(LineNumbers(text: lines[0].text) == lines[0] && lines[0].count == sets[0].count)
        }
    }

    @Test func longTextIsTruncated() {
        let lines = LineNumbers([1, 3, 5, 6])
        #expect(lines.text(rangesMax: 2) == "1,3,…" && lines.text(rangesMax: 3) == "1,3,5-6")
    }
}
