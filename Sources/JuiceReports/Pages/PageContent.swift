internal import JuiceBatch

/// The values that the template of report.html can name, part by part.
struct PageContent {
    let viewModel: ReportViewModel

    /// The number of columns from which a table is printed smaller.
    private static let wideTableColumns = 10

    /// Longer figures are set in smaller digits, so that they fit a phone in one line.
    private static let figureLengthMax = 12

    /// The values of the whole page.
    func page(style: String) -> PageNode {
        let language = viewModel.language
        let parts: KeyValuePairs<String, PageNode?> = [
            "days": viewModel.days.map { table($0) }, "stock": stock, "hours": hours,
            "juices": viewModel.juices.map { table($0) }, "loss": loss,
            "fruits": table(viewModel.fruits, note: viewModel.reconciliation), "money": money,
            "vanished": vanished,
            "buy": viewModel.tomorrow.map { Self.buy($0, title: $0.title) }, "failures": failures,
            "trend": trend, "reading": table(viewModel.reading, note: viewModel.readingNote),
            "inputs": table(viewModel.inputs, note: viewModel.provenance), "further": further,
            "todo": todo,
        ]
        let titles = parts.compactMap { name, part in part?["title"].map { (name, $0) } }
        let page = PageNode(
            texts: [
                "languageCode": language.rawValue, "title": viewModel.title, "date": viewModel.model.date,
                "dateText": viewModel.dateText,
                "status": viewModel.status.cssClass, "statusWord": viewModel.statusWord, "headline": viewModel.headline,
                "skipWord": language.pick(ko: "본문으로", en: "Skip to the report"),
                "contentsWord": language.pick(ko: "차례", en: "Contents"),
                "figuresTitle": viewModel.figuresTitle, "figuresNote": viewModel.figuresNote,
                "findWord": PageScript.findWord(language),
            ],
            shapes: ["style": style],
            nodes: parts,
            lists: [
                "contents": titles.map { PageNode(texts: ["target": $0], nodes: ["text": $1]) },
                "figures": viewModel.figures.map(figure),
            ])
        return PageScript.added(to: page)
    }

    /// The section of further figures; nil where there are none.
    private var further: PageNode? {
        let figures = viewModel.furtherFigures
        return figures.isEmpty ? nil : PageNode(lists: ["figures": figures.map(figure)])
    }

    private func figure(_ figure: ReportViewModel.Figure) -> PageNode {
        PageNode(
            texts: [
                "name": figure.name, "value": figure.value, "remark": figure.remark,
            ],
            shapes: ["size": figure.value.count > Self.figureLengthMax ? " long" : ""],
            lists: ["compared": figure.compared.map { PageNode(texts: ["text": $0]) }])
    }

    /// - Parameters:
    ///   - note: what is to be said of the table.
    ///   - code: what stands beside its title.
    ///   - isSearched: whether the page has the script that searches a long table.
    static func table(
        _ table: TableViewModel, note: String? = nil, code: String? = nil, isSearched: Bool = true
    ) -> PageNode {
        let columns = table.columns
        let named = table.isCards ? name(of: columns[0]) : ""
        let rows = table.rows.map { row in
            let bar = row.barPermille.map { permille in
                let isShare = columns[1].kind == .share
                return PageNode(
                    texts: ["text": row.cells[1]],
                    shapes: ["part": String(permille), "rest": isShare ? String(1_000 - permille) : "0"])
            }
            let cells = (bar == nil ? 1 : 2)..<columns.count
            return PageNode(
                texts: ["head": row.cells[0]], shapes: ["named": named], nodes: ["bar": bar],
                lists: ["cells": cells.map { cell(row.cells[$0], columns[$0], isNamed: table.isCards) }])
        }
        let sums = table.sums.map { sums in
            PageNode(
                texts: ["head": sums[0]],
                lists: [
                    "cells": columns.indices.dropFirst().map { cell(sums[$0], columns[$0], isNamed: table.isCards) }
                ])
        }
        let looks = [columns.count >= wideTableColumns ? "wide" : nil, table.isCards ? "cards" : nil]
            .compactMap(\.self).joined(separator: " ")
        return PageNode(
            texts: [
                "title": table.title, "note": note, "code": code, "rest": table.more,
                "long": isSearched && rows.count >= PageScript.longTableRows ? "long" : nil,
            ],
            shapes: ["look": looks.isEmpty ? "" : " class=\"\(looks)\""],
            nodes: ["sums": sums],
            lists: [
                "columns": columns.map { PageNode(texts: ["text": $0.title], shapes: ["kind": $0.kind.cssClass]) },
                "rows": rows,
            ])
    }

