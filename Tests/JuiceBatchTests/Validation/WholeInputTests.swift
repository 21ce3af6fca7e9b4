import CSV
import JuiceCore
import Testing

@testable import JuiceBatch

@Suite struct InputProfileTests {
    /// The profile of the columns beside the item, one line each: `NAME: CELL ROWS @LINE, …`.
    private func profile(_ text: String, _ settings: ExportSettings) throws -> [String] {
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

    private static func settings(_ change: (inout ExportSettings) -> Void) -> ExportSettings {
        var settings = ExportSettings()
        change(&settings)
        return settings
    }

    private static let byTime =
        "시각,품목,수량,결제\n2026-11-20 18:03,키위쥬스,1,카드\n2026-11-20 18:01,키위쥬스,,현금\n2026-11-20 18:02,키위쥬스,1,카드\n"

    @Test(
        arguments: [
            // Cells are counted trimmed.
            (
                "결제수단,품목,수량,층\n카드,키위쥬스,1,2\n 카드 ,키위쥬스,,\n현금,키위쥬스,1,-3\n카드,바나나쥬스,1\n,딸바쥬스,1,2\n,,,\n카드,망고쥬스,,2\n",
                ExportSettings(),
                ["결제수단: 카드 3 @2, 현금 1 @4,  1 @6", "층: 2 3 @2,  1 @3, -3 1 @4", "empty: 2"]
            ),
            // Ignored rows and totals do not count, and a column that a setting names is not profiled.
            (
                "품목,수량,상태,결제\n키위쥬스,,완료,카드\n키위쥬스,,견본,현금\n합계,,,\n",
                settings {
                    $0.ignore = [.init(name: "상태", isTyped: false, values: ["견본"])]
                    $0.totals = ["합계"]
                }, ["결제: 카드 1 @2", "empty: 1"]
            ),
            // Filled cells count as filled.
            (
                "품목,수량,상태\n키위쥬스,1,완료\n키위쥬스,1,\n키위쥬스,1,준비\n",
                settings { $0.fill = [.init(name: "상태", isTyped: false)] }, ["상태: 완료 2 @2, 준비 1 @4", "empty: 0"]
            ),
            // More than twenty cells are not listed; times and other roles are not profiled.
            (
                "id,시각,품목,수량,나,다\n" + (0..<60).map { "\($0),2026-11-20,키위쥬스,1,\($0 % 21),\($0 % 20)\n" }.joined(),
                ExportSettings(),
                [
                    "나: many", "다: \((0..<20).map { "\($0) 3 @\($0 + 2)" }.joined(separator: ", "))",
                    "empty: 0",
                ]
            ),
            (byTime, settings { $0.sequence = .time }, ["결제: 카드 2 @2, 현금 1 @3", "empty: 1"]),
        ] as [(String, ExportSettings, [String])])
    func columnsAreProfiledByTheirCells(text: String, settings: ExportSettings, lines: [String]) throws {
        #expect(try profile(text, settings) == lines)
    }

    @Test func inputsSortedTogetherHaveProfilesOfTheirOwn() throws {
        let reading = ReadingOptions(exportSettings: Self.settings { $0.sequence = .time })
        let inputs = [Self.byTime, Self.byTime].map { Array($0.utf8) }
        let profiles = try Engine.run(inputs: inputs, reading).result.inputSummaries.map(\.profile)
        #expect(profiles.map(\.rows) == [3, 3] && profiles.map(\.emptyQuantities) == [1, 1])
        #expect(profiles[0].columns == profiles[1].columns && !profiles[0].columns.isEmpty)
    }

    @Test func totalsRowsShowNoUnnamedColumn() throws {
        let reading = ReadingOptions(
            exportSettings: Self.settings {
                $0.totals = ["합계"]
                $0.isDescribed = true
            })
        #expect(try Engine.run("품목,,수량\n키위쥬스,,2\n합계,정산,2\n", reading).codes == [.success])
        #expect(Engine.refusal("품목,,수량\n키위쥬스,x,2\n합계,정산,2\n", reading) == "1: unknown_column")
    }
}
