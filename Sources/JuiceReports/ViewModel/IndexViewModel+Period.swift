internal import JuiceBatch
internal import JuiceCore

/// The texts and the chart of an index for its days, weeks and months.
extension IndexViewModel {
    private static let daysOfPeriodMax = 400
    private static let (fruitsOfPageMax, fruitsOfMessageMax) = (6, 3)

    /// Whether a run has a business day; without one, there are no days, weeks and months.
    var hasDays: Bool { !totals.days.isEmpty }
    /// The format of sales; nil if those of a day are unknown, so that days are compared by their cups.
    private var salesFormat: MoneyFormat? { totals.hasSales ? money : nil }

    /// The newest day with orders or, if there is none, the newest day.
    private var newest: (date: CalendarDay, sums: SalesFigures)? {
        totals.days.last { $0.sums.orders > 0 } ?? totals.days.last
    }

    /// The figures at the start of the page: the newest day, its losses, its week, and what to buy.
    var figures: [ReportViewModel.Figure] {
        guard let (date, sums) = newest else { return [] }
        let weekBefore = totals[CalendarDay(number: date.number - 7)]
        let orders = language.orders(sums.orders)
        let weekday = language.weekday(date)
        let against = weekBefore.flatMap { change(from: $0, to: sums) }.map { change in
            compared(change, ko: "지난주 \(weekday)", en: "the \(weekday) before")
        }
        let name = "\(language.dayText(date)) \(figureName)"
        let week = totals.weeks().first { $0.days.contains(date) }
        let figures: [ReportViewModel.Figure?] = [
            figure(ko: name, en: name, text(sums), [orders, against].compactMap(\.self).joined(separator: " · ")),
            figure(
                ko: "못 만든 주문", en: "Short orders",
                pick(ko: "\(grouped(sums.ordersShort))건", en: grouped(sums.ordersShort)),
                sums.ordersShort == 0 ? "" : lostSales(sums) ?? percent(sums.ordersShort, of: sums.orders)),
            week.map { week in
                let against = change(of: week).map {
                    compared($0, ko: "지난주 같은 요일", en: "the same days one week earlier")
                }
                return figure(
                    ko: "이번 주 \(figureName)", en: "\(figureName) this week", text(week.sums),
                    against ?? self.name(ofWeek: week))
            },
            index.purchases.map { purchases in
                let day = language.dayText(purchases.date)
                return figure(
                    ko: "살 것", en: "To buy", text(purchases, max: Self.fruitsOfPageMax),
                    pick(ko: "\(day)에 쓸 것", en: "for \(day)"))
            }, missingFigure,
            index.daysWithoutRun.map { gaps in
                let count = pick(ko: "\(grouped(gaps.count))일", en: grouped(gaps.count))
                return figure(
                    ko: "빠진 영업일", en: "Days without a run", gaps.isEmpty ? pick(ko: "없음", en: "none") : count,
                    language.list(gaps.reversed().map(language.dayText), max: 1, "일"))
            },
        ]
        return figures.compactMap(\.self)
    }

    /// The figure for fruits that counts of the newest day found missing; nil for a period without that day.
    private var missingFigure: ReportViewModel.Figure? {
        guard index.period == nil || index.missing != nil, let newest = totals.days.last?.date else { return nil }
        let missing = index.missing ?? []
        let none = index.missing == nil ? pick(ko: "실사 없음", en: "not counted") : pick(ko: "없음", en: "none")
        let cost = missing.reduce(Money(hundredths: 0) as Money?) { Tally.sum($0, $1.cost) }
        return figure(
            ko: "실사에서 모자람", en: "Missing at stock counts", missingFruits(max: Self.fruitsOfMessageMax) ?? none,
            missing.isEmpty ? language.dayText(newest) : salesFormat?.text(cost) ?? "")
    }

    /// The fruits that counts found missing, as text; nil if there are none.
    private func missingFruits(max: Int) -> String? {
        guard let missing = index.missing, !missing.isEmpty else { return nil }
        return language.list(missing.map { language.pieces($0.pieces, of: $0.fruit) }, max: max, "가지")
    }

    private func lostSales(_ sums: SalesFigures) -> String? {
        salesFormat.flatMap { salesFormat in sums.lostSales.map { salesFormat.text($0) } }
    }

    private func text(_ purchases: FolderIndexModel.Purchases, max: Int) -> String {
        if purchases.fruits.isEmpty { return pick(ko: "없음", en: "nothing") }
        return language.list(purchases.fruits.map { language.fruit($0.fruit, pieces: $0.pieces) }, max: max, "가지")
    }

    private var figureName: String { salesFormat == nil ? pick(ko: "만든 잔", en: "Cups") : pick(ko: "매출", en: "Sales") }

    /// The text of the figure by which days are compared.
    private func text(_ sums: SalesFigures) -> String { text(figure: totals.figure(sums)) }

    func text(figure: Int) -> String {
        salesFormat?.text(Money(hundredths: figure)) ?? pick(ko: "\(grouped(figure))잔", en: grouped(figure))
    }

    /// The change in percent as text; nil if the earlier figure is 0.
    private func change(from before: SalesFigures, to now: SalesFigures) -> String? {
        percentChange(from: totals.figure(before), to: totals.figure(now))
    }

    /// The text of a change, followed by the period that it refers to.
    private func compared(_ change: String, ko: String, en: String) -> String {
        if change == "=" { return pick(ko: "\(ko)과 같음", en: "same as \(en)") }
        return pick(ko: "\(ko)보다 \(change)", en: "\(change) vs. \(en)")
    }

