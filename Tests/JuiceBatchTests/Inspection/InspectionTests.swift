import JuiceBatch
import JuiceCore
import JuiceInspect
import TestSupport
import Testing

@Suite struct InspectionTests {
    private func inspect(
        _ texts: String..., reading: ReadingOptions = ReadingOptions(), existing: SettingsProposal = SettingsProposal()
    ) throws -> Inspection {
        let folder = try TemporaryFolder()
        let files = try texts.enumerated().map { index, text in
            try Engine.open(Array(text.utf8), in: folder, "\(index).csv")
        }
        return try Inspection(
            of: files, settings: Engine.settings(reading), existing: existing, cancellation: CancellationToken(),
            nearest: { $0 == "키위주쓰" ? "키위쥬스" : nil })
    }

    private func settings(_ fill: (inout SettingsProposal) -> Void) -> SettingsProposal {
        var proposal = SettingsProposal()
        fill(&proposal)
        return proposal
    }

    @Test func proposesTotalsOrNothing() throws {
        let existing = try inspect("item,quantity\n키위쥬스,1\n")
        #expect(existing.proposal.isEmpty && existing.questions.isEmpty)
        #expect(existing.before == existing.after && existing.after.isAcceptable && existing.after.rows == 1)
        let found = try inspect("품목,수량,비고\n키위쥬스,1,\n망고쥬스,1,\n,2,총계\n")
        #expect(found.proposal.rules.totals == ["총계"])
        #expect(!found.before.isAcceptable && found.after.isAcceptable && found.after.rows == 2)
    }

