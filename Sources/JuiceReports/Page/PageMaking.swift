internal import JuiceBatch

extension PageContent {
    /// The page of a story.
    init(_ story: ReportStory, style: String) {
        self.style = style
        let language = story.language
        languageCode = language.rawValue
        title = story.title
        date = story.model.date
        status = story.status.rawValue
        statusWord = story.statusWord
        headline = SafeText.page(story.headline)
        skipWord = language.pick(ko: "본문으로", en: "Skip to the report")
        contentsWord = language.pick(ko: "차례", en: "Contents")
        todoTitle = story.todoTitle
        nothing = story.hasNothingToDo ? story.nothingToDo : nil
        todo = story.hasNothingToDo ? nil : Todo(story)
        figuresTitle = story.figuresTitle
        figures = story.figures.map { Figure(name: $0.name, value: $0.value, remark: $0.remark) }
        stock = story.model.history.stretches > 0 ? Stock(story) : nil
        juices = story.juices.map { Table($0) }
        loss = Loss(story)
        fruits = Table(story.fruits)
        reconciliation = story.reconciliation
        let causes = story.failures.map { Failure(advice: $0.advice, table: Table($0.table)) }
        failures = causes.isEmpty ? nil : Failures(title: story.failuresTitle, causes: causes)
        trend = Trend(story)
        inputs = Table(story.inputs)
        provenance = story.provenance
        let links: [(String, String?)] = [
            ("todo", todoTitle), ("figures", figuresTitle), ("stock", stock?.title), ("juices", juices?.title),
            ("loss", loss?.title), ("fruits", fruits.title), ("failures", failures?.title),
            ("trend", trend?.table.title), ("inputs", inputs.title),
        ]
        contents = links.compactMap { target, text in text.map { Link(target: target, text: $0) } }
    }
}

extension PageContent.Table {
    init(_ table: StoryTable) {
        title = SafeText.page(table.title)
        let kinds = table.columns.map(\.kind.cssClass)
        columns = table.columns.map { .init(text: SafeText.page($0.title), kind: $0.kind.cssClass) }
        rows = table.rows.map { row in
            let cells = zip(row.cells, kinds).map { PageContent.Cell(text: SafeText.page($0), kind: $1) }
            let bar = row.bar_permille.map { PageContent.Bar(part: $0, text: cells[1].text) }
            return .init(head: cells[0].text, bar: bar, cells: Array(cells.dropFirst(bar == nil ? 1 : 2)))
        }
        rest = table.more
    }
}

extension StoryTable.Column.Kind {
    /// The class by which the template's style sheet knows it.
    fileprivate var cssClass: String {
        switch self {
        case .text: "t"
        case .number: "n"
        case .code: "c"
        case .bar: "b"
        }
    }
}

extension PageContent.Todo {
    fileprivate init(_ story: ReportStory) {
        let all = story.needs
        restock = all.isEmpty ? nil : story.restockWord
        needs = all.prefix(story.rows_max).map { .init(fruit: SafeText.page($0.fruit), pieces: $0.pieces) }
        moreNeeds = story.more(all.count - story.rows_max, in: "restock.csv")
        promise = story.restockPromise
        correction = story.correction
        rerun = story.rerunWord
        command = story.rerunCommand
        note = story.rerunNote
    }
}

extension PageContent.Stock {
    fileprivate init(_ story: ReportStory) {
        title = story.stockTitle
        (legendStock, legendSoldOut, legendRestocked) = story.curveLegend
        (start, end) = story.curveEnds
        curves = story.curves.map { name, curve, text in
            PageContent.Curve(
                name: SafeText.page(name), words: text, top: grouped(curve.top), width: curve.width,
                height: StockCurve.height, band: curve.band,
                soldOut: StockCurve.boxes(curve.soldOut, from: 0, height: StockCurve.height),
                soldOutLane: StockCurve.boxes(curve.soldOut, from: 0, height: 1),
                restockedLane: StockCurve.boxes(curve.restocked, from: 1, height: 1))
        }
        moreCurves = story.moreCurves
    }
}

extension PageContent.Loss {
    /// Nil if nothing was lacking.
    fileprivate init?(_ story: ReportStory) {
        title = story.lostTitle
        byFruit = story.lostByFruit.map { .init($0) }
        sentences = story.beforehand.map { SafeText.page($0) }
        restocks = story.helpfulRestocks.map { .init($0) }
        hindsight = story.hindsight
        orders = story.lostOrders.map { .init($0) }
        if sentences.isEmpty && orders == nil { return nil }
    }
}

extension PageContent.Trend {
    /// Nil without a ledger.
    fileprivate init?(_ story: ReportStory) {
        guard let table = story.nights, let chart = TrendChart(story) else { return nil }
        self.table = .init(table)
        introduction = story.nightsIntroduction
        self.chart = chart
    }
}
