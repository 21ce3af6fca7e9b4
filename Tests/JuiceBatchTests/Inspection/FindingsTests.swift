import CSV
import JuiceBatch
import JuiceCore
import TestSupport
import Testing

@testable import JuiceInspect

@Suite struct ColumnFindingTests {
    /// The column proposed for a role; nil for none.
    @Test(
        arguments: [
            // A header word for the item over other cells; a column found by its header is not proposed.
            (.item, "메뉴,내용,수량\nA,키위쥬스,1\nB,망고쥬스,1\n", "내용"), (.item, "상품명,수량\n사과쥬스,1\n배쥬스,1\n", "상품명"),
            (.item, "품목,내용,수량\n키위쥬스,키위쥬스,1\n", nil), (.item, "품목,사이즈\n키위,L\n키위,S\n", nil),
            // One of two columns is clearly the quantity, or none is proposed; a column of words is none.
            (.quantity, "품목,주문수량\n키위쥬스,2\n", "주문수량"), (.quantity, "품목,주문수량,반품건수\n키위쥬스,2,0\n", "주문수량"),
            (.quantity, "품목,주문건수,잔수\n키위쥬스,2,3\n", nil), (.quantity, "품목,주문수량\n키위쥬스,많이\n", nil),
            (.quantity, "품목,수량,주문수량\n키위쥬스,2,2\n", nil),
            // Receipt numbers, which may restart each day or for each POS, or repeat in a cancel.
            (.id, "영수증번호,품목\nR-1000001,키위쥬스\nR-1000001,망고쥬스\n", "영수증번호+#"),
            (
                .id, "영업일자,포스번호,영수증번호,품목\n2026-11-20,1,0001,키위쥬스\n2026-11-20,2,0001,키위쥬스\n",
                "영업일자+포스번호+영수증번호+#"
            ),
            (.id, "영수증번호,구분,품목,수량\n1,정상,키위쥬스,1\n1,취소,키위쥬스,-1\n", "영수증번호+구분+#"),
            // A unique id needs no setting; row and customer numbers are no ids.
            (.id, "주문번호,품목\n1,키위쥬스\n2,망고쥬스\n", nil),
            (.id, "Order Id,Item Selection Id,Item\n7,900,kiwi juice\n7,901,mango juice\n", "Item Selection Id"),
            (.id, "고객번호,품목\n71,키위쥬스\n72,망고쥬스\n", nil), (.id, "행번호,품목\n1,키위쥬스\n2,키위쥬스\n3,키위쥬스\n", nil),
            (.id, "행번호,품목\n2,키위쥬스\n3,키위쥬스\n", "행번호"), (.id, "행번호,품목\n1,키위쥬스\n3,키위쥬스\n", "행번호"),
            (.id, "행번호,품목\n2,키위쥬스\n1,키위쥬스\n", "행번호"), (.id, "행번호,품목\n2,키위쥬스\n3,키위쥬스\n3,키위쥬스\n", nil),
            (.id, "행번호,품목\n2,키위쥬스\n,키위쥬스\n3,키위쥬스\n", nil), (.id, "행번호,품목\n", nil),
            // Without a sign it is unknown whether these cups were sold.
            (.action, "품목,Event Type,Qty\nkiwi juice,Payment,2.0\nkiwi juice,Refund,-1.0\n", "Event Type"),
            (.action, "품목,주문상태,수량\n키위쥬스,완료,1\n망고쥬스,주문취소,1\n", nil),
        ] as [(Role, String, String?)])
    func columnsAreProposedByTheirCells(role: Role, text: String, columns: String?) throws {
        #expect(try ExportText(text).proposed(role) == columns)
    }

    /// Merged cells, and quantities with a sign or a fraction.
    @Test(arguments: [
        ("주문번호,일시,메모,품목\n7,2026-11-20 10:00,얼음,키위쥬스\n,,,망고쥬스\n8,2026-11-20 10:05,,키위쥬스\n", ["주문번호", "일시"]),
        ("주문번호,품목\n7,키위쥬스\n8,망고쥬스\n", []),
        // A column that starts with an empty cell is not merged.
        ("주문번호,품목\n,키위쥬스\n7,망고쥬스\n,망고쥬스\n", []),
    ])
    func mergedCellsAreFilled(text: String, columns: [String]) throws {
        #expect(try ExportText(text).found.proposal.rules.fill == columns)
    }

    @Test func asksForTheItemColumn() throws {
        let found = try ExportText("가,나\n1,사과\n2,배\n").found
        #expect(found.questions.map(\.subject) == [.itemColumn(headers: ["가", "나"])])
        #expect(found.proposal.isEmpty)
    }