    @Test func asksOneQuestionAtATime() throws {
        let text = "품목,수량,옵션,매장\n키위쥬스,1,L,강남\n키위쥬스,1,S,홍대\n키위주쓰,1,L,강남\n와플,1,,강남\n"
        let found = try inspect(text)
        #expect(
            found.questions.map(\.subject) == [
                .column(.variant, header: "옵션", cells: ["L", "S"]),
                .column(.location, header: "매장", cells: ["강남", "홍대"]),
                .unknownNames([
                    SettingsQuestion.UnknownName(name: "키위주쓰", count: 1, nearest: "키위쥬스"),
                    SettingsQuestion.UnknownName(name: "와플", count: 1, nearest: nil),
                ]),
            ])
        // Nothing is proposed without an answer.
        #expect(found.proposal.isEmpty)
        #expect(!found.after.isAcceptable)
        // The answers together are sufficient.
        let answers = found.questions.flatMap { question in
            if case .unknownNames = question.subject { return question.answers.map(\.settings) }
            return Array(question.answers.map(\.settings).prefix(1))
        }
        let whole = answers.reduce(SettingsProposal()) { $0.adding($1) }
        #expect(whole.rules.accept == ["옵션"])
        #expect(whole.rules.only == [RowFilterSettings.Cell(column: "매장", value: "강남")])
        #expect(whole.rules.readings.map(\.to) == ["키위쥬스", "ignore"])
    }

    @Test func asksWhichKindsOfRowsAreSales() throws {
        let found = try inspect("분류,품목\n쥬스,키위쥬스\n쥬스,망고쥬스\n빵,스콘\n빵,와플\n")
        #expect(found.questions.map(\.subject) == [.kinds(header: "분류", ofShop: ["쥬스"], others: ["빵"])])
        let answers = try #require(found.questions.first).answers
        #expect(answers.map(\.meaning) == [.onlyTheseCount, .rowsDoNotCount])
        #expect(answers[0].settings == settings { $0.rules.only = [.init(column: "분류", value: "쥬스")] })
    }

    @Test func asksWhetherTheTableContinues() throws {
        let found = try inspect("품목,수량\n키위쥬스,1\n품목,수량\n망고쥬스,1\n")
        #expect(found.questions.map(\.subject) == [.secondTable(item: "품목")])
        #expect(found.after.refusal?.code == "second_table")
        let answer = try #require(found.questions.first?.answers.first).settings
        #expect(answer == settings { $0.rules.ignore = [.init(column: "품목", value: "품목")] })
    }

    @Test func asksForTheDateOrderIfTimesAreNeeded() throws {
        var exportSettings = ExportSettings()
        exportSettings.sequence = .time
        let reading = ReadingOptions(exportSettings: exportSettings)
        let found = try inspect(
            "time,item\n11/12/2026 10:00,kiwi juice\n11/12/2026 11:00,kiwi juice\n", reading: reading,
            existing: settings { $0.sequence = .time })
        #expect(found.questions.map(\.subject) == [.dateOrder(header: "time", example: "11/12/2026 10:00")])
        #expect(found.questions.first?.answers.map(\.settings.dateOrder) == [.mdy, .dmy])
    }

    @Test func asksWhatCancelledRowsMean() throws {
        let found = try inspect("품목,수량,주문상태\n키위쥬스,1,완료\n망고쥬스,1,주문취소\n")
        #expect(found.questions.map(\.subject) == [.reversedRows(header: "주문상태", cells: ["주문취소"])])
        #expect(found.questions.first?.answers.map(\.meaning) == [.rowsDoNotCount, .returnsToStock, .meansNothing])
    }

    @Test func notesWhichAnswersTotalsContradict() throws {
        let rows = "품목,수량,주문상태\n키위쥬스,1,완료\n망고쥬스,1,주문취소\n"
        func contradicted(_ total: Int) throws -> [Bool]? {
            try inspect(rows + "합계,\(total),\n").questions.first?.answers.map(\.contradictsTotals)
        }
        #expect(try contradicted(1) == [false, false, true])
        #expect(try contradicted(2) == [false, true, false])
        #expect(try contradicted(9) == [false, false, false])
    }

    @Test func proposesTimeOrderForSeveralExports() throws {
        let found = try inspect(
            "일시,품목\n2026-11-20 10:00,키위쥬스\n", "일시,품목\n2026-11-20 09:00,망고쥬스\n")
        #expect(found.proposal == settings { $0.sequence = .time })
        #expect(found.after.isAcceptable)
    }

    @Test func asksAboutIDsThatTwoFilesShare() throws {
        let exportSettings = "영수증번호,품목\nA-000001,키위쥬스\nA-000001,망고쥬스\n"
        let question = SettingsQuestion.Subject.sharedNumbers(headers: ["영수증번호"])
        let found = try inspect(exportSettings, exportSettings + "A-000002,망고쥬스\n")
        #expect(found.proposal.columns[.id]?.text == "영수증번호+#")
        #expect(found.questions.map(\.subject) == [question])
        #expect(found.questions.first?.answers.map(\.settings.columns) == [[.id: .none]])
        // A setting that was given is not asked again.
        let id = settings { $0.columns[.id] = found.proposal.columns[.id] }
        #expect(try inspect(exportSettings, exportSettings + "A-000002,망고쥬스\n", existing: id).questions.isEmpty)
        #expect(try inspect(exportSettings).questions.isEmpty)
    }

    @Test func describesHowIDsRepeat() throws {
        func repeats(_ ids: String...) throws -> IDReading.Repeats? {
            let text = "주문번호,품목\n" + ids.map { "\($0),키위쥬스\n" }.joined()
            return try #require(try inspect(text).inputs.first).ids?.repeats
        }
        #expect(try repeats("1", "2", "3") == IDReading.Repeats.none)
        #expect(try repeats("1", "1", "2", "2", "3") == .together)
        #expect(try repeats("1", "2", "1") == .apart)
        // An empty cell separates two rows.
        #expect(try repeats("1", "", "1") == .apart)
        #expect(try repeats("1", "1", "", "2") == .together)
    }

    @Test func asksAboutRowsWithoutAName() throws {
        let found = try inspect("품목,수량\n키위쥬스,1\n,2\n키위쥬스,1\n,1\n")
        #expect(found.questions.map(\.subject) == [.namelessRows(count: 2, line: 3)])
        let answer = try #require(found.questions.first?.answers.first).settings
        #expect(answer == settings { $0.rules.ignore = [.init(column: "품목", value: "")] })
    }

    @Test func reportsAnInputWithOtherColumns() throws {
        let found = try inspect("메뉴이름,수량\n키위쥬스,1\n", "상품이름,수량\n키위쥬스,1\n")
        #expect(
            found.questions.map(\.subject) == [.otherExportSettings(file: "1.csv", role: .item, header: "상품이름")])
    }

    @Test func refusesInputThatNoSettingCanFix() throws {
        for (text, code) in [("item\n\"kiwi\n", "bad_quoting"), ("\n", "no_header"), ("item\nki\0wi\n", "nul_byte")] {
            #expect(Engine.refused { try inspect(text) }?.code == code)
        }
    }
}

/// Questions that are asked because a wrong guess would go unnoticed in every run.
@Suite struct InspectionQuestionTests {
    private func inspect(
        _ text: String, _ settle: (inout SettingsProposal) -> Void = { _ in }
    ) throws -> Inspection {
        let folder = try TemporaryFolder()
        var existing = SettingsProposal()
        settle(&existing)
        return try Inspection(
            of: [Engine.open(Array(text.utf8), in: folder)], settings: Engine.settings().adding(existing),
            existing: existing, cancellation: CancellationToken(),
            nearest: { ["바나나쥬스 x2", "바나나 쥬스 "].contains($0) ? "바나나쥬스" : nil })
    }

