import CSV
import JuiceBatch
import JuiceCore
import TestSupport
import Testing

@testable import JuiceInspect

/// A text read as an input without settings, and its profile.
private struct ExportText {
    let found: InputFindings
    var export: ExportTable { found.export }
    var proposed: [Role: String] { found.proposal.columns.mapValues(\.text) }

    init(_ text: String) throws {
        let folder = try TemporaryFolder()
        let settings = try Engine.settings()
        let file = try Engine.open(Array(text.utf8), in: folder)
        let export = try settings.readExport(file, cancellation: CancellationToken())
        found = InputFindings(export, names: settings.names, existing: SettingsProposal())
    }
}

@Suite struct ExportReaderTests {
    @Test func findsTheHeaderBelowTitles() throws {
        let export = try ExportText("매출 현황;;\n2026-11-20;;\n;;\n일시;상품명;수량\n10:00;키위쥬스;1\n합계;;1\n").export
        #expect((export.plan.headerLine, export.plan.titleRows, export.plan.delimiter) == (4, 2, .semicolon))
        #expect(export.columns.map(\.name) == ["일시", "상품명", "수량"])
        #expect((export.rows, export.totals, export.wrongWidthRows) == (1, 1, 0) && export.totalsTexts == ["합계"])
    }

    @Test(arguments: [(titles: 99, line: 100), (titles: 100, line: 1)])
    func headerIsSearchedForAmongTheFirstHundredRecords(titles: Int, line: Int) throws {
        let text = String(repeating: "안내\n", count: titles) + "품목,수량\n키위쥬스,1\n망고쥬스,2\n"
        #expect(try ExportText(text).export.plan.headerLine == line)
    }

    @Test func dataRowIsNotTakenForAHeader() throws {
        // The row below contains a category word that is also an item header.
        let export = try ExportText("가,나,다\n키위쥬스,쥬스,3\n망고쥬스,쥬스,1\n").export
        #expect(export.columns.map(\.name) == ["가", "나", "다"])
        #expect((export.plan.headerLine, export.plan.titleRows, export.rows) == (1, 0, 2))
    }

    @Test(arguments: ["1,2\n3,4\n", "키위쥬스,홀\n망고쥬스,홀\n", "가,가\n나,다\n", "가,\n나,다\n", "가\n"])
    func refusesFilesThatMayHaveNoHeader(_ text: String) {
        #expect(Engine.refused { try ExportText(text) }?.code == "no_item_column")
    }

    @Test func countsRowsOfAnotherWidthUpToAFault() throws {
        #expect(try ExportText("품목,수량\n키위쥬스,1\n\"망고쥬스,1\n").export.wasInterrupted)
        let torn = try ExportText("품목,수량\n키위쥬스,1\n망고쥬스,1,200,3\n").export
        #expect((torn.rows, torn.wrongWidthRows, torn.hasTrailingCells) == (2, 1, false))
        let trailing = try ExportText("품목,수량\n키위쥬스,1,\n망고쥬스,1,\n").export
        #expect((trailing.rows, trailing.wrongWidthRows, trailing.hasTrailingCells) == (2, 2, true))
        // The other columns are still profiled.
        #expect(trailing.columns.map { $0.values.map(\.text) } == [["키위쥬스", "망고쥬스"], ["1"]])
    }

    @Test func detectsTheDirectionOfTime() throws {
        func direction(_ hours: String...) throws -> TimeDirection? {
            try ExportText("일시,품목\n" + hours.map { "2026-11-20 \($0),키위쥬스\n" }.joined()).found.direction
        }
        let rising = try #require(try direction("09:00", "09:00", "10:00"))
        #expect((rising.steps.forward, rising.steps.backward, rising.unreadable) == (1, 0, 0))
        #expect((rising.first, rising.last) == ("2026-11-20 09:00", "2026-11-20 10:00"))
        let falling = try #require(try direction("10:00", "09:30", "09:00"))
        #expect((falling.steps.forward, falling.steps.backward) == (0, 2))
        // After midnight the date stays that of the evening.
        let nightlyRun = try #require(try direction("23:50", "01:10", "00:20"))
        #expect((nightlyRun.steps.backward, nightlyRun.midnights, nightlyRun.latestMorningMinutes) == (2, 1, 70))
        #expect(try direction("heute") == nil)
    }