    @Test func findsTheDecimalMark() throws {
        func found(_ quantities: String...) throws -> (mark: DecimalMark?, questions: [SettingsQuestion.Subject]) {
            let text = try ExportText("품목,수량\n" + quantities.map { "키위쥬스,\"\($0)\"\n" }.joined())
            #expect(text.found.proposal.decimal == text.found.decimal)
            return (text.found.decimal, text.found.questions.map(\.subject))
        }
        #expect(try found("1", "2.0").mark == nil)
        #expect(try found("1.000", "2.000").mark == .point)
        #expect(try found("1,00", "2,00").mark == .comma)
        #expect(try found("1,000", "2,000", "1,000").mark == nil)
        #expect(try found("1,000", "2,000", "1,000").questions == [.thousands(header: "수량", example: "1,000")])
        #expect(try found("1,000", "2").questions == [])
    }

    @Test func findsTitlesTotalsAndTrailingCells() throws {
        let found = try ExportText("일일 매출,,\n품목,수량,비고\n키위쥬스,1,\n합계,1,\n총계,1,\n").found
        #expect(found.proposal.header == .find)
        #expect(found.proposal.rules.totals == ["합계", "총계"])
        #expect(found.proposal.trailing == nil)
        #expect(try ExportText("품목,수량\n키위쥬스,1,\n").found.proposal.trailing == .drop)
    }

    @Test func proposesNothingAlreadySettled() throws {
        var existing = SettingsProposal()
        existing.columns = [.item: .single("내용"), .quantity: .none]
        existing.decimal = .point
        existing.header = .find
        existing.rules.totals = ["합계"]
        let text = try ExportText("메뉴,내용,주문수량\nA,키위쥬스,1.000\n합계,,1\n", existing: existing)
        #expect(text.found.proposal.isEmpty)
        #expect(text.found.item == 1 && text.found.quantity == nil)
    }

    @Test func ownFilesAreNotProfiled() throws {
        let header = "file,line,id,action,item,quantity,code,message,shortage,raw\n"
        let text = try ExportText(header + "a.csv,2,1,order,키위쥬스,3,insufficient_stock,,,\n")
        #expect(text.export.programFile != nil)
        #expect(text.found.proposal.isEmpty && text.found.questions.isEmpty)
    }
}

@Suite struct ExportReaderTests {
    @Test func findsTheHeaderBelowTitles() throws {
        let export = try ExportText("매출 현황;;\n2026-11-20;;\n;;\n일시;상품명;수량\n10:00;키위쥬스;1\n합계;;1\n").export
        #expect((export.headerLine, export.titles, export.delimiter) == (4, 2, .semicolon))
        #expect(export.columns.map(\.name) == ["일시", "상품명", "수량"])
        #expect((export.rows, export.totals, export.wrongWidthRows) == (1, 1, 0))
        #expect(export.totalsTexts == ["합계"])
    }

    @Test func dataRowIsNotTakenForAHeader() throws {
        // The row below contains a category word that is also an item header.
        let export = try ExportText("가,나,다\n키위쥬스,쥬스,3\n망고쥬스,쥬스,1\n").export
        #expect(export.columns.map(\.name) == ["가", "나", "다"])
        #expect((export.headerLine, export.titles, export.rows) == (1, 0, 2))
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
        func direction(_ times: [String]) throws -> TimeDirection? {
            try ExportText("일시,품목\n" + times.map { $0 + ",키위쥬스\n" }.joined()).found.direction
        }
        let day = "2026-11-20 "
        let rising = try #require(try direction([day + "09:00", day + "09:00", day + "10:00"]))
        #expect((rising.forwardSteps, rising.backwardSteps, rising.unreadable) == (1, 0, 0))
        #expect((rising.first, rising.last) == (day + "09:00", day + "10:00"))
        let falling = try #require(try direction([day + "10:00", day + "09:30", day + "09:00"]))
        #expect((falling.forwardSteps, falling.backwardSteps) == (0, 2))
        // After midnight the date stays that of the evening.
        let nightlyRun = try #require(try direction([day + "23:50", day + "01:10", day + "00:20"]))
        #expect((nightlyRun.backwardSteps, nightlyRun.midnights, nightlyRun.latestMorningMinutes) == (2, 1, 70))
        #expect(try direction(["heute"]) == nil)
    }

    @Test func distinguishesKindsOfRows() throws {
        let found = try ExportText(
            "구분,분류,품목,수량\n정상,쥬스,키위쥬스,2\n취소,쥬스,키위쥬스,-2\n정상,빵,스콘,1\n정상,쥬스,,1\n"
        ).found
        func group(_ column: Int, _ cell: String) -> [Int]? {
            found.groups(column)[cell].map { [$0.rows, $0.negative, $0.onMenu] }
        }
        #expect(group(0, "정상") == [2, 0, 1])
        #expect(group(0, "취소") == [1, 1, 1])
        #expect(group(1, "빵") == [1, 0, 0])
        #expect(found.itemRows == [0, 1, 2])
    }
}

