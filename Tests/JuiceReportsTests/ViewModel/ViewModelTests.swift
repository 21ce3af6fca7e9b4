import JuiceReports
import Testing

@testable import JuiceBatch

/// Sold-out and low-stock warnings.
@Suite struct ReportTextTests {
    private static let full = "restock,딸기,90\nrestock,바나나,90\nrestock,파인애플,90\nrestock,키위,90\nrestock,망고,90\n"

    private func report(_ rows: String, _ language: MessageLanguage) throws -> [String] {
        let viewModel = ReportViewModel(try ReportRun.model("action,item,quantity\n" + rows, language))
        return [viewModel.markdown(), try viewModel.htmlPage()]
    }

    @Test(arguments: [
        (
            full + "count,키위,0\ncount,망고,1\n",
            ["품절된 쥬스가 있습니다. 재료를 채우세요: 키위쥬스, 망고쥬스, 망고키위쥬스."],
            ["These juices are sold out until fruit is restocked: 키위쥬스, 망고쥬스, 망고키위쥬스."]
        ),
        (
            full + "order,키위쥬스,20\ncount,키위,59\n", ["더 만들 수 있는 쥬스는 키위쥬스 19잔(이번에 20잔 만듦)입니다."],
            ["The stock is enough for: 키위쥬스 19 cups (20 sold)."]
        ),
        (
            full + "count,딸기,0\ncount,바나나,0\ncount,키위,0\ncount,망고,0\ncount,파인애플,0\n",
            ["모든 쥬스가 품절입니다. 재료를 채우세요."], ["All juices are sold out. Restock fruit."]
        ),
        // Also in an empty run, and in one with short orders.
        ("", ["품절된 쥬스가 있습니다. 재료를 채우세요: 딸기쥬스."], ["These juices are sold out until fruit is restocked: 딸기쥬스."]),
        (
            "order,키위쥬스,90\n", ["품절된 쥬스가 있습니다. 재료를 채우세요: 딸기쥬스.", "채우세요: 키위"],
            ["These juices are sold out until fruit is restocked: 딸기쥬스.", "Restock"]
        ),
    ])
    func soldOutAndLowStockAreShownWithWhatToDo(
        rows: String, korean: [String], english: [String]
    ) throws {
        for (language, sentences) in [(MessageLanguage.korean, korean), (.english, english)] {
            let model = try ReportRun.model("action,item,quantity\n" + rows, language)
            let terminal = model.terminalSummary(folder: nil, on: .plain)
            let report = try report(rows, language)
            for sentence in sentences {
                #expect(report.first?.contains(sentence) == true, "\(report)")
                #expect(report.allSatisfy { $0.contains(sentence.prefix(4)) })
                let isOfReports = sentence.hasPrefix("채우세요") || sentence == "Restock"
                #expect(isOfReports || terminal.contains(sentence), "\(terminal)")
            }
        }
    }

    @Test func nothingToDoIfNothingIsMissing() throws {
        #expect(try report(Self.full + "order,키위쥬스,1\n", .korean).allSatisfy { $0.contains("없습니다.") })
        #expect(try report("order,키위쥬스,1\n", .korean).allSatisfy { !$0.contains("없습니다.") })
    }

    @Test func cancelledCupsAreNotCountedAsSold() throws {
        let sold = Self.full + "order,키위쥬스,20\ncount,키위,59\n"
        #expect(try report(sold + "cancel,키위쥬스,1\n", .english).allSatisfy { !$0.contains("last another") })
    }
}

