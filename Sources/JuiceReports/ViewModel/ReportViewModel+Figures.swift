internal import JuiceBatch
internal import JuiceCore

extension ReportViewModel {
    /// A figure with its changes compared with earlier days, such as `어제 ▲12%`.
    typealias Figure = (name: String, value: String, caption: String, compared: [String])

    var figuresTitle: String { pick(ko: "한눈에 보기", en: "At a glance") }

    /// The three to five most important figures: amounts of money, or cups if the menu has no prices.
    var figures: [Figure] {
        if model.money != nil { return moneyFigures }
        let (served, short) = (model.tally.ordersServed, model.tally.ordersShort)
        let all = sum([served, short])
        let share = percent(served, of: all)
        return [
            figure(
                ko: "만든 잔", en: "Cups served", grouped(model.tally.cupsServed), pick(ko: "쥬스", en: "of juice"),
                compared: compared(\.sums.cups)),
            figure(
                ko: "만든 주문", en: "Orders served", grouped(served),
                all == 0
                    ? pick(ko: "주문 없음", en: "no orders")
                    : pick(ko: "\(grouped(all))건 중 \(share)", en: "\(share) of \(grouped(all))"),
                compared: compared(\.sums.ordersServed)),
            figure(
                ko: "못 만든 주문", en: "Short orders", grouped(short), pick(ko: "재료가 모자라서", en: "for lack of fruit"),
                compared: compared(\.sums.ordersShort)),
        ]
    }

    /// The changes of a figure compared with earlier days, such as `어제 ▲12%`; empty if unknown.
    func compared(_ figure: (DayFigures) -> Int?) -> [String] {
        guard let runFigures = model.runFigures, let now = figure(runFigures) else { return [] }
        return model.comparedDays.compactMap { day in
            guard let change = figure(day).flatMap({ percentChange(from: $0, to: now) }) else { return nil }
            return day.date.number == runFigures.date.number - 1
                ? pick(ko: "어제 \(change)", en: "\(change) vs. the day before")
                : pick(ko: "지난주 \(change)", en: "\(change) vs. last week")
        }
    }

    /// The notes about the days of comparison, missing prices and missing business days.
    var figuresNotes: [String] {
        let comparedRun = figures.contains { !$0.compared.isEmpty } ? model.runFigures : nil
        let juices = (model.money?.juicesWithoutPrice ?? []).map { model.menu.juices[$0].name }
        let juiceList = language.list(juices, max: 3, "가지 쥬스", "juice")
        let fruits = (model.money?.fruitsWithoutCost ?? []).map { model.menu.fruits[$0].name }
        let fruitList = language.list(fruits, max: 3, "가지 과일", "fruit")
        return [
            comparedRun.map { run in
                pick(
                    ko: "▲▼는 어제, 지난주 \(language.weekday(run.date))과 비교한 변화입니다.",
                    en: "▲▼ show the change from the day before and from \(language.weekday(run.date)) of last week.")
            },
            pick(
                if: !juices.isEmpty, ko: "메뉴에 판매가가 없는 쥬스가 있어 매출 합계를 계산할 수 없습니다: \(juiceList).",
                en: "Total sales are unknown because these juices have no price: \(juiceList)."),
            pick(
                if: !fruits.isEmpty, ko: "메뉴에 원가가 없는 과일이 있어 재료비를 계산할 수 없습니다: \(fruitList).",
                en: "The total cost of fruit is unknown because these fruits have no cost: \(fruitList)."),
            model.daysWithoutRun.map { days in
                days.isEmpty
                    ? pick(ko: "빠진 영업일이 없습니다.", en: "No business day is missing.")
                    : pick(
                        ko: "빠진 영업일이 \(grouped(days.count))일 있습니다.",
                        en: "\(counted(days.count, "business day is", plural: "business days are")) missing.")
            },
        ].compactMap(\.self)
    }

    /// A table of the days in their order; nil for a run of one day.
    var days: TableViewModel? {
        guard let title = model.daysTitle else { return nil }
        let hasSales = model.money != nil
        let rows = model.days.prefix(rowsMax).map { day in
            ["\(day.date.text) (\(language.weekday(day.date)))"]
                + [day.sums.cups, day.sums.orders, day.sums.ordersShort].map(grouped)
                + (hasSales ? [moneyFormat.text(day.sums.sales)] : [])
        }
        return table(
            ko: title, "날짜|#만든 잔|#주문|#못 만든 주문" + (hasSales ? "|#매출" : ""),
            en: title, "Day|#Cups served|#Orders|#Short" + (hasSales ? "|#Sales" : ""),
            rows: rows, more: moreRows(model.days.count - rowsMax))
    }

    var readingTitle: String { pick(ko: "파일을 어떻게 읽었나", en: "How files were read") }

    /// The columns that were read for each role, and further notes on how inputs were read, in sentences.
    var reading: [String] {
        language.columnSentences(model.inputs)
            + language.columnNotes(model.inputs, model.tally.earlierIDs, columnsMax: 40)
    }

    var stockTitle: String { pick(ko: "재고의 흐름", en: "Stock over the run") }

    /// Whether there are rows, and therefore curves.
    var hasCurves: Bool { model.timeline.intervals > 0 }

    var curveLegend: (stock: String, soldOut: String, refused: String, restocked: String) {
        (
            pick(ko: "재고(구간의 최저–최고)", en: "stock (lowest to highest per interval)"),
            pick(ko: "품절(한 잔도 만들 수 없던 때)", en: "sold out (too little for any cup)"),
            pick(ko: "남은 재고보다 큰 주문", en: "order too large"), pick(ko: "입고", en: "restocked")
        )
    }

