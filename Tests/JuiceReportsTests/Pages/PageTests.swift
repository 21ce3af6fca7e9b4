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
        short: Int = 0, toCorrect: Int = 0, link: String? = "x/report.html"
    ) -> FolderIndexModel.Entry {
        var run = RunOverview(
            date: date.flatMap { CalendarDay($0) }, kind: kind,
            sums: SalesFigures(orders: orders, ordersShort: lost, cups: 7), rejected: 0)
        run.open = OpenRows(short: short, rejected: toCorrect)
        return (name, link, run)
    }

    private func page(_ entries: [FolderIndexModel.Entry]) throws -> String {
        try FolderIndexModel(language: .english, entries: entries).page()
    }

    @Test func entryWithMostOpenRowsIsHighlighted() throws {
        let entries = [
            entry("a", date: "2026-11-20", toCorrect: 9), entry("b", date: "2026-11-19", short: 2),
            entry("c", date: "2026-11-18", short: 2), entry("d", short: 1, toCorrect: 5),
        ]
        #expect(try page(entries).contains("Look at this report first: 2026-11-19 (Thu) b</a>"))
        #expect(
            try page([entry("e<", short: 1, link: nil)]).contains(
                "<p class=\"first\">Look at this report first: e&lt;</p>"))
        let nothing = try page([entry("f", kind: .nothing, orders: 0)])
        #expect(nothing.contains("There is 1 report.") && !nothing.contains("Look at this"))
    }

    @Test func filesOfATaskAreListed() throws {
        var index = FolderIndexModel(language: .english, entries: [])
        let items = (1...22).map { "\($0).csv" }
        index.tasks = [("Failed:", items, "Correct them.")]
        let page = try index.page()
        #expect(page.contains("<p>Failed:</p>\n<ul>\n<li>1.csv</li>\n<li>2.csv</li>\n"))
        #expect(page.contains("<li>20.csv</li>\n<li>and 2 more</li>\n</ul>\n<p>Correct them.</p>"))
    }

    @Test func barsShowServedAndShortOrders() throws {
        let page = try page([entry("a", orders: 40, lost: 10), entry("b", orders: 20), entry("c", orders: 0)])
        for (served, short) in [(750, 250), (500, 0), (0, 0)] {
            let bar = #"width="\#(served)" height="10"/><rect class="gone" x="\#(served)" width="\#(short)""#
            #expect(page.contains(bar), "\(bar)")
        }
    }

    /// Where the bars do not reach the end of the axis, a label there would not be that of the last bar.
    @Test(
        arguments: zip(
            [1, 6, 14], ["11 (Wed)", "11 (Wed) – 2026-11-16 (Mon)", "11 (Wed)</span><span>2026-11-24 (Tue)"]))
    func labelOfTheLastDayIsNotFarFromItsBar(days: Int, labels: String) throws {
        let page = try page((1...days).map { entry("\($0)", date: "2026-11-\(10 + $0)") })
        #expect(page.contains("<div class=\"ends\" aria-hidden=\"true\"><span>2026-11-\(labels)</span></div>"))
    }

    /// No figure of a manipulated summary.json breaks a page.
    @Test func figuresOfAnySizeAreShown() throws {
        let most = Tally.sumMax
        let page = try page([
            entry("a", orders: most, lost: most, short: most, toCorrect: most), entry("b", orders: most, lost: -most),
            entry("c", orders: -most, lost: most),
        ])
        #expect(page.contains("width=\"1000\"") && !page.contains("width=\"-"))
    }
}

