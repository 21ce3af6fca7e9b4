import CSV
import JuiceCore
import Testing

@testable import JuiceBatch

@Suite struct InputProfileTests {
    /// The profile of the columns beside the item, one line each: `NAME: CELL ROWS @LINE, …`.
    private func profile(_ text: String, _ settings: ExportSettings = ExportSettings()) throws
        -> [String]
    {
        var reading = ReadingOptions(exportSettings: settings)
        var found: [[String]] = []
        for (size, threads) in [(1 << 17, 1), (16, 1), (40, 3), (7, 2)] {
            reading.chunkBytes = size
            let profile = try #require(
                try Engine.run(text, reading, threads: threads).result.inputSummaries.first?.profile)
            let columns = profile.columns.map { column in
                let cells = column.cells?.map { "\($0.text) \($0.rows) @\($0.firstLine)" }.joined(separator: ", ")
                return "\(column.name): \(cells ?? "many")" + (column.firstFigure == nil ? "" : " (quantities)")
            }
            found.append(columns + ["empty: \(profile.emptyQuantities)"])
        }
        #expect(Set(found).count == 1, "whatever the chunks and threads")
        return found[0]
    }

    @Test func differentCellsAreCountedTrimmed() throws {
        let text = "결제수단,품목,수량,층\n카드,키위쥬스,1,2\n 카드 ,키위쥬스,,\n현금,키위쥬스,1,-3\n카드,바나나쥬스,1\n,딸바쥬스,1,2\n,,,\n카드,망고쥬스,,2\n"
        #expect(
            try profile(text) == [
                "결제수단: 카드 3 @2, 현금 1 @4,  1 @6", "층: 2 3 @2,  1 @3, -3 1 @4 (quantities)", "empty: 2",
            ])
    }

    @Test func ignoredRowsAndTotalsDoNotCount() throws {
        var settings = ExportSettings()
        settings.ignore = [.init(column: .init(name: "상태", isTyped: false), values: ["견본"])]
        settings.totals = ["합계"]
        let text = "품목,수량,상태,결제\n키위쥬스,,완료,카드\n키위쥬스,,견본,현금\n합계,,,\n"
        // A column that a setting names is not profiled.
        #expect(try profile(text, settings) == ["결제: 카드 1 @2", "empty: 1"])
    }

    @Test func totalsRowsShowNoUnnamedColumn() throws {
        var settings = ExportSettings()
        settings.totals = ["합계"]
        settings.isDescribed = true
        let text = "품목,,수량\n키위쥬스,,2\n합계,정산,2\n"
        #expect(try Engine.run(text, ReadingOptions(exportSettings: settings)).codes == [.success])
        let refusal = Engine.refusal("품목,,수량\n키위쥬스,x,2\n합계,정산,2\n", ReadingOptions(exportSettings: settings))
        #expect(refusal == "1: unknown_column")
    }

    @Test func cellsAreProfiledFilled() throws {
        var settings = ExportSettings()
        settings.fill = [.init(name: "상태", isTyped: false)]
        #expect(
            try profile("품목,수량,상태\n키위쥬스,1,완료\n키위쥬스,1,\n키위쥬스,1,준비\n", settings)
                == ["상태: 완료 2 @2, 준비 1 @4", "empty: 0"])
    }

    @Test func moreThanTwentyDistinctCellsAreNotListed() throws {
        let rows = (0..<60).map { "키위쥬스,1,\($0 % 20),\($0 % 21),\($0 % 7)" }
        #expect(
            try profile((["품목,수량,가,나,다"] + rows).joined(separator: "\n")) == [
                "가: \((0..<20).map { "\($0) 3 @\($0 + 2)" }.joined(separator: ", ")) (quantities)", "나: many",
                "다: \((0..<7).map { "\($0) \($0 < 4 ? 9 : 8) @\($0 + 2)" }.joined(separator: ", ")) (quantities)",
                "empty: 0",
            ])
    }

    @Test func timesAndOtherRolesAreNotProfiled() throws {
        let text = "id,시각,품목,수량,메모\n1,2026-11-20 18:03,키위쥬스,1,\n"
        #expect(try profile(text) == ["메모:  1 @2", "empty: 0"])
    }

    @Test func sortedInputsHaveProfilesToo() throws {
        var settings = ExportSettings()
        settings.sequence = .time
        let text = "시각,품목,수량,결제\n2026-11-20 18:03,키위쥬스,1,카드\n2026-11-20 18:01,키위쥬스,,현금\n2026-11-20 18:02,키위쥬스,1,카드\n"
        #expect(try profile(text, settings) == ["결제: 카드 2 @2, 현금 1 @3", "empty: 1"])
        let inputs = [text, text].map { Array($0.utf8) }
        let profiles = try Engine.run(inputs: inputs, ReadingOptions(exportSettings: settings)).result.inputSummaries
            .map(
                \.profile)
        #expect(profiles.count == 2 && profiles[0] == profiles[1])
    }
}