    private func answers(_ found: Inspection) -> [[SettingsQuestion.Meaning]] {
        found.questions.map { $0.answers.map(\.meaning) }
    }

    @Test func asksAboutDuplicateRows() throws {
        let text = "Transaction ID,Item,Total\nT1,kiwi juice,3\nT2,kiwi juice,3\nT1,kiwi juice,3\n"
        let found = try inspect(text)
        #expect(found.proposal.columns[.id] == nil)
        #expect(
            found.questions.map(\.subject) == [.duplicateRows(header: "Transaction ID", id: "T1", count: 1, line: 4)])
        #expect(
            found.questions[0].answers.map { $0.settings.columns[.id]?.text } == ["Transaction ID", "Transaction ID+#"])
        // A receipt with different rows shows that its number does not identify rows.
        let receipts = try inspect(text + "T3,kiwi juice,3\nT3,mango juice,3\n")
        #expect(receipts.proposal.columns[.id]?.text == "Transaction ID+#" && receipts.questions.isEmpty)
        let cups = try inspect("주문번호,품목\n1,키위쥬스\n1,키위쥬스\n2,망고쥬스\n2,망고쥬스\n")
        #expect(cups.proposal.columns[.id]?.text == "주문번호+#" && cups.questions.isEmpty)
    }

    @Test func fillsOnlyLinesOfOneOrder() throws {
        // A row without a number but with its own time is an order.
        let counter = "주문번호,상태,주문시각,품목,수량\nA1,완료,2026-11-20 11:00,키위쥬스,1\n,,2026-11-20 11:20,키위쥬스,1\n"
        #expect(try inspect(counter).proposal.rules.fill == [])
        let lines = "주문번호,상태,주문시각,품목,수량\nA1,완료,2026-11-20 11:00,키위쥬스,1\n,,,망고쥬스,1\nA2,완료,2026-11-20 11:20,키위쥬스,1\n"
        #expect(try inspect(lines).proposal.rules.fill == ["주문번호", "상태", "주문시각"])
    }

    @Test func fillsStatusFromTheFirstLineOfAnOrder() throws {
        let text =
            "Name,Financial Status,Qty,Item\n#5,paid,2,kiwi juice\n#5,,1,kiwi juice\n#8,voided,1,kiwi juice\n#8,,1,kiwi juice\n"
        #expect(try inspect(text).proposal.rules.fill == ["Financial Status"])
        // Where another order has none, it is unknown.
        #expect(try inspect(text + "#9,,1,kiwi juice\n").proposal.rules.fill == [])
        let memo = "Name,Memo,Qty,Item\n#5,ice,2,kiwi juice\n#5,,1,kiwi juice\n#8,ice,1,kiwi juice\n"
        #expect(try inspect(memo).proposal.rules.fill == [])
    }

    @Test(arguments: ["재고수량", "현재고 수량", "Stock Qty", "Inventory Count"])
    func asksAboutStockColumnsInsteadOfReadingThemAsQuantity(header: String) throws {
        let found = try inspect("품목,\(header)\n딸기,40\n바나나,22\n")
        #expect(found.proposal.columns[.quantity] == nil)
        #expect(found.questions.map(\.subject) == [.stock(header: header, cells: ["40", "22"])])
        #expect(answers(found) == [[.meansNothing, .isQuantity]])
    }

    @Test(arguments: ["바나나쥬스 x2", "바나나쥬스×3", "2 x 바나나쥬스", "바나나쥬스(2잔)", "바나나쥬스 * 2", "바나나쥬스 x1"])
    func asksAboutCupCountsInNames(name: String) throws {
        let found = try inspect("품목\n\(name)\n키위쥬스\n")
        #expect(found.questions.map(\.subject) == [.cupsInNames([name])])
        #expect(answers(found) == [[.rowsDoNotCount]])
    }

    @Test(arguments: ["Set x10b", "바나나 쥬스 ", "7up x", "box2"])
    func digitInANameRaisesNoQuestion(name: String) throws {
        let found = try inspect("품목\n와플 \(name)\n키위쥬스\n")
        guard case .unknownNames? = found.questions.first?.subject else {
            Issue.record("\(found.questions.map(\.subject))")
            return
        }
    }

    @Test func paymentKindsAreNoActions() throws {
        let found = try inspect("Item,Qty,Type\nbanana juice,1,Cash\nkiwi juice,1,Credit\n")
        #expect(answers(found) == [[.meansNothing, .isSale, .rowsDoNotCount]])
        #expect(found.questions.first?.answers.first?.settings.columns == [.action: .none])
        let known = try inspect("Item,Qty,Type\nbanana juice,1,order\nkiwi juice,1,Gift\n")
        #expect(answers(known) == [[.isSale, .rowsDoNotCount]])
    }

    @Test func monthlySumIsNoTotalOfTheFile() throws {
        let found = try inspect("품목,수량\n바나나쥬스,2\n합계,2\n누계,250\n")
        #expect(found.proposal.rules.totals == ["합계"])
        #expect(found.proposal.rules.readings == [.init(role: .item, from: "누계", to: "ignore")])
        #expect(found.after.isAcceptable)
        let beside = try inspect("번호,품목,수량\n1,바나나쥬스,2\n누계,,250\n")
        #expect(beside.proposal.rules.ignore == [.init(column: "번호", value: "누계")] && beside.after.isAcceptable)
    }

    @Test func asksAboutQuantitiesThatWouldBeRejected() throws {
        let found = try inspect("품목,수량\n바나나쥬스,1\n키위쥬스,0\n키위쥬스,ERROR\n망고쥬스,0\n")
        #expect(found.questions.map(\.subject) == [.quantities(header: "수량", cells: ["0", "ERROR"])])
        let answer = try #require(found.questions.first?.answers.first)
        #expect(try inspect("품목,수량\n바나나쥬스,1\n키위쥬스,0\n키위쥬스,ERROR\n") { $0 = answer.settings }.after.isAcceptable)
    }

    @Test func longNameIsProposedInFull() throws {
        let name = "사장님추천 " + String(repeating: "정말 맛있는 ", count: 20) + "빵"
        let found = try inspect("품목\n\(name)\n키위쥬스\n")
        let answer = try #require(found.questions.first?.answers.first)
        #expect(answer.settings.rules.readings.map(\.from) == [name])
        #expect(try inspect("품목\n\(name)\n키위쥬스\n") { $0 = answer.settings }.after.isAcceptable)
    }

    @Test(arguments: ["총 2건", "합 2 건", "Total: 2 rows", "2 rows", "전체 1,234건"])
    func reportsACountInTheLastLine(line: String) throws {
        let found = try inspect("품목,수량,금액\n바나나쥬스,1,4000\n키위쥬스,1,4000\n\"\(line)\",,8000\n")
        #expect(found.questions.map(\.subject) == [.countLine(cell: line, line: 4)])
        // In any export the line is recognized by its empty cell.
        #expect(found.questions.first?.answers.map(\.settings.rules.ignore) == [[.init(column: "수량", value: "")]])
    }

    @Test func describesAnExportByItsCells() throws {
        let rows = (1...4).map { "A\($0),키위쥬스,1,\($0 < 3 ? "카드" : "현금"),\($0)500,\n" }.joined()
        let found = try inspect("주문번호,품목,수량,결제수단,금액,메모\n" + rows)
        #expect(
            found.description.rules.known == [
                .init(column: "결제수단", value: "카드"), .init(column: "결제수단", value: "현금"), .init(column: "메모", value: ""),
            ])
        #expect(found.description.rules.accept == ["금액"] && found.description.rules.isDescribed)
        #expect(found.proposal.isEmpty && found.after.isAcceptable)
    }

    @Test func listsTheOtherCellsOfAColumnByWhichRowsAreLeftOut() throws {
        func cells(_ cells: String...) -> [RowFilterSettings.Cell] { cells.map { .init(column: "결제상태", value: $0) } }
        let found = try inspect("품목,결제상태\n키위쥬스,결제완료\n키위쥬스,결제취소\n") { $0.rules.ignore = cells("결제취소") }
        #expect(found.description.rules.known == cells("결제완료") && !found.isComplete)
        // A column of many cells is neither listed nor accepted.
        let many = try inspect("품목,결제상태\n" + (1...30).map { "키위쥬스,승인\($0)\n" }.joined()) {
            $0.rules.ignore = cells("결제취소")
        }
        #expect(many.description.rules.known.isEmpty && many.description.rules.accept.isEmpty)
        // A cell that may mean something other than an order is rejected until its meaning has been decided.
        let text = "품목,결제상태\n키위쥬스,결제완료\n키위쥬스,환불\n"
        let other = try inspect(text) { $0.rules.ignore = cells("결제취소") }
        #expect(other.description.rules.known == cells("결제완료") && !other.after.isAcceptable)
    }

    @Test(arguments: ["주문상태", "취소여부", "옵션", "단위", "매장"])
    func columnThatMayChangeAnOrderIsNeverAccepted(header: String) throws {
        let found = try inspect("주문번호,품목,수량,\(header)\n1,키위쥬스,1,\n2,망고쥬스,1,\n3,키위쥬스,1,\n4,망고쥬스,1,잔\n")
        #expect(found.description.rules.accept.isEmpty)
    }

    @Test func singleStepBackIsNoMidnight() throws {
        let found = try inspect("시각,메뉴,수량\n2026-11-20 18:03,바나나쥬스,1\n2026-11-20 06:30,망고쥬스,1\n")
        #expect(found.proposal.dayStart == nil)
    }

    /// Its cells are neither listed nor accepted: a person must decide what it means.
    @Test func ambiguousColumnIsNotDescribed() throws {
        let text = "주문번호,품목,수량,결제상태\nA1,키위쥬스,1,결제완료\nA2,키위쥬스,1,결제취소\nA3,키위쥬스,1,결제완료\nA4,키위쥬스,1,결제취소\n"
        let found = try inspect(text)
        #expect(found.description.rules.known.isEmpty && found.description.rules.accept.isEmpty)
        #expect(found.questions.count == 1 && !found.after.isAcceptable)
    }

    @Test func newCellIsAddedToTheListedOnes() throws {
        func known(_ cells: String...) -> [RowFilterSettings.Cell] { cells.map { .init(column: "결제상태", value: $0) } }
        let text = "품목,결제상태\n키위쥬스,결제완료\n키위쥬스,쿠폰결제\n키위쥬스,쿠폰취소\n"
        let found = try inspect(text) {
            $0.rules.known = known("결제완료")
            $0.rules.isDescribed = true
        }
        // A cell that may mean something else than an order stays rejected.
        #expect(found.description.rules.known == known("쿠폰결제"))
        #expect(found.after.codes.contains { $0.code == .unknownValue && $0.count == 1 })
    }

    @Test func asksNothingTwice() throws {
        let found = try inspect("품목,수량\n바나나쥬스 x2,0\n와플,0\n2 rows,\n")
        #expect(Set(found.questions.map { "\($0.subject)" }).count == found.questions.count)
    }
}

