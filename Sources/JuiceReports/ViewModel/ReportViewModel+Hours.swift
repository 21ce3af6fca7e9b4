internal import JuiceBatch
internal import JuiceCore

/// The texts about the times of rows.
extension ReportViewModel {
    /// The format of times in this report.
    var clock: ClockFormat { Self.clock(model) }

    static func clock(_ model: ReportModel) -> ClockFormat {
        let axis = model.axis
        let isOfOneDay = axis.map { $0.last - $0.first < ClockTime.daySeconds } ?? true
        let areOrders = model.clock?.hours.areOfOneDay ?? true
        return ClockFormat(language: model.language, showsDates: !(isOfOneDay && areOrders))
    }

    /// Whether any drawing uses times of day.
    var hasTimes: Bool { scale != nil || !model.hours.isEmpty }

    var hoursTitle: String { language.pick(ko: "시간대별 주문", en: "Orders by the hour") }

    /// The legend of the bar chart of hours.
    var hoursLegend: (served: String, short: String) {
        (language.pick(ko: "만든 주문", en: "served"), language.pick(ko: "못 만든 주문", en: "short"))
    }

    /// The hours from the first to the last one with orders, including those without orders between them.
    var hours: [HourCounts.Hour] {
        guard let first = model.hours.first, let last = model.hours.last else { return [] }
        let known = Dictionary(model.hours.map { ($0.hour, $0) }) { first, _ in first }
        let count = (last.hour - first.hour + 24) % 24 + 1
        return (0..<count).map { step in
            let hour = (first.hour + step) % 24
            return known[hour] ?? HourCounts.Hour(hour: hour)
        }
    }

    /// A sentence each about the hours with the most orders and with the most short orders, including ties.
    var hoursText: String? {
        let all = model.hours
        guard let most = all.map(\.orders).max() else { return nil }
        let busiest = names(of: all.filter { $0.orders == most })
        var text = language.pick(
            ko: "가장 바쁜 때는 \(busiest)입니다(주문 \(grouped(most))건).",
            en: "Busiest: \(busiest) (\(counted(most, "order"))).")
        if let lost = all.map(\.short).max(), lost > 0 {
            let worst = names(of: all.filter { $0.short == lost })
            text += language.pick(
                ko: " 못 만든 주문이 가장 많은 때는 \(worst)입니다(\(grouped(lost))건).",
                en: " Most short orders: \(worst) (\(grouped(lost))).")
        }
        return text
    }

    /// The first of several hours, as text.
    private func names(of hours: [HourCounts.Hour]) -> String {
        let shown = hours.prefix(3).map { name($0.hour) }.joined(separator: ", ")
        return hours.count > 3 ? shown + " …" : shown
    }

    /// The name of an hour, such as `18시`.
    func name(_ hour: Int) -> String {
        language.pick(ko: "\(hour)시", en: "\(hour < 10 ? "0" : "")\(hour):00")
    }

    /// A table of the orders of each hour; nil if no order has a time.
    var hoursTable: TableViewModel? {
        let all = hours
        guard let most = all.map(\.orders).max() else { return nil }
        let rows = all.map { hour in
            TableViewModel.Row(
                cells: [name(hour.hour), grouped(hour.orders), grouped(hour.served), grouped(hour.short)],
                barPermille: permille(hour.orders, of: most))
        }
        return TableViewModel(
            hoursTitle, columns: language.pick(ko: "시각|~주문|#만든 주문|#못 만든 주문", en: "Hour|~Orders|#Served|#Short"),
            rows: rows
        )
    }

    /// A table of the times at which fruits were sold out; nil if none was, or if the run has no time axis.
    var soldOutTimes: TableViewModel? {
        guard let axis = model.axis else { return nil }
        let all = model.chartedFruits.flatMap { fruit in axis.soldOut[fruit].map { (fruit, $0) } }
        guard !all.isEmpty else { return nil }
        let rows = all.prefix(min(rowsMax, 20)).map { fruit, soldOut in
            TableViewModel.Row(cells: [
                model.menu.fruits[fruit].name,
                clock.text(from: axis.time(soldOut.start.seconds), to: soldOut.end.map { axis.time($0.seconds) }),
                place(model.place(soldOut.start.row)),
                soldOut.end.map { place(model.place($0.row)) } ?? "–",
            ])
        }
        var table = TableViewModel(
            language.pick(ko: "품절이던 때", en: "When fruit was sold out"),
            columns: language.pick(
                ko: "과일|#시각|품절된 행|다시 채운 행", en: "Fruit|#Time|Sold out at row|Stock raised at row"),
            rows: Array(rows), more: more(all.count - rows.count, in: "summary.json"))
        table.isCards = namesFiles
        return table
    }

    /// The first times at which a fruit was sold out, in parentheses; empty if there are none or the run has no time
    /// axis.
    static func soldOutTimes(_ fruit: Int, _ model: ReportModel) -> String {
        guard let axis = model.axis, !axis.soldOut[fruit].isEmpty else { return "" }
        let words = clock(model)
        let shown = axis.soldOut[fruit].prefix(3).map {
            words.text(from: axis.time($0.start.seconds), to: $0.end.map { axis.time($0.seconds) })
        }
        let isCut = model.history.soldOutCounts[fruit] > shown.count
        let space = model.language.pick(ko: "", en: " ")
        return "\(space)(\(shown.joined(separator: ", "))\(isCut ? ", …" : ""))"
    }
}

extension HourCounts.Hour {
    /// The number of orders that were checked against stock.
    var orders: Int { served + short }
}