@Suite struct RowFindingTests {
    @Test func readsActions() throws {
        let signs = try ExportText("품목,Event Type,Qty\nkiwi juice,Payment,2.0\nkiwi juice,Refund,-1.0\n")
        #expect(signs.readings == ["action:Payment=order", "action:Refund=cancel"])
        let known = try ExportText("구분,품목,수량\n정상,키위쥬스,1\n반품,키위쥬스,-1\n입고,키위,3\n")
        #expect(known.readings == ["action:정상=order", "action:반품=cancel"])
        #expect(known.found.questions.isEmpty)
        let unknown = try ExportText("구분,품목\n정상,키위쥬스\n서비스,키위쥬스\n")
        #expect(unknown.readings == ["action:정상=order"])
        #expect(unknown.found.questions.map(\.subject) == [.actionWords(header: "구분", cells: ["서비스"])])
    }

    @Test(arguments: ["Refund", "Return", "환불", "반품"])
    func asksWhatReversalsMean(word: String) throws {
        let rows = try ExportText("구분,품목,수량\n주문,키위쥬스,1\n\(word),키위쥬스,1\n")
        #expect(rows.readings.isEmpty)
        #expect(rows.found.questions.map(\.subject) == [.reversedRows(header: "구분", cells: [word])])
        let readings = rows.found.questions[0].answers.flatMap(\.settings.rules.readings)
        #expect(readings.map(\.from) == [word, word] && readings.map(\.to) == ["ignore", "cancel"])
    }

    @Test func readsNegativeQuantitiesAsCancels() throws {
        #expect(try ExportText("품목,수량\n키위쥬스,2\n키위쥬스,-1\n").found.proposal.negative == .cancel)
        #expect(try ExportText("품목,수량\n키위쥬스,2\n").found.proposal.negative == nil)
        // The action column already marks cancels.
        let told = try ExportText("구분,품목,수량\n주문,키위쥬스,2\n취소,키위쥬스,-1\n")
        #expect(told.found.proposal.negative == nil)
    }

    @Test(arguments: ["취소수량", "반품수량", "누적판매량", "VoidedQty", "Discount Qty", "Qty On Hand", "할인건수"])
    func doesNotProposeOtherCountsAsQuantity(header: String) throws {
        #expect(try ExportText("품목,\(header)\n키위쥬스,1\n망고쥬스,2\n").found.proposal.columns[.quantity] == nil)
        let beside = try ExportText("품목,판매,\(header)\n키위쥬스,1,0\n망고쥬스,2,1\n").found.proposal
        #expect(beside.columns[.quantity]?.text == "판매")
    }

    @Test func readsNewestFirstByTime() throws {
        let newest = try ExportText("일시,품목\n2026-11-20 11:00,키위쥬스\n2026-11-20 10:00,키위쥬스\n").found.proposal
        #expect(newest.sequence == .time && newest.columns.isEmpty)
        let oldest = try ExportText("일시,품목\n2026-11-20 10:00,키위쥬스\n2026-11-20 11:00,키위쥬스\n").found.proposal
        #expect(oldest.isEmpty)
        // Exports with at least ten falling steps are newest first.
        let rows = (10..<21).reversed().map { "2026-11-20 \($0):00,키위쥬스" }
        #expect(try ExportText((["일시,품목"] + rows).joined(separator: "\n")).found.proposal.sequence == .newestFirst)
        // Up and down.
        let mixed = ["일시,품목", "2026-11-20 10:00,키위쥬스"] + rows + ["2026-11-20 11:30,키위쥬스", "2026-11-20 10:30,키위쥬스"]
        #expect(try ExportText(mixed.joined(separator: "\n")).found.proposal.sequence == .time)
        #expect(try ExportText("시각,품목\n10:00,키위쥬스\n11:00,키위쥬스\n10:30,키위쥬스\n").found.proposal.sequence == nil)
    }

    @Test func proposesADayStartForTimesAfterMidnight() throws {
        let text = "영업일자,시각,품목\n2026-11-20,22:00,키위쥬스\n2026-11-20,23:30,키위쥬스\n2026-11-20,01:20,키위쥬스\n"
        let found = try ExportText(text).found.proposal
        #expect(found.columns[.time]?.text == "영업일자+시각")
        #expect(found.dayStart == DayStart("06:00"))
    }

    @Test func treatsSizeAsPartOfTheNameIfTheMenuDoes() throws {
        let menu = "juice,fruit,quantity\n키위 L,키위,4\n키위 S,키위,2\n"
        #expect(try ExportText("품목,사이즈\n키위,L\n키위,S\n", menu: menu).proposed(.item) == "품목+사이즈")
    }
}