/// The summary sentences of a run.
@Suite struct HeadlineTests {
    @Test(arguments: [
        ("", "There were no rows to process.", "처리할 행이 없었습니다."),
        (
            "restock,키위,1\n", "There were no orders, only 1 stock change.", "주문은 없었고 재고만 1번 바뀌었습니다."
        ),
        ("order,키위쥬스,1\n", "The only order was served.", "주문 1건을 모두 만들었습니다."),
        (
            "order,키위쥬스,1\norder,키위쥬스,1\norder,x,1\n", "2 orders served. 1 row needs correcting.",
            "주문 2건을 만들었습니다. 고쳐야 할 행이 1개 있습니다."
        ),
        (
            "order,키위쥬스,1\norder,키위쥬스,9\norder,딸기쥬스,1\norder,딸기쥬스,1\n",
            "Of 4 orders, 1 was served and 3 were not, for lack of fruit. The fruit most often short was 딸기 (2 orders).",
            "주문 4건 중 1건을 만들었고, 3건은 재료가 모자라 만들지 못했습니다. 가장 자주 모자란 재료는 딸기입니다(2건)."
        ),
        (
            "order,키위쥬스,9\norder,딸기쥬스,1\norder,딸기쥬스,1\n",
            "None of the 3 orders was served, for lack of fruit. The fruit most often short was 딸기 (2 orders).",
            "재료가 모자라 주문 3건을 하나도 만들지 못했습니다. 가장 자주 모자란 재료는 딸기입니다(2건)."
        ),
        (
            "order,딸기쥬스,1\n",
            "The only order was not served, for lack of fruit. The fruit most often short was 딸기 (1 order).",
            "재료가 모자라 주문 1건을 만들지 못했습니다. 가장 자주 모자란 재료는 딸기입니다(1건)."
        ),
        (
            "assert,키위,10\n", "There were no orders.", "주문은 없었습니다."
        ),
        (
            "order,키위쥬스,3\ncancel,키위쥬스,2\n", "The only order was served. There was 1 cancellation (2 cups).",
            "주문 1건을 모두 만들었습니다. 취소가 1건(2잔) 있었습니다."
        ),
    ])
    func summarizesOrders(rows: String, english: String, korean: String) throws {
        let text = "action,item,quantity\n" + rows
        #expect(try ReportRun.model(text, .english).headline == english)
        #expect(try ReportRun.model(text, .korean).headline == korean)
    }

    /// Equally often missed fruits are all named, or none if there are many.
    @Test(arguments: [
        (["딸기쥬스,1"], " The fruit most often short was 딸기 (1 order).", " 가장 자주 모자란 재료는 딸기입니다(1건)."),
        (
            ["키위쥬스,9", "딸기쥬스,1", "키위쥬스,9"], " The fruit most often short was 키위 (2 orders).",
            " 가장 자주 모자란 재료는 키위입니다(2건)."
        ),
        (
            ["키위쥬스,9", "딸기쥬스,1"], " The fruits most often short were 딸기, 키위 (1 order each).",
            " 가장 자주 모자란 재료는 딸기, 키위입니다(각 1건)."
        ),
        (
            ["망고쥬스,4", "키위쥬스,4", "딸기쥬스,1"], " The fruits most often short were 딸기, 키위, 망고 (1 order each).",
            " 가장 자주 모자란 재료는 딸기, 키위, 망고입니다(각 1건)."
        ),
        (["망고쥬스,4", "키위쥬스,4", "딸기쥬스,1", "바나나쥬스,6"], " for lack of fruit.", " 만들지 못했습니다."),
    ])
    func namesTheFruitsMissedMost(orders: [String], english: String, korean: String) throws {
        let text = "item,quantity\n" + orders.joined(separator: "\n") + "\n바나나쥬스,1\n"
        #expect(try ReportRun.model(text, .english).headline.hasSuffix(english))
        #expect(try ReportRun.model(text, .korean).headline.hasSuffix(korean))
    }
}

/// Advice on shortages: orders need fruit, discards need a count.
@Suite struct ShortageTests {
    private func reports(_ rows: String, _ language: MessageLanguage = .korean) throws -> [String] {
        let model = try ReportRun.model("id,action,item,quantity\n" + rows, language)
        let viewModel = ReportViewModel(model)
        return [
            viewModel.markdown(), try viewModel.htmlPage(),
            model.terminalSummary(folder: nil, on: .plain),
        ]
    }

