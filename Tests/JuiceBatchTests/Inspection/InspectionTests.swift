import JuiceBatch
import JuiceCore
import TestSupport
import Testing

@testable import JuiceInspect

extension SettingsProposal {
    /// All settings, in the order of juice-batch.json.
    fileprivate var options: String {
        let roles = Role.allCases.compactMap { role in columns[role].map { "\(role.rawValue)=\($0.text)" } }
        let single = [
            header.map { "header \($0.rawValue)" }, trailing.map { "trailing \($0.rawValue)" },
            negative.map { "negative \($0.rawValue)" }, decimal.map { "decimal \($0.rawValue)" },
            sequence.map { "sequence \($0.rawValue)" }, dayStart.map { "day_start \($0.text)" },
            dateOrder.map { "date_order \($0.rawValue)" },
        ]
        let cells = [("ignore", ignore), ("only", only), ("known", known)].flatMap { key, cells in
            cells.map { "\(key) \($0.column)=\($0.value)" }
        }
        let words = [("accept", accept), ("fill", fill), ("totals", totals)].flatMap { key, words in
            words.map { "\(key) \($0)" }
        }
        let replacements = replacements.map { "\($0.role.rawValue):\($0.from)=\($0.to)" }
        return (roles + single.compactMap(\.self) + replacements + cells + words).joined(separator: ", ")
    }
}

private func inspect(_ texts: String..., settle: (inout SettingsProposal) -> Void = { _ in }) throws -> Inspection {
    let folder = try TemporaryFolder()
    var existing = SettingsProposal()
    settle(&existing)
    let files = try texts.enumerated().map { index, text in
        try Engine.open(Array(text.utf8), in: folder, "\(index).csv")
    }
    return try Inspection(
        of: files, settings: Engine.settings().adding(existing), existing: existing,
        cancellation: CancellationToken(), nearest: { ["키위주쓰": "키위쥬스", "바나나쥬스 x2": "바나나쥬스"][$0] })
}

@Suite struct InspectionTests {
    /// The answers to each question, with their settings.
    private func answers(_ found: Inspection) -> [[String]] {
        found.questions.map { $0.answers.map { "\($0.meaning): \($0.settings.options)" } }
    }

    private static func times(_ hours: [Int]) -> String {
        "일시,품목\n" + hours.map { "2026-11-20 \($0):00,키위쥬스\n" }.joined()
    }