    var curveEnds: (start: String, end: String) {
        if let scale { return scale.ends }
        let rows = grouped(model.tally.rows)
        return (pick(ko: "처음", en: "start"), pick(ko: "\(rows)번째 행", en: "row \(rows)"))
    }

    /// A sentence about the fruits without a curve; nil if all have one.
    var moreCurves: String? { moreFruits(model.menu.fruits.count - model.chartedFruits.count, in: "success.csv") }
}

extension Localized {
    func figure(
        ko koreanName: String, en name: String, _ value: String, _ caption: String, compared: [String] = []
    ) -> ReportViewModel.Figure {
        (pick(ko: koreanName, en: name), value, caption, compared)
    }
}

/// The curve of a fruit's stock over the run, with a description and a shorter one without times and large orders.
///
/// A fruit that is never short was neither sold out nor missing for an order.
typealias FruitCurve = (name: String, shape: StockCurve, text: String, shortText: String, isNeverShort: Bool)

/// The texts about the days, stock over the run, and closing stock.
extension ReportModel {
    /// The title with the number of days and the first and last of them; nil for a run of one day.
    fileprivate var daysTitle: String? {
        guard let first = days.first, let last = days.last else { return nil }
        let (span, count) = ("\(first.date.text) – \(last.date.text)", grouped(days.count))
        return pick(ko: "\(count)일치(\(span))", en: "\(count) days (\(span))")
    }

    /// The days with their cups on one line; nil for a run of one day.
    var daysLine: String? {
        let texts = days.map { "\($0.date.text) \(language.cups($0.sums.cups))" }
        return daysTitle.map { "\($0): \(language.list(texts, max: 7, "일"))" }
    }

    /// The curve of a fruit, given its index on the menu.
    func curve(of fruit: Int, _ scale: ClockScale?) -> FruitCurve {
        let levels = timeline.levels(of: fruit)
        let shape = StockCurve(levels, scale, soldOut: scale?.soldOut(fruit) ?? [])
        let figures = tally.fruits[fruit]
        let (opening, closing) = (grouped(figures.opening), grouped(figures.closing))
        let (lowest, highest) = (grouped(shape.range.lowerBound), grouped(shape.range.upperBound))
        let start = pick(
            ko: "\(opening)개로 시작해 \(closing)개로 마감, 최저 \(lowest)개, 최고 \(highest)개.",
            en: "Opened at \(opening), closed at \(closing); lowest \(lowest), highest \(highest).")
        let soldOut = timeline.soldOutCounts[fruit]
        let (allShort, tooLarge) = (figures.shortOrders, timeline.refusedCounts[fruit])
        func text(_ times: String, isShort: Bool) -> String {
            let soldOutPhrase = pick(
                if: soldOut > 0, ko: "품절 \(grouped(soldOut))번\(times)",
                en: "sold out \(soldOut == 1 ? "once" : "\(grouped(soldOut)) times")\(times)")
            let count = shortOrders(allShort, tooLarge: isShort && tooLarge < allShort ? 0 : tooLarge)
            let rest = [soldOutPhrase, count].compactMap(\.self).joined(separator: ", ")
            return rest.isEmpty ? start : "\(start) \(rest.prefix(1).uppercased())\(rest.dropFirst())."
        }
        return (
            menu.fruits[fruit].name, shape, text(soldOutTimes(fruit), isShort: false), text("", isShort: true),
            soldOut == 0 && allShort == 0
        )
    }

    /// A phrase with the number of orders that lacked a fruit and of those larger than the stock left; nil without any.
    private func shortOrders(_ count: Int, tooLarge: Int) -> String? {
        guard count > 0 else { return nil }
        if tooLarge == count {
            return pick(
                ko: "남은 재고보다 큰 주문 \(grouped(count))건을 못 만듦",
                en: "\(counted(count, "short order")), larger than the stock left")
        }
        let large = pick(
            if: tooLarge > 0, ko: " (그중 \(grouped(tooLarge))건은 남은 재고보다 큰 주문)",
            en: " (\(grouped(tooLarge)) larger than the stock left)")
        return language.shortOrders(count) + (large ?? "")
    }

    /// The sentences about juices that are sold out or, unless there is a buying plan, running low.
    var lowStockSentences: [String] { [soldOutSentence, plan == nil ? runningLowSentence : nil].compactMap(\.self) }
    /// Whether a juice is sold out, or its stock does not suffice for another run like this one.
    var isLow: Bool { soldOutSentence != nil || runningLowSentence != nil }

    private var soldOutSentence: String? {
        let juices = menu.juices
        let names = juices.indices.filter { cupsPossible[$0] == 0 }.map { juices[$0].name }
        guard !names.isEmpty else { return nil }
        if names.count == juices.count, names.count > 1 {
            return pick(ko: "모든 쥬스가 품절입니다. 재료를 채우세요.", en: "All juices are sold out. Restock fruit.")
        }
        let list = list(names)
        return pick(
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
                return pick(
                    ko: "\(ofJuice.0.name) \(grouped(cups))잔(이번에 \(sold)잔 만듦)",
                    en: "\(ofJuice.0.name) \(counted(cups, "cup")) (\(sold) sold)")
            })
        return pick(
            ko: "재료가 곧 떨어집니다. 더 만들 수 있는 쥬스는 \(list)입니다.", en: "Fruit is running low. The stock is enough for: \(list).")
    }

    private func list(_ names: [String]) -> String { language.list(names, max: 6, "가지 쥬스", "juice") }
}
