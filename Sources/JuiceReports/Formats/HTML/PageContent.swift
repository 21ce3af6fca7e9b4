internal import JuiceBatch

/// The values that the template of report.html can name, part by part.
struct PageContent {
    let story: ReportStory

    /// The number of columns from which a table is printed smaller.
    private static let wideTableColumns = 10

    /// Longer figures are set in smaller digits, so that they fit a phone in one line.
    private static let figureLengthMax = 12

    /// The values of the whole page.
    func page(style: String) -> PageNode {
        let language = story.language
        let parts: KeyValuePairs<String, PageNode?> = [
            "stock": stock, "hours": hours, "juices": story.juices.map { table($0) }, "loss": loss,
            "fruits": table(story.fruits, note: story.reconciliation), "money": money,
            "vanished": vanished,
            "tomorrow": tomorrow, "failures": failures,
            "trend": trend, "reading": table(story.reading, note: story.readingNote),
            "inputs": table(story.inputs, note: story.provenance), "further": further,
            "nothing": story.hasNothingToDo ? PageNode(texts: ["words": story.nothingToDo]) : nil,
            "todo": story.hasNothingToDo ? nil : todo,
        ]
        let titles = parts.compactMap { name, part in part?["title"].map { (name, $0) } }
        let page = PageNode(
            texts: [
                "languageCode": language.rawValue, "title": story.title, "date": story.model.date,
                "dateText": story.dateText,
                "status": story.status.cssClass, "statusWord": story.statusWord, "headline": story.headline,
                "skipWord": language.pick(ko: "본문으로", en: "Skip to the report"),
                "contentsWord": language.pick(ko: "차례", en: "Contents"), "todoTitle": story.todoTitle,
                "figuresTitle": story.figuresTitle, "findWord": PageScript.findWord(language),
            ],
            shapes: ["style": style],
            nodes: parts,
            lists: [
                "contents": titles.map { PageNode(texts: ["target": $0], nodes: ["text": $1]) },
                "figures": story.figures.map(figure),
            ])
        return PageScript.added(to: page)
    }

    /// The section of further figures; nil where there are none.
    private var further: PageNode? {
        let figures = story.furtherFigures
        return figures.isEmpty ? nil : PageNode(lists: ["figures": figures.map(figure)])
    }

    private func figure(_ figure: ReportStory.Figure) -> PageNode {
        PageNode(
            texts: [
                "name": figure.name, "value": figure.value, "remark": figure.remark, "compared": figure.compared,
            ],
            shapes: ["size": figure.value.count > Self.figureLengthMax ? " long" : ""])
    }

    /// - Parameters:
    ///   - note: what is to be said of the table.
    ///   - code: what stands beside its title.
    static func table(_ table: StoryTable, note: String? = nil, code: String? = nil) -> PageNode {
        let columns = table.columns
        let rows = table.rows.map { row in
            let bar = row.barPermille.map { permille in
                PageNode(texts: ["text": row.cells[1]], shapes: ["part": String(permille)])
            }
            let cells = (bar == nil ? 1 : 2)..<columns.count
            return PageNode(
                texts: ["head": row.cells[0]], nodes: ["bar": bar],
                lists: ["cells": cells.map { cell(row.cells[$0], columns[$0].kind) }])
        }
        let sums = table.sums.map { sums in
            PageNode(
                texts: ["head": sums[0]],
                lists: ["cells": columns.indices.dropFirst().map { cell(sums[$0], columns[$0].kind) }])
        }
        return PageNode(
            texts: [
                "title": table.title, "note": note, "code": code, "rest": table.more,
                "long": rows.count >= PageScript.longTableRows ? "long" : nil,
                "wide": columns.count >= wideTableColumns ? "wide" : nil,
            ],
            nodes: ["sums": sums],
            lists: [
                "columns": columns.map { PageNode(texts: ["text": $0.title], shapes: ["kind": $0.kind.cssClass]) },
                "rows": rows,
            ])
    }

    /// A cell, as markup: there are so many of them that a choice in the template would take longer than all else in it.
    private static func cell(_ text: String, _ kind: StoryTable.Column.Kind) -> PageNode {
        let markup =
            kind == .dates
            ? StoryTable.dates(in: text).map { "<span>\(SafeText.markup($0))</span>" }.joined(separator: " ")
            : SafeText.markup(text)
        return PageNode(shapes: ["kind": kind.cssClass, "text": markup])
    }