    private static let proposals = [
        ("item,quantity\n키위쥬스,1\n", ""),
        // A header word for the item over other cells; a column found by its header is not proposed.
        ("메뉴,내용,수량\nA,키위쥬스,1\nB,망고쥬스,1\n", "item=내용"), ("품목,내용,수량\n키위쥬스,키위쥬스,1\n", ""),
        // One of two columns is clearly the quantity; other counts are none.
        ("품목,주문수량\n키위쥬스,2\n", "quantity=주문수량"), ("품목,주문수량,반품건수\n키위쥬스,2,0\n", "quantity=주문수량"),
        ("품목,수량,주문수량\n키위쥬스,2,2\n", ""), ("품목,판매,누적판매량\n키위쥬스,1,0\n망고쥬스,2,1\n", "quantity=판매"),
        ("품목,판매,Discount Qty\n키위쥬스,1,0\n망고쥬스,2,1\n", "quantity=판매"),
        ("품목,판매,Qty On Hand\n키위쥬스,1,0\n망고쥬스,2,1\n", "quantity=판매"),
        ("품목,판매,할인건수\n키위쥬스,1,0\n망고쥬스,2,1\n", "quantity=판매"),
        ("과일,입고수량\n키위,20\n망고,30\n", "quantity=입고수량"), ("구분,과일,Count\n입고,키위,20\n", "quantity=Count"),
        ("품목,최소수량,판매량\n키위쥬스,1,3\n", "quantity=판매량"), ("Item,Sold,Minimum Qty\nkiwi juice,3,1\n", "quantity=Sold"),
        // Receipt numbers, which may restart each day or for each POS, or repeat in a cancel.
        ("영수증번호,품목\nR-100000001,키위쥬스\nR-100000001,망고쥬스\n", "id=영수증번호+#"),
        (
            "영업일자,포스번호,영수증번호,품목\n2026-11-20,1,0001,키위쥬스\n2026-11-20,2,0001,키위쥬스\n",
            "id=영업일자+포스번호+영수증번호+#"
        ),
        ("영수증번호,구분,품목,수량\n202611201,정상,키위쥬스,1\n202611201,취소,키위쥬스,-1\n", "id=영수증번호+구분+#, action:정상=order"),
        ("주문번호,품목\n1A00001,키위쥬스\n1A00001,키위쥬스\n2A00001,망고쥬스\n2A00001,망고쥬스\n", "id=주문번호+#"),
        // A receipt with different rows shows that its number does not identify rows.
        ("Receipt,품목\n1T00001,키위쥬스\n2T00001,키위쥬스\n1T00001,키위쥬스\n3T00001,키위쥬스\n3T00001,망고쥬스\n", "id=Receipt+#"),
        ("전표번호,일시,품목\n01-0001,2026-11-20 11:00,키위쥬스\n01-0001,2026-11-20 11:00,망고쥬스\n", "id=일시+전표번호+#"),
        // A unique id needs no setting; row and customer numbers are no ids.
        ("주문번호,품목\n1,키위쥬스\n2,망고쥬스\n", ""), ("상품주문번호,품목\n7,키위쥬스\n9,키위쥬스\n", "id=상품주문번호"),
        ("Order Id,Item Selection Id,Item\n7,900,kiwi juice\n7,901,mango juice\n", "id=Item Selection Id"),
        ("Line ID,품목\n2,키위쥬스\n1,키위쥬스\n", ""), ("Line ID,품목\n1,키위쥬스\n3,키위쥬스\n", "id=Line ID"),
        ("번호,품목\n13,키위쥬스\n11,키위쥬스\n", ""), ("Table ID,품목\n5,키위쥬스\n2,키위쥬스\n", ""),
        ("Line ID,품목\n7,키위쥬스\n9,키위쥬스\n9,키위쥬스\n", ""), ("Line ID,품목\n7,키위쥬스\n,키위쥬스\n9,키위쥬스\n", ""),
        // Actions by their words and the signs of quantities.
        (
            "품목,Event Type,Qty\nkiwi juice,Payment,2.0\nkiwi juice,Refund,-1.0\n",
            "action=Event Type, action:Payment=order, action:Refund=cancel"
        ),
        ("구분,품목,수량\n정상,키위쥬스,1\n반품,키위쥬스,-1\n입고,키위,3\n", "action:정상=order, action:반품=cancel"),
        ("품목,수량\n키위쥬스,2\n키위쥬스,-1\n", "negative cancel"), ("구분,품목,수량\n주문,키위쥬스,2\n취소,키위쥬스,-1\n", ""),
        // Merged cells are filled; a column that starts with an empty cell is not merged, and a row without a number
        // but with its own time is an order.
        (
            "주문번호,일시,메모,품목\n7,2026-11-20 10:00,얼음,키위쥬스\n,,,망고쥬스\n8,2026-11-20 10:05,,키위쥬스\n",
            "id=일시+주문번호+#, fill 주문번호, fill 일시"
        ),
        ("주문번호,품목\n,키위쥬스\n7,망고쥬스\n,망고쥬스\n", ""),
        ("Name,Memo,Qty,Item\n#5,ice,2,kiwi juice\n#5,,1,kiwi juice\n#8,ice,1,kiwi juice\n", ""),
        ("주문번호,주문시각,품목\nA1,2026-11-20 11:00,키위쥬스\n,2026-11-20 11:20,키위쥬스\n", "time=주문시각"),
        // Numbers, titles, totals and trailing cells. Totals of a month are none of the file.
        ("품목,수량\n키위쥬스,1\n키위쥬스,2.0\n", ""), ("품목,수량\n키위쥬스,1.000\n키위쥬스,2.000\n", "decimal ."),
        ("품목,수량\n키위쥬스,\"1,00\"\n키위쥬스,\"2,00\"\n", "decimal ,"), ("품목,수량\n키위쥬스,\"1,000\"\n키위쥬스,2\n", ""),
        ("일일 매출,,\n품목,수량,비고\n키위쥬스,1,\n합계,1,\n총계,1,\n", "header find, totals 합계, totals 총계"),
        ("품목,수량,비고\n키위쥬스,1,\n망고쥬스,1,\n,2,총계\n", "totals 총계"), ("품목,수량\n키위쥬스,1,\n", "trailing drop"),
        ("품목,수량\n바나나쥬스,2\n합계,2\n누계,250\n", "item:누계=ignore, totals 합계"),
        ("번호,품목,수량\n1,바나나쥬스,2\n누계,,250\n", "ignore 번호=누계"),
        ("품목,수량\n바나나쥬스,1\n바나나쥬스 요약,1\n키위쥬스,1\n", "totals 바나나쥬스 요약"),
        // Times. A single step back is no midnight; exports with at least ten falling steps are newest first.
        (times([10, 11]), ""), (times([11, 10]), "sequence time"),
        (times((10..<21).reversed()), "sequence newest-first"),
        (times([10] + (10..<21).reversed() + [22, 21]), "sequence time"),
        ("시각,품목\n10:00,키위쥬스\n11:00,키위쥬스\n10:30,키위쥬스\n", ""),
        ("시각,메뉴,수량\n2026-11-20 18:03,바나나쥬스,1\n2026-11-20 06:30,망고쥬스,1\n", "sequence time"),
        ("시각,메뉴,수량\n23:50,바나나쥬스,1\n00:10,망고쥬스,1\n", "sequence file"),
        (
            "영업일자,시각,품목\n2026-11-20,22:00,키위쥬스\n2026-11-20,23:30,키위쥬스\n2026-11-20,01:20,키위쥬스\n",
            "time=영업일자+시각, day_start 06:00"
        ),
        // The program's own files are not examined.
        (Engine.failureHeader + "a.csv,2,1,order,키위쥬스,3,insufficient_stock,,,\n", ""),
    ]

