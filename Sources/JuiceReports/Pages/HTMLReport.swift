internal import CBuild
package import JuiceBatch

/// The page report.html: one file without other resources, usable without its script.
extension ReportViewModel {
    /// Renders the page; lists are shortened until it is not longer than `HTML.lengthMax`.
    package func htmlPage() throws(BatchError) -> String {
        try HTML.text(of: "report.html", limits: [50, 20, 5, 1]) { cut(to: $0).page }
    }

    /// A section of the page with an entry in the table of contents.
    private typealias Section = (id: String, title: String, html: HTML)

    private func section(_ id: String, _ title: String, isFolded: Bool = false, _ content: HTML) -> Section {
        (id, title, HTML.section(id, title, isFolded: isFolded, content))
    }

    var page: HTML {
        let date = model.date
        let time = date.map { date -> HTML in " <time datetime=\"\(date)\">\(dateText ?? "")</time>" }
        let causes = failures.map { cause -> HTML in
            """
            <h3>\(cause.table.title) <small>\(cause.code)</small></h3>
            \(HTML.paragraph(cause.reason))\(html(cause.table))
            """
        }
        let sections = [
            section("days", days), stockSection, hoursSection, section("juices", juices),
            salesByColumn.isEmpty ? nil : section("byColumn", salesByColumnTitle, "\(salesByColumn.map { html($0) })"),
            lossSection, section("fruits", fruits, isFolded: true, lead: reconciliation),
            moneyTables.isEmpty
                ? nil : section("money", moneyTitle, isFolded: true, "\(moneyTables.compactMap(titled))"),
            shrinkageTable.map { section("vanished", $0.title, "\(HTML.paragraph(shrinkageNote))\(html($0))") },
            causes.isEmpty ? nil : section("failures", failuresTitle, "\(causes)"), trendSection,
            section("reading", readingTitle, isFolded: true, "\(reading.map { HTML.paragraph($0) })"),
            section("inputs", inputs, isFolded: true),
        ].compactMap(\.self)
        let contentsTitle = pick(ko: "차례", en: "Contents")
        let body: HTML = """
            <a class="skip" href="#todo">\(pick(ko: "본문으로", en: "Skip to the report"))</a>
            \([1, 2].map(links(toIndexAbove:)))<header>
            <div class="top"><h1>\(title)\(time)</h1>
            <p class="status \(raw: status.cssClass)">\(statusWord)</p></div>
            <p class="headline">\(model.headline)</p>
            </header>
            <main>
            <section id="figures" aria-labelledby="figures-title">
            <h2 id="figures-title" class="unseen">\(figuresTitle)</h2>
            <dl class="figures">
            \(figures.map(HTML.card))</dl>
            \(HTML.paragraph(figuresNotes.isEmpty ? nil : figuresNotes.joined(separator: " "), "note"))</section>
            \(nextDayNeeds.map { $0.html(title: $0.title, isFolded: true) })\(todoSection)\
            <nav aria-label="\(contentsTitle)">
            <details><summary>\(contentsTitle)</summary><ul>
            \(sections.map { "<li><a href=\"#\(raw: $0.id)\">\($0.title)</a></li>\n" })</ul></details></nav>
            \(sections.map(\.html))</main>

            """
        let title = title + (date.map { " (\($0))" } ?? "")
        return HTML.page(language, title: title, style: [.reportStyle, .clockStyle], body: body)
    }

    /// The links to the index a number of folders above, and through it to the days before and after.
    private func links(toIndexAbove depth: Int) -> HTML {
        let index = String(repeating: "../", count: depth) + "index.html"
        let day = model.date.flatMap { CalendarDay($0) }
        let links: [(to: String?, text: String)] = [
            (day.map { "#" + IndexViewModel.anchor(before: $0) }, pick(ko: "← 전날", en: "← Day before")),
            (day.map { "#" + IndexViewModel.anchor(of: $0) } ?? "", pick(ko: "전체 보고서", en: "All days")),
            (day.map { "#" + IndexViewModel.anchor(after: $0) }, pick(ko: "다음 날 →", en: "Day after →")),
            ("#buy", pick(ko: "살 것", en: "To buy")),
        ]
        let lines = links.compactMap { link in
            link.to.map { "<li><a href=\"\(index + $0)\">\(link.text)</a></li>" as HTML }
        }
        let word = pick(ko: "다른 날", en: "Other days")
        return """
            <nav class="around" id="\(raw: IndexViewModel.anchor(ofLinksAtDepth: depth))" aria-label="\(word)"><ul>\(lines)</ul></nav>

            """
    }

