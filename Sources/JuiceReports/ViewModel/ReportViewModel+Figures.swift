internal import JuiceBatch
internal import JuiceCore

/// The figures of a run.
extension ReportViewModel {
    /// A figure of the report: its name, value and note.
    struct Figure {
        let name: String
        let value: String
        let caption: String
        /// The changes compared with earlier days, such as `어제 ▲12%`.
        var compared: [String] = []
        /// Whether the value is a list of names.
        var isLong = false

        /// The remark and the changes on one line.
        var captionLine: String { ([caption] + compared).joined(separator: "; ") }
    }

    var figuresTitle: String { language.pick(ko: "한눈에 보기", en: "At a glance") }

    /// The three to five most important figures: amounts of money, or cups if the menu has no prices.
    var figures: [Figure] { model.money == nil ? orderFigures : moneyFigures }

    private var orderFigures: [Figure] {
        let (served, short) = (model.tally.ordersServed, model.tally.ordersShort)
        let all = sum([served, short])
        return [
            Figure(
                name: language.pick(ko: "만든 잔", en: "Cups served"), value: grouped(model.tally.cupsServed),
                caption: language.pick(ko: "쥬스", en: "of juice"), compared: compared(\.cupsServed)),
            Figure(
                name: language.pick(ko: "만든 주문", en: "Orders served"), value: grouped(served),
                caption: all == 0
                    ? language.pick(ko: "주문 없음", en: "no orders")
                    : language.pick(
                        ko: "\(grouped(all))건 중 \(percent(served, of: all))",
                        en: "\(percent(served, of: all)) of \(grouped(all))"),
                compared: compared(\.served)),
            Figure(
                name: language.pick(ko: "못 만든 주문", en: "Short orders"), value: grouped(short),
                caption: language.pick(ko: "재료가 모자라서", en: "for lack of fruit"), compared: compared(\.short)),
        ]
    }

    /// The less important figures, and those that only some runs have.
    var furtherFigures: [Figure] {
        let tally = model.tally
        var figures: [Figure] = []
        if tally.count(.alreadyProcessed) > 0 {
            figures.append(
                Figure(
                    name: language.pick(ko: "이미 처리한 행", en: "Already processed"),
                    value: grouped(tally.count(.alreadyProcessed)), caption: language.pick(ko: "건너뜀", en: "skipped")))
        }
        if tally.cancels > 0 {
            figures.append(
                Figure(
                    name: language.pick(ko: "취소한 잔", en: "Cups cancelled"), value: grouped(tally.cupsCancelled),
                    caption: language.pick(
                        ko: "취소 \(grouped(tally.cancels))건", en: "in \(counted(tally.cancels, "cancellation"))")))
        }
        if tally.count(.ignored) > 0 {
            figures.append(
                Figure(
                    name: language.pick(ko: "건너뛴 행", en: "Rows skipped"), value: grouped(tally.count(.ignored)),
                    caption: language.pick(ko: "설정에 따라", en: "by the settings")))
        }
        return figures
    }

    /// The changes of a figure compared with earlier days, such as `어제 ▲12%`; empty if unknown.
    func compared(_ figure: (DayFigures) -> Int?) -> [String] {
        guard let runFigures = model.runFigures, let now = figure(runFigures) else { return [] }
        return model.comparedDays.compactMap { day in
            guard let change = figure(day).flatMap({ percentChange(from: $0, to: now) }) else { return nil }
            return day.date.number == runFigures.date.number - 1
                ? language.pick(ko: "어제 \(change)", en: "\(change) vs. the day before")
                : language.pick(ko: "지난주 \(change)", en: "\(change) vs. last week")
        }
    }

    /// A note about the days of comparison and missing business days; nil if neither is known.
    var figuresNote: String? {
        let isCompared = figures.contains { !$0.compared.isEmpty }
        let comparison = model.runFigures.map { runFigures in
            language.pick(
                ko: "▲▼는 어제, 지난주 \(language.weekday(runFigures.date))과 비교한 변화입니다.",
                en: "▲▼ show the change from the day before and from \(language.weekday(runFigures.date)) of last week."
            )
        }
        let coverage = model.daysWithoutRun.map { days in
            days.isEmpty
                ? language.pick(ko: "빠진 영업일이 없습니다.", en: "No business day is missing.")
                : language.pick(
                    ko: "빠진 영업일이 \(grouped(days.count))일 있습니다.",
                    en: "\(counted(days.count, "business day is", plural: "business days are")) missing.")
        }
        let sentences = [isCompared ? comparison : nil, coverage].compactMap(\.self)
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }
}

