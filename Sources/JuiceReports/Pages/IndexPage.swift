internal import CBuild
package import JuiceBatch
internal import JuiceCore

/// The page index.html of a folder of reports, which lists all runs without a script.
package enum IndexPage {
    /// The tag near the start of a page that identifies this program as its generator.
    package static let generatorTag = #"<meta name="generator" content="juice-batch index">"#

    /// The maximum number of listed runs, unless the index covers a period; weeks and months summarize the others.
    package static let linesMax = 31

    /// Renders the page; the list is shortened until it is not longer than `HTML.lengthMax`.
    package static func render(_ index: FolderIndexModel) throws(BatchError) -> String {
        var viewModel = IndexViewModel(index)
        var text = ""
        for linesMax in [index.period == nil ? linesMax : 800, 300, 100, 20] where linesMax <= viewModel.linesMax {
            viewModel.linesMax = linesMax
            text = page(viewModel).text
            if text.utf8.count <= HTML.lengthMax { return text }
        }
        throw .invariant("index.html takes \(text.utf8.count) bytes")
    }

    private static func page(_ viewModel: IndexViewModel) -> HTML {
        let period = PeriodViewModel(viewModel)
        let figures = period.map { period -> HTML in
            "<dl class=\"figures\" id=\"buy\">\n\(period.figures.map(figure))</dl>\n"
        }
        let first = viewModel.first.map { first -> HTML in
            let text: HTML = first.link.map { "<a href=\"\($0)\">\(first.text)</a>" } ?? "\(first.text)"
            return "<p class=\"first\">\(text)</p>\n"
        }
        let plan = viewModel.index.plan.map { "<p><a href=\"\($0)\">\(viewModel.planWord)</a></p>\n" as HTML }
        let body: HTML = """
            <header>
            <h1>\(viewModel.title)</h1>
            <p class="status \(raw: viewModel.isOpen ? "short" : "fine")">\(viewModel.statusWord)</p>
            \(viewModel.index.tasks.map { task($0, viewModel.language) })</header>
            <main>
            \(figures)\(plan)<p class="headline">\(viewModel.headline)</p>
            \(first)\(period.map(section))\(list(viewModel))\(viewModel.notes.map { HTML.paragraph($0, "note") })</main>

            """
        return HTML.page(
            viewModel.language, title: viewModel.title, generatorTag: generatorTag,
            style: [.reportStyle, .indexStyle], more: cardTitles(viewModel), body: body)
    }

    /// The maximum number of files listed for a task.
    private static let taskItemsMax = 20

    private static func task(_ task: FolderIndexModel.Task, _ language: MessageLanguage) -> HTML {
        if task.items.isEmpty { return HTML.paragraph(task.text, "first") }
        let more = [language.andMore(task.items.count - taskItemsMax)].compactMap(\.self)
        let items = (task.items.prefix(taskItemsMax) + more).map { "<li>\($0)</li>\n" as HTML }
        return """
            <div class="first"><p>\(task.text)</p>
            <ul>
            \(items)</ul>
            \(HTML.paragraph(task.advice))</div>

            """
    }

    /// The CSS rules that show a column's title before its cells, for narrow screens that show each line as a card.
    private static func cardTitles(_ viewModel: IndexViewModel) -> String {
        let titles = viewModel.columns.cells.enumerated().map { position, title in
            "  .nights tr > :nth-child(\(position + 3))::before { content: \"\(title) \"; }\n"
        }
        return "@media (max-width: 40rem) {\n" + titles.joined() + "}\n"
    }

    private static func figure(_ figure: PeriodViewModel.Figure) -> HTML {
        """
        <div class="card"><dt>\(figure.name)</dt><dd class="value\(raw: figure.isLong ? " long" : "")">\(figure.value)</dd>\
        <dd class="remark">\(figure.caption)</dd></div>

        """
    }

    /// The chart of the days, and the tables of weeks and months.
    private static func section(_ period: PeriodViewModel) -> HTML {
        let (chart, bars) = (period.chart, period.bars)
        let shapes = bars.enumerated().map { position, bar in
            let height = bar.height ?? 1_000
            return HTML.bar(
                bar.text, at: position, [(bar.height == nil ? "gap" : "cups", top: 1_000 - height, height: height)])
        }
        let drawing = HTML.barChart(
            caption: "\(period.extremes ?? chart.title)",
            label: "\(chart.title), \(chart.first) – \(chart.last): 0 – \(chart.most)", most: chart.most,
            // With few days, the chart is made wider so that its bars are not too broad.
            across: max(14, bars.count) * 10, bars: shapes, below: HTML.ends(chart.first, chart.last))
        let tables = [period.weeks, period.months].map { table -> HTML in
            "<h3>\(table.title)</h3>\n\(table.html(searchedIn: nil))"
        }
        let content: HTML =
            "\(drawing)\(period.gapWord.map(HTML.legendOfGaps))\(tables)\(HTML.paragraph(period.note, "note"))"
        return HTML.section("days", chart.title, content)
    }

    /// The list of the runs; nil if there are none.
    private static func list(_ viewModel: IndexViewModel) -> HTML? {
        let (columns, lines, legend) = (viewModel.columns, viewModel.lines, viewModel.legend)
        if lines.isEmpty { return nil }
        let sums = viewModel.sums.map { sums -> HTML in
            let cells = sums.cells.map { "<td class=\"n\">\($0)</td>" as HTML }
            return "<tfoot><tr><th scope=\"row\">\(sums.title)</th><td class=\"b\"></td>\(cells)</tr></tfoot>\n"
        }
        return """
            \(HTML.legend([(HTML.square("part"), legend.served), (HTML.square("gone"), legend.ordersShort)]))\
            <div class="scroll" role="group" aria-label="\(columns.title)" tabindex="0">
            <table class="nights">
            <thead><tr><th scope="col">\(columns.title)</th><th scope="col" class="b">\(columns.bar)</th>\
            \(columns.cells.map { "<th scope=\"col\" class=\"n\">\($0)</th>" })</tr></thead>
            <tbody>
            \(lines.map(row))</tbody>
            \(sums)</table>
            </div>

            """
    }

    private static func row(_ line: IndexViewModel.Line) -> HTML {
        let anchors = line.anchors.map { "<i id=\"\($0)\"></i>" as HTML }
        let head: HTML = line.link.map { "<a href=\"\($0)\">\(line.title)</a>" } ?? "<span>\(line.title)</span>"
        let bar = line.bar.map { bar -> HTML in
            """
            <svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">\
            <rect class="part" width="\(bar.served)" height="10"/>\
            <rect class="gone" x="\(bar.served)" width="\(bar.ordersShort)" height="10"/></svg>
            """
        }
        let cells = line.cells.map { cell -> HTML in
            "<td class=\"\(raw: cell == "0" || cell == "0%" ? "n z" : "n")\">\(cell)</td>"
        }
        let caption: HTML? = line.caption.isEmpty ? nil : "<small>\(line.caption)</small>"
        let lineClass = [line.isOpen ? "open" : nil, line.isWithoutRun ? "none" : nil].compactMap(\.self)
        let attributes: HTML? = lineClass.isEmpty ? nil : " class=\"\(raw: lineClass.joined(separator: " "))\""
        return """
            <tr\(attributes)><th scope="row"\(raw: line.isDated ? " class=\"day\"" : "")>\(anchors)\(head)\(caption)</th>\
            <td class="b">\(bar)</td>\(cells)</tr>

            """
    }
}

