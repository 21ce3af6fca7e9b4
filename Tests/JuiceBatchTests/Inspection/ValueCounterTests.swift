import JuiceBatch
import Testing

@Suite struct ValueCounterTests {
    private func survey(_ cells: [String]) -> ColumnSurvey {
        var counter = ValueCounter()
        for (place, cell) in cells.enumerated() {
            Array(cell.utf8).withUnsafeBufferPointer { counter.add($0, row: place + 1) }
        }
        return counter.survey(name: "열", place: 3)
    }

    @Test func countsTheMostFrequentFirstAndThenByAppearance() {
        let column = survey(["b", "a", "", "c", "a", "b", "d"])
        #expect(column.values == [.init("b", 2), .init("a", 2), .init("c", 1), .init("d", 1)])
        #expect((column.name, column.place, column.emptyRows) == ("열", 3, 1))
        #expect(column.hasRepeats && !column.hasMoreValues)
        #expect(column.countedRows == 6)
    }

    @Test func countsRowsThatRepeatTheOneAbove() {
        #expect(survey(["1", "1", "1", "2", "2", "1"]).repeatsAbove == 3)
        // An empty cell parts two rows.
        #expect(survey(["1", "", "1"]).repeatsAbove == 0)
    }

    @Test func knowsTheNumbersOfRows() {
        #expect(survey(["1", "2", "3"]).isRowNumber)
        #expect(!survey(["1", "2", "2"]).isRowNumber)
        #expect(!survey(["2", "3"]).isRowNumber)
        #expect(!survey(["1", "", "3"]).isRowNumber)
        #expect(!survey([]).isRowNumber)
    }

    @Test func countsSoManyDifferentValuesAndNoMore() {
        let many = (0...ColumnSurvey.distinctMax).map { "v\($0)" } + ["v1"]
        let column = survey(many)
        #expect(column.hasMoreValues)
        #expect(column.values.count == ColumnSurvey.distinctMax)
        #expect(column.values.first == .init("v1", 2))
    }

    @Test func takesNoMoreMemoryForLongCells() {
        let column = survey((0..<6_000).map { String(repeating: "가", count: 100) + "\($0)" })
        // Cells that begin alike are one, cut after so many bytes.
        #expect(column.values.count == 1)
        let different = survey((0..<6_000).map { "\($0)" + String(repeating: "x", count: 300) })
        #expect(different.hasMoreValues && different.values.count * 200 <= 1 << 20)
    }
}
