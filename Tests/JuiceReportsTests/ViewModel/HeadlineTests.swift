import JuiceReports
import Testing

/// The night in a sentence or two.
@Suite struct HeadlineTests {
    @Test(arguments: [
        ("", "There were no rows to process.", "처리할 행이 없었습니다."),
        (
            "restock,키위,1\n", "There were no orders, and 1 change of stock.", "주문은 없었고 재고만 1번 바뀌었습니다."
        ),
        ("order,키위쥬스,1\n", "The 1 order was served.", "주문 1건을 모두 만들었습니다."),
        (
            "order,키위쥬스,1\norder,키위쥬스,1\norder,x,1\n", "All 2 orders were served. 1 row needs correcting.",
            "주문 2건을 모두 만들었습니다. 고쳐야 할 행이 1개 있습니다."
        ),
        (
            "order,키위쥬스,1\norder,키위쥬스,9\norder,딸기쥬스,1\norder,딸기쥬스,1\n",
            "Of 4 orders, 1 was served and 3 were not, for lack of fruit. Missed most: 딸기 (2 orders).",
            "주문 4건 중 1건을 만들었고, 3건은 재료가 모자라 만들지 못했습니다. 가장 많이 모자란 재료는 딸기입니다(2건)."
        ),
        (
            "order,키위쥬스,9\norder,딸기쥬스,1\norder,딸기쥬스,1\n",
            "None of 3 orders was served, for lack of fruit. Missed most: 딸기 (2 orders).",
            "재료가 모자라 주문 3건을 하나도 만들지 못했습니다. 가장 많이 모자란 재료는 딸기입니다(2건)."
        ),
        (
            "order,딸기쥬스,1\n",
            "The 1 order was not served, for lack of fruit. Missed most: 딸기 (1 order).",
            "재료가 모자라 주문 1건을 만들지 못했습니다. 가장 많이 모자란 재료는 딸기입니다(1건)."
        ),
        (
            "assert,키위,10\n", "There were no orders.", "주문은 없었습니다."
        ),
        (
            "order,키위쥬스,3\ncancel,키위쥬스,2\n", "The 1 order was served. 1 cancellation (2 cups).",
            "주문 1건을 모두 만들었습니다. 취소가 1건(2잔) 있었습니다."
        ),
    ])
    func saysWhatCameOfOrders(rows: String, english: String, korean: String) throws {
        let text = "action,item,quantity\n" + rows
        #expect(Headline.sentence(try ReportRun.model(text, .english)) == english)
        #expect(Headline.sentence(try ReportRun.model(text, .korean)) == korean)
    }

    /// Of fruits that were missed equally often all are named, or, where they are many, none is.
    @Test(arguments: [
        (["딸기쥬스,1"], " Missed most: 딸기 (1 order).", " 가장 많이 모자란 재료는 딸기입니다(1건)."),
        (
            ["키위쥬스,9", "딸기쥬스,1", "키위쥬스,9"], " Missed most: 키위 (2 orders).",
            " 가장 많이 모자란 재료는 키위입니다(2건)."
        ),
        (
            ["키위쥬스,9", "딸기쥬스,1"], " Missed most: 딸기, 키위 (1 order each).",
            " 가장 많이 모자란 재료는 딸기, 키위입니다(각 1건)."
        ),
        (
            ["망고쥬스,4", "키위쥬스,4", "딸기쥬스,1"], " Missed most: 딸기, 키위, 망고 (1 order each).",
            " 가장 많이 모자란 재료는 딸기, 키위, 망고입니다(각 1건)."
        ),
        (["망고쥬스,4", "키위쥬스,4", "딸기쥬스,1", "바나나쥬스,6"], " for lack of fruit.", " 만들지 못했습니다."),
    ])
    func fruitsThatWereMissedMostAreNamed(orders: [String], english: String, korean: String) throws {
        let text = "item,quantity\n" + orders.joined(separator: "\n") + "\n바나나쥬스,1\n"
        #expect(Headline.sentence(try ReportRun.model(text, .english)).hasSuffix(english))
        #expect(Headline.sentence(try ReportRun.model(text, .korean)).hasSuffix(korean))
    }
}