    @Test func discardsNeedNoPurchase() throws {
        for (language, count, restock) in [
            (MessageLanguage.korean, "폐기 수량이 장부의 재고보다 많습니다. 이 과일을 실사하세요: 망고.", "채우세요: "),
            (.english, "More was discarded than was in stock. Count these fruits", "Restock: "),
        ] {
            let reports = try reports(",restock,딸기,90\n,discard,망고,90\n", language)
            #expect(reports.allSatisfy { $0.contains(count) && !$0.contains("juice-batch run") }, "\(reports[0])")
            #expect(!reports[0].contains(restock) && reports[0].contains("80"))
        }
        let model = try ReportRun.model("action,item,quantity\ndiscard,망고,90\n")
        #expect(model.restocks == [0, 0, 0, 0, 80] && model.purchases == [0, 0, 0, 0, 0])
    }

    @Test func separatesShortagesOfOrdersAndDiscards() throws {
        let rows = ",order,딸기쥬스,2\n,discard,딸기,30\n"
        let model = try ReportRun.model("id,action,item,quantity\n" + rows)
        #expect(model.restocks[0] == 52 && model.purchases[0] == 22)
        let reports = try reports(rows)
        #expect(reports[0].contains("채우세요: 딸기 **22개**. 그러면 못 만든 주문 1건을 다시 만들 수 있습니다."))
        #expect(reports[0].contains("재고가 모자라 적용하지 못한 폐기의 수량도 들어 있습니다(딸기 30개)"))
        #expect(reports[0].contains("juice-batch run restock.csv failure.csv"))
        #expect(reports[0].contains("2건: 주문 1건, 폐기 1건"))
        #expect(reports[2].contains("채울 것: 딸기 22개") && reports[2].contains("재료 부족 2 (주문 1건, 폐기 1건)"))
    }

    /// A delivery after the order: nothing to buy, but the order can be retried.
    @Test func shortOrderPossibleWithCurrentStockIsShown() throws {
        let reports = try reports(",order,딸기쥬스,1\n,restock,딸기,900\n")
        #expect(reports[0].contains("못 만든 주문 1건은 지금 재고로 다시 만들 수 있습니다."))
        #expect(reports[0].contains("juice-batch run failure.csv --stock stock.csv"))
        #expect(reports[1].contains("지금 재고로 다시 만들 수 있습니다."))
    }

    @Test(arguments: ["A,discard,망고,90\nA,discard,망고,5\n", "A,order,망고쥬스,90\nA,order,망고쥬스,1\n"])
    func idThatSucceededLaterNeedsNothing(rows: String) throws {
        let report = try reports(rows)[0]
        #expect(!report.contains("실사하세요:") && !report.contains("채우세요: 망고") && !report.contains("지금 재고로"))
    }

    @Test func firstRowOfAnIDCounts() throws {
        let model = try ReportRun.model("id,action,item,quantity\nA,discard,망고,90\nA,order,망고쥬스,20\n")
        #expect(model.restocks[4] == 80 && model.purchases[4] == 0)
    }

    @Test func differingFiguresOfOneFruitAreExplained() throws {
        let why = "못 만든 주문을 다시 만들 때 지금 재고에 더할 수량"
        #expect(try reports(",order,키위쥬스,20\n,count,키위,3\n")[0].contains(why))
        #expect(try reports(",order,키위쥬스,20\n,count,키위,3\n")[1].contains(why))
        #expect(try !reports(",order,키위쥬스,20\n")[0].contains(why))
    }
}

/// Status messages in both languages.
@Suite struct StatusMessagesTests {
    private static let files =
        [
            UnresolvedFile(.failed(nil), path: "failed/2026-11-22/a.csv", since: "2026-11-22T03:30:00Z"),
            UnresolvedFile(
                .failed(exit: 65, code: nil, line: nil), path: "failed/2026-11-22/b.csv",
                since: "2026-11-22T03:30:00Z"),
            UnresolvedFile(.repeated(run: 3), path: "repeated/2026-11-22/c.csv", since: "2026-11-22T03:30:00Z"),
        ]
        + UnresolvedFile.Obstacle.allCases.map {
            UnresolvedFile(.inbox($0), path: "inbox/\($0.rawValue)", since: "2026-11-22T03:30:00Z")
        }