    @Test(arguments: proposals)
    func settingsAreProposedByCells(text: String, options: String) throws {
        let found = try inspect(text)
        #expect(found.proposal.options == options)
        #expect(found.questions.isEmpty && found.after.isAcceptable)
        #expect(found.before.codes.elementsEqual(found.after.codes, by: ==) || !options.isEmpty)
    }

    /// An export, what is proposed for it, and the question that is asked, with its answers and their settings.
    private struct Case {
        let text: String
        let proposal: String
        let subject: SettingsQuestion.Subject
        let answers: [String]

        init(_ text: String, proposing: String = "", _ subject: SettingsQuestion.Subject, _ answers: String...) {
            (self.text, proposal, self.subject, self.answers) = (text, proposing, subject, answers)
        }
    }

    private static let cases: [Case] = [
        Case(
            "분류,품목\n쥬스,키위쥬스\n쥬스,망고쥬스\n빵,스콘\n빵,와플\n", .kinds(header: "분류", ofShop: ["쥬스"], others: ["빵"]),
            "onlyTheseCount: only 분류=쥬스", "rowsDoNotCount: ignore 분류=빵"),
        Case(
            "품목,수량\n키위쥬스,1\n품목,수량\n망고쥬스,1\n", .secondTable(item: "품목"), "rowsDoNotCount: ignore 품목=품목"),
        Case(
            "품목,수량\n키위쥬스,1\n,2\n키위쥬스,1\n,1\n", .namelessRows(count: 2, line: 3), "isSameAsAbove: fill 품목",
            "rowsDoNotCount: ignore 품목="),
        Case(
            "품목,수량,주문상태\n키위쥬스,1,완료\n망고쥬스,1,주문취소\n", .reversedRows(header: "주문상태", cells: ["주문취소"]),
            "rowsDoNotCount: ignore 주문상태=주문취소, known 주문상태=완료",
            "returnsToStock: action=주문상태, action:완료=order", "meansNothing: accept 주문상태"),
        Case(
            "품목,수량,주문상태\n키위쥬스,1,완료\n망고쥬스,1,주문취소\n망고쥬스,1,\n",
            .reversedRows(header: "주문상태", cells: ["주문취소"]),
            "rowsAndThoseBelowDoNotCount: ignore 주문상태=주문취소, known 주문상태=완료, fill 주문상태",
            "rowsDoNotCount: ignore 주문상태=주문취소, known 주문상태=, known 주문상태=완료",
            "returnsToStock: action=주문상태, action:완료=order", "meansNothing: accept 주문상태"),
        // The status stands in the first line of an order.
        Case(
            "Name,Status,Qty,Item\n#5,paid,2,kiwi juice\n#5,,1,kiwi juice\n#8,voided,1,kiwi juice\n#8,,1,kiwi juice\n",
            proposing: "fill Status", .reversedRows(header: "Status", cells: ["voided"]),
            "rowsDoNotCount: ignore Status=voided, known Status=paid",
            "returnsToStock: action=Status, action:paid=order, action:voided=cancel", "meansNothing: accept Status"),
        Case(
            "Receipt,Item\nT1,kiwi juice\nT2,kiwi juice\nT1,kiwi juice\n",
            .duplicateRows(header: "Receipt", id: "T1", count: 1, line: 4),
            "sameRowAgain: id=Receipt", "separateOrders: id=Receipt+#"),
        Case(
            "Receipt,품목,결제수단\nT1,키위쥬스,카드\nT1,키위쥬스,현금\nT2,망고쥬스,카드\nT2,키위쥬스,카드\n",
            .duplicateRows(header: "Receipt", id: "T1", count: 1, line: 3),
            "sameRowAgain: id=Receipt+품목", "separateOrders: id=Receipt+#"),
        Case(
            "Item,Qty,Type\nbanana juice,1,Cash\nkiwi juice,1,Credit\n",
            .actionWords(header: "Type", cells: ["Cash", "Credit"]),
            "meansNothing: action=, accept Type", "isSale: action:Cash=order, action:Credit=order",
            "rowsDoNotCount: action:Cash=ignore, action:Credit=ignore"),
        Case(
            "구분,품목\n정상,키위쥬스\n서비스,키위쥬스\n", proposing: "action:정상=order",
            .actionWords(header: "구분", cells: ["서비스"]),
            "isSale: action:서비스=order", "rowsDoNotCount: action:서비스=ignore"),
        Case(
            "품목,수량\n바나나쥬스,1\n키위쥬스,0\n키위쥬스,ERROR\n망고쥬스,0\n",
            .quantities(header: "수량", cells: ["0", "ERROR"]), "rowsDoNotCount: ignore 수량=0, ignore 수량=ERROR"),
        Case(
            "품목,수량\n키위쥬스,\"1,000\"\n키위쥬스,\"2,000\"\n키위쥬스,\"1,000\"\n",
            .thousands(header: "수량", example: "1,000"), "fraction: decimal ,", "thousands: decimal ."),
        Case(
            "Receipt,Time,Item\n1,11:00,kiwi juice\n1,11:00,mango juice\n2,11:20,kiwi juice\n",
            .restartingNumbers(header: "Receipt"), "restartsEachDay: id=@date+Receipt+#", "neverRestarts: id=Receipt+#"),
        // A delivery may be of a thousand pieces.
        Case(
            "작업,과일,수량\n입고,키위,1.000\n입고,딸기,2.000\n", .thousands(header: "수량", example: "1.000"),
            "fraction: decimal .", "thousands: decimal ,"),
    ]
    private static let doubtful: [Case] = [
        // Fruit without an action may be counted, sold or missing rather than delivered.
        Case(
            "과일,Count\n키위,22\n망고,15\n", .column(.quantity, header: "Count", cells: ["22", "15"]),
            "isQuantity: quantity=Count", "meansNothing: accept Count"),
        // Only one mark makes these numbers whole, but nothing shows that they are.
        Case(
            "과일,수량\n키위,1.500\n망고,2.250\n", .thousands(header: "수량", example: "1.500"), "thousands: decimal ,",
            "fraction: decimal ."),
        // An order with a customer of that name, and a pivot table whose total shows that its figures are cups.
        Case(
            "품목,수량,고객\n키위쥬스,2,Kim\n키위쥬스,1,Total\n망고쥬스,1,Lee\n", .totalOfItem(cell: "Total", line: 3),
            "rowsDoNotCount: ignore 고객=Total", "meansNothing: accept 고객"),
        Case(
            "Labels,Total\nmango juice,2\nkiwi juice,3\nGrand Total,5\n",
            proposing: "item=Labels, totals Grand Total", .column(.quantity, header: "Total", cells: ["2", "3"]),
            "isQuantity: quantity=Total", "meansNothing: accept Total"),
        // The times of cancellations differ from day to day.
        Case(
            "품목,수량,취소시각\n키위쥬스,1,\n망고쥬스,1,2026-11-20 10:00\n",
            .reversedRows(header: "취소시각", cells: ["2026-11-20 10:00"]), "rowsDoNotCount: only 취소시각=",
            "meansNothing: accept 취소시각"),
        // On another day, one item may have both sizes.
        Case(
            "품목,사이즈,수량\n키위쥬스,R,1\n망고쥬스,L,1\n", .column(.variant, header: "사이즈", cells: ["R", "L"]),
            "meansNothing: accept 사이즈", "separateProducts: item=품목+사이즈"),
    ]
    private static let families: [Case] =
        // Counts of other things than sold cups, and a column of figures whose header says nothing.
        ["취소수량", "누적판매량", "VoidedQty", "Discount Qty", "자리"].map {
            Case(
                "품목,\($0)\n키위쥬스,1\n망고쥬스,2\n", .column(.quantity, header: $0, cells: ["1", "2"]),
                "isQuantity: quantity=\($0)", "meansNothing: accept \($0)")
        }
        + ["재고수량", "현재고 수량", "Stock Qty", "Inventory Count", "Qty On Hand", "남은 수량"].map {
            Case(
                "품목,\($0)\n키위쥬스,40\n망고쥬스,22\n", .column(.quantity, header: $0, cells: ["40", "22"]),
                "meansNothing: accept \($0)", "isQuantity: quantity=\($0)")
        }
        + ["Refund", "Return", "환불", "반품"].map {
            Case(
                "구분,품목,수량\n주문,키위쥬스,1\n\($0),키위쥬스,1\n", .reversedRows(header: "구분", cells: [$0]),
                "rowsDoNotCount: action:\($0)=ignore", "returnsToStock: action:\($0)=cancel")
        }
        + ["바나나쥬스 x2", "바나나쥬스×3", "2 x 바나나쥬스", "바나나쥬스(2잔)", "바나나쥬스 * 2", "바나나쥬스 x1"].map {
            Case("품목\n\($0)\n키위쥬스\n", .cupsInNames([$0]), "rowsDoNotCount: item:\($0)=ignore")
        }
        // Other names with a digit or an x, and a long one, which is proposed in full.
        + ["와플 Set x10b", "와플 바나나 쥬스", "7up x", "box2", String(repeating: "정말 맛있는 ", count: 20) + "빵"].map {
            Case(
                "품목\n\($0)\n키위쥬스\n", .unknownNames([.init(name: $0, count: 1, nearest: nil)]),
                "rowsDoNotCount: item:\($0)=ignore")
        }
        // In any export the line is recognized by its empty cell.
        + ["총 2건", "합 2 건", "Total: 2 rows", "2 rows", "전체 1,234건"].map {
            Case(
                "품목,수량,금액\n바나나쥬스,1,4000\n키위쥬스,1,4000\n\"\($0)\",,8000\n", .countLine(cell: $0, line: 4),
                "rowsDoNotCount: ignore 수량=")
        }

