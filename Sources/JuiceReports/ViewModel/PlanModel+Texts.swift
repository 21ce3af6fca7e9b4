internal import JuiceBatch

/// The texts of a buying plan, shared by all formats.
extension PlanModel {
    private var money: MoneyFormat { MoneyFormat(sign: currency) }

    /// The plan's title, such as `살 것: 2026-11-23 월요일`.
    var title: String {
        let ends = plan.days.prefix(1) + plan.days.dropFirst().suffix(1)
        let span = ends.map { language.fullDayText($0.date) }.joined(separator: " – ")
        return (shop.map { $0 + " – " } ?? "") + pick(ko: "살 것: \(span)", en: "To buy for \(span)")
    }

    /// The title of the list on a page whose title is already that of the plan.
    var listTitle: String { pick(ko: "과일", en: "Fruits") }

    private var linesToBuy: [BuyingPlan.Line] { plan.lines.filter { $0.buy > 0 } }

    /// A sentence with everything that is to be bought.
    var headline: String {
        guard !linesToBuy.isEmpty else { return summary }
        let list = names(linesToBuy.map { language.fruit($0.fruit, pieces: $0.buy) })
        return [list + ".", summary].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The cost of the purchases, or the reason why there are none; empty if no price is known.
    var summary: String {
        if linesToBuy.isEmpty {
            return plan.lines.contains(where: \.isKnown)
                ? pick(ko: "살 것이 없습니다. 재고로 충분합니다.", en: "Nothing to buy: there is enough in stock.")
                : pick(ko: "과일을 쓴 기록이 없습니다.", en: "There are no records of fruit being used.")
        }
        return plan.cost.map { pick(ko: "모두 \(money.text($0))입니다.", en: "The total is \(money.text($0)).") } ?? ""
    }

    /// A table for the terminal with the quantity and the reason for each fruit; fruits to buy come first.
    var fruits: (columns: String, rows: [[String]]) {
        let rows = (linesToBuy + plan.lines.filter { $0.isKnown && $0.buy == 0 }).map { line in
            let amounts = [grouped(line.buy)] + (plan.hasMoney ? [money.text(line.cost)] : [])
            return [line.fruit] + amounts + [reason(line)]
        }
        let cost = plan.hasMoney ? pick(ko: "|#금액", en: "|#Cost") : ""
        return (pick(ko: "과일|#살 것\(cost)|이유", en: "Fruit|#To buy\(cost)|Why"), rows)
    }

    /// The fruits to buy with the calculation of each quantity; a cost is nil if the menu has no prices.
    var items: [(fruit: String, pieces: String, cost: String?, reason: String)] {
        linesToBuy.prefix(rowsMax).map { line in
            (line.fruit, language.pieces(line.buy), plan.hasMoney ? money.text(line.cost) : nil, reason(line))
        }
    }

    /// A sentence about the fruits that `items` leaves out; nil if it is complete.
    var moreItems: String? { language.andMoreSentence(linesToBuy.count - rowsMax, "가지") }

    /// A sentence about the fruits that need not be bought, with the reasons; nil if there are none.
    var enough: String? {
        let lines = plan.lines.filter { $0.isKnown && $0.buy == 0 }
        guard !lines.isEmpty else { return nil }
        let list = language.list(lines.map { "\($0.fruit) (\(reason($0)))" }, max: min(rowsMax, 12), "가지")
        return pick(ko: "넉넉한 과일: \(list).", en: "There is enough of these fruits: \(list).")
    }

    private func reason(_ line: BuyingPlan.Line) -> String {
        let stock = pick(ko: "재고 \(grouped(line.stock))개", en: "\(grouped(line.stock)) in stock")
        let ordered = pick(
            if: line.pending > 0, ko: "입고 예정 \(grouped(line.pending))개", en: "\(grouped(line.pending)) on the way")
        return [needs(line), stock, ordered].compactMap(\.self).joined(separator: line.buy > 0 ? " − " : ", ")
    }

    private func needs(_ line: BuyingPlan.Line) -> String {
        if plan.days.count == 1, let day = plan.days.first, let need = line.needs.first {
            return need == 0
                ? pick(ko: "\(last(day))에는 쓰지 않음", en: "not used \(last(day))")
                : pick(ko: "\(basis(of: day)) \(grouped(need))개", en: "\(grouped(need)) \(basis(of: day))")
        }
        let each = zip(plan.days, line.needs).map { "\(language.shortWeekday($0.date)) \(grouped($1))" }
        return pick(
            ko: "\(each.joined(separator: " + ")) = \(grouped(line.need))개",
            en: "\(each.joined(separator: " + ")) = \(grouped(line.need))")
    }

    /// The days on which a need is based, and how it is derived from them, such as `최근 월요일 4번 중 최대`.
    private func basis(of day: BuyingPlan.Day) -> String {
        let last = last(day)
        if day.basis.count == 1 { return last }
        return switch plan.cover {
        case .max: pick(ko: "\(last) 중 최대", en: "at most \(last)")
        case .mean: pick(ko: "\(last) 평균", en: "on average \(last)")
        }
    }

    /// The days on which a need is based, such as `최근 월요일 4번`; a single one by its name or date.
    private func last(_ day: BuyingPlan.Day) -> String {
        let (count, weekday) = (grouped(day.basis.count), language.weekday(day.date))
        if day.basis.count == 1, let only = day.basis.first {
            if day.similarity == .weekday { return pick(ko: "지난 \(weekday)", en: "last \(weekday)") }
            return pick(ko: language.dayText(only.date), en: "on \(language.dayText(only.date))")
        }
        return switch day.similarity {
        case .weekday: pick(ko: "최근 \(weekday) \(count)번", en: "on the last \(count) \(weekday)s")
        case .kind where day.date.isOnWeekend: pick(ko: "최근 주말 \(count)일", en: "on the last \(count) weekend days")
        case .kind: pick(ko: "최근 평일 \(count)일", en: "on the last \(count) weekdays")
        case .any: pick(ko: "최근 영업일 \(count)일", en: "on the last \(count) business days")
        }
    }

    var notes: [String] {
        let unknown = plan.lines.filter { !$0.isKnown }.map(\.fruit)
        return [
            pick(
                if: !unknown.isEmpty, ko: "장부에 기록이 없어 얼마나 쓸지 알 수 없습니다: \(names(unknown)).",
                en: "There are no records of these fruits, so the need is unknown: \(names(unknown))."),
            pick(
                if: plan.hasMoney && !plan.withoutCost.isEmpty,
                ko: "메뉴에 원가가 없는 과일이 있어 전체 금액을 알 수 없습니다: \(names(plan.withoutCost)).",
                en: "The total cost is unknown because these fruits have no cost: \(names(plan.withoutCost))."),
            pick(
                if: arrivedRows > 0, ko: "입고 예정 목록에서 이미 들어왔거나 두 번 적힌 \(grouped(arrivedRows))행은 계산에서 뺐습니다.",
                en: "Expected deliveries that have already arrived or are listed twice were left out "
                    + "(\(counted(arrivedRows, "row")))."),
        ].compactMap(\.self)
    }

    private func names(_ all: [String]) -> String { language.list(all, max: min(rowsMax, 5), "가지") }
}
