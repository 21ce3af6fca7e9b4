internal import JuiceBatch

/// The figures of a night.
extension ReportStory {
    /// A figure of the report: its name, value and note.
    struct Figure {
        let name: String
        let value: String
        let remark: String
        /// The figure on the days of comparison; nil where there are none.
        var compared: String?

        /// Remark and comparison in one line.
        var remarks: String { [remark, compared].compactMap(\.self).joined(separator: "; ") }
    }

    var figuresTitle: String { language.pick(ko: "한눈에 보기", en: "At a glance") }

    /// The three to five most important figures.
    var figures: [Figure] {
        let tally = model.tally
        let (served, short) = (tally.ordersServed, tally.ordersShort)
        let share = percent(served, of: served + short)
        let orders = [
            Figure(
                name: language.pick(ko: "나간 주문", en: "Orders served"), value: grouped(served),
                remark: served + short == 0
                    ? language.pick(ko: "주문 없음", en: "no orders")
                    : language.pick(
                        ko: "\(grouped(served + short))건 중 \(share)", en: "\(share) of \(grouped(served + short))"),
                compared: compared { grouped($0.served) }),
            Figure(
                name: language.pick(ko: "놓친 주문", en: "Orders lost"), value: grouped(short),
                remark: language.pick(ko: "재료가 모자라서", en: "for lack of fruit"),
                compared: compared { grouped($0.short) }),
        ]
        let rejected = Figure(
            name: language.pick(ko: "고칠 행", en: "Rows to correct"), value: grouped(tally.count(.rejected)),
            remark: language.pick(ko: "\(grouped(tally.rows))행 중", en: "of \(grouped(tally.rows))"))
        return orders + (model.money == nil ? [cups] : moneyFigures) + [rejected]
    }

    /// The figures of lesser interest, or that only some runs have.
    var furtherFigures: [Figure] {
        let tally = model.tally
        var figures = model.money == nil ? [] : [cups]
        if tally.count(.alreadyProcessed) > 0 {
            figures.append(
                Figure(
                    name: language.pick(ko: "이미 처리한 행", en: "Already processed"),
                    value: grouped(tally.count(.alreadyProcessed)), remark: language.pick(ko: "건너뜀", en: "skipped")))
        }
        if tally.cancels > 0 {
            figures.append(
                Figure(
                    name: language.pick(ko: "취소한 잔", en: "Cups cancelled"), value: grouped(tally.cupsCancelled),
                    remark: language.pick(
                        ko: "취소 \(grouped(tally.cancels))건", en: "in \(counted(tally.cancels, "cancellation"))")))
        }
        if tally.count(.ignored) > 0 {
            figures.append(
                Figure(
                    name: language.pick(ko: "뺀 행", en: "Rows left out"), value: grouped(tally.count(.ignored)),
                    remark: language.pick(ko: "설정에 따라", en: "as the settings say")))
        }
        return figures
    }

    private var cups: Figure {
        Figure(
            name: language.pick(ko: "나간 잔", en: "Cups served"), value: grouped(model.tally.cupsServed),
            remark: language.pick(ko: "쥬스", en: "of juice"), compared: compared { grouped($0.cupsServed) })
    }

    /// A figure on the days of comparison, such as `어제 12, 지난 토요일 15`; nil where there are none.
    func compared(_ figure: (DayFigures) -> String) -> String? {
        guard let date = model.date.flatMap({ CalendarDay($0) }) else { return nil }
        let days = DayWording(language: language)
        let texts = model.comparedDays.map { day in
            day.date.number == date.number - 1
                ? language.pick(ko: "어제 \(figure(day))", en: "\(figure(day)) the day before")
                : language.pick(
                    ko: "지난 \(days.weekday(day.date)) \(figure(day))",
                    en: "\(figure(day)) last \(days.weekday(day.date))")
        }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
}