    @Test(arguments: cases + doubtful + families)
    private func questionIsAskedAboutWhatOnlyAPersonKnows(given: Case) throws {
        let found = try inspect(given.text)
        #expect(found.proposal.options == given.proposal)
        #expect(found.questions.map(\.subject) == [given.subject] && answers(found) == [given.answers])
        let answer = try #require(found.questions.first?.answers.first)
        let settled = try inspect(given.text) { $0 = found.proposal.adding(answer.settings) }
        #expect(settled.after.isAcceptable && settled.questions.isEmpty)
    }

    @Test(arguments: ["품목,수량\n", "품목과 수량\n키위쥬스 2\n와플 3\n"])
    func exportThatCannotBeReadIsNotDescribed(text: String) throws {
        #expect(try !inspect(text).whole.isDescribed)
    }

    /// `ignore` would match the number that a cell stands for.
    @Test func rowsWithAWrittenNumberAreNotLeftOut() throws {
        #expect(try inspect("메뉴,수량\n바나나쥬스,1\n바나나쥬스,①\n바나나쥬스,#VALUE!\n바나나쥬스,01-Jan\n키위쥬스,2\n").questions.isEmpty)
    }

    /// A line of other words stands above the real header.
    @Test func columnIsJudgedWithoutARepeatedHeader() throws {
        let text = "메뉴,전체,기간\n메뉴,수량,결제\n바나나쥬스,1,카드\n키위쥬스,2,카드\n"
        let found = try inspect(text)
        #expect(
            found.questions.map(\.subject) == [
                .secondTable(item: "메뉴"), .column(.quantity, header: "전체", cells: ["수량", "1", "2"]),
            ])
        #expect(found.description.options == "known 기간=카드")
        let settled = try inspect(text) { settings in
            for question in found.questions {
                settings = settings.adding(question.answers.first?.settings ?? SettingsProposal())
            }
        }
        #expect(settled.after.isAcceptable && settled.questions.isEmpty)
    }

    @Test func asksOneQuestionAtATime() throws {
        let found = try inspect("품목,수량,옵션,매장\n키위쥬스,1,L,강남\n키위쥬스,1,S,홍대\n키위주쓰,1,L,강남\n와플,1,,강남\n")
        let names: [SettingsQuestion.UnknownName] = [
            .init(name: "키위주쓰", count: 1, nearest: "키위쥬스"), .init(name: "와플", count: 1, nearest: nil),
        ]
        #expect(
            found.questions.map(\.subject) == [
                .column(.variant, header: "옵션", cells: ["L", "S"]),
                .column(.location, header: "매장", cells: ["강남", "홍대"]), .unknownNames(names),
            ])
        #expect(
            answers(found) == [
                ["meansNothing: accept 옵션", "separateProducts: item=품목+옵션"],
                ["onlyTheseCount: only 매장=강남", "meansNothing: accept 매장"],
                ["isOnTheMenu: item:키위주쓰=키위쥬스", "rowsDoNotCount: item:와플=ignore"],
            ])
        #expect(found.proposal.isEmpty && !found.after.isAcceptable)
    }

    @Test func asksWhetherAColumnIsTheQuantity() throws {
        let found = try inspect("품목,주문수량\n키위쥬스,많이\n")
        #expect(found.questions.map(\.subject) == [.column(.quantity, header: "주문수량", cells: ["많이"])])
        #expect(found.proposal.isEmpty)
    }

    @Test(
        arguments: [
            ("주문건수,잔수\n키위쥬스,1,3\n", [.column(.quantity, header: "잔수", cells: ["3"])]),
            (
                "판매수량,주문건수\n키위쥬스,2,3\n",
                [.quantityColumns(headers: ["판매수량", "주문건수"])]
            ),
            ("수량,개수\n키위쥬스,1,2\n", [.quantityColumns(headers: ["수량", "개수"])]),
            ("자리,층\n키위쥬스,1,2\n망고쥬스,1,1\n", [.column(.quantity, header: "층", cells: ["2", "1"])]),
        ] as [(String, [SettingsQuestion.Subject])])
    func asksWhichOfSeveralColumnsIsTheQuantity(text: String, subjects: [SettingsQuestion.Subject]) throws {
        let found = try inspect("품목,\(text)")
        #expect(found.questions.map(\.subject) == subjects && found.proposal.isEmpty)
    }

    @Test func nameOfAJuiceAndAFruitMayBeADelivery() throws {
        let text = "Item,Qty\nStrawberry,100\nBanana,50\n"
        let found = try inspect(text)
        #expect(
            answers(found) == [
                [
                    "isFruit: item:Strawberry=딸기, item:Banana=바나나",
                    "rowsDoNotCount: item:Strawberry=ignore, item:Banana=ignore",
                ]
            ])
        let answer = try #require(found.questions.first?.answers.first)
        #expect(try inspect(text) { $0 = answer.settings }.after.isAcceptable)
    }

    @Test func asksForTheDateOrderIfTimesAreNeeded() throws {
        let found = try inspect("time,item\n11/12/2026 10:00,kiwi juice\n11/12/2026 11:00,kiwi juice\n") {
            $0.sequence = .time
        }
        #expect(found.questions.map(\.subject) == [.dateOrder(header: "time", example: "11/12/2026 10:00")])
        #expect(answers(found) == [["monthFirst: date_order mdy", "dayFirst: date_order dmy"]])
    }

    @Test func asksAboutIDsThatTwoFilesShare() throws {
        let text = "영수증번호,품목\nA-100000001,키위쥬스\nA-100000001,망고쥬스\n"
        let found = try inspect(text, text + "A-100000002,망고쥬스\n")
        #expect(found.proposal.options == "id=영수증번호+#")
        #expect(found.questions.map(\.subject) == [.sharedNumbers(headers: ["영수증번호"])])
        #expect(answers(found) == [["doWithout: id=, accept 영수증번호"]])
        // A setting that was given is not asked again.
        let settled = try inspect(text, text + "A-100000002,망고쥬스\n") { $0 = found.proposal }
        #expect(settled.questions.isEmpty && settled.proposal.isEmpty)
    }

    @Test func proposesNothingAlreadySettled() throws {
        let settled = try inspect("메뉴,내용,주문수량\nA,키위쥬스,1.000\n합계,,1\n") {
            $0.columns = [.item: .single("내용"), .quantity: .none]
            $0.decimal = .point
            $0.header = .find
            $0.totals = ["합계"]
        }
        #expect(settled.proposal.isEmpty)
    }

    @Test(arguments: [
        ("1 2 3", IDRepeats.none), ("1 1 2 2 3", .together), ("1 2 1", .apart), ("1 - 1", .apart),
        ("1 1 - 2", .together),
    ])
    func describesHowIDsRepeat(ids: String, repeats: IDRepeats) throws {
        let rows = ids.split(separator: " ").map { "\($0 == "-" ? "" : $0),키위쥬스\n" }
        #expect(try inspect("주문번호,품목\n" + rows.joined()).inputs.first?.ids?.repeats == repeats)
    }

    @Test(arguments: [("item,note\n\"kiwi\n", "bad_quoting"), ("\n", "no_header"), ("item\nki\0wi\n", "nul_byte")])
    func refusesInputThatNoSettingCanFix(text: String, code: String) throws {
        #expect(Engine.refused { try inspect(text) }?.code == code)
    }
}