    static let reasons: [StatusReason] = [
        .ledgerMissing, .clockBack("2026-11-22T03:30:00Z"), .noNightlyRun, .noRun, .nightlyRunLate(ageSeconds: 120_000),
        .runLate(ageSeconds: 120_000), .nightlyRunInterrupted(beganAt: "2026-11-22T03:30:00Z"),
        .filesMissing(files: nil),
        .filesMissing(files: 0), .filesMissing(files: 2), .nightlyRunFailed(ExitStatus(.ledgerGone)),
        .filesFailed(files),
        .filesRepeated(files), .filesWaiting(files),
        .daysWithoutRun([CalendarDay(number: 20_412)]),
        .counterOpen(since: "2026-11-22T03:30:00Z"),
        .businessDayAhead(
            .init(
                runs: [.init(number: 7, date: CalendarDay(number: 24_107), isFromClock: true)],
                newest: CalendarDay(number: 20_777))),
        .reportsMisplaced([MisplacedReports(run: 1, state: .staged), MisplacedReports(run: 2, state: .beside("x"))]),
        .rowsRejected(1), .rowsShort(2),
        .stockBelowNeed(date: CalendarDay(number: 20_000), [FruitStock(fruit: "키위", pieces: 1_234)]),
    ]

    @Test func reasonsAreSentencesInBothLanguages() {
        let korean = StatusMessages(.korean) { $0 }
        let english = StatusMessages(.english) { $0 }
        for reason in Self.reasons {
            let (ko, en) = (korean.sentence(reason), english.sentence(reason))
            #expect(ko != en && ko.hasSuffix(".") && en.hasSuffix("."), "\(ko) \(en)")
        }
        #expect(Set(Self.reasons.map(\.kind)).count == 19)
        #expect(
            korean.sentence(.nightlyRunFailed(ExitStatus(.ledgerGone)))
                == "마지막 야간 처리의 종료 코드: 78(장부가 없어짐). 그때의 출력을 보세요.")
        #expect(english.sentence(.rowsRejected(1)).hasPrefix("1 rejected row has not been corrected yet."))
    }

    @Test(arguments: [
        (-5, "0 minutes ago"), (0, "0 minutes ago"), (119, "1 minute ago"), (7_199, "119 minutes ago"),
        (7_200, "2 hours ago"), (259_199, "71 hours ago"), (259_200, "3 days ago"),
    ])
    func ageIsShownBriefly(seconds: Int, text: String) {
        #expect(StatusMessages(.english) { $0 }.ago(seconds) == text)
    }
}

/// The one-word status of a run.
@Suite struct StatusTests {
    private static let made = "order,키위쥬스,1\n"
    private static let lost = "order,키위쥬스,9\n"
    private static let wrong = "order,키위쥬스,x\n"

    @Test(arguments: [
        ("", ReportModel.Status.empty, "[OK]"),
        (made + "restock,딸기,90\n", .fine, "[OK]"),
        // Ten strawberries do not make a juice that needs sixteen.
        (made, .low, "[OK]"),
        (made + lost, .short, "[SHORT]"),
        (made + wrong, .rejected, "[REJECTED]"),
        (made + lost + wrong, .rejected, "[REJECTED]"),
        (made + lost + lost + wrong, .short, "[SHORT]"),
        // A short discard is no short order.
        (made + "discard,키위,90\n" + wrong, .rejected, "[REJECTED]"),
        (made + "discard,키위,90\n", .short, "[SHORT]"),
    ])
    func statusFollowsTheCostliestProblem(rows: String, status: ReportModel.Status, word: String) throws {
        let model = try ReportRun.model("action,item,quantity\n" + rows)
        #expect(model.status == status)
        #expect(model.terminalSummary(folder: nil, on: .plain).hasPrefix(word))
    }
}
