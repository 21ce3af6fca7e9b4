import JuiceBatch
import JuiceCore
import TestSupport
import Testing

@testable import JuiceReports

/// The failures that reports of long runs show.
@Suite struct FirstFailuresTests {
    /// Failures of three kinds in turn, however they are cut into batches.
    @Test(arguments: [1 << 20, 4_096])
    func keepsFirstFailuresOfEachCauseInOrder(chunkBytes: Int) throws {
        let kinds = ["모름,1", ",1", "딸기쥬스,1"]
        let rows = (0..<900).map { kinds[$0 % 3] + "\n" }.joined()
        let model = try ReportRun.model("item,quantity\n" + rows, reading: ReadingOptions(chunkBytes: chunkBytes))
        let first = model.first
        let counts = [OutcomeCode.unknownItem, .missingItem, .insufficientStock].map { model.tally.count($0) }
        #expect(counts == [300, 300, 300])
        for (kind, code) in [OutcomeCode.unknownItem, .missingItem, .insufficientStock].enumerated() {
            let lines = first.byCode[Int(code.rawValue)].map(\.line)
            #expect(lines == (0..<FirstFailures.perCodeMax).map { $0 * 3 + kind + 2 })
        }
        // Rows 4, 7, 10 and so on are short of stock and need no correction.
        let rejected = (2...).lazy.filter { $0 % 3 != 1 }.prefix(FirstFailures.rejectedMax)
        #expect(first.rejected.map(\.line) == Array(rejected))
        #expect(first.shortOrders.map(\.position.line) == (0..<FirstFailures.shortOrdersMax).map { $0 * 3 + 4 })
    }

    /// The stock is shown wherever the row is in its batch.
    @Test(arguments: [1 << 20, 4_096])
    func failedAssertShowsTheStock(chunkBytes: Int) throws {
        let orders = String(repeating: "order,키위쥬스,1\nassert,키위,5\n", count: 3)
        let restocks = String(repeating: "restock,키위,1\n", count: 2_000)
        let text = "action,item,quantity\n" + orders + restocks + "assert,키위,2001\n"
        let model = try ReportRun.model(text, reading: ReadingOptions(chunkBytes: chunkBytes))
        let failures = model.first.byCode[Int(OutcomeCode.assertionFailed.rawValue)]
        #expect(failures.map(\.line) == [3, 5, 7])
        for (failure, stock) in zip(failures, [7, 4, 1]) {
            #expect(failure.message.hasPrefix("Stock is \(stock). "))
        }
        #expect(model.tally.count(.assertionFailed) == 3 && model.tally.assertsPassed == 1)
    }
}

@Suite struct RecordedRunTests {
    /// Names match as on a menu; a fruit unknown to the ledger has no stock.
    @Test func closingStockFollowsTheCurrentMenuOrder() {
        let run = RecordedRun(
            number: 4, reverses: 2, reversedBy: nil, recordedAt: "2026-11-20T18:30:00Z", date: "2026-11-20", success: 5,
            shortage: 4, rejected: 3, skipped: 2, cupsServed: 9, inputs: [],
            closing: [
                FruitStock(fruit: "Mango", pieces: 7), FruitStock(fruit: "Kiwi", pieces: 0),
                FruitStock(fruit: "Old", pieces: 1),
            ])
        let menu = Menu(fruits: ["kiwi", "new", "mango"].map { Fruit(name: $0) }, juices: [])
        #expect([run].closings(on: menu) == [[0, nil, 7]])
        #expect(run.rows == 14)
    }
}

@Suite struct ReadingTests {
    private func terminal(_ model: ReportModel) -> String {
        model.language.reading(model.inputs, model.tally, on: .plain)
    }