@Suite struct MarkdownReportTests {
    @Test func reportStaysWithinItsLength() throws {
        // Signs that are longer on a page, in Markdown and in bytes.
        let rest = String(repeating: "<|긴", count: 18)
        let fruits = (0..<1_000).map { Fruit(name: "f\($0)x\(rest)") }
        let juices = (0..<10_000).map { number in
            let use = Recipe.Ingredient(fruit: number % 1_000, quantity: number % 2 == 0 ? 1 : 11)
            return Juice(name: "j\(number)x\(rest)", recipe: Recipe([use]))
        }
        let menu = Menu(fruits: fruits, juices: juices)
        let orders = juices.map { "\"\($0.name)\"\n" }.joined() + "모름1\n모름2\n"
        let folder = try TemporaryFolder()
        let file = String(repeating: "이름", count: 40) + ".csv"
        let path = try folder.write(Array(("item\n" + orders).utf8), to: file)
        let sink = FirstFailuresSink(menu: menu, language: .korean)
        let result = try ReportRun.run([path], menu: menu, sink: sink)
        #expect(result.tally.count(.insufficientStock) >= 5_000 && result.tally.count(.unknownItem) == 2)
        let model = ReportModel(
            language: .korean, menu: menu, result: result, first: sink.firstFailures,
            day: BusinessDay(date: "2026-11-20", source: .given))
        let viewModel = ReportViewModel(model)
        let text = viewModel.markdown()
        #expect(text.utf8.count <= 60_000 && text.hasPrefix("# "))
        let page = try viewModel.htmlPage()
        #expect(page.utf8.count <= 400_000 && page.utf8.count > 50_000)
        #expect(PlainMarkup.violations(in: page) == [])
        #expect(PlainMarkup.violations(in: viewModel.stockImage()) == [])
        #expect(text.contains("2026-11-20") && text.contains("summary.json") && text.contains("restock.csv"))
    }
}

@Suite struct StockImageTests {
    @Test func curveEndsAtTheLastRow() throws {
        let model = try ReportRun.model("item,quantity\n키위쥬스,1\n,\n망고쥬스,1\n ,\n")
        let image = ReportViewModel(model).stockImage()
        #expect(image.contains(">row 2</text>"))
    }
}

/// Status in the text format of Prometheus.
@Suite struct StatusMetricsTests {
    private func status(_ location: ShopStatus.Location) -> ShopStatus {
        ShopStatus(location, at: "2026-11-22T04:00:00Z", maxAgeSeconds: 60)
    }

    @Test func unknownMetricsAreOmitted() {
        var status = status(.folder("/srv/a \"b\\c\nd"))
        #expect(status.metrics.isEmpty)
        status.nightlyRun = NightlyState(beganAt: "2026-11-22T03:30:00Z")
        #expect(
            status.metrics == #"""
                # HELP juice_batch_night_start_timestamp_seconds When the last nightly run began.
                # TYPE juice_batch_night_start_timestamp_seconds gauge
                juice_batch_night_start_timestamp_seconds{folder="/srv/a \"b\\c\nd"} 1795318200

                """#)
    }

    @Test func openCounterHasItsStartTime() {
        var status = status(.ledger("/a.sqlite"))
        status.shift = OpenShift(
            run: 1, openedAt: "2026-11-22T00:00:00Z", date: "2026-11-22", shiftLog: "/j", device: 1, inode: 1, menu: "",
            process: 1)
        let line = #"juice_batch_counter_opened_timestamp_seconds{ledger="/a.sqlite"} 1795305600"#
        #expect(status.metrics.split(separator: "\n").last.map(String.init) == line)
    }

    /// All samples of a metric must follow its one HELP line.
    @Test func chainMetricsAreLabelledByShopAndGrouped() {
        var chain = status(.chain("/c"))
        chain.files = []
        chain.members = [("a", ShopRunState.done), ("b", .missing)].map { name, state in
            var shop = status(.folder("/c/\(name)"))
            shop.chainRun = ("2026-11-21", state, [], 0)
            shop.files = []
            return (name: name, status: shop)
        }
        let lines = chain.metrics.split(separator: "\n").map(String.init).map {
            $0.replacing("# HELP ", with: "").replacing("# TYPE ", with: "")
        }
        let names = lines.map { $0.prefix { $0 != " " && $0 != "{" } }
        let families = names.indices.filter { $0 == 0 || names[$0] != names[$0 - 1] }.map { names[$0] }
        #expect(families.count == Set(families).count)
        let unresolved = ["a", "b"].flatMap { shop in
            ["failed", "repeated", "inbox"].map {
                #"juice_batch_unresolved_files{folder="/c/\#(shop)",shop="\#(shop)",place="\#($0)"} 0"#
            }
        }
        #expect(
            lines.filter { $0.contains("shop=") } == unresolved + [
                #"juice_batch_shop_state{folder="/c/a",shop="a",state="done"} 1"#,
                #"juice_batch_shop_state{folder="/c/b",shop="b",state="missing"} 1"#,
            ])
    }
}