    /// A cell, as markup: there are so many of them that a choice in the template would take longer than all else in it.
    private static func cell(_ text: String, _ column: TableViewModel.Column, isNamed: Bool) -> PageNode {
        let markup =
            column.kind == .dates
            ? TableViewModel.dates(in: text).map { "<span>\(Escaping.markup($0))</span>" }.joined(separator: " ")
            : Escaping.markup(text)
        let named = isNamed ? name(of: column) : ""
        return PageNode(shapes: ["attributes": "class=\"\(column.kind.cssClass)\"\(named)", "text": markup])
    }

    /// The attribute by which a card shows a column's name.
    private static func name(of column: TableViewModel.Column) -> String {
        " data-name=\"\(Escaping.markup(column.title))\""
    }

    private var todo: PageNode {
        let checks = viewModel.checks.map { PageNode(texts: ["text": $0]) }
        let steps = viewModel.steps.map { PageNode(texts: ["text": $0]) }
        let list = PageNode(
            nodes: ["restock": viewModel.hasRestockStep ? restock : nil], lists: ["checks": checks, "steps": steps])
        let isNothing = viewModel.hasNothingToDo
        return PageNode(
            texts: ["heading": viewModel.todoTitle, "nothing": isNothing ? viewModel.nothingToDo : nil],
            nodes: ["list": isNothing ? nil : list, "rerun": viewModel.hasRerun ? rerun : nil])
    }

    /// The fruits that short orders need.
    private var restock: PageNode {
        let all = viewModel.needs
        return PageNode(
            texts: [
                "words": viewModel.restockWord,
                "moreNeeds": viewModel.more(all.count - viewModel.rowsMax, .fruits, in: "restock.csv"),
                "promise": viewModel.restockPromise,
            ],
            lists: [
                "needs": all.prefix(viewModel.rowsMax).map {
                    PageNode(texts: ["fruit": $0.fruit, "pieces": $0.pieces])
                }
            ])
    }

    private var rerun: PageNode {
        PageNode(
            texts: [
                "words": viewModel.rerunWord, "summary": viewModel.rerunSummary, "command": viewModel.rerunCommand,
                "note": viewModel.rerunNote, "possibleNow": viewModel.hasPlan ? viewModel.possibleNow : nil,
            ], nodes: ["restock": viewModel.hasPlan && !viewModel.needs.isEmpty ? restock : nil])
    }

    /// The section of stock; nil for a run without rows.
    private var stock: PageNode? {
        guard viewModel.hasCurves else { return nil }
        let (legend, ends) = (viewModel.curveLegend, viewModel.curveEnds)
        let ticks = viewModel.scale?.ticks
        let (eventful, calm) = (viewModel.curves.filter { !$0.isCalm }, viewModel.curves.filter(\.isCalm))
        return PageNode(
            texts: [
                "title": viewModel.stockTitle, "legendStock": legend.stock, "legendSoldOut": legend.soldOut,
                "legendRefused": legend.refused,
                "legendRestocked": legend.restocked, "start": ends.start, "end": ends.end,
                "moreCurves": viewModel.moreCurves,
            ],
            nodes: [
                "clock": ticks.map { clock($0) },
                "eventful": eventful.isEmpty ? nil : PageNode(lists: ["curves": eventful.map(curve)]),
                "calm": calm.isEmpty
                    ? nil
                    : PageNode(
                        // The legend stands with the first curves that there are.
                        texts: ["summary": viewModel.calmWord, "legend": eventful.isEmpty ? "yes" : nil],
                        lists: ["curves": calm.map(curve)]),
            ])
    }