    private func change(of span: RunTotals.Span) -> String? {
        span.compared.flatMap { change(from: $0.before, to: $0.now) }
    }

    /// The days of the chart, each with the figure by which days are compared; nil for a day without a run.
    var bars: [(name: String, figure: Int?)] {
        guard let first = totals.days.first?.date, let last = totals.days.last?.date else { return [] }
        let newest = (index.period?.upperBound ?? last).number
        let daysMax = index.period == nil ? 35 : Self.daysOfPeriodMax
        let oldest = max((index.period?.lowerBound ?? first).number, newest - daysMax + 1)
        return (min(oldest, newest)...newest).map { number in
            let date = CalendarDay(number: number)
            return (language.dayText(date), totals[date].map { totals.figure($0) })
        }
    }

    var chartTitle: String { pick(ko: "일별 \(figureName)", en: "\(figureName) by day") }

    /// The sentence about the best and the worst day; nil if fewer than two days have orders.
    var extremes: String? {
        guard let (best, worst) = totals.extremeDays, let most = totals[best], let least = totals[worst] else {
            return nil
        }
        func amount(_ sums: SalesFigures) -> String {
            salesFormat == nil ? counted(sums.cups, "cup") : text(sums)
        }
        return pick(
            ko: "가장 많이 판 날은 \(language.dayText(best)) \(text(most)), "
                + "가장 적게 판 날은 \(language.dayText(worst)) \(text(least))입니다.",
            en: "Best day: \(language.dayText(best)) with \(amount(most)). "
                + "Worst day: \(language.dayText(worst)) with \(amount(least)).")
    }

    var weeks: TableViewModel {
        table(
            ko: "주별", "주|#\(figureName)|#지난주 같은 요일 대비", en: "By week",
            "Week|#\(figureName)|#Compared with the week before", totals.weeks(max: spansMax), name: name(ofWeek:))
    }

    var months: TableViewModel {
        table(
            ko: "월별", "달|#\(figureName)|#지난달 같은 날짜 대비",
            en: "By month", "Month|#\(figureName)|#Compared with the month before", totals.months(max: spansMax)
        ) { String($0.days.lowerBound.text.prefix(7)) }
    }

    /// The maximum number of weeks and of months listed.
    private var spansMax: Int { index.period == nil ? 12 : Self.daysOfPeriodMax }

    private func name(ofWeek week: RunTotals.Span) -> String {
        "\(week.days.lowerBound.text) ~ \(week.days.upperBound.text.dropFirst(5))"
    }

    private func table(
        ko koreanTitle: String, _ koreanColumns: String, en title: String, _ columns: String,
        _ spans: [RunTotals.Span], name: (RunTotals.Span) -> String
    ) -> TableViewModel {
        table(
            ko: koreanTitle, koreanColumns + "|#일수|#주문|#못 만든 주문" + (salesFormat == nil ? "" : "|#만든 잔"),
            en: title, columns + "|#Days|#Orders|#Short" + (salesFormat == nil ? "" : "|#Cups"),
            rows: spans.map { span in
                let sums = span.sums
                return [name(span), salesFormat?.text(sums.sales) ?? grouped(sums.cups), change(of: span) ?? "–"]
                    + [sums.days, sums.orders, sums.ordersShort].map(grouped)
                    + (salesFormat == nil ? [] : [grouped(sums.cups)])
            }, isCards: true)
    }

    /// The maximum length of the text message, in characters.
    static let messageLengthMax = 300

    /// The text message: sales, losses, purchases and tasks, one line each, for the period or the newest day.
    var periodMessage: String {
        guard let newest else { return "" }
        let sums = index.period == nil ? newest.sums : totals.allDays
        let time = index.period.map { "\($0.lowerBound.text) ~ \($0.upperBound.text)" } ?? language.dayText(newest.date)
        let head = [index.shop.map { "[\($0)]" }, time].compactMap(\.self).joined(separator: " ")
        let ordersShort = lostSales(sums).map { sums.ordersShort > 0 ? " (\($0))" : "" } ?? ""
        let (files, gaps) = (index.unresolvedFiles, index.daysWithoutRun ?? [])
        let rejected = index.tracksOpenRows ? totals.open.rejected : totals.rejected
        let list = language.list(gaps.reversed().map(language.dayText), max: 1, "일")
        let pointsToCheck = [
            pick(if: files > 0, ko: "적용하지 못한 파일 \(grouped(files))개", en: counted(files, "file") + " not applied"),
            pick(if: !gaps.isEmpty, ko: "실행이 없는 날 \(list)", en: "no run for \(list)"),
            missingFruits(max: 1).map { pick(ko: "실사에서 모자란 \($0)", en: "missing at counts: \($0)") },
            rejected > 0 ? language.rowsToCorrect(rejected) : nil,
        ].compactMap(\.self)
        let lines = [
            head, "\(figureName) \(text(sums)), \(language.orders(sums.orders))",
            language.shortOrders(sums.ordersShort) + ordersShort,
            index.purchases.map { pick(ko: "살 것: ", en: "To buy: ") + text($0, max: Self.fruitsOfMessageMax) },
            pick(ko: "확인할 것: ", en: "To check: ")
                + (pointsToCheck.isEmpty ? pick(ko: "없음", en: "nothing") : pointsToCheck.joined(separator: ", ")),
        ]
        let message = lines.compactMap { $0.map(Escaping.terminal) }.joined(separator: "\n")
        // Only very long names or extreme figures make a longer message.
        return message.count > Self.messageLengthMax ? message.prefix(Self.messageLengthMax - 1) + "…" : message
    }
}
