import JuiceBatch
import JuiceReports
import Testing

@Suite struct IndexPageTests {
    private func entry(
        _ name: String, date: String? = nil, kind: RecordedRun.Kind = .orders, orders: Int = 10, lost: Int = 0,
        rejected: Int = 0, short: Int = 0, toCorrect: Int = 0, link: String? = "x/report.html"
    ) -> FolderIndexModel.Entry {
        var night = FolderIndexModel.NightlyRun(
            date: date.flatMap { CalendarDay($0) }, kind: kind, orders: orders, lost: lost, rejected: rejected, cups: 7)
        night.open = FolderIndexModel.OpenRows(short: short, rejected: toCorrect)
        return FolderIndexModel.Entry(name: name, link: link, night: night)
    }

    private func page(_ entries: [FolderIndexModel.Entry], _ language: MessageLanguage = .english) throws -> String {
        try IndexPage.render(FolderIndexModel(language: language, entries: entries))
    }

    @Test func itIsKnownByItsStart() throws {
        #expect(try page([]).utf8.prefix(1_024).count == 1_024)
        #expect(try page([]).prefix(500).contains(IndexPage.mark))
    }

    /// What cost most is to be looked at first; of the same cost, the newest.
    @Test func theNightToLookAtFirstIsTheOneWithMostOpen() throws {
        let entries = [
            entry("a", date: "2026-11-20", toCorrect: 9), entry("b", date: "2026-11-19", short: 2),
            entry("c", date: "2026-11-18", short: 2), entry("d", short: 1, toCorrect: 5),
        ]
        #expect(try page(entries).contains("Look at this one first: 2026-11-19 (Thu) b</a>"))
        #expect(try page(Array(entries.dropFirst(3))).contains("Look at this one first: d</a>"))
        #expect(
            try page([entry("e", short: 1, link: nil)]).contains("<p class=\"first\">Look at this one first: e</p>"))
        #expect(try !page([entry("f")], .korean).contains("먼저 볼"))
    }

    @Test func theSentenceCountsWhatThereIs() throws {
        #expect(try page([entry("a"), entry("b", short: 3)]).contains("2 reports. Still open: 3 rows short of fruit."))
        #expect(
            try page([entry("a"), entry("b", kind: .stock, orders: 0), entry("c", kind: .retry)], .korean)
                .contains("보고서 3개입니다(주문 1, 못 만든 주문 다시 1, 재고만 1). 남은 일이 없습니다."))
    }

    /// The longest bar is the night with most orders.
    @Test func barsAreServedAndLostOrders() throws {
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

    @Test func aPageIsCutToItsLimit() throws {
        let name = String(repeating: "<", count: 255)
        let entries = (0..<10_000).map { entry("\($0)\(name)", short: 1, link: "\($0)/report.html") }
        let page = try page(entries, .korean)
        #expect(page.utf8.count <= HTMLReport.lengthMax)
        #expect(page.contains("개는 목록에서 줄였습니다. 합계에는 들어 있습니다.") && page.contains("못 만든 주문 10,000건"))
    }

    @Test func namesDoNotBreakOut() throws {
        let page = try page([entry("<b>\"'&{{x}}\n\u{202E}", link: "%3Cb%3E/report.html")])
        #expect(page.contains("&lt;b&gt;&quot;&#39;&amp;{{x}}\\u{a}\\u{202e}") && !page.contains("<b>"))
    }
}
