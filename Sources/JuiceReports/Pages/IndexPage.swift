package import JuiceBatch
internal import JuiceCore
internal import Mustache

/// The index.html of a folder of reports: all runs on one page without a script.
package enum IndexPage {
    /// The mark by which a page is known as made by this program; it stands near its start.
    package static let mark = #"<meta name="generator" content="juice-batch index">"#

    /// The maximum number of runs in the list of an index that is of no period: weeks and months show the others.
    package static let linesMax = 200

    /// The file's content; the list is cut until it is no longer than `HTMLReport.lengthMax`.
    package static func render(_ index: FolderIndexModel) throws(BatchError) -> String {
        let library = try PageText.library(
            [
                "index": PackageResources.index_mustache, "period": PackageResources.period_mustache,
                "table": PackageResources.table_mustache,
            ], of: "index.html")
        let style =
            String(decoding: PackageResources.report_css, as: UTF8.self)
            + String(decoding: PackageResources.index_css, as: UTF8.self)
        var viewModel = IndexViewModel(index)
        var text = ""
        for linesMax in [index.period == nil ? linesMax : 800, 300, 100, 20] where linesMax <= viewModel.linesMax {
            viewModel.linesMax = linesMax
            text = library.render(page(viewModel, style: style + cardTitles(viewModel)), withTemplate: "index") ?? ""
            if text.utf8.count <= HTMLReport.lengthMax { return text }
        }
        throw .invariant("index.html takes \(text.utf8.count) bytes")
    }

    /// The style that puts a column's title in front of its cells where each line is a card.
    private static func cardTitles(_ viewModel: IndexViewModel) -> String {
        let titles = viewModel.columns.cells.enumerated().map { place, title in
            "  .nights tr > :nth-child(\(place + 3))::before { content: \"\(title) \"; }\n"
        }
        return "@media (max-width: 40rem) {\n" + titles.joined() + "}\n"
    }

    private static func page(_ viewModel: IndexViewModel, style: String) -> PageNode {
        let period = PeriodViewModel(viewModel)
        let (columns, lines, legend) = (viewModel.columns, viewModel.lines, viewModel.legend)
        let list = PageNode(
            texts: ["titleWord": columns.title, "barWord": columns.bar, "served": legend.served, "lost": legend.lost],
            shapes: ["lines": lines.map(markup).joined()],
            nodes: [
                "sums": viewModel.sums.map { PageNode(texts: ["title": $0.title], lists: ["cells": cells($0.cells)]) }
            ],
            lists: ["columns": cells(columns.cells)])
        let first = viewModel.first.map { first in
            PageNode(
                nodes: first.link.map { ["link": PageNode(texts: ["to": $0, "words": first.words])] }
                    ?? ["plain": PageNode(texts: ["words": first.words])])
        }
        return PageNode(
            texts: [
                "languageCode": viewModel.language.rawValue, "title": viewModel.title, "headline": viewModel.headline,
                "statusWord": viewModel.statusWord,
            ],
            shapes: ["style": style, "mark": mark, "status": viewModel.isOpen ? "short" : "fine"],
            nodes: [
                "first": first, "list": lines.isEmpty ? nil : list, "start": period.map(start),
                "period": period.map(self.period),
                "plan": viewModel.index.plan.map { PageNode(texts: ["to": $0, "words": viewModel.planWord]) },
            ],
            lists: [
                "tasks": viewModel.index.tasks.map { PageNode(texts: ["text": $0]) },
                "notes": viewModel.notes.map { PageNode(texts: ["text": $0]) },
            ])
    }

    /// The figures of the page's start.
    private static func start(_ period: PeriodViewModel) -> PageNode {
        PageNode(
            lists: [
                "figures": period.figures.map { figure in
                    PageNode(
                        texts: ["name": figure.name, "value": figure.value, "remark": figure.remark],
                        shapes: ["size": figure.isLong ? " long" : ""])
                }
            ])
    }

    /// The chart of the days, and the tables of weeks and months.
    ///
    /// Across, a day has 10 units.
    private static func period(_ period: PeriodViewModel) -> PageNode {
        let (chart, bars) = (period.chart, period.bars)
        return PageNode(
            texts: [
                "title": chart.title, "most": chart.most, "first": chart.first, "last": chart.last, "note": period.note,
                "gapWord": period.gapWord, "caption": period.extremes ?? chart.title,
            ],
            // A few days make no broad bars.
            shapes: ["across": String(max(14, bars.count) * 10)],
            lists: [
                "bars": bars.enumerated().map { place, bar in
                    let height = bar.height ?? 1_000
                    return PageNode(
                        texts: ["words": bar.words],
                        shapes: [
                            "kind": bar.height == nil ? "gap" : "cups", "left": String(place * 10 + 1),
                            "top": String(1_000 - height), "height": String(height),
                        ])
                },
                "tables": [period.weeks, period.months].map { PageContent.table($0, isSearched: false) },
            ])
    }

    /// A line of the list, as markup: of so many lines the template would take longer than all else of the index.
    private static func markup(_ line: IndexViewModel.Line) -> String {
        let title = Escaping.markup(line.title)
        let head = line.link.map { "<a href=\"\(Escaping.markup($0))\">\(title)</a>" } ?? "<span>\(title)</span>"
        let bar = line.bar.map { bar in
            "<svg class=\"bar\" viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
                + "<rect class=\"part\" width=\"\(bar.served)\" height=\"10\"/>"
                + "<rect class=\"gone\" x=\"\(bar.served)\" width=\"\(bar.lost)\" height=\"10\"/></svg>"
        }
        let cells = line.cells.map { cell in
            "<td class=\"\(cell == "0" || cell == "0%" ? "n z" : "n")\">\(Escaping.markup(cell))</td>"
        }.joined()
        let remark = line.remark.isEmpty ? "" : "<small>\(Escaping.markup(line.remark))</small>"
        let look = [line.isOpen ? "open" : nil, line.isWithoutRun ? "none" : nil].compactMap(\.self)
        let attributes = look.isEmpty ? "" : " class=\"\(look.joined(separator: " "))\""
        return "<tr\(attributes)><th scope=\"row\"\(line.isDated ? " class=\"day\"" : "")>"
            + "\(head)\(remark)</th>"
            + "<td class=\"b\">\(bar ?? "")</td>\(cells)</tr>\n"
    }

    private static func cells(_ texts: [String]) -> [PageNode] { texts.map { PageNode(texts: ["text": $0]) } }
}