/// The page plan.html with the shopping list: one file without other resources, usable without its script.
extension PlanModel {
    /// Renders the page; lists are shortened until it is not longer than `HTML.lengthMax`.
    package func page() throws(BatchError) -> String {
        var text = ""
        for rowsMax in [1_000, 200, 50, 5] {
            var viewModel = PlanViewModel(self)
            viewModel.rowsMax = rowsMax
            text = viewModel.page.text
            if text.utf8.count <= HTML.lengthMax { return text }
        }
        throw .invariant("plan.html takes \(text.utf8.count) bytes")
    }
}

extension PlanViewModel {
    fileprivate var page: HTML {
        let body: HTML = """
            <header>
            <h1>\(title)</h1>
            <p class="headline">\(headline)</p>
            </header>
            <main>
            \(html(title: listTitle))\
            \(HTML.section("basis", basis.title, basis.html(searchedIn: language)))</main>

            """
        return HTML.page(language, title: title, style: [.reportStyle], body: body)
    }
}

/// The data files next to the page of a period, with its figures.
package enum PeriodFiles {
    /// The figures of the period as a text message of at most 300 characters.
    package static func message(_ index: FolderIndexModel) -> String {
        let viewModel = IndexViewModel(index)
        return PeriodViewModel(viewModel)?.message ?? viewModel.headline
    }

    /// The business days with a run as CSV, one row each.
    package static func csv(_ index: FolderIndexModel) -> String {
        let period = PeriodFigures(index)
        let rows = period.days.map { day in
            let sums = day.sums
            let figures = [sums.orders, sums.ordersShort, sums.cups].map { String($0) }
            let money = [sums.sales, sums.lostSales].map { period.currency == nil ? "" : $0?.digits ?? "" }
            return ([day.date.text] + figures + money).joined(separator: ",")
        }
        return (["date,orders,lost,cups,sales,lost_sales"] + rows).joined(separator: "\n") + "\n"
    }

    /// Renders all figures of the page as JSON.
    package static func json(_ index: FolderIndexModel) -> String {
        let period = PeriodFigures(index)
        let extremeDays = period.extremeDays
        func sums(_ sums: PeriodFigures.Sums) -> JSONValue {
            let hasMoney = period.currency != nil
            return [
                "days": sums.days, "orders": sums.orders, "lost": sums.ordersShort, "cups": sums.cups,
                "sales": hasMoney ? sums.sales : nil, "lost_sales": hasMoney ? sums.lostSales : nil,
            ]
        }
        func span(_ span: PeriodFigures.Span) -> JSONValue {
            let compared = span.compared.map { ["now": sums($0.now), "before": sums($0.before)] as JSONValue }
            return ["from": span.days.lowerBound.text, "to": span.days.upperBound.text] + sums(span.sums)
                + ["compared": compared]
        }
        let value: JSONValue = [
            "schema": 1, "shop": index.shop, "from": (index.period?.lowerBound ?? period.days.first?.date)?.text,
            "to": (index.period?.upperBound ?? period.days.last?.date)?.text, "currency": period.currency,
            "all": sums(period.all), "best": extremeDays?.best.text, "worst": extremeDays?.worst.text,
            "days": period.days.map { ["date": $0.date.text] + sums($0.sums) },
            "days_without_run": (index.daysWithoutRun ?? []).map(\.text), "weeks": period.weeks.map(span),
            "months": period.months.map(span),
        ]
        return value.text
    }
}