    private var todoSection: HTML {
        let steps = steps.map { "<li>\(message: $0)</li>\n" as HTML }
        let list: HTML = steps.isEmpty ? HTML.paragraph(nothingToDo) : "<ol>\n\(steps)</ol>\n"
        let rerunDetails: HTML = """
            <details><summary>\(rerunSummary)</summary>
            \(hasPlan ? restocksOfRerun.map { HTML.paragraph($0) } : [])<p>\(rerunWord)</p>
            <pre><code>\(rerunCommand)</code></pre>
            <p class="note">\(rerunNote)</p></details>

            """
        return """
            <section id="todo" aria-labelledby="todo-title">
            <div class="card todo\(raw: steps.isEmpty ? " nothing" : "")"><h2 id="todo-title">\(todoTitle)</h2>
            \(list)\(hasRerun ? rerunDetails : nil)</div>
            </section>

            """
    }

    private func html(_ table: TableViewModel?) -> HTML { table?.html(searchedIn: language) ?? "" }

    /// A table with its title as a heading; nil without a table.
    private func titled(_ table: TableViewModel?) -> HTML? { table.map { "<h3>\($0.title)</h3>\n\(html($0))" } }

    /// A section that consists of one table below a paragraph; nil without a table.
    private func section(
        _ id: String, _ table: TableViewModel?, isFolded: Bool = false, lead: String? = nil
    ) -> Section? {
        table.map { table in
            section(id, table.title, isFolded: isFolded, "\(HTML.paragraph(lead, "note"))\(html(table))")
        }
    }

    private var lossSection: Section? {
        guard hasLoss else { return nil }
        let byFruit = shortByFruit.map { "<div class=\"losses\">\n\(html($0))</div>\n" as HTML }
        let orders = shortOrders.map { table -> HTML in
            "<details><summary><h3>\(table.title)</h3></summary>\n\(html(table))</details>\n"
        }
        return section(
            "loss", preventableShortagesTitle,
            """
            \(byFruit)<ul>
            \(beforehand.map { "<li>\($0)</li>\n" })</ul>
            \(titled(helpfulRestocks))\(HTML.paragraph(whatIf, "note"))\(orders)
            """)
    }

    /// The section with the orders of each hour as a bar chart; nil if no order has a time.
    private var hoursSection: Section? {
        let hours = hours
        let (servedWord, shortWord) = (pick(ko: "만든 주문", en: "served"), pick(ko: "못 만든 주문", en: "short"))
        guard let most = hours.map(\.orders).max(), let text = hoursText else { return nil }
        let bars = hours.enumerated().map { index, hour in
            let (all, short) = (permille(hour.orders, of: most), permille(hour.short, of: most))
            let label =
                "\(name(hour.hour)): \(servedWord) \(grouped(hour.served)), \(shortWord) \(grouped(hour.short))"
            return HTML.bar(
                label, at: index,
                [("gone", top: 1_000 - all, height: short), ("cups", top: 1_000 - all + short, height: all - short)])
        }
        // A phone has room for this number of two-digit labels.
        let step = hours.count > 12 ? 3 : 1
        let labels = hours.map { "<span>\($0.hour % step == 0 ? String($0.hour) : "")</span>" as HTML }
        let chart = HTML.barChart(
            caption: "\(text)", label: text, most: grouped(most), width: hours.count * 10, bars: bars,
            below: "<div class=\"hours\" aria-hidden=\"true\">\(labels)</div>")
        let squares = [(HTML.square("cups"), servedWord), (HTML.square("gone"), shortWord)]
        return section("hours", hoursTitle, "\(HTML.legend(squares))\(chart)")
    }

    /// The section with bar charts of cups served and of failed rows, and a table of runs; nil without a ledger.
    private var trendSection: Section? {
        guard let nightlyRuns else { return nil }
        let spans = trend
        let gaps = spans.contains { $0.figures == nil } ? HTML.legend([(HTML.square("gap"), dayWithoutRun)]) : nil
        return section(
            "trend", nightlyRuns.title,
            """
            <div class="curves">
            \(trendChart(pick(ko: "만든 잔", en: "Cups served"), spans, { $0.cups }, "cups"))\
            \(trendChart(pick(ko: "재료 부족과 거절된 행", en: "Rows short or rejected"), spans, { $0.failed }, "gone"))</div>
            \(gaps)<details><summary>\(pick(ko: "표로 보기", en: "As a table"))</summary>
            \(html(nightlyRuns))</details>

            """)
    }

    private func trendChart(
        _ label: String, _ spans: [TrendSpan], _ figure: (TrendFigures) -> Int, _ style: String
    ) -> HTML {
        HTML.barChart(
            caption: "<strong>\(label)</strong>", title: label, cssClass: style, barsMin: 10, gap: dayWithoutRun,
            bars: spans.map { ($0.name, $0.figures.map(figure)) }, text: grouped)
    }

