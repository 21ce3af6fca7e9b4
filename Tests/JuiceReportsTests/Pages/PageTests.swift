import CSV
import Foundation
import JuiceBatch
import JuiceCore
import TestSupport
import Testing

@testable import JuiceReports

@Suite struct IndexPageTests {
    private func entry(
        _ name: String, date: String? = nil, kind: RecordedRun.Kind = .orders, orders: Int = 10, lost: Int = 0,
        rejected: Int = 0, short: Int = 0, toCorrect: Int = 0, link: String? = "x/report.html"
    ) -> FolderIndexModel.Entry {
        var nightlyRun = FolderIndexModel.Run(
            date: date.flatMap { CalendarDay($0) }, kind: kind, orders: orders, ordersShort: lost, rejected: rejected,
            cups: 7)
        nightlyRun.open = FolderIndexModel.OpenRows(short: short, rejected: toCorrect)
        return FolderIndexModel.Entry(name: name, link: link, run: nightlyRun)
    }

    private func page(_ entries: [FolderIndexModel.Entry], _ language: MessageLanguage = .english) throws -> String {
        try FolderIndexModel(language: language, entries: entries).page()
    }

    @Test func indexPageIsRecognizedByItsStart() throws {
        #expect(try page([]).utf8.prefix(1_024).count == 1_024)
        #expect(try page([]).prefix(500).contains(FolderIndexModel.generatorTag))
    }

    /// The newest of equally costly entries is highlighted.
    @Test func entryWithMostOpenRowsIsHighlighted() throws {
        let entries = [
            entry("a", date: "2026-11-20", toCorrect: 9), entry("b", date: "2026-11-19", short: 2),
            entry("c", date: "2026-11-18", short: 2), entry("d", short: 1, toCorrect: 5),
        ]
        #expect(try page(entries).contains("Look at this report first: 2026-11-19 (Thu) b</a>"))
        #expect(try page(Array(entries.dropFirst(3))).contains("Look at this report first: d</a>"))
        #expect(
            try page([entry("e", short: 1, link: nil)]).contains("<p class=\"first\">Look at this report first: e</p>"))
        #expect(try !page([entry("f")], .korean).contains("먼저 볼"))
    }

    @Test func sentenceCountsTheEntries() throws {
        #expect(
            try page([entry("a"), entry("b", short: 3)]).contains(
                "There are 2 reports. Still open: 3 rows short of fruit."))
        #expect(
            try page([entry("a"), entry("b", kind: .stock, orders: 0), entry("c", kind: .retry)], .korean)
                .contains("보고서가 3개 있습니다(주문 1, 못 만든 주문 재실행 1, 재고만 1). 남은 일이 없습니다."))
        let rejected = try page([entry("a", kind: .nothing, orders: 0, rejected: 2)], .korean)
        #expect(rejected.contains("보고서가 1개 있습니다(적용한 행 없음 1)."))
        #expect(rejected.contains("<small>적용한 행 없음</small>"))
    }

    @Test func filesOfATaskAreListed() throws {
        var index = FolderIndexModel(language: .english, entries: [])
        index.tasks = [FolderIndexModel.Task("Failed:", items: (1...22).map { "\($0).csv" }, advice: "Correct them.")]
        let page = try index.page()
        #expect(page.contains("<p>Failed:</p>\n<ul>\n<li>1.csv</li>\n<li>2.csv</li>\n"))
        #expect(page.contains("<li>20.csv</li>\n<li>and 2 more</li>\n</ul>\n<p>Correct them.</p>"))
    }

    /// The longest bar is the run with the most orders.
    @Test func barsShowServedAndShortOrders() throws {
        let page = try page([entry("a", orders: 40, lost: 10), entry("b", orders: 20), entry("c", orders: 0)])
        for bar in [
            #"width="750" height="10"/><rect class="gone" x="750" width="250""#,
            #"width="500" height="10"/><rect class="gone" x="500" width="0""#,
            #"width="0" height="10"/><rect class="gone" x="0" width="0""#,
        ] {
            #expect(page.contains(bar), "\(bar)")
        }
        #expect(page.contains(#"<td class="n">60</td><td class="n">10</td><td class="n">17%</td>"#))
    }

    /// No figure of a manipulated summary.json breaks a page.
    @Test func figuresOfAnySizeAreShown() throws {
        let most = Tally.sumMax
        let entries = [
            entry("a", orders: most, lost: most, rejected: most, short: most, toCorrect: most),
            entry("b", orders: most, lost: -most), entry("c", orders: -most, lost: most),
        ]
        let page = try page(entries)
        #expect(page.contains("width=\"1000\"") && !page.contains("width=\"-"))
    }

    @Test func pageIsTruncatedAtItsLimit() throws {
        let name = String(repeating: "<", count: 255)
        let entries = (0..<10_000).map { entry("\($0)\(name)", short: 1, link: "\($0)/report.html") }
        let page = try page(entries, .korean)
        #expect(page.utf8.count <= HTML.lengthMax)
        #expect(page.contains("개는 목록에서 뺐습니다. 합계에는 들어 있습니다.") && page.contains("못 만든 주문 10,000건"))
    }

    @Test func namesAreEscaped() throws {
        let page = try page([entry("<b>\"'&{{x}}\n\u{202E}", link: "%3Cb%3E/report.html")])
        #expect(page.contains("&lt;b&gt;&quot;&#39;&amp;{{x}}\\u{a}\\u{202e}") && !page.contains("<b>"))
    }
}