    @Test func distinguishesKindsOfRows() throws {
        let found = try ExportText("구분,분류,품목,수량\n정상,쥬스,키위쥬스,2\n취소,쥬스,키위쥬스,-2\n정상,빵,스콘,1\n정상,쥬스,,1\n").found
        let groups = [(0, "정상"), (0, "취소"), (1, "빵")].map { found.groups(found.export.columns[$0])[$1] }
        #expect(groups.map { [$0?.rows, $0?.negative, $0?.onMenu] } == [[2, 0, 1], [1, 1, 1], [1, 0, 0]])
        #expect(found.itemRows == [0, 1, 2])
    }
}

@Suite struct ExportColumnTests {
    /// The profile of a column with these cells, beside one that is never empty.
    private func column(_ cells: [String]) throws -> ExportColumn {
        try ExportText("메모,품목\n" + cells.map { "\($0),키위쥬스\n" }.joined()).export.columns[0]
    }

    @Test func listsCellsByFrequencyThenAppearance() throws {
        let column = try self.column(["b", "a", "", "c", "a", "b", "d"])
        #expect(column.values.map { "\($0.text) \($0.count)" } == ["b 2", "a 2", "c 1", "d 1"])
        #expect(column.name == "메모" && column.emptyRows == 1 && !column.hasMoreValues)
    }

    @Test func limitsTheNumberOfListedValues() throws {
        let column = try self.column((0...ExportColumn.valuesMax).map { "v\($0)" } + ["v1"])
        #expect(column.hasMoreValues && column.values.count == ExportColumn.valuesMax)
        #expect(column.values.first?.text == "v1" && column.values.first?.count == 2)
    }

    @Test func detectsRepeatedIDsAmongMany() throws {
        let many = "주문번호,품목\n" + (300_000_000..<300_015_000).map { "\($0),키위쥬스\n" }.joined()
        #expect(try ExportText(many).proposed == [:])
        #expect(try ExportText(many + "300000007,망고쥬스\n").proposed == [.id: "주문번호+#"])
    }

    /// A cell is kept whole or not at all: part of it would match nothing.
    @Test func listsCellsInFull() throws {
        let long = (0..<3).map { String(repeating: "가", count: 100) + "\($0)" }
        #expect(try column(long).values.map(\.text) == long)
        #expect(try column(["a", long[0] + " 합계"]).values.map(\.text) == ["a"])
        let column = try self.column([String(repeating: "가", count: 2_000), "a"])
        #expect(column.values.map { "\($0.text) \($0.count)" } == ["a 1"] && column.hasMoreValues)
        let many = try self.column((0..<6_000).map { "\($0)" + String(repeating: "x", count: 300) })
        #expect(many.hasMoreValues && many.values.count * 300 <= 1 << 20)
    }
}

@Suite struct TimeColumnsTests {
    @Test(
        arguments: [
            ("영업일자,결제시각", "2026-11-20,09:12:40", [], ["영업일자", "결제시각"], "영업일자"),
            // The time of the sale; a separate clock column is not needed beside a full time.
            ("가입일시,주문일시", "2025-01-01 10:00,2026-11-20 09:12", [], ["주문일시"], nil),
            ("가입일시,일시", "2025-01-01 10:00,2026-11-20 09:12", [2], ["일시"], nil),
            ("시각,주문일시", "10:00,2026-11-20 09:12", [], ["주문일시"], nil),
            ("비고", "2026-11-20 10:00", [], [], nil), ("시간대", "점심", [], [], nil),
            // A date alone is no time, unless the column was named.
            ("판매일자", "2026-11-20", [], [], "판매일자"), ("판매일자", "2026-11-20", [1], ["판매일자"], "판매일자"),
        ] as [(String, String, [Int], [String], String?)])
    func findsTimeColumns(header: String, row: String, named: [Int], columns: [String], date: String?) throws {
        let export = try ExportText("품목,\(header)\n키위쥬스,\(row)\n").export
        let times = export.timeColumns(named: named.map { export.columns[$0] }, order: nil)
        #expect(times.columns.map(\.name) == columns && times.orders.isEmpty)
        #expect(times.date?.name == date)
    }

    @Test(
        arguments: [
            ("11/20/26 9:12 AM", nil, [.mdy]), ("20/11/26 9:12 AM", nil, [.dmy, .ymd]),
            ("11/12/2026 9:12 AM", nil, [.mdy, .dmy]), ("11/12/2026 9:12 AM", .dmy, [.dmy]),
        ] as [(String, DateOrder?, [DateOrder])])
    func listsDateOrdersThatFit(time: String, order: DateOrder?, orders: [DateOrder]) throws {
        let export = try ExportText("품목,Order Date\n키위쥬스,\(time)\n").export
        #expect(export.timeColumns(named: [], order: order).orders == orders)
    }
}