@Suite struct SettingsProposalTests {
    @Test func addedProposalKeepsEarlierValuesFirst() {
        var first = SettingsProposal()
        first.columns = [.item: .single("A")]
        first.decimal = .point
        first.rules.readings = [.init(role: .item, from: "키위 쥬스", to: "키위쥬스")]
        first.rules.accept = ["a", "b"]
        var second = SettingsProposal()
        second.columns = [.item: .single("B"), .quantity: .single("C")]
        second.decimal = .comma
        second.sequence = .time
        second.rules.readings = [
            .init(role: .item, from: "키위  쥬스", to: "ignore"), .init(role: .action, from: "키위쥬스", to: "order"),
        ]
        second.rules.accept = ["b", "c"]
        let sum = first.adding(second)
        #expect(sum.columns == [.item: .single("A"), .quantity: .single("C")])
        #expect(sum.decimal == .point && sum.sequence == .time)
        // The first of two mappings of one cell wins.
        #expect(sum.rules.readings.map(\.to) == ["키위쥬스", "order"])
        #expect(sum.rules.accept == ["a", "b", "c"])
    }

    @Test func emptyProposalStaysEmpty() {
        #expect(SettingsProposal().isEmpty)
        #expect(SettingsProposal().adding(SettingsProposal()).isEmpty)
        var proposal = SettingsProposal()
        proposal.trailing = .drop
        #expect(!proposal.isEmpty && proposal.adding(SettingsProposal()) == proposal)
    }

    @Test func trialIsGoodOnlyIfRowsAreLeft() {
        var trial = TrialOutcome()
        #expect(trial.isAcceptable)
        trial.rows = 2
        trial.codes = [(.success, 1), (.insufficientStock, 1)]
        #expect(trial.isAcceptable)
        trial.codes = [(.ignored, 2)]
        #expect(!trial.isAcceptable)
        trial.codes = [(.success, 1), (.unknownItem, 1)]
        #expect(!trial.isAcceptable)
        trial.codes = []
        trial.refusal = Refusal(file: "a.csv", line: 1, reason: .noHeader)
        #expect(!trial.isAcceptable)
    }
}