/// The columns and cells that an export's settings list, so that a run reports others.
@Suite struct ExportDescriptionTests {
    @Test func describesAnExportByItsCells() throws {
        let rows = (1...4).map { "A\($0),키위쥬스,1,\($0 < 3 ? "카드" : "현금"),\($0)500,\n" }.joined()
        let found = try inspect("주문번호,품목,수량,결제수단,금액,메모\n" + rows)
        #expect(found.description.options == "known 결제수단=카드, known 결제수단=현금, known 메모=, accept 금액")
        #expect(found.description.isDescribed && !found.isComplete)
        #expect(found.proposal.isEmpty && found.after.isAcceptable)
    }

    @Test(arguments: [
        (["결제완료", "결제취소"], "known 결제상태=결제완료", true),
        // A cell that may mean something other than an order is rejected until its meaning has been decided.
        (["결제완료", "환불"], "known 결제상태=결제완료", false),
        // A column of many cells is neither listed nor accepted.
        ((1...30).map { "승인\($0)" }, "", true),
    ])
    func listsTheOtherCellsOfAColumnByWhichRowsAreLeftOut(cells: [String], known: String, isAcceptable: Bool) throws {
        let found = try inspect("품목,결제상태\n" + cells.map { "키위쥬스,\($0)\n" }.joined()) {
            $0.ignore = [.init(column: "결제상태", value: "결제취소")]
        }
        #expect(found.description.options == known && found.after.isAcceptable == isAcceptable)
    }