    /// The section with the stock of each fruit over the run; nil for a run without rows.
    private var stockSection: Section? {
        guard hasCurves else { return nil }
        let label = curveLegend
        let soldOut: HTML =
            "<rect class=\"out\" width=\"10\" height=\"7\"/><rect class=\"gone\" y=\"7\" width=\"10\" height=\"3\"/>"
        let legend = HTML.legend([
            (HTML.square("band"), label.stock), (soldOut, label.soldOut), (HTML.square("refused"), label.refused),
            (HTML.square("in"), label.restocked),
        ])
        let (eventful, calm) = (curves.filter { !$0.isNeverShort }, curves.filter(\.isNeverShort))
        func group(_ curves: [FruitCurve]) -> HTML? {
            curves.isEmpty ? nil : "<div class=\"curves\">\n\(curves.map { html($0) })</div>\n"
        }
        let names = language.list(calm.map(\.name), max: 6, "가지", "fruit")
        let title = pick(ko: "모자란 적이 없는 과일: \(names)", en: "Fruits that never ran short: \(names)")
        let folded = group(calm).map { calm -> HTML in
            "<details><summary>\(title)</summary>\n\(eventful.isEmpty ? legend : nil)\(calm)</details>\n"
        }
        let shown = group(eventful).map { "\(legend)\($0)" as HTML }
        return section("stock", stockTitle, "\(shown)\(folded)\(HTML.paragraph(moreCurves, "more"))")
    }

    private func html(_ fruit: FruitCurve) -> HTML {
        let (shape, ends, ticks) = (fruit.shape, curveEnds, scale?.ticks)
        let lines = ticks.map { ticks -> HTML in
            let path = ticks.map { "M\($0.position) 0V\(StockCurve.height)" }.joined()
            return "<path class=\"tick\" vector-effect=\"non-scaling-stroke\" d=\"\(raw: path)\"/>"
        }
        let labels = (ticks ?? []).map { tick -> HTML in
            "<span class=\"at\" style=\"left:\(tick.position / 10).\(tick.position % 10)%\">\(tick.text)</span>"
        }
        return """
            <figure class="card">
            <figcaption><strong>\(fruit.name)</strong> \(fruit.text)</figcaption>
            <div class="plot">
            <div class="axis" aria-hidden="true"><span>\(grouped(shape.top))</span><span>0</span></div>
            <svg class="area" role="img" aria-label="\(fruit.name): \(fruit.text)" viewBox="0 0 \(shape.width) \(StockCurve.height)" \
            preserveAspectRatio="none">\(lines)<path class="out" d="\(raw: shape.soldOutArea)"/>\
            <path class="band" vector-effect="non-scaling-stroke" d="\(raw: shape.band)"/></svg>
            <svg class="lane" aria-hidden="true" viewBox="0 0 \(shape.width) 2" preserveAspectRatio="none">\
            <path class="gone" d="\(raw: shape.soldOutMarks)"/><path class="refused" d="\(raw: shape.refusedMarks)"/>\
            <path class="in" vector-effect="non-scaling-stroke" d="\(raw: shape.restockedMarks)"/></svg>
            <div class="ends" aria-hidden="true"><span>\(ends.start)</span>\(labels)<span>\(ends.end)</span></div>
            </div>
            </figure>

            """
    }
}

extension PlanModel {
    /// The shopping list with check boxes; if folded, a phone shows only its first three fruits until it is expanded.
    func html(title: String, isFolded: Bool = false) -> HTML {
        let hidden = isFolded ? items.count - 3 : 0
        let expand = pick(if: hidden > 1, ko: "그 밖에 \(grouped(hidden))가지 보기", en: "Show \(grouped(hidden)) more")
        let expandControl = expand.map { expand -> HTML in
            """
            <input class="unseen" type="checkbox" id="all-items"><label class="fold" for="all-items">\(expand)</label>

            """
        }
        let lines = items.map { item -> HTML in
            """
            <li><label><input type="checkbox"> \(item.fruit) <strong>\(item.pieces)</strong></label>\
            \(item.cost.map { " <span class=\"cost\">\($0)</span>" }) <small>\(item.reason)</small></li>

            """
        }
        let enoughTitle = pick(ko: "살 필요 없는 과일", en: "Fruit that you do not need to buy")
        let folded = enough.map { enough -> HTML in
            "<details><summary>\(enoughTitle)</summary><p class=\"note\">\(enough)</p></details>\n"
        }
        return """
            <section id="buy" aria-labelledby="buy-title">
            <div class="card buy\(raw: expandControl == nil ? "" : " folded")"><div class="head"><h2 id="buy-title">\(title)</h2>
            \(HTML.paragraph(summary.isEmpty ? nil : summary))</div>
            <ul>
            \(lines)</ul>
            \(expandControl)\(HTML.paragraph(moreItems, "more"))\(folded)\(notes.map { HTML.paragraph($0, "note") })</div>
            </section>

            """
    }
}
