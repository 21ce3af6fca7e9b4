import JuiceBatch
import JuiceCore
import TestSupport
import Testing

@testable import JuiceReports

/// The failures that reports of long runs show, however the rows are cut into batches.
@Suite struct FirstFailuresTests {
    @Test(arguments: [1 << 20, 4_096])
    func keepsFirstFailuresOfEachCauseInOrder(chunkBytes: Int) throws {
        let kinds = ["모름,1", ",1", "딸기쥬스,1"]
        let rows = (0..<900).map { kinds[$0 % 3] + "\n" }.joined()
        let model = try ReportRun.model("item,quantity\n" + rows, reading: ReadingOptions(chunkBytes: chunkBytes))
        let first = model.first
        for (kind, code) in [OutcomeCode.unknownItem, .missingItem, .insufficientStock].enumerated() {
            #expect(model.tally.count(code) == 300)
            let lines = first.byCode[Int(code.rawValue)].map(\.position.line)
            #expect(lines == (0..<FirstFailures.perCodeMax).map { $0 * 3 + kind + 2 })
        }
        // Rows 4, 7, 10 and so on are short of stock and need no correction.
        let rejected = (2...).lazy.filter { $0 % 3 != 1 }.prefix(FirstFailures.rejectedMax)
        #expect(first.rejected.map(\.position.line) == Array(rejected))
        #expect(first.shortOrders.map(\.position.line) == (0..<FirstFailures.shortOrdersMax).map { $0 * 3 + 4 })
    }

    @Test(arguments: [1 << 20, 4_096])
    func failedAssertShowsTheStock(chunkBytes: Int) throws {
        let orders = String(repeating: "order,키위쥬스,1\nassert,키위,5\n", count: 3)
        let restocks = String(repeating: "restock,키위,1\n", count: 2_000)
        let text = "action,item,quantity\n" + orders + restocks + "assert,키위,2001\n"
        let model = try ReportRun.model(text, reading: ReadingOptions(chunkBytes: chunkBytes))
        let failures = model.first.byCode[Int(OutcomeCode.assertionFailed.rawValue)]
        #expect(
            failures.map { "\($0.position.line) \($0.message.prefix(11))" } == [
                "3 Stock is 7.", "5 Stock is 4.", "7 Stock is 1.",
            ])
        #expect(model.tally.count(.assertionFailed) == 3 && model.tally.assertsPassed == 1)
    }
}

@Suite struct RecordedRunTests {
    @Test func rowsAreThoseOfAllOutcomes() {
        let run = RecordedRun(
            number: 4, reverses: 2, reversedBy: nil, recordedAt: "2026-11-20T18:30:00Z", date: "2026-11-20", success: 5,
            shortage: 4, rejected: 3, skipped: 2, cupsServed: 9, inputs: [], closing: [])
        #expect(run.rows == 14)
    }
}

/// How the inputs were read.
@Suite struct ReadingTests {
    private func terminal(_ model: ReportModel) -> String {
        model.language.reading(model.inputs, model.tally, on: .plain)
    }

    @Test(arguments: [
        ("메뉴,시각\n키위쥬스,18:03\n", "item ← '메뉴', no quantity column → 1 cup per order, no id column → "),
        ("주문번호,메뉴\nA,키위쥬스\n", "id ← '주문번호', no action column → all are orders"),
        ("과일,수량\n", "no action column → all are restocks"),
    ])
    func missingColumnsAreShownWithTheirMeaning(text: String, part: String) throws {
        let shown = terminal(try ReportRun.model(text))
        #expect(shown.hasPrefix("Columns: ") && shown.contains(part), "\(shown)")
    }

