internal import CBuild
package import JuiceBatch
internal import JuiceCore

/// The page index.html of a folder of reports, which lists all runs without a script, and its figures in other formats.
extension FolderIndexModel {
    /// The tag near the start of a page that identifies this program as its generator.
    package static let generatorTag = #"<meta name="generator" content="juice-batch index">"#
    /// The number of days, back from the newest one, that an index without a period covers: a year and a month.
    package static let daysMax = 400
    /// The maximum number of listed runs, unless the index covers a period; weeks and months summarize the others.
    package static let listedRunsMax = 31

    /// Renders the page; the list is shortened until it is not longer than `HTML.lengthMax`.
    package func page() throws(BatchError) -> String {
        var viewModel = IndexViewModel(self)
        let limits = period == nil ? [Self.listedRunsMax, 20] : [800, 300, 100, 20]
        return try HTML.text(of: "index.html", limits: limits) { linesMax in
            viewModel.linesMax = linesMax
            return viewModel.page
        }
    }

    /// The figures of the period as a text message of at most 300 characters.
    package var periodMessage: String {
        let viewModel = IndexViewModel(self)
        return viewModel.hasDays ? viewModel.periodMessage : viewModel.headline
    }

    /// The business days with a run as CSV, one row each.
    package var periodCSV: String {
        let totals = totals
        let rows = totals.days.map { date, sums in
            let figures = [sums.orders, sums.ordersShort, sums.cups].map { String($0) }
            let money = [sums.sales, sums.lostSales].map { totals.currency == nil ? "" : $0?.digits ?? "" }
            return ([date.text] + figures + money).joined(separator: ",")
        }
        return (["date,orders,lost,cups,sales,lost_sales"] + rows).joined(separator: "\n") + "\n"
    }

    /// All figures of the page as JSON.
    package var periodJSON: String {
        let figures = totals
        let extremeDays = figures.extremeDays
        func sums(_ sums: SalesFigures) -> JSONValue {
            let hasMoney = figures.currency != nil
            return [
                "days": sums.days, "orders": sums.orders, "lost": sums.ordersShort, "cups": sums.cups,
                "sales": hasMoney ? sums.sales : nil, "lost_sales": hasMoney ? sums.lostSales : nil,
            ]
        }
        func span(_ span: RunTotals.Span) -> JSONValue {
            let compared = span.compared.map { ["now": sums($0.now), "before": sums($0.before)] as JSONValue }
            return ["from": span.days.lowerBound.text, "to": span.days.upperBound.text] + sums(span.sums)
                + ["compared": compared]
        }
        let value: JSONValue = [
            "schema": 1, "shop": shop, "from": (period?.lowerBound ?? figures.days.first?.date)?.text,
            "to": (period?.upperBound ?? figures.days.last?.date)?.text, "currency": figures.currency,
            "all": sums(figures.allDays), "best": extremeDays?.best.text, "worst": extremeDays?.worst.text,
            "days": figures.days.map { ["date": $0.date.text] + sums($0.sums) },
            "days_without_run": (daysWithoutRun ?? []).map(\.text), "weeks": figures.weeks().map(span),
            "months": figures.months().map(span),
        ]
        return value.text
    }
}

extension IndexViewModel {
    fileprivate var page: HTML {
        let figureList: HTML? =
            hasDays ? "<dl class=\"figures\" id=\"buy\">\n\(figures.map(HTML.card))</dl>\n" : nil
        let first = first.map { first -> HTML in
            let text: HTML = first.link.map { "<a href=\"\($0)\">\(first.text)</a>" } ?? "\(first.text)"
            return "<p class=\"first\">\(text)</p>\n"
        }
        let status = statusWord.map { word -> HTML in
            "\n<p class=\"status \(raw: needsAttention ? "short" : "fine")\">\(word)</p>"
        }
        let planWord = pick(ko: "살 것 모두 보기", en: "Show the whole buying plan")
        let plan = index.planLink.map { "<p><a href=\"\($0)\">\(planWord)</a></p>\n" as HTML }
        let body: HTML = """
            <header>
            <div class="top"><h1>\(title)</h1>\(status)</div>
            \(index.tasks.map(html))</header>
            <main>
            \(figureList)\(plan)<p class="headline">\(headline)</p>
            \(first)\(hasDays ? daysSection : nil)\(list)\(notes.map { HTML.paragraph($0, "note") })</main>

            """
        // Narrow screens show each line of the list as a card, with a column's title before its cell.
        let cardTitles = columns.cells.enumerated().map { index, title in
            "  .nights tr > :nth-child(\(index + 3))::before { content: \"\(title) \"; }\n"
        }
        return HTML.page(
            language, title: title, generatorTag: FolderIndexModel.generatorTag, style: [.reportStyle, .indexStyle],
            moreStyle: "@media (max-width: 40rem) {\n" + cardTitles.joined() + "}\n", body: body)
    }

