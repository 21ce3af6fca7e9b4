import JuiceReports
import Testing

/// What to do about what stock did not suffice for: orders want fruit, discards want a count.
@Suite struct ShortageTests {
    private func reports(_ rows: String, _ language: MessageLanguage = .korean) throws -> [String] {
        let model = try ReportRun.model("id,action,item,quantity\n" + rows, language)
        let viewModel = ReportViewModel(model)
        return [
            MarkdownReport.render(viewModel), try HTMLReport.render(viewModel),
            TerminalSummary.render(model, folder: nil, on: .plain),
        ]
    }

    @Test func nobodyBuysFruitToThrowItAway() throws {
        for (language, count, restock) in [
            (MessageLanguage.korean, "장부보다 많이 버렸습니다. 실사하세요: 망고.", "채우세요: "),
            (.english, "More was discarded than the books had. Count what there is", "Restock: "),
        ] {
            let reports = try reports(",restock,딸기,90\n,discard,망고,90\n", language)
            #expect(reports.allSatisfy { $0.contains(count) && !$0.contains("juice-batch run") }, "\(reports[0])")
            #expect(!reports[0].contains(restock) && reports[0].contains("80"))
        }
        let model = try ReportRun.model("action,item,quantity\ndiscard,망고,90\n")
        #expect(model.restocks == [0, 0, 0, 0, 80] && model.purchases == [0, 0, 0, 0, 0])
    }

    @Test func whatOrdersAndWhatDiscardsLackIsToldApart() throws {
        let rows = ",order,딸기쥬스,2\n,discard,딸기,30\n"
        let model = try ReportRun.model("id,action,item,quantity\n" + rows)
        #expect(model.restocks[0] == 52 && model.purchases[0] == 22)
        let reports = try reports(rows)
        #expect(reports[0].contains("채우세요: 딸기 **22개**. 그러면 못 만든 주문 1건을 다시 만들 수 있습니다."))
        #expect(reports[0].contains("적용하지 못한 폐기에 모자란 수량도 들어 있습니다(딸기 30개)"))
        #expect(reports[0].contains("juice-batch run restock.csv failure.csv"))
        #expect(reports[0].contains("2건: 주문 1건, 폐기 1건"))
        #expect(reports[2].contains("채울 것: 딸기 22개") && reports[2].contains("재료 부족 2 (주문 1건, 폐기 1건)"))
    }

    /// A delivery that came after the order: there is nothing to buy, but something to do.
    @Test func anOrderThatCanBeMadeByNowIsNotForgotten() throws {
        let reports = try reports(",order,딸기쥬스,1\n,restock,딸기,900\n")
        #expect(reports[0].contains("못 만든 주문 1건은 지금 재고로 다시 만들 수 있습니다."))
        #expect(reports[0].contains("juice-batch run failure.csv --stock stock.csv"))
        #expect(reports[1].contains("지금 재고로 다시 만들 수 있습니다."))
    }

    /// The id of a row that was short, and that has succeeded since, wants nothing any more.
    @Test(arguments: ["A,discard,망고,90\nA,discard,망고,5\n", "A,order,망고쥬스,90\nA,order,망고쥬스,1\n"])
    func whatHasSucceededSinceWantsNothing(rows: String) throws {
        let report = try reports(rows)[0]
        #expect(!report.contains("실사하세요:") && !report.contains("채우세요: 망고") && !report.contains("지금 재고로"))
    }

    /// Of an id that was short twice the first row counts, whatever it was.
    @Test func anIDCountsAsWhatItWasFirst() throws {
        let model = try ReportRun.model("id,action,item,quantity\nA,discard,망고,90\nA,order,망고쥬스,20\n")
        #expect(model.restocks[4] == 80 && model.purchases[4] == 0)
    }

    @Test func twoFiguresOfOneFruitAreExplained() throws {
        let why = "못 만든 주문을 다시 만들 때 지금 재고에 더할 수량"
        #expect(try reports(",order,키위쥬스,20\n,count,키위,3\n")[0].contains(why))
        #expect(try reports(",order,키위쥬스,20\n,count,키위,3\n")[1].contains(why))
        #expect(try !reports(",order,키위쥬스,20\n")[0].contains(why))
    }
}
