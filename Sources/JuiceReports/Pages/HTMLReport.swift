internal import CBuild
package import JuiceBatch

/// The page report.html: one file without other resources, usable without its script.
package struct HTMLReport {
    let viewModel: ReportViewModel

    /// Renders the page; lists are shortened until it is not longer than `HTML.lengthMax`.
    package static func render(_ viewModel: ReportViewModel) throws(BatchError) -> String {
        var text = ""
        for rowsMax in [50, 20, 5, 1] {
            text = HTMLReport(viewModel: viewModel.cut(to: rowsMax)).page.text
            if text.utf8.count <= HTML.lengthMax { return text }
        }
        throw .invariant("report.html takes \(text.utf8.count) bytes")
    }

    private var language: MessageLanguage { viewModel.language }

    /// A section of the page with an entry in the table of contents.
    private struct Section {
        let id: String
        let title: String
        let html: HTML

        init(_ id: String, _ title: String, isFolded: Bool = false, _ content: HTML) {
            self.id = id
            self.title = title
            html = HTML.section(id, title, isFolded: isFolded, content)
        }
    }

    /// The page with all its sections.
    var page: HTML {
        let date = viewModel.model.date
        let time = date.map { date -> HTML in " <time datetime=\"\(date)\">\(viewModel.dateText ?? "")</time>" }
        let sections = [
            days, stock, hours, juices, byColumn, loss, fruits, money, shrinkageTable, failures, trend, reading, inputs,
        ].compactMap(\.self)
        let body: HTML = """
            <a class="skip" href="#todo">\(language.pick(ko: "본문으로", en: "Skip to the report"))</a>
            \([1, 2].map(around))<header>
            <div class="top"><h1>\(viewModel.title)\(time)</h1>
            <p class="status \(raw: viewModel.status.cssClass)">\(viewModel.statusWord)</p></div>
            <p class="headline">\(viewModel.headline)</p>
            </header>
            <main>
            \(figures)\(viewModel.nextDayNeeds.map { $0.html(title: $0.title, isFolded: true) })\(todo)\(contents(sections))\(sections.map(\.html))</main>

            """
        // Style sheets that the page does not need are left out.
        let style = [EmbeddedFile.reportStyle] + (viewModel.hasTimes ? [.clockStyle] : [])
        let title = viewModel.title + (date.map { " (\($0))" } ?? "")
        return HTML.page(language, title: title, style: style, body: body)
    }

    /// The links to an index some levels above, and through it to the days before and after.
    private func around(_ depth: Int) -> HTML {
        let index = String(repeating: "../", count: depth) + "index.html"
        let day = viewModel.model.date.flatMap { CalendarDay($0) }
        let links: [(to: String?, text: String)] = [
            (day.map { "#" + IndexAnchor.before($0) }, language.pick(ko: "← 전날", en: "← Day before")),
            (day.map { "#" + IndexAnchor.day($0) } ?? "", language.pick(ko: "모든 날", en: "All days")),
            (day.map { "#" + IndexAnchor.after($0) }, language.pick(ko: "다음 날 →", en: "Day after →")),
            ("#" + IndexAnchor.buy, language.pick(ko: "살 것", en: "To buy")),
        ]
        let lines = links.compactMap { link in
            link.to.map { "<li><a href=\"\(index + $0)\">\(link.text)</a></li>" as HTML }
        }
        let word = language.pick(ko: "다른 날", en: "Other days")
        return """
            <nav class="around" id="\(raw: IndexAnchor.links(depth: depth))" aria-label="\(word)"><ul>\(lines)</ul></nav>

            """
    }

    private func contents(_ sections: [Section]) -> HTML {
        let word = language.pick(ko: "차례", en: "Contents")
        return """
            <nav aria-label="\(word)">
            <details><summary>\(word)</summary><ul>
            \(sections.map { "<li><a href=\"#\(raw: $0.id)\">\($0.title)</a></li>\n" })</ul></details></nav>

            """
    }

    // MARK: The first screen

    private var figures: HTML {
        let further = viewModel.furtherFigures.map { figure -> HTML in
            """
            <div><dt>\(figure.name)</dt><dd class="value">\(figure.value)</dd><dd class="remark">\(figure.remark)</dd></div>

            """
        }
        return """
            <section id="figures" aria-labelledby="figures-title">
            <h2 id="figures-title" class="unseen">\(viewModel.figuresTitle)</h2>
            <dl class="figures">
            \(viewModel.figures.map(\.html))</dl>
            \(HTML.paragraph(viewModel.figuresNote, "note"))\(further.isEmpty ? nil : "<dl class=\"further\">\n\(further)</dl>\n")\
            </section>

            """
    }

    private var todo: HTML {
        let isNothing = viewModel.hasNothingToDo
        let steps = viewModel.steps.map { "<li>\($0)</li>\n" as HTML }
        let checks = viewModel.checks.map { "<li>\($0)</li>\n" as HTML }
        let restock = viewModel.hasRestockStep ? "<li>\(needs)</li>\n" as HTML : nil
        let list: HTML = isNothing ? HTML.paragraph(viewModel.nothingToDo) : "<ol>\n\(checks)\(restock)\(steps)</ol>\n"
        return """
            <section id="todo" aria-labelledby="todo-title">
            <div class="card todo\(raw: isNothing ? " nothing" : "")"><h2 id="todo-title">\(viewModel.todoTitle)</h2>
            \(list)\(viewModel.hasRerun ? rerun : nil)</div>
            </section>

            """
    }

    /// The list of the fruits that short orders need.
    private var needs: HTML {
        let all = viewModel.needs
        let lines = all.prefix(viewModel.rowsMax).map { "<li>\($0.fruit) <strong>\($0.pieces)</strong></li>\n" as HTML }
        return """
            \(viewModel.restockWord)
            <ul class="needs">
            \(lines)</ul>
            \(HTML.paragraph(viewModel.more(all.count - viewModel.rowsMax, .fruits, in: "restock.csv"), "more"))\
            \(viewModel.restockPromise ?? "")

            """
    }

    /// The command that applies failed rows again.
    private var rerun: HTML {
        let needs = viewModel.hasPlan && !viewModel.needs.isEmpty ? "<div>\(needs)</div>\n" as HTML : nil
        return """
            <details><summary>\(viewModel.rerunSummary)</summary>
            \(needs)\(HTML.paragraph(viewModel.hasPlan ? viewModel.possibleNow : nil))<p>\(viewModel.rerunWord)</p>
            <pre><code>\(viewModel.rerunCommand)</code></pre>
            <p class="note">\(viewModel.rerunNote)</p></details>

            """
    }

    // MARK: Tables

    private func html(_ table: TableViewModel?) -> HTML { table?.html(searchedIn: language) ?? "" }

    /// A table with its title above it.
    private func titled(_ table: TableViewModel?) -> HTML? { table.map { "<h3>\($0.title)</h3>\n\(html($0))" } }

    private var days: Section? { viewModel.days.map { Section("days", $0.title, html($0)) } }

    private var juices: Section? { viewModel.juices.map { Section("juices", $0.title, html($0)) } }

    private var fruits: Section {
        let table = viewModel.fruits
        return Section(
            "fruits", table.title, isFolded: true, "\(HTML.paragraph(viewModel.reconciliation, "note"))\(html(table))")
    }

    private var reading: Section {
        let table = viewModel.reading
        return Section(
            "reading", table.title, isFolded: true, "\(html(table))\(HTML.paragraph(viewModel.readingNote, "note"))")
    }

    private var inputs: Section {
        let table = viewModel.inputs
        return Section(
            "inputs", table.title, isFolded: true, "\(html(table))\(HTML.paragraph(viewModel.provenance, "note"))")
    }

    /// The section of sales by the values of columns; nil if no setting lists any.
    private var byColumn: Section? {
        let tables = viewModel.salesByColumn.map(html)
        return tables.isEmpty ? nil : Section("byColumn", viewModel.salesByColumnTitle, "\(tables)")
    }

    private var loss: Section? {
        guard viewModel.hasLoss else { return nil }
        let byFruit = viewModel.lostByFruit.map { "<div class=\"losses\">\n\(html($0))</div>\n" as HTML }
        let orders = viewModel.lostOrders.map { table -> HTML in
            "<details><summary><h3>\(table.title)</h3></summary>\n\(html(table))</details>\n"
        }
        return Section(
            "loss", viewModel.preventableShortagesTitle,
            """
            \(byFruit)<ul>
            \(viewModel.beforehand.map { "<li>\($0)</li>\n" })</ul>
            \(titled(viewModel.soldOutTimes))\(titled(viewModel.helpfulRestocks))\(HTML.paragraph(viewModel.whatIf, "note"))\(orders)
            """)
    }

    private var money: Section? {
        let tables = viewModel.moneyTables
        if tables.isEmpty { return nil }
        let notes = viewModel.moneyNotes.map { HTML.paragraph($0, "note") }
        return Section("money", viewModel.moneyTitle, isFolded: true, "\(notes)\(tables.compactMap(titled))")
    }

    /// The section about fruit that was lost without a sale.
    private var shrinkageTable: Section? {
        guard let shrinkage = viewModel.model.shrinkage, let table = viewModel.shrinkageTable else { return nil }
        return Section("vanished", table.title, "<p>\(viewModel.shrinkageNote(shrinkage))</p>\n\(html(table))")
    }

    private var failures: Section? {
        let causes = viewModel.failures.map { cause -> HTML in
            """
            <h3>\(cause.table.title) <small>\(cause.code)</small></h3>
            <p>\([cause.reason, cause.advice].compactMap(\.self).joined(separator: " "))</p>
            \(html(cause.table))
            """
        }
        return causes.isEmpty ? nil : Section("failures", viewModel.failuresTitle, "\(causes)")
    }

    // MARK: Charts

    /// The section with the orders of each hour as a bar chart; nil if no order has a time.
    private var hours: Section? {
        let hours = viewModel.hours
        guard let most = hours.map(\.orders).max(), let text = viewModel.hoursText else { return nil }
        let legend = viewModel.hoursLegend
        let bars = hours.enumerated().map { index, hour in
            let (all, short) = (permille(hour.orders, of: most), permille(hour.short, of: most))
            let words =
                "\(viewModel.name(hour.hour)): \(legend.served) \(grouped(hour.served)), \(legend.short) \(grouped(hour.short))"
            return HTML.bar(
                words, at: index,
                [("gone", top: 1_000 - all, height: short), ("cups", top: 1_000 - all + short, height: all - short)])
        }
        // A phone has room for this number of two-digit labels.
        let step = hours.count > 12 ? 3 : 1
        let labels = hours.map { "<span>\($0.hour % step == 0 ? String($0.hour) : "")</span>" as HTML }
        let chart = HTML.barChart(
            caption: "\(text)", label: text, most: grouped(most), across: hours.count * 10, bars: bars,
            below: "<div class=\"hours\" aria-hidden=\"true\">\(labels)</div>")
        let squares = [(HTML.square("cups"), legend.served), (HTML.square("gone"), legend.short)]
        return Section("hours", viewModel.hoursTitle, "\(HTML.legend(squares))\(chart)")
    }

    /// The section with a bar chart and a table of the last runs; nil without a ledger.
    ///
    /// The bars show cups served, and rows that were short or rejected.
    private var trend: Section? {
        guard let nightlyRuns = viewModel.nightlyRuns else { return nil }
        let (spans, words) = (viewModel.trend, viewModel.trendWords)
        let gaps = spans.contains { $0.figures == nil } ? HTML.legendOfGaps(words.gap) : nil
        return Section(
            "trend", nightlyRuns.title,
            """
            <div class="curves">
            \(chart(words.cups, spans, \.cups, "cups"))\(chart(words.trouble, spans, \.trouble, "gone"))</div>
            \(gaps)<details><summary>\(words.table)</summary>
            \(HTML.paragraph(viewModel.nightlyRunsIntroduction, "note"))\(html(nightlyRuns))</details>

            """)
    }

    private func chart(
        _ words: String, _ spans: [ReportViewModel.TrendSpan], _ figure: KeyPath<ReportViewModel.TrendFigures, Int>,
        _ style: String
    ) -> HTML {
        let figures = spans.map { $0.figures?[keyPath: figure] }
        let most = figures.compactMap(\.self).max() ?? 0
        let bars = zip(spans, figures).enumerated().map { index, bar in
            let height = bar.1.map { max(0, permille($0, of: max(1, most))) } ?? 1_000
            let text = bar.1.map { grouped($0) } ?? viewModel.trendWords.gap
            return HTML.bar(
                "\(bar.0.name): \(text)", at: index,
                [(bar.1 == nil ? "gap" : style, top: 1_000 - height, height: height)])
        }
        let (first, last) = (spans.first?.name, spans.last?.name)
        return HTML.barChart(
            caption: "<strong>\(words)</strong>",
            label: "\(words), \(first ?? "") – \(last ?? ""): 0 – \(grouped(most))", most: grouped(most),
            // With few runs, the chart is made wider so that its bars are not too broad.
            across: max(10, figures.count) * 10, bars: bars, below: HTML.ends(first, last))
    }

    /// The section with the stock of each fruit over the run; nil for a run without rows.
    private var stock: Section? {
        guard viewModel.hasCurves else { return nil }
        let words = viewModel.curveLegend
        let soldOut: HTML =
            "<rect class=\"out\" width=\"10\" height=\"7\"/><rect class=\"gone\" y=\"7\" width=\"10\" height=\"3\"/>"
        let legend = HTML.legend([
            (HTML.square("band"), words.stock), (soldOut, words.soldOut), (HTML.square("refused"), words.refused),
            (HTML.square("in"), words.restocked),
        ])
        let (eventful, calm) = (viewModel.curves.filter { !$0.isCalm }, viewModel.curves.filter(\.isCalm))
        func curves(_ curves: [FruitCurve]) -> HTML { "<div class=\"curves\">\n\(curves.map(curve))</div>\n" }
        // The legend is placed with the first group of curves.
        let folded: HTML? =
            calm.isEmpty
            ? nil
            : """
            <details><summary>\(viewModel.calmWord)</summary>
            \(eventful.isEmpty ? legend : nil)\(curves(calm))</details>

            """
        return Section(
            "stock", viewModel.stockTitle,
            """
            \(eventful.isEmpty ? nil : "\(legend)\(curves(eventful))")\(folded)\(HTML.paragraph(viewModel.moreCurves, "more"))
            """)
    }

    private func curve(_ fruit: FruitCurve) -> HTML {
        let (shape, ends, ticks) = (fruit.shape, viewModel.curveEnds, viewModel.scale?.ticks)
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
            preserveAspectRatio="none">\(lines)<path class="out" d="\(raw: shape.soldOut)"/>\
            <path class="band" vector-effect="non-scaling-stroke" d="\(raw: shape.band)"/></svg>
            <svg class="lane" aria-hidden="true" viewBox="0 0 \(shape.width) 2" preserveAspectRatio="none">\
            <path class="gone" d="\(raw: shape.soldOutLane)"/><path class="refused" d="\(raw: shape.refusedLane)"/>\
            <path class="in" vector-effect="non-scaling-stroke" d="\(raw: shape.restockedLane)"/></svg>
            <div class="ends" aria-hidden="true"><span>\(ends.start)</span>\(labels)<span>\(ends.end)</span></div>
            </div>
            </figure>

            """
    }
}

extension ReportViewModel.Figure {
    /// The length from which a figure is set in smaller type, so that it fits on one line of a phone.
    private static let lengthMax = 10

    /// The figure as a card of the page.
    fileprivate var html: HTML {
        """
        <div class="card"><dt>\(name)</dt><dd class="value\(raw: value.count > Self.lengthMax ? " long" : "")">\(value)</dd>\
        <dd class="remark">\(remark)</dd>\(compared.map { "<dd class=\"compared\">\($0)</dd>" })</div>

        """
    }
}

extension HTML {
    /// The legend of days without a run.
    static func legendOfGaps(_ words: String) -> HTML {
        "<ul class=\"legend\"><li><svg viewBox=\"0 0 10 10\" aria-hidden=\"true\">\(square("gap"))</svg>\(words)</li></ul>\n"
    }
}

extension PlanViewModel {
    /// The number of fruits to buy that a phone shows before the list is expanded.
    private static let itemsOfFolded = 3

    /// The shopping list, with check boxes.
    ///
    /// - Parameter isFolded: whether a phone shows only the first fruits of a long list until it is expanded.
    func html(title: String, isFolded: Bool = false) -> HTML {
        let hidden = isFolded ? items.count - Self.itemsOfFolded : 0
        let expandControl: HTML? =
            hidden > 1
            ? """
            <input class="unseen" type="checkbox" id="all-items"><label class="fold" for="all-items">\(showMore(hidden))</label>

            """
            : nil
        let lines = items.map { item -> HTML in
            """
            <li><label><input type="checkbox"> \(item.fruit) <strong>\(item.pieces)</strong></label>\
            \(item.cost.map { " <span class=\"cost\">\($0)</span>" }) <small>\(item.reason)</small></li>

            """
        }
        let folded = enough.map { enough -> HTML in
            "<details><summary>\(enoughWord)</summary><p class=\"note\">\(enough)</p></details>\n"
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
