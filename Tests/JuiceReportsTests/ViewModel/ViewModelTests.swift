import JuiceReports
import Testing

@testable import JuiceBatch

/// The model of a run whose rows, `action,item,quantity`, are separated by blanks.
private func model(_ rows: String, _ language: MessageLanguage = .english) throws -> ReportModel {
    try ReportRun.model("action,item,quantity\n" + rows.replacing(" ", with: "\n") + "\n", language: language)
}

/// The advice of a report: what to restock, to count and to run again.
@Suite struct AdviceTests {
    private static let full = "restock,딸기,90 restock,바나나,90 restock,파인애플,90 restock,키위,90 restock,망고,90 "
    private static let none = "count,딸기,0 count,바나나,0 count,파인애플,0 count,키위,0 count,망고,0"

    @Test(arguments: [
        (full + "order,키위쥬스,20 count,키위,59", "더 만들 수 있는 쥬스는 키위쥬스 19잔(이번에 20잔 만듦)입니다.", "품절"),
        // A cancelled cup was not sold.
        (full + "order,키위쥬스,20 cancel,키위쥬스,1 count,키위,59", "없습니다.", "더 만들 수 있는"),
        (none, "모든 쥬스가 품절입니다. 재료를 채우세요.", "더 만들 수 있는"),
        // A discard beyond the stock needs a count, not a purchase.
        ("restock,딸기,90 discard,망고,90", "이 과일을 실사하세요: 망고.", "채우세요: "),
        ("restock,딸기,90 discard,망고,90", "실사", "juice-batch run"),
        // A delivery after the order: nothing to buy, but the order can be made.
        ("order,딸기쥬스,1 restock,딸기,900", "못 만든 주문 1건은 지금 재고로 다시 만들 수 있습니다.", "채우세요"),
        ("order,딸기쥬스,1 restock,딸기,900", "juice-batch run failure.csv --stock stock.csv", "restock.csv failure.csv"),
        // Two figures of one fruit are explained if they differ.
        ("order,키위쥬스,20 count,키위,3", "지금 재고에 더할 수량", "실사하세요"), ("order,키위쥬스,20", "키위", "지금 재고에 더할 수량"),
    ])
    func adviceFollowsTheRows(rows: String, shown: String, hidden: String) throws {
        let report = ReportViewModel(try model(rows, .korean)).markdown()
        #expect(report.contains(shown) && !report.contains(hidden), "\(report)")
    }

    @Test(arguments: ["A,discard,망고,90\nA,discard,망고,5\n", "A,order,망고쥬스,90\nA,order,망고쥬스,1\n"])
    func idThatSucceededLaterNeedsNothing(rows: String) throws {
        let report = ReportViewModel(try ReportRun.model("id,action,item,quantity\n" + rows)).markdown()
        for advice in ["Count these fruits", "restock: ", "Stock is now enough"] { #expect(!report.contains(advice)) }
    }
}

/// The summary sentence of a run, and its one-word status.
@Suite struct HeadlineTests {
    private static let short = "for lack of fruit."
    private static let most = "for lack of fruit. The fruit most often short was"
    private static let tie = "for lack of fruit. The fruits most often short were"

    @Test(arguments: [
        ("restock,키위,1", "There were no orders, only 1 stock change."), ("assert,키위,10", "There were no orders."),
        ("order,키위쥬스,1", "The only order was served."),
        ("order,키위쥬스,3 cancel,키위쥬스,2", "The only order was served. There was 1 cancellation (2 cups)."),
        ("order,키위쥬스,1 order,키위쥬스,1 order,x,1", "2 orders served. 1 row needs correcting."),
        ("order,딸기쥬스,1", "The only order was not served, \(most) 딸기 (1 order)."),
        ("order,키위쥬스,9 order,딸기쥬스,1 order,키위쥬스,9", "None of the 3 orders was served, \(most) 키위 (2 orders)."),
        // Equally often missed fruits are all named, or none if there are many.
        ("order,키위쥬스,9 order,딸기쥬스,1", "None of the 2 orders was served, \(tie) 딸기, 키위 (1 order each)."),
        (
            "order,망고쥬스,4 order,키위쥬스,4 order,딸기쥬스,1",
            "None of the 3 orders was served, \(tie) 딸기, 키위, 망고 (1 order each)."
        ),
        (
            "order,망고쥬스,4 order,키위쥬스,4 order,딸기쥬스,1 order,바나나쥬스,6 order,바나나쥬스,1",
            "Of 5 orders, 1 was served and 4 were not, \(short)"
        ),
    ])
    func summarizesOrders(rows: String, headline: String) throws {
        #expect(try model(rows).headline == headline)
    }

    @Test(arguments: [
        ("assert,키위,10", "주문은 없었습니다."), ("order,딸기쥬스,1", "재료가 모자라 주문 1건을 만들지 못했습니다."),
        ("order,딸기쥬스,1 order,딸기쥬스,1", "재료가 모자라 주문 2건을 하나도 만들지 못했습니다."),
    ])
    func summarizesOrdersInKorean(rows: String, start: String) throws {
        #expect(try model(rows, .korean).headline.hasPrefix(start))
    }

    private static let made = "order,키위쥬스,1"
    private static let lost = " order,키위쥬스,9"
    private static let wrong = " order,키위쥬스,x"

    @Test(arguments: [
        ("", ReportModel.Status.empty, "[OK]"), (made + " restock,딸기,90", .fine, "[OK]"),
        // Ten strawberries do not make a juice that needs sixteen.
        (made, .low, "[OK]"), (made + lost, .short, "[SHORT]"), (made + wrong, .rejected, "[REJECTED]"),
        (made + lost + wrong, .rejected, "[REJECTED]"), (made + lost + lost + wrong, .short, "[SHORT]"),
        // A short discard is no short order.
        (made + " discard,키위,90" + wrong, .rejected, "[REJECTED]"), (made + " discard,키위,90", .short, "[SHORT]"),
    ])
    func statusFollowsTheCostliestProblem(rows: String, status: ReportModel.Status, word: String) throws {
        let model = try model(rows)
        #expect(model.status == status)
        #expect(model.terminalSummary(folder: nil, on: .plain).hasPrefix(word))
    }
}

@Suite struct StatusMessagesTests {
    @Test(arguments: [
        (-5, "0 minutes ago"), (0, "0 minutes ago"), (119, "1 minute ago"), (7_199, "119 minutes ago"),
        (7_200, "2 hours ago"), (259_199, "71 hours ago"), (259_200, "3 days ago"),
    ])
    func ageIsShownBriefly(seconds: Int, text: String) {
        #expect(StatusMessages(.english) { $0 }.ago(seconds) == text)
    }
}