/// The texts about the days of a run with rows of several days.
extension ReportModel {
    /// The title with the number of days and the first and last of them; nil for a run of one day.
    fileprivate var daysTitle: String? {
        guard let first = days.first, let last = days.last else { return nil }
        let span = "\(first.date.text) – \(last.date.text)"
        let count = days.count
        return language.pick(ko: "\(grouped(count))일치(\(span))", en: "\(grouped(count)) days (\(span))")
    }

    /// The days with their cups on one line; nil for a run of one day.
    var daysLine: String? {
        let texts = days.map { "\($0.date.text) \(language.cups($0.cupsServed))" }
        return daysTitle.map { "\($0): \(language.list(texts, max: 7, "일"))" }
    }
}

extension ReportViewModel {
    /// A table of the days in their order; nil for a run of one day.
    var days: TableViewModel? {
        guard let title = model.daysTitle else { return nil }
        let hasSales = model.money != nil
        let rows = model.days.prefix(rowsMax).map { day -> [String] in
            [
                "\(day.date.text) (\(language.weekday(day.date)))", grouped(day.cupsServed),
                grouped(day.served + day.short), grouped(day.short),
            ] + (hasSales ? [moneyFormat.text(day.sales)] : [])
        }
        let columns = language.pick(
            ko: "날짜|#만든 잔|#주문|#못 만든 주문" + (hasSales ? "|#매출" : ""),
            en: "Day|#Cups served|#Orders|#Short" + (hasSales ? "|#Sales" : ""))
        return TableViewModel(
            title, columns: columns, rows: Array(rows), more: moreRows(model.days.count - rowsMax, in: "summary.json"))
    }
}

/// The texts about how columns were read.
extension ReportViewModel {
    /// A table of the columns read for each role; inputs that were read in the same way share a row.
    var reading: TableViewModel {
        let readings = model.inputs.readings
        let rows = readings.prefix(rowsMax).map { reading, first, count -> [String] in
            [language.inputs(short(first), count: count)]
                + MessageLanguage.rolesInOrder.map { role in
                    if let column = reading.names[role] { return short(column) }
                    return language.absence(of: role, reading).map { "– → \($0)" } ?? "–"
                }
        }
        let roles = MessageLanguage.rolesInOrder.map { role -> TableViewModel.Column in
            let name = language.name(role)
            return (name.prefix(1).uppercased() + name.dropFirst(), .text)
        }
        return TableViewModel(
            language.pick(ko: "파일을 어떻게 읽었나", en: "How files were read"),
            columns: [(language.pick(ko: "파일", en: "File"), .text)] + roles,
            rows: Array(rows), more: moreRows(readings.count - rowsMax, in: "summary.json"))
    }

    /// Further notes on how inputs were read; nil if there are none.
    var readingNote: String? {
        let notes = language.columnNotes(model.inputs, model.tally.earlierIDs)
        return notes.isEmpty ? nil : notes.joined(separator: " ")
    }
}

/// The curve of a fruit's stock over the run, with a description.
///
/// The short text is the description without times and large orders, for use where there is room for one line only. A
/// fruit that is never short was neither sold out nor missing for an order.
typealias FruitCurve = (name: String, shape: StockCurve, text: String, shortText: String, isNeverShort: Bool)

extension ReportViewModel {
    var stockTitle: String { language.pick(ko: "재고의 흐름", en: "Stock over the run") }

    /// Whether there are rows, and therefore curves.
    var hasCurves: Bool { model.history.intervals > 0 }

    /// The legend of the curves.
    var curveLegend: (stock: String, soldOut: String, refused: String, restocked: String) {
        (
            language.pick(ko: "재고(구간의 최저–최고)", en: "stock (lowest to highest per interval)"),
            language.pick(ko: "품절(한 잔도 만들 수 없던 때)", en: "sold out (too little for any cup)"),
            language.pick(ko: "남은 재고보다 큰 주문", en: "order too large"), language.pick(ko: "입고", en: "restocked")
        )
    }

    /// The heading of the curves of fruits that were never short.
    var neverShortTitle: String {
        let names = language.list(curves.filter(\.isNeverShort).map(\.name), max: 6, "가지", "fruit")
        return language.pick(ko: "모자란 적이 없는 과일: \(names)", en: "Fruits that never ran short: \(names)")
    }

    /// The labels at the two ends of a curve.
    var curveEnds: (start: String, end: String) {
        if let scale { return scale.ends }
        let rows = grouped(model.tally.rows)
        return (language.pick(ko: "처음", en: "start"), language.pick(ko: "\(rows)번째 행", en: "row \(rows)"))
    }

