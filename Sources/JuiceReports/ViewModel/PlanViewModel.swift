internal import JuiceBatch
internal import JuiceCore

/// The texts of a buying plan in the order of importance, shared by all formats.
struct PlanViewModel {
    let plan: BuyingPlan
    let language: MessageLanguage
    private let days: DayMessages
    private let money: MoneyFormat
    private let shop: String?
    private let arrivedRows: Int
    /// The longest list or table.
    var rowsMax = Int.max

    init(_ plan: BuyingPlan, _ language: MessageLanguage, currency: String, shop: String? = nil, arrivedRows: Int = 0) {
        self.plan = plan
        self.language = language
        self.shop = shop
        self.arrivedRows = arrivedRows
        days = DayMessages(language: language)
        money = MoneyFormat(sign: currency)
    }

    init(_ model: PlanModel) {
        self.init(
            model.plan, model.language, currency: model.currency, shop: model.shop, arrivedRows: model.arrivedRows)
    }

    /// The plan's title, such as `살 것: 2026-11-23 월요일`.
    var title: String {
        (shop.map { $0 + " – " } ?? "") + language.pick(ko: "살 것: \(span)", en: "To buy for \(span)")
    }

    /// The days that it is for.
    private var span: String {
        let texts = [plan.days.first, plan.days.count > 1 ? plan.days.last : nil].compactMap { $0 }
            .map { days.fullText($0.date) }
        return texts.joined(separator: " – ")
    }

    private var bought: [BuyingPlan.Line] { plan.lines.filter { $0.buy > 0 } }

    /// All that is to be bought, in a sentence.
    var headline: String {
        let known = plan.lines.filter(\.isKnown)
        guard !bought.isEmpty else {
            return known.isEmpty
                ? language.pick(ko: "기록이 있는 과일이 없습니다.", en: "Nothing is on record of any fruit.")
                : language.pick(ko: "살 것이 없습니다. 재고로 충분합니다.", en: "Nothing to buy: there is enough in stock.")
        }
        let list = names(
            bought.map { line in
                language.pick(
                    ko: "\(line.fruit) \(grouped(line.buy))개", en: "\(line.fruit) \(grouped(line.buy))")
            })
        let cost =
            plan.cost.map { language.pick(ko: " 모두 \(money.text($0))입니다.", en: " \(money.text($0)) in all.") } ?? ""
        return list + "." + cost
    }

    private static let namesMax = 5

    /// Each fruit with what is to be bought and why, the most first.
    var fruits: TableViewModel {
        let known = plan.lines.filter(\.isKnown)
        let sorted = known.filter { $0.buy > 0 } + known.filter { $0.buy == 0 }
        let rows = sorted.prefix(rowsMax).map { line in
            let amounts = [grouped(line.buy)] + (plan.hasMoney ? [money.text(line.cost)] : [])
            return TableViewModel.Row(cells: [line.fruit] + amounts + [reason(line)])
        }
        let cost = plan.hasMoney ? language.pick(ko: "|#값", en: "|#Cost") : ""
        return TableViewModel(
            language.pick(ko: "과일", en: "Fruits"),
            columns: language.pick(ko: "과일|#살 것\(cost)|까닭", en: "Fruit|#To buy\(cost)|Why"), rows: Array(rows),
            more: sorted.count > rows.count
                ? language.pick(
                    ko: "그 밖에 \(grouped(sorted.count - rows.count))가지",
                    en: "and \(grouped(sorted.count - rows.count)) more")
                : nil)
    }

    /// The terms that add up to a figure.
    private func reason(_ line: BuyingPlan.Line) -> String {
        let stock = language.pick(ko: "재고 \(grouped(line.stock))개", en: "\(grouped(line.stock)) in stock")
        let ordered =
            line.ordered > 0
            ? [language.pick(ko: "오는 것 \(grouped(line.ordered))개", en: "\(grouped(line.ordered)) on its way")] : []
        return ([needs(line), stock] + ordered).joined(separator: ", ")
    }