    @Test func manyInputsAreShownInFewLines() throws {
        let texts = ["item,qty\n", "item\n", "item,id\n", "item,action\n", "item,id,qty\n"]
        let folder = try TemporaryFolder()
        let paths = try (0..<40).map { try folder.write(Array(texts[$0 % texts.count].utf8), to: "\($0).csv") }
        let sink = FirstFailuresSink(menu: .builtIn, language: .korean)
        let result = try ReportRun.run(paths, sink: sink)
        let model = ReportModel(language: .korean, menu: .builtIn, result: result, first: sink.firstFailures)
        let lines = terminal(model).split(separator: "\n")
        #expect(lines.count == 4 && lines.last?.contains("2가지") == true)
        #expect(lines.first?.hasPrefix("열 (0.csv 외 7개): 품목 ← 'item', 수량 ← 'qty'") == true)
        let markdown = ReportViewModel(model).markdown()
        #expect(markdown.contains("열 (0.csv 외 7개): 품목 ← 'item', 수량 ← 'qty', 번호 열 없음 → 같은 행이"))
        #expect(terminal(try ReportRun.model("item\n", "item\n", "item\n")).split(separator: "\n").count == 1)
    }

    @Test func missingNamedColumnsAreShown() throws {
        var exportSettings = ExportSettings()
        exportSettings.accept = [.init(name: "메모", isTyped: false), .init(name: "상태", isTyped: true)]
        exportSettings.fill = [.init(name: "me_mo", isTyped: false), .init(name: "item", isTyped: false)]
        let columns = try ColumnOptions(parsing: [], defaults: [.quantity: .single("판매량"), .id: .single("메모")])
        let reading = ReadingOptions(columns: columns, exportSettings: exportSettings)
        let shown = terminal(try ReportRun.model("item,typed\n", "item,상태\n", reading: reading))
        let text = "Some columns in the settings or options are missing from these inputs: "
        #expect(shown.contains(text + "0.csv ('메모', '판매량', '상태' and 1 more), 1.csv ('메모', '판매량', 'me_mo').\n"))
        let own = try ReportRun.model("id,action,item,quantity\n", reading: reading)
        #expect(own.inputs.first?.missingColumns == [])
    }

    @Test func idsOfEarlierRunsAreShown() throws {
        let model = try ReportRun.model("주문번호,메뉴\n1,키위쥬스\n")
        var tally = model.tally
        for run in [7, 7, 9] { tally.earlierIDs.add(run: run, isConflict: false) }
        tally.earlierIDs.add(run: 7, isConflict: true)
        let said = MessageLanguage.english.reading(model.inputs, tally, on: .plain)
        #expect(said.contains("4 rows were not applied, because earlier runs used the same ids (run 9: 1, run 7: 3)"))
        #expect(said.contains("`--column id=@date+주문번호`") && said.contains("juice-batch reverse)"))
    }
}

@Suite struct RunTotalsTests {
    @Test func salesInTwoCurrenciesHaveNoSum() throws {
        func nightlyRun(_ currency: String) -> RunOverview {
            RunOverview(
                date: CalendarDay("2026-11-21"), kind: .orders,
                sums: SalesFigures(orders: 1, cups: 1, sales: Money(hundredths: 300_000)), rejected: 0,
                currency: currency)
        }
        #expect(RunTotals(of: [nightlyRun("$"), nightlyRun("$")]).sums.sales == Money(hundredths: 600_000))
        let mixed = RunTotals(of: [nightlyRun("$"), nightlyRun("$"), nightlyRun("원")])
        #expect(mixed.currency == "$" && mixed.sums.sales == nil && mixed.sums.cups == 3)
        #expect(!mixed.hasSales)
    }

    @Test func totalsAndDaysCountNoOrderOfARetry() {
        func run(_ kind: RecordedRun.Kind, orders: Int) -> RunOverview {
            RunOverview(
                date: CalendarDay("2026-11-21"), kind: kind,
                sums: SalesFigures(orders: orders, ordersShort: 1, cups: orders), rejected: 0)
        }
        let totals = RunTotals(of: [run(.orders, orders: 5), run(.retry, orders: 2)])
        #expect(totals.sums.orders == 5 && totals.sums.ordersShort == 1 && totals.sums.cups == 7)
        let days = totals.allDays
        #expect(days.orders == 5 && days.ordersShort == 1 && days.cups == 7)
    }
}