    /// The curve of a fruit, given its index on the menu.
    static func curve(of fruit: Int, _ model: ReportModel, _ scale: ClockScale?) -> FruitCurve {
        let language = model.language
        let levels = model.history.levels(of: fruit)
        let shape = scale.map { StockCurve(levels, $0, soldOut: $0.soldOut(fruit)) } ?? StockCurve(levels)
        let figures = model.tally.fruits[fruit]
        let (opening, closing) = (grouped(figures.opening), grouped(figures.closing))
        let (lowest, highest) = (grouped(shape.range.lowerBound), grouped(shape.range.upperBound))
        let start = language.pick(
            ko: "\(opening)개로 시작해 \(closing)개로 마감, 최저 \(lowest)개, 최고 \(highest)개.",
            en: "Opened at \(opening), closed at \(closing); lowest \(lowest), highest \(highest).")
        let soldOut = model.history.soldOutCounts[fruit]
        let (allShort, tooLarge) = (figures.shortOrders, model.history.refusedCounts[fruit])
        func text(_ times: String, isShort: Bool) -> String {
            let count = shortOrders(allShort, tooLarge: isShort && tooLarge < allShort ? 0 : tooLarge, language)
            let times =
                soldOut == 0
                ? nil
                : language.pick(
                    ko: "품절 \(grouped(soldOut))번\(times)",
                    en: "sold out \(soldOut == 1 ? "once" : "\(grouped(soldOut)) times")\(times)")
            let rest = [times, count].compactMap(\.self).joined(separator: ", ")
            return rest.isEmpty ? start : "\(start) \(rest.prefix(1).uppercased())\(rest.dropFirst())."
        }
        return (
            model.menu.fruits[fruit].name, shape, text(soldOutTimes(fruit, model), isShort: false),
            text("", isShort: true), soldOut == 0 && allShort == 0
        )
    }

    /// A phrase with the number of orders that lacked a fruit, and how many of them exceeded the remaining stock.
    ///
    /// Nil if no orders lacked it.
    private static func shortOrders(_ count: Int, tooLarge: Int, _ language: MessageLanguage) -> String? {
        guard count > 0 else { return nil }
        if tooLarge == count {
            return language.pick(
                ko: "남은 재고보다 큰 주문 \(grouped(count))건을 못 만듦",
                en: "\(counted(count, "short order")), larger than the stock left")
        }
        let large =
            tooLarge == 0
            ? ""
            : language.pick(
                ko: " (그중 \(grouped(tooLarge))건은 남은 재고보다 큰 주문)",
                en: " (\(grouped(tooLarge)) larger than the stock left)")
        return language.shortOrders(count) + large
    }

    /// A sentence about the fruits without a curve; nil if all have one.
    var moreCurves: String? { moreFruits(model.menu.fruits.count - model.chartedFruits.count, in: "success.csv") }
}

/// The texts about closing stock.
extension ReportModel {
    /// The maximum number of juices listed in a sentence.
    private static let lowStockJuicesMax = 6

    /// The sentences about juices that are sold out or running low.
    ///
    /// Juices that are running low are omitted if there is a buying plan.
    var lowStockSentences: [String] { [soldOutSentence, plan == nil ? runningLowSentence : nil].compactMap(\.self) }

    /// Whether a juice is sold out, or its stock does not suffice for another run like this one.
    var isLow: Bool { soldOutSentence != nil || runningLowSentence != nil }

    private var soldOutSentence: String? {
        let juices = menu.juices
        let names = juices.indices.filter { cupsPossible[$0] == 0 }.map { juices[$0].name }
        guard !names.isEmpty else { return nil }
        if names.count == juices.count, names.count > 1 {
            return language.pick(ko: "모든 쥬스가 품절입니다. 재료를 채우세요.", en: "All juices are sold out. Restock fruit.")
        }
        let list = list(names)
        return language.pick(
            ko: "품절된 쥬스가 있습니다. 재료를 채우세요: \(list).", en: "These juices are sold out until fruit is restocked: \(list).")
    }

    /// A sentence about juices for which the stock suffices for fewer cups than this run sold; nil if there are none.
    private var runningLowSentence: String? {
        let low = zip(zip(menu.juices, tally.juices), cupsPossible).filter { ofJuice, cups in
            cups > 0 && cups < ofJuice.1.cupsServed - ofJuice.1.cupsCancelled
        }
        guard !low.isEmpty else { return nil }
        let list = list(
            low.map { ofJuice, cups in
                let sold = grouped(ofJuice.1.cupsServed - ofJuice.1.cupsCancelled)
                return language.pick(
                    ko: "\(ofJuice.0.name) \(grouped(cups))잔(이번에 \(sold)잔 만듦)",
                    en: "\(ofJuice.0.name) \(counted(cups, "cup")) (\(sold) sold)")
            })
        return language.pick(
            ko: "재료가 곧 떨어집니다. 더 만들 수 있는 쥬스는 \(list)입니다.",
            en: "Fruit is running low. The stock is enough for: \(list).")
    }

    /// A list of the first juices, with the number of others.
    private func list(_ names: [String]) -> String {
        language.list(names, max: Self.lowStockJuicesMax, "가지 쥬스", "juice")
    }
}