@Suite struct MarkdownReportTests {
    /// A name of 100 bytes that no other number has.
    private func name(_ kind: String, _ number: Int, filler: String) -> String {
        let start = "\(kind)\(number)x"
        let count = (100 - start.utf8.count) / filler.utf8.count
        let text = start + String(repeating: filler, count: count)
        return text + String(repeating: "y", count: 100 - text.utf8.count)
    }

    @Test(arguments: ["긴", "<", "|"])
    func reportStaysWithinItsLength(filler: String) throws {
        let fruits = (0..<1_000).map { Fruit(name: name("f", $0, filler: filler)) }
        let juices = (0..<10_000).map { number in
            let quantity = number % 2 == 0 ? 1 : 11
            return Juice(
                name: name("j", number, filler: filler),
                recipe: Recipe([.init(fruit: number % 1_000, quantity: quantity)]))
        }
        let menu = Menu(fruits: fruits, juices: juices)
        let orders = juices.map { "\"\($0.name)\"\n" }.joined() + "모름1\n모름2\n"
        let folder = try TemporaryFolder()
        let file = String(repeating: "이름", count: 40) + ".csv"
        let path = try folder.write(Array(("item\n" + orders).utf8), to: file)
        let sink = FirstFailuresSink(menu: menu, language: .korean)
        let result = try ReportRun.run(path, menu: menu, sink: sink)
        #expect(result.tally.count(.insufficientStock) >= 5_000)
        #expect(result.tally.count(.unknownItem) == 2)
        let model = ReportModel(
            language: .korean, menu: menu, result: result, first: sink.firstFailures,
            day: BusinessDay(date: "2026-11-20", source: .given))
        let viewModel = ReportViewModel(model)
        let text = viewModel.markdown()
        #expect(text.utf8.count <= 60_000)
        #expect(text.hasPrefix("# "))
        let page = try viewModel.htmlPage()
        #expect(page.utf8.count <= 400_000 && page.utf8.count > 50_000)
        #expect(PlainMarkup.violations(in: page) == [])
        #expect(PlainMarkup.violations(in: viewModel.stockImage()) == [])
        #expect(text.contains("2026-11-20") && text.contains("summary.json") && text.contains("restock.csv"))
    }
}

@Suite struct StockImageTests {
    /// Curves count data rows only.
    @Test func curveEndsAtTheLastRow() throws {
        let model = try ReportRun.model("item,quantity\n키위쥬스,1\n,\n망고쥬스,1\n ,\n")
        let image = ReportViewModel(model).stockImage()
        #expect(image.contains(">row 2</text>"))
    }
}

@Suite struct StockReportsTests {
    private let stock = [FruitStock(fruit: "딸기", pieces: 0), FruitStock(fruit: "=\"a\"", pieces: 1_000_000)]

    @Test func ledgerStockIsAStockFile() {
        let plain = stock.csv(CellStyle(isForExcel: false))
        #expect(String(decoding: plain, as: UTF8.self) == "fruit,stock\n딸기,0\n\"=\"\"a\"\"\",1000000\n")
        #expect([FruitStock]().csv(CellStyle(isForExcel: false)) == Array("fruit,stock\n".utf8))
    }

