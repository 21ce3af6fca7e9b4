import JuiceBatch
import Testing

/// What is kept of the cells of an export.
@Suite struct RowTableTests {
    /// The profile of a column with these cells, beside one that is never empty.
    private func survey(_ cells: [String], name: String = "메모") throws -> ColumnSurvey {
        try SurveyedText("\(name),품목\n" + cells.map { "\($0),키위쥬스\n" }.joined()).survey.columns[0]
    }

    @Test func countsTheMostFrequentFirstAndThenByAppearance() throws {
        let column = try survey(["b", "a", "", "c", "a", "b", "d"])
        #expect(column.values == [.init("b", 2), .init("a", 2), .init("c", 1), .init("d", 1)])
        #expect((column.name, column.place, column.emptyRows) == ("메모", 0, 1))
        #expect(column.hasRepeats && !column.hasMoreValues)
        #expect(column.countedRows == 6)
    }

    @Test func countsRowsThatRepeatTheOneAbove() throws {
        #expect(try survey(["1", "1", "1", "2", "2", "1"]).repeatsAbove == 3)
        // An empty cell parts two rows.
        #expect(try survey(["1", "", "1"]).repeatsAbove == 0)
    }

    @Test func knowsTheNumbersOfRows() throws {
        #expect(try survey(["1", "2", "3"]).isRowNumber)
        #expect(!(try survey(["1", "2", "2"]).isRowNumber))
        #expect(!(try survey(["2", "3"]).isRowNumber))
        #expect(!(try survey(["1", "", "3"]).isRowNumber))
        #expect(!(try survey([]).isRowNumber))
    }

    @Test func listsSoManyDifferentValuesAndNoMore() throws {
        let many = (0...ColumnSurvey.distinctMax).map { "v\($0)" } + ["v1"]
        let column = try survey(many)
        #expect(column.hasMoreValues)
        #expect(column.values.count == ColumnSurvey.distinctMax)
        #expect(column.values.first == .init("v1", 2))
    }

    /// Ids and times differ from row to row, and all of them are compared.
    @Test func seesThatAnIDComesBackAmongMany() throws {
        let many = (0..<15_000).map { "\($0)" }
        #expect(try SurveyedText("주문번호,품목\n" + many.map { "\($0),키위쥬스\n" }.joined()).proposed(.id) == nil)
        let again = many.map { "\($0),키위쥬스\n" }.joined() + "7,망고쥬스\n"
        #expect(try SurveyedText("주문번호,품목\n" + again).proposed(.id) == "주문번호+#")
    }

    /// A cell is kept whole, or not at all: half of one would match nothing, and a character of it could be torn.
    @Test func cutsNoCell() throws {
        let long = (0..<3).map { String(repeating: "가", count: 100) + "\($0)" }
        #expect(try survey(long).values.map(\.text) == long)
        let huge = String(repeating: "가", count: 2_000)
        let column = try survey([huge, "a"])
        #expect(column.values == [.init("a", 1)] && column.hasMoreValues)
        let many = try survey((0..<6_000).map { "\($0)" + String(repeating: "x", count: 300) })
        #expect(many.hasMoreValues && many.values.count * 300 <= 1 << 20)
    }
}