    private var todo: PageNode {
        let all = story.needs
        let restock = PageNode(
            texts: [
                "words": story.restockWord,
                "moreNeeds": story.more(all.count - story.rowsMax, .fruits, in: "restock.csv"),
                "promise": story.restockPromise,
            ],
            lists: [
                "needs": all.prefix(story.rowsMax).map { PageNode(texts: ["fruit": $0.fruit, "pieces": $0.pieces]) }
            ])
        return PageNode(
            texts: [
                "correction": story.correction, "possibleNow": story.possibleNow,
                "overdrawn": story.overdrawn,
            ],
            nodes: ["restock": all.isEmpty ? nil : restock, "rerun": story.hasRerun ? rerun : nil],
            lists: [
                "checks": story.checks.map { PageNode(texts: ["text": $0]) },
                "shelves": story.shelves.map { PageNode(texts: ["text": $0]) },
            ])
    }

    private var rerun: PageNode {
        PageNode(
            texts: [
                "words": story.rerunWord, "summary": story.rerunSummary, "command": story.rerunCommand,
                "note": story.rerunNote,
            ])
    }

    /// The section of stock; nil for a run without rows.
    private var stock: PageNode? {
        guard story.hasCurves else { return nil }
        let (legend, ends) = (story.curveLegend, story.curveEnds)
        let ticks = story.scale?.ticks
        return PageNode(
            texts: [
                "title": story.stockTitle, "legendStock": legend.stock, "legendSoldOut": legend.soldOut,
                "legendRestocked": legend.restocked, "start": ends.start, "end": ends.end,
                "moreCurves": story.moreCurves,
            ],
            nodes: ["clock": ticks.map { clock($0) }],
            lists: [
                "curves": story.curves.map { fruit in
                    let shape = fruit.shape
                    return PageNode(
                        texts: ["name": fruit.name, "words": fruit.text, "top": grouped(shape.top)],
                        shapes: [
                            "width": String(shape.width), "height": String(StockCurve.height), "band": shape.band,
                            "soldOut": shape.soldOut, "soldOutLane": shape.soldOutLane,
                            "restockedLane": shape.restockedLane,
                        ])
                }
            ])
    }

    /// The full times across the curves.
    private func clock(_ ticks: [ClockScale.Tick]) -> PageNode {
        let lines = ticks.map { "M\($0.place) 0V\(StockCurve.height)" }
        let labels = ticks.compactMap { tick in
            tick.text.map { PageNode(texts: ["text": $0], shapes: ["left": "\(tick.place / 10).\(tick.place % 10)"]) }
        }
        return PageNode(shapes: ["lines": lines.joined()], lists: ["labels": labels])
    }

    /// The section of lost orders; nil if there are none.
    private var loss: PageNode? {
        guard story.hasLoss else { return nil }
        return PageNode(
            texts: ["title": story.lostTitle, "hindsight": story.hindsight],
            nodes: [
                "byFruit": story.lostByFruit.map { table($0) }, "times": story.soldOutTimes.map { table($0) },
                "restocks": story.helpfulRestocks.map { table($0) },
                "orders": story.lostOrders.map { table($0) },
            ],
            lists: ["sentences": story.beforehand.map { PageNode(texts: ["text": $0]) }])
    }

    /// The section of money; nil without prices.
    private var money: PageNode? {
        let tables = story.moneyTables.map { table($0) }
        if tables.isEmpty { return nil }
        return PageNode(
            texts: ["title": story.moneyTitle],
            lists: ["notes": story.moneyNotes.map { PageNode(texts: ["text": $0]) }, "tables": tables])
    }

    /// The section of fruit that disappeared; nil if none did.
    private var vanished: PageNode? {
        guard let shrinkage = story.model.shrinkage else { return nil }
        return story.vanished.map { table($0, note: story.vanishedNote(shrinkage)) }
    }

    /// The purchases for the next day; nil if there is not enough on record for a plan.
    private var tomorrow: PageNode? {
        story.tomorrow.map { plan in
            PageNode(
                texts: ["title": plan.title, "headline": plan.headline], nodes: ["fruits": table(plan.fruits)],
                lists: ["notes": plan.notes.map { PageNode(texts: ["text": $0]) }])
        }
    }

    private func table(_ table: StoryTable, note: String? = nil, code: String? = nil) -> PageNode {
        Self.table(table, note: note, code: code)
    }

    /// The section of failed rows; nil if there are none.
    private var failures: PageNode? {
        let causes = story.failures.map { table($0.table, note: $0.advice, code: $0.code) }
        return causes.isEmpty ? nil : PageNode(texts: ["title": story.failuresTitle], lists: ["causes": causes])
    }
}

extension StoryTable.Column.Kind {
    /// The class by which the template's style sheet knows it.
    fileprivate var cssClass: String {
        switch self {
        case .text: "t"
        case .dates: "d"
        case .number: "n"
        case .code: "c"
        case .bar: "b"
        }
    }
}