    @Test func columnRolesAreShownOnOneLine() throws {
        #expect(
            terminal(try ReportRun.model("item,qty\nkiwi,1\n", .korean))
                == "열: 품목 ← 'item', 수량 ← 'qty', 번호 열 없음 → 같은 행이 두 번 있으면 두 번 적용, "
                + "작업 열 없음 → 쥬스는 주문, 과일은 입고\n")
        #expect(
            terminal(try ReportRun.model("주문번호,메뉴,시각\nA,키위쥬스,18:03\n", .english))
                == "Columns: item ← '메뉴', no quantity column → 1 cup per order, id ← '주문번호', "
                + "no action column → all are orders, time ← '시각'\n")
        #expect(terminal(try ReportRun.model("과일,수량\n", .korean)).contains("작업 열 없음 → 모두 입고"))
        #expect(terminal(try ReportRun.model("메뉴\n", .korean)).contains("수량 열 없음 → 주문 1건에 1잔"))
    }

    @Test func compositeColumnIsNamedByItsParts() throws {
        let columns = try ColumnOptions(parsing: ["id=전표+#", "item=메뉴+크기"])
        let model = try ReportRun.model("전표,메뉴,크기\n1,키위쥬스,\n", reading: ReadingOptions(columns: columns))
        #expect(terminal(model).contains("item ← '메뉴+크기', no quantity column → 1 cup per order, id ← '전표+#'"))
        let json = model.summaryJSON
        let part = """
            "header_line": 1,
                  "columns": {"id": "전표+#", "action": null, "item": "메뉴+크기", "quantity": null, "time": null}
            """
        #expect(json.contains(part), "\(json.prefix(800))")
        #expect(json.contains("\"titles\": 0,") && json.contains("\"totals\": 0,"))
    }

    @Test func manyInputsAreShownInFewLines() throws {
        let folder = try TemporaryFolder()
        let texts = ["item,qty\n", "item\n", "item,id\n", "item,action\n", "item,id,qty\n"]
        var paths: [String] = []
        for number in 0..<40 {
            paths.append(try folder.write(Array((texts[number % texts.count]).utf8), to: "\(number).csv"))
        }
        let model = try ReportRun.model(of: paths, .korean)
        let lines = terminal(model).split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.first?.hasPrefix("열 (0.csv 외 7개): 품목 ← 'item', 수량 ← 'qty'") == true)
        #expect(lines.last?.contains("2가지") == true)
        let markdown = ReportViewModel(model).markdown()
        #expect(markdown.contains("| 0.csv 외 7개 | item | qty | – → 같은 행이 두 번 있으면 두 번 적용 |"))
        let alike = try ReportRun.model(of: paths.enumerated().filter { $0.offset % 5 == 0 }.map(\.element), .korean)
        #expect(terminal(alike).split(separator: "\n").count == 1)
    }

    @Test func missingSettledColumnsAreShown() throws {
        var exportSettings = ExportSettings()
        exportSettings.accept = [.init(name: "메모", isTyped: false), .init(name: "typed", isTyped: true)]
        exportSettings.fill = [.init(name: "me_mo", isTyped: false), .init(name: "item", isTyped: false)]
        let columns = try ColumnOptions(parsing: [], defaults: [.quantity: .single("판매량"), .id: .single("메모")])
        let reading = ReadingOptions(columns: columns, exportSettings: exportSettings)
        let plan = try #require(try ReportRun.model("item,typed\n", reading: reading).inputs.first)
        #expect(plan.missingColumns == ["메모", "판매량", "me_mo"])
        let model = try ReportRun.model("item,typed\n", reading: reading)
        #expect(
            terminal(model).contains(
                "Some columns in the settings are missing from these inputs: a.csv ('메모', '판매량', 'me_mo').\n"))
        let own = try ReportRun.model("id,action,item,quantity\n", reading: reading)
        #expect(own.inputs.first?.missingColumns == [])
    }

    @Test func idsOfEarlierRunsAreShown() throws {
        var earlier = EarlierIDs()
        #expect(earlier.runs.isEmpty && earlier.rows == 0)
        for run in [7, 7, 9] { earlier.add(run: run, isConflict: false) }
        earlier.add(run: 7, isConflict: true)
        #expect(earlier.runs.map(\.run) == [9, 7])
        #expect(earlier.rows == 4 && earlier.conflicts == 1)
        let model = try ReportRun.model("주문번호,메뉴\n1,키위쥬스\n", .korean)
        var tally = model.tally
        tally.earlierIDs = earlier
        let said = MessageLanguage.korean.reading(model.inputs, tally, on: .plain)
        #expect(said.contains("앞선 실행에서 쓴 번호라 적용하지 않은 행이 4개입니다(실행 #9 1개, 실행 #7 3개). 그중 1개는 내용이 다릅니다."))
        #expect(said.contains("`--column id=@date+주문번호`"))
        let english = MessageLanguage.english.reading(model.inputs, tally, on: .plain)
        #expect(
            english.contains("4 rows were not applied, because earlier runs used the same ids (run 9: 1, run 7: 3)"))
    }
}

@Suite struct RunTotalsTests {
    /// Sales in another currency than the newest run's make the sum unknown.
    @Test func salesInTwoCurrenciesHaveNoSum() throws {
        func nightlyRun(_ day: String, _ currency: String) -> FolderIndexModel.Run {
            var nightlyRun = FolderIndexModel.Run(
                date: CalendarDay(day), kind: .orders, orders: 1, ordersShort: 0, rejected: 0, cups: 1)
            nightlyRun.money = RecordedMoney(
                currency: currency, sales: Money(hundredths: 300_000), lostSales: Money(hundredths: 0))
            return nightlyRun
        }
        let nightlyRuns = [nightlyRun("2026-11-21", "$"), nightlyRun("2026-11-20", "$")]
        #expect(RunTotals(of: nightlyRuns).sales == Money(hundredths: 600_000))
        let mixed = RunTotals(of: nightlyRuns + [nightlyRun("2026-11-19", "원")])
        #expect(mixed.currency == "$" && mixed.sales == nil && mixed.cups == 3)
        #expect(!PeriodFigures(mixed).hasSales)
    }
}