    /// Such cells are not listed, so that their rows are rejected until the user has decided.
    @Test(arguments: [("취소여부", ["Y", "N", "C"], "known 취소여부=N"), ("단위", ["박스", "개", "kg"], "known 단위=개")])
    func asksAboutOtherCancellationsAndUnitsThanTheIgnoredOnes(header: String, cells: [String], known: String) throws {
        let found = try inspect("품목,\(header)\n" + cells.map { "키위쥬스,\($0)\n" }.joined()) {
            $0.ignore = [.init(column: header, value: cells[0])]
        }
        #expect(found.description.options == known && !found.after.isAcceptable)
        #expect(found.questions.map(\.subject) == [.actionWords(header: header, cells: [cells[2]])])
    }

    @Test func emptyCellOfAFilledColumnIsNotNew() throws {
        let found = try inspect("품목,수량,주문상태\n키위쥬스,1,완료\n망고쥬스,1,\n키위쥬스,1,확인\n") {
            $0.fill = ["주문상태"]
            $0.known = [.init(column: "주문상태", value: "완료")]
            $0.isDescribed = true
        }
        #expect(found.description.options == "known 주문상태=확인" && found.after.isAcceptable)
    }

    /// The cells of a last line, and of other rows without an item, are not those of orders.
    @Test(arguments: ["총 4건,,,,", ",총 4건,,,", "2026-11-20 23:00,,2,,"])
    func rowsThatAreNoOrdersAreNotDescribed(last: String) throws {
        let rows = ["카드", "현금", "카드", "현금"].map { "2026-11-20 18:00,키위쥬스,1,\($0),배달완료\n" }.joined()
        let found = try inspect("일시,메뉴,수량,결제수단,주문상태\n\(rows)\(last)\n")
        #expect(found.description.options == "known 결제수단=카드, known 결제수단=현금, known 주문상태=배달완료")
        #expect(found.questions.count == 1)
        // Nor are they new cells of an export that has been described.
        let described = try inspect("일시,메뉴,수량,결제수단,주문상태\n\(rows)\(last)\n") { $0 = found.description }
        #expect(described.isComplete && described.questions.map(\.subject) == found.questions.map(\.subject))
    }