/// Profiles of export columns.
@Suite struct ExportColumnTests {
    /// The profile of a column with these cells, beside one that is never empty.
    private func column(_ cells: [String]) throws -> ExportColumn {
        try ExportText("메모,품목\n" + cells.map { "\($0),키위쥬스\n" }.joined()).export.columns[0]
    }

    @Test func listsCellsByFrequencyThenAppearance() throws {
        let column = try self.column(["b", "a", "", "c", "a", "b", "d"])
        #expect(column.values == [.init("b", 2), .init("a", 2), .init("c", 1), .init("d", 1)])
        #expect(column.name == "메모" && column.emptyRows == 1)
        #expect(!column.hasMoreValues)
    }

    @Test func limitsTheNumberOfListedValues() throws {
        let many = (0...ExportColumn.valuesMax).map { "v\($0)" } + ["v1"]
        let column = try self.column(many)
        #expect(column.hasMoreValues)
        #expect(column.values.count == ExportColumn.valuesMax)
        #expect(column.values.first == .init("v1", 2))
    }

    @Test func detectsRepeatedIDsAmongMany() throws {
        let many = (0..<15_000).map { "\($0)" }
        #expect(try ExportText("주문번호,품목\n" + many.map { "\($0),키위쥬스\n" }.joined()).proposed(.id) == nil)
        let again = many.map { "\($0),키위쥬스\n" }.joined() + "7,망고쥬스\n"
        #expect(try ExportText("주문번호,품목\n" + again).proposed(.id) == "주문번호+#")
    }

    /// A cell is kept whole or not at all: part of it would match nothing.
    @Test func listsCellsInFull() throws {
        let long = (0..<3).map { String(repeating: "가", count: 100) + "\($0)" }
        #expect(try column(long).values.map(\.text) == long)
        let huge = String(repeating: "가", count: 2_000)
        let column = try self.column([huge, "a"])
        #expect(column.values == [.init("a", 1)] && column.hasMoreValues)
        let many = try self.column((0..<6_000).map { "\($0)" + String(repeating: "x", count: 300) })
        #expect(many.hasMoreValues && many.values.count * 300 <= 1 << 20)
    }
}

/// A text read as an input without settings, and its profile.
struct ExportText {
    let found: InputFindings
    var export: ExportTable { found.export }

    /// - Parameters:
    ///   - existing: existing settings, which are not proposed again.
    ///   - menu: a menu file's text; nil for the built-in menu.
    init(_ text: String, existing: SettingsProposal = SettingsProposal(), menu: String? = nil) throws {
        let folder = try TemporaryFolder()
        let cancellation = CancellationToken()
        var shop = Menu.builtIn
        if let menu {
            let path = try folder.write(Array(menu.utf8), to: "menu.csv")
            shop = try MenuFile.load(path: path, cancellation: cancellation).menu
        }
        let names = try NameIndex(menu: shop)
        let settings = RunSettings(
            menu: shop, names: names, opening: FruitStore(menu: shop).stock, reading: ReadingOptions(), threads: 1,
            hashSeed: HashSeed(low: 1, high: 2))
        let file = try Engine.open(Array(text.utf8), in: folder)
        let export = try ExportReader(settings: settings, cancellation: cancellation).read(file)
        found = InputFindings(export, names: names, existing: existing)
    }

    /// The proposed column of a role, as an option; nil for none.
    func proposed(_ role: Role) -> String? { found.proposal.columns[role]?.text }

    /// The proposed value mappings.
    var readings: [String] { found.proposal.rules.readings.map { "\($0.role.rawValue):\($0.from)=\($0.to)" } }

    func names(_ columns: [Int]) -> [String] { columns.map { export.columns[$0].name } }
}

@Suite struct TimeColumnsTests {
    /// The columns of the times, the one of dates, and the orders of dates.
    private func found(
        _ header: String, _ row: String, named: [Int] = [], order: DateOrder? = nil
    ) throws -> (columns: [String], date: String?, orders: [DateOrder]) {
        let text = try ExportText("품목,\(header)\n키위쥬스,\(row)\n")
        let times = TimeColumns(text.export, named: named, order: order)
        return (text.names(times.columns), times.date.map { text.export.columns[$0].name }, times.orders)
    }

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
        let found = try found(header, row, named: named)
        #expect(found.columns == columns && found.date == date && found.orders.isEmpty)
    }

    @Test func listsDateOrdersThatFit() throws {
        #expect(try found("Order Date", "11/20/26 9:12 AM").orders == [.mdy])
        #expect(try found("Order Date", "20/11/26 9:12 AM").orders == [.dmy, .ymd])
        #expect(try found("Order Date", "11/12/2026 9:12 AM").orders == [.mdy, .dmy])
        #expect(try found("Order Date", "11/12/2026 9:12 AM", order: .dmy).orders == [.dmy])
    }
}