    private func needs(_ line: BuyingPlan.Line) -> String {
        if plan.days.count == 1, let day = plan.days.first, let need = line.needs.first {
            return need == 0
                ? language.pick(ko: "\(last(day))에는 쓰지 않음", en: "not used on \(last(day))")
                : language.pick(ko: "\(basis(of: day)) \(grouped(need))개", en: "\(basis(of: day)) \(grouped(need))")
        }
        let each = zip(plan.days, line.needs).map { "\(days.shortWeekday($0.date)) \(grouped($1))" }
        return language.pick(
            ko: "\(each.joined(separator: " + ")) = \(grouped(line.need))개",
            en: "\(each.joined(separator: " + ")) = \(grouped(line.need))")
    }

    /// The days that a need is taken from, such as `지난 네 번의 월요일 가운데 가장 많이 쓴 날`.
    private func basis(of day: BuyingPlan.Day) -> String {
        let last = last(day)
        return switch plan.cover {
        case .max: language.pick(ko: "\(last) 가운데 가장 많이 쓴 날", en: "most used on one of \(last):")
        case .mean: language.pick(ko: "\(last)의 평균", en: "mean of \(last):")
        }
    }

    /// The days that a need is taken from: `지난 네 번의 월요일`.
    private func last(_ day: BuyingPlan.Day) -> String {
        let count = day.basis.count
        let weekday = days.weekday(day.date)
        switch day.likeness {
        case .weekday:
            let times = ["", "한", "두", "세", "네"]
            let named = times.indices.contains(count) ? times[count] : "\(count)"
            return language.pick(
                ko: "지난 \(named) 번의 \(weekday)", en: count == 1 ? "last \(weekday)" : "the last \(count) \(weekday)s")
        case .kind where day.date.isOfWeekend:
            return language.pick(ko: "지난 주말 \(count)일", en: "the last \(counted(count, "weekend day"))")
        case .kind: return language.pick(ko: "지난 평일 \(count)일", en: "the last \(counted(count, "workday"))")
        case .any:
            return language.pick(ko: "지난 영업일 \(grouped(count))일", en: "the last \(counted(count, "day")) of business")
        }
    }

    /// A table of the planned days and the days that their needs are taken from.
    var basis: TableViewModel {
        let rows = plan.days.map { day in
            TableViewModel.Row(cells: [
                days.text(day.date), TableViewModel.cell(of: day.basis.map { days.text($0.date) }),
            ])
        }
        return TableViewModel(
            language.pick(ko: "견준 날", en: "Days compared"),
            columns: language.pick(ko: "@날|@견준 날", en: "@Day|@Compared with"), rows: rows)
    }

    /// Further notes below the plan.
    var notes: [String] {
        var notes: [String] = []
        let unknown = plan.lines.filter { !$0.isKnown }.map(\.fruit)
        if !unknown.isEmpty {
            notes.append(
                language.pick(
                    ko: "장부에 기록이 없어 얼마나 쓸지 알 수 없습니다: \(names(unknown)).",
                    en: "Nothing is on record of these, so their need is unknown: \(names(unknown))."))
        }
        if plan.hasMoney && !plan.withoutCost.isEmpty {
            notes.append(
                language.pick(
                    ko: "메뉴에 원가가 없어 모두 얼마인지 알 수 없습니다: \(names(plan.withoutCost)).",
                    en: "What all of it costs is unknown, for lack of a cost: \(names(plan.withoutCost))."))
        }
        if arrivedRows > 0 {
            notes.append(
                language.pick(
                    ko: "주문해 둔 것 가운데 \(grouped(arrivedRows))행은 이미 들어왔거나 되풀이되어 세지 않았습니다.",
                    en:
                        "Of what is on its way, \(counted(arrivedRows, "row")) came already or stand there twice, and do not count."
                ))
        }
        return notes
    }

    private func names(_ all: [String]) -> String {
        language.list(all, max: min(rowsMax, Self.namesMax), "가지")
    }
}