/// plan.html: what to buy, as one page that needs nothing beside it, and no script.
package enum PlanPage {
    /// The file's content; lists are cut until it is no longer than `HTMLReport.lengthMax`.
    package static func render(_ model: PlanModel) throws(BatchError) -> String {
        let library = try HTMLReport.library()
        let style = String(decoding: PackageResources.report_css, as: UTF8.self)
        var text = ""
        for rowsMax in [1_000, 200, 50, 5] {
            var viewModel = PlanViewModel(model)
            viewModel.rowsMax = rowsMax
            text = library.render(page(viewModel, style: style), withTemplate: "plan") ?? ""
            if text.utf8.count <= HTMLReport.lengthMax { return text }
        }
        throw .invariant("plan.html takes \(text.utf8.count) bytes")
    }

    private static func page(_ viewModel: PlanViewModel, style: String) -> PageNode {
        let page = PageNode(
            texts: [
                "languageCode": viewModel.language.rawValue, "title": viewModel.title, "headline": viewModel.headline,
                "findWord": PageScript.findWord(viewModel.language),
            ],
            shapes: ["style": style],
            nodes: [
                "buy": PageContent.buy(viewModel, title: viewModel.listTitle),
                "basis": PageContent.table(viewModel.basis),
            ])
        return PageScript.added(to: page)
    }
}

/// The figures of a period as data, beside its page.
package enum PeriodFiles {
    /// The message for a phone, in at most 300 characters.
    package static func message(_ index: FolderIndexModel) -> String {
        let viewModel = IndexViewModel(index)
        return PeriodViewModel(viewModel)?.message ?? viewModel.headline
    }

    /// The days that have a run, a row each.
    package static func csv(_ index: FolderIndexModel) -> String {
        let period = PeriodFigures(index)
        let rows = period.days.map { day in
            let sums = day.sums
            let figures = [sums.orders, sums.lost, sums.cups].map { String($0) }
            let money = [sums.sales, sums.lostSales].map { period.currency == nil ? "" : $0?.digits ?? "" }
            return ([day.date.text] + figures + money).joined(separator: ",")
        }
        return (["date,orders,lost,cups,sales,lost_sales"] + rows).joined(separator: "\n") + "\n"
    }

    /// All figures of the page.
    package static func json(_ index: FolderIndexModel) -> String {
        let period = PeriodFigures(index)
        let bestAndWorst = period.bestAndWorst
        func sums(_ sums: PeriodFigures.Sums) -> [(String, JSONValue)] {
            func text(_ money: Money?) -> JSONValue {
                period.currency == nil ? .null : money.map { .string($0.digits) } ?? .null
            }
            return [
                ("days", .number(sums.days)), ("orders", .number(sums.orders)), ("lost", .number(sums.lost)),
                ("cups", .number(sums.cups)), ("sales", text(sums.sales)), ("lost_sales", text(sums.lostSales)),
            ]
        }
        func day(_ date: CalendarDay?) -> JSONValue { date.map { .string($0.text) } ?? .null }
        func span(_ span: PeriodFigures.Span) -> JSONValue {
            let compared = span.compared.map { compared in
                JSONValue.object([("now", .object(sums(compared.now))), ("before", .object(sums(compared.before)))])
            }
            return .object(
                [("from", day(span.days.lowerBound)), ("to", day(span.days.upperBound))] + sums(span.sums)
                    + [("compared", compared ?? .null)])
        }
        return JSONValue.object([
            ("schema", .number(1)), ("shop", index.shop.map { .string($0) } ?? .null),
            ("from", day(index.period?.lowerBound ?? period.days.first?.date)),
            ("to", day(index.period?.upperBound ?? period.days.last?.date)),
            ("currency", period.currency.map { .string($0) } ?? .null), ("all", .object(sums(period.all))),
            ("best", day(bestAndWorst?.best)), ("worst", day(bestAndWorst?.worst)),
            ("days", .array(period.days.map { .object([("date", day($0.date))] + sums($0.sums)) })),
            ("days_without_run", .array(index.daysWithoutRun.map { day($0) })),
            ("weeks", .array(period.weeks.map(span))), ("months", .array(period.months.map(span))),
        ]).text
    }
}