    private func curve(_ fruit: FruitCurve) -> PageNode {
        let shape = fruit.shape
        return PageNode(
            texts: ["name": fruit.name, "words": fruit.text, "top": grouped(shape.top)],
            shapes: [
                "width": String(shape.width), "height": String(StockCurve.height), "band": shape.band,
                "soldOut": shape.soldOut, "soldOutLane": shape.soldOutLane, "refusedLane": shape.refusedLane,
                "restockedLane": shape.restockedLane,
            ])
    }

    /// The full times across the curves.
    private func clock(_ ticks: [ClockScale.Tick]) -> PageNode {
        let lines = ticks.map { "M\($0.place) 0V\(StockCurve.height)" }
        let labels = ticks.map { tick in
            PageNode(texts: ["text": tick.text], shapes: ["left": "\(tick.place / 10).\(tick.place % 10)"])
        }
        return PageNode(shapes: ["lines": lines.joined()], lists: ["labels": labels])
    }

    /// The section of short orders; nil if there are none.
    private var loss: PageNode? {
        guard viewModel.hasLoss else { return nil }
        return PageNode(
            texts: ["title": viewModel.lostTitle, "hindsight": viewModel.whatIf],
            nodes: [
                "byFruit": viewModel.lostByFruit.map { table($0) }, "times": viewModel.soldOutTimes.map { table($0) },
                "restocks": viewModel.helpfulRestocks.map { table($0) },
                "orders": viewModel.lostOrders.map { table($0) },
            ],
            lists: ["sentences": viewModel.beforehand.map { PageNode(texts: ["text": $0]) }])
    }

    /// The section of money; nil without prices.
    private var money: PageNode? {
        let tables = viewModel.moneyTables.map { table($0) }
        if tables.isEmpty { return nil }
        return PageNode(
            texts: ["title": viewModel.moneyTitle],
            lists: ["notes": viewModel.moneyNotes.map { PageNode(texts: ["text": $0]) }, "tables": tables])
    }

    /// The section of fruit that disappeared; nil if none did.
    private var vanished: PageNode? {
        guard let shrinkage = viewModel.model.shrinkage else { return nil }
        return viewModel.vanished.map { table($0, note: viewModel.vanishedNote(shrinkage)) }
    }

    /// The list of what to buy, with boxes to tick.
    static func buy(_ plan: PlanViewModel, title: String) -> PageNode {
        PageNode(
            texts: [
                "heading": title, "summary": plan.summary.isEmpty ? nil : plan.summary,
                "moreItems": plan.moreItems, "enough": plan.enough, "enoughWord": plan.enoughWord,
            ],
            lists: [
                "items": plan.items.map { item in
                    PageNode(
                        texts: ["fruit": item.fruit, "pieces": item.pieces, "cost": item.cost, "reason": item.reason])
                },
                "notes": plan.notes.map { PageNode(texts: ["text": $0]) },
            ])
    }

    private func table(_ table: TableViewModel, note: String? = nil, code: String? = nil) -> PageNode {
        Self.table(table, note: note, code: code)
    }

    /// The section of failed rows; nil if there are none.
    private var failures: PageNode? {
        let causes = viewModel.failures.map { cause in
            table(
                cause.table, note: [cause.reason, cause.advice].compactMap(\.self).joined(separator: " "),
                code: cause.code)
        }
        return causes.isEmpty ? nil : PageNode(texts: ["title": viewModel.failuresTitle], lists: ["causes": causes])
    }
}

extension TableViewModel.Column.Kind {
    /// The class by which the template's style sheet knows it.
    fileprivate var cssClass: String {
        switch self {
        case .text: "t"
        case .dates: "d"
        case .number: "n"
        case .code: "c"
        case .share, .bar: "b"
        }
    }
}