    @Test func ledgerStockJSONKeepsItsOrder() {
        #expect(
            stock.json([("딸기쥬스", 7)], run: 3) == """
                {
                  "schema": 1,
                  "run": 3,
                  "fruits": [
                    {"fruit": "딸기", "stock": 0},
                    {"fruit": "=\\"a\\"", "stock": 1000000}
                  ],
                  "juices": [
                    {"juice": "딸기쥬스", "cups_possible": 7}
                  ]
                }

                """)
    }
}

/// Status in the text format of Prometheus.
@Suite struct StatusMetricsTests {
    @Test func unknownMetricsAreOmitted() {
        let status = ShopStatus(.folder("/srv/a \"b\\c\nd"), at: "2026-11-22T04:00:00Z", maxAgeSeconds: 60)
        #expect(status.metrics.isEmpty)
        var nightlyRun = status
        nightlyRun.nightlyRun = NightlyState(beganAt: "2026-11-22T03:30:00Z")
        #expect(
            nightlyRun.metrics == #"""
                # HELP juice_batch_night_start_timestamp_seconds When the last nightly run began.
                # TYPE juice_batch_night_start_timestamp_seconds gauge
                juice_batch_night_start_timestamp_seconds{folder="/srv/a \"b\\c\nd"} 1795318200

                """#)
    }

    @Test func openCounterHasItsStartTime() {
        var status = ShopStatus(.ledger("/a.sqlite"), at: "2026-11-22T04:00:00Z", maxAgeSeconds: 60)
        status.hasLedger = true
        status.shift = OpenShift(
            run: 1, openedAt: "2026-11-22T00:00:00Z", date: "2026-11-22", shiftLog: "/j", device: 1, inode: 1, menu: "",
            process: 1)
        let lines = status.metrics.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(
            lines == [
                #"juice_batch_dates_without_run{ledger="/a.sqlite"} 0"#,
                #"juice_batch_unplaced_reports{ledger="/a.sqlite"} 0"#,
                #"juice_batch_counter_opened_timestamp_seconds{ledger="/a.sqlite"} 1795305600"#,
            ])
    }

    /// All samples of a metric must follow its one HELP line.
    @Test func chainMetricsAreLabelledByShopAndGrouped() {
        func status(_ index: ShopStatus.Location) -> ShopStatus {
            ShopStatus(index, at: "2026-11-22T04:00:00Z", maxAgeSeconds: 60)
        }
        var chain = status(.chain("/c"))
        chain.files = []
        chain.members = [("a", ShopRunState.done), ("b", .missing)].map { name, state in
            var shop = status(.folder("/c/\(name)"))
            shop.chainRun = ShopStatus.ChainRun(date: "2026-11-21", state: state, problems: [])
            shop.files = []
            return (name: name, status: shop)
        }
        let lines = chain.metrics.split(separator: "\n").map(String.init)
        #expect(lines.count { $0 == #"juice_batch_shops{folder="/c",state="missing"} 1"# } == 1)
        let names = lines.map { line in
            String(line.replacing("# HELP ", with: "").replacing("# TYPE ", with: "").prefix { $0 != " " && $0 != "{" })
        }
        let families = names.indices.filter { $0 == 0 || names[$0] != names[$0 - 1] }.map { names[$0] }
        #expect(families.count == Set(families).count)
        #expect(
            lines.filter { $0.contains("shop=") } == [
                #"juice_batch_unresolved_files{folder="/c/a",shop="a",place="failed"} 0"#,
                #"juice_batch_unresolved_files{folder="/c/a",shop="a",place="repeated"} 0"#,
                #"juice_batch_unresolved_files{folder="/c/a",shop="a",place="inbox"} 0"#,
                #"juice_batch_unresolved_files{folder="/c/b",shop="b",place="failed"} 0"#,
                #"juice_batch_unresolved_files{folder="/c/b",shop="b",place="repeated"} 0"#,
                #"juice_batch_unresolved_files{folder="/c/b",shop="b",place="inbox"} 0"#,
                #"juice_batch_shop_state{folder="/c/a",shop="a",state="done"} 1"#,
                #"juice_batch_shop_state{folder="/c/b",shop="b",state="missing"} 1"#,
            ])
    }
}