    @Test(
        arguments: [
            ("1,키위쥬스,1,완료\n1,망고쥬스,1,\n2,망고쥬스,1,취소\n2,키위쥬스,1,\n총 4건,,,\n", ["주문상태"]),
            ("1,키위쥬스,1,완료\n2,망고쥬스,1,완료\n,총 2건,,\n", []),
            ("1,,,완료\n1,키위쥬스,1,\n2,,,취소\n2,망고쥬스,1,\n", ["주문상태"]),
        ] as [(String, [String])])
    func lastLineDoesNotCountForMergedCells(rows: String, fill: [String]) throws {
        #expect(try inspect("주문번호,메뉴,수량,주문상태\n" + rows).proposal.fill == fill)
    }

    @Test(arguments: ["주문상태", "취소여부", "옵션", "단위", "매장"])
    func columnThatMayChangeAnOrderIsNeverAccepted(header: String) throws {
        let found = try inspect("주문번호,품목,수량,\(header)\n1,키위쥬스,1,\n2,망고쥬스,1,\n3,키위쥬스,1,\n4,망고쥬스,1,잔\n")
        #expect(found.description.accept.isEmpty)
    }

    /// Its cells are neither listed nor accepted: a person must decide what it means.
    @Test func ambiguousColumnIsNotDescribed() throws {
        let rows = (1...4).map { "A\($0),키위쥬스,1,결제\($0 % 2 == 0 ? "취소" : "완료")\n" }.joined()
        let found = try inspect("주문번호,품목,수량,결제상태\n" + rows)
        #expect(found.description.options == "" && found.questions.count == 1 && !found.after.isAcceptable)
        #expect(try inspect("품목,자리\n키위쥬스,1\n망고쥬스,2\n").description.options == "")
        #expect(try inspect("매출,,,\n품목,수량,금액,금액\n키위쥬스,1,1,2\n").description.isEmpty)
    }
}