    private func html(_ task: FolderIndexModel.Task) -> HTML {
        if task.files.isEmpty { return HTML.paragraph(task.text, "first") }
        let itemsMax = 20
        let more = [language.andMore(task.files.count - itemsMax)].compactMap(\.self)
        let items = (task.files.prefix(itemsMax) + more).map { "<li>\($0)</li>\n" as HTML }
        return """
            <div class="first"><p>\(task.text)</p>
            <ul>
            \(items)</ul>
            \(HTML.paragraph(task.advice))</div>

            """
    }

    private var daysSection: HTML {
        let bars = bars
        let drawing = HTML.barChart(
            caption: "\(extremes ?? chartTitle)", title: chartTitle, cssClass: "cups", barsMin: 14, gap: dayWithoutRun,
            bars: bars, text: text(figure:))
        let gaps = bars.contains { $0.figure == nil } ? HTML.legend([(HTML.square("gap"), dayWithoutRun)]) : nil
        let tables = [weeks, months].map { table -> HTML in "<h3>\(table.title)</h3>\n\(table.html())" }
        let note = pick(
            ko: "주는 같은 요일끼리, 달은 같은 날짜끼리 비교하며, 두 기간에 모두 실행이 있는 날만 셉니다.",
            en: "Only days with a run in both periods are compared: the same weekdays of two weeks, or the same dates "
                + "of two months.")
        return HTML.section("days", chartTitle, "\(drawing)\(gaps)\(tables)\(HTML.paragraph(note, "note"))")
    }

    /// The list of the runs; nil if there are none.
    private var list: HTML? {
        let (columns, lines) = (columns, lines)
        if lines.isEmpty { return nil }
        let sums = sums.map { sums -> HTML in
            let cells = sums.cells.map { "<td class=\"n\">\($0)</td>" as HTML }
            return "<tfoot><tr><th scope=\"row\">\(sums.title)</th><td class=\"b\"></td>\(cells)</tr></tfoot>\n"
        }
        let head: HTML = """
            <th scope="col">\(columns.title)</th><th scope="col" class="b">\(columns.bar)</th>\
            \(columns.cells.map { "<th scope=\"col\" class=\"n\">\($0)</th>" })
            """
        let table = HTML.table(
            columns.title, attributes: " class=\"nights\"", head: head, rows: lines.map(row), foot: sums)
        let legend = HTML.legend([
            (HTML.square("part"), pick(ko: "만든 주문", en: "orders served")),
            (HTML.square("gone"), pick(ko: "못 만든 주문", en: "short orders")),
        ])
        return "\(legend)\(table)"
    }

    private func row(_ line: Line) -> HTML {
        let run = line.entry?.run
        let title = title(line.date, line.entry)
        let caption = caption(line.date, line.entry)
        let needsAttention = line.entry == nil || run.map { $0.reversedBy == nil && $0.open.total > 0 } ?? false
        let anchors = line.anchors.map { "<i id=\"\($0)\"></i>" as HTML }
        let head: HTML =
            line.entry.flatMap(link).map { "<a href=\"\($0)\">\(title)</a>" } ?? "<span>\(title)</span>"
        let bar = run.map { self.bar($0.sums) }.map { HTML.cellBar($0.served, rest: $0.ordersShort) }
        let texts = run.map {
            self.cells($0.sums, open: $0.reversedBy == nil ? $0.open.total : 0, rejected: $0.rejected)
        }
        let cells = (texts ?? columns.cells.map { _ in "–" }).map { cell -> HTML in
            "<td class=\"\(raw: cell == "0" || cell == "0%" ? "n z" : "n")\">\(cell)</td>"
        }
        let small: HTML? = caption.isEmpty ? nil : "<small>\(caption)</small>"
        let attributes = HTML.attribute(ofClasses: [needsAttention ? "open" : nil, line.entry == nil ? "none" : nil])
        return """
            <tr\(attributes)><th scope="row"\(raw: line.date == nil ? "" : " class=\"day\"")>\(anchors)\(head)\(small)</th>\
            <td class="b">\(bar)</td>\(cells)</tr>

            """
    }
}

/// The page plan.html with the shopping list: one file without other resources, usable without its script.
extension PlanModel {
    /// Renders the page; lists are shortened until it is not longer than `HTML.lengthMax`.
    package func page() throws(BatchError) -> String {
        try HTML.text(of: "plan.html", limits: [1_000, 200, 50, 5]) { rowsMax in
            let plan = cut(to: rowsMax)
            let body: HTML = """
                <header>
                <h1>\(title)</h1>
                <p class="headline">\(plan.headline)</p>
                </header>
                <main>
                \(plan.html(title: listTitle))</main>

                """
            return HTML.page(language, title: title, style: [.reportStyle], body: body)
        }
    }
}