@Suite struct SettingsProposalTests {
    @Test func addedProposalKeepsEarlierValuesFirst() {
        var first = SettingsProposal()
        first.columns = [.item: .single("A")]
        first.decimal = .point
        first.replacements = [.init(role: .item, from: "키위 쥬스", to: "키위쥬스")]
        first.accept = ["a", "b"]
        var second = SettingsProposal()
        second.columns = [.item: .single("B"), .quantity: .single("C")]
        second.decimal = .comma
        second.sequence = .time
        // The first of two mappings of one cell wins.
        second.replacements = [
            .init(role: .item, from: "키위  쥬스", to: "ignore"), .init(role: .action, from: "키위쥬스", to: "order"),
        ]
        second.accept = ["b", "c"]
        #expect(
            first.adding(second).options
                == "item=A, quantity=C, decimal ., sequence time, item:키위 쥬스=키위쥬스, action:키위쥬스=order, accept a, accept b, accept c"
        )
        #expect(SettingsProposal().adding(SettingsProposal()).isEmpty && !first.isEmpty)
        #expect(first.adding(SettingsProposal()) == first)
    }

    @Test(
        arguments: [
            (0, [], true), (2, [(.success, 1), (.insufficientStock, 1)], true), (2, [(.ignored, 2)], false),
            (2, [(.success, 1), (.unknownItem, 1)], false),
        ] as [(Int, [(code: OutcomeCode, count: Int)], Bool)])
    func trialIsGoodOnlyIfRowsAreLeft(rows: Int, codes: [(code: OutcomeCode, count: Int)], isAcceptable: Bool) {
        var trial = TrialOutcome(rows: rows, codes: codes)
        #expect(trial.isAcceptable == isAcceptable)
        trial.refusal = Refusal(file: "a.csv", line: 1, reason: .noHeader)
        #expect(!trial.isAcceptable)
    }
}
