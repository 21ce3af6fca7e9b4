internal import JuiceBatch
internal import JuiceCore

/// The advice for short rows: orders need fruit, discards need a count.
extension ReportStory {
    /// The longest list of fruits in a sentence.
    private static let shortFruitsMax = 6

    /// Says that lost orders can be made of what there is by now; nil where fruit has to be bought for them, or none is
    /// left to be made.
    var possibleNow: String? {
        guard needs.isEmpty, model.tally.fruits.contains(where: { $0.orderNeed > 0 }) else { return nil }
        return language.pick(
            ko: "못 만든 주문 \(grouped(model.tally.ordersShort))건은 지금 재고로 다시 만들 수 있습니다.",
            en: "Stock is enough by now for \(counted(model.tally.ordersShort, "lost order")).")
    }

    /// Says that more was thrown away than the books had, and what that means for restock.csv; nil where it was not.
    var overdrawn: String? {
        Self.overdrawn(model).map { [$0, restockFileNote].compactMap(\.self).joined(separator: " ") }
    }

    /// The first part of the property `overdrawn`, without making a `ReportStory`: names the fruits of which more was
    /// discarded than the books had; nil if there are none.
    static func overdrawn(_ model: ReportModel) -> String? {
        let language = model.language
        let names = zip(model.menu.fruits, model.tally.fruits).filter { $1.discardNeed > 0 }.map { $0.0.name }
        guard !names.isEmpty else { return nil }
        let list = list(names, language)
        return language.pick(
            ko: "장부보다 많이 버렸습니다. 실사하세요: \(list).",
            en: "More was discarded than the books had. Count what there is: \(list).")
    }

    /// Says why restock.csv lists more than there is to buy; nil where it does not.
    var restockFileNote: String? {
        let more = model.menu.fruits.indices.filter { model.restocks[$0] > model.purchases[$0] }
        guard !more.isEmpty else { return nil }
        let names = more.map { "\(model.menu.fruits[$0].name) \(pieces(model.restocks[$0] - model.purchases[$0]))" }
        let list = Self.list(names, language)
        return language.pick(
            ko: "restock.csv에는 적용하지 못한 폐기 몫도 들어 있습니다(\(list)). 살 것이 아니며, 다시 실행하면 폐기로 도로 빠집니다.",
            en:
                "restock.csv also holds what those discards lack (\(list)). It is not to be bought; a rerun takes it off "
                + "again.")
    }

    /// Says why a fruit's two figures differ, what to buy and what would have been enough beforehand; nil where none
    /// has two that do.
    var whyFiguresDiffer: String? {
        let differs = zip(model.tally.fruits, model.purchases).contains { fruit, purchase in
            purchase > 0 && fruit.peakDeficit > 0 && purchase != fruit.peakDeficit
        }
        guard differs else { return nil }
        return language.pick(
            ko: "'\(todoTitle)'에 적힌 개수와 다를 수 있습니다. 거기 것은 지금 재고에 더해 못 만든 주문을 다시 만들 몫이고, "
                + "여기 것은 처음부터 있었어야 할 몫입니다.",
            en:
                "These figures can differ from those in '\(todoTitle)': there it is what to add to the stock of now to make "
                + "the lost orders after all, here what there should have been from the start.")
    }

    /// The number of short orders and of short discards; nil unless there are both.
    static func kindsOfShortage(_ tally: Tally, _ language: MessageLanguage) -> String? {
        guard tally.discardsShort > 0 else { return nil }
        let (orders, discards) = (grouped(tally.ordersShort), grouped(tally.discardsShort))
        return language.pick(
            ko: "주문 \(orders)건, 폐기 \(discards)건",
            en: "\(counted(tally.ordersShort, "order")), \(counted(tally.discardsShort, "discard"))")
    }

    /// The first few of a list, and how many fruits more.
    private static func list(_ names: [String], _ language: MessageLanguage) -> String {
        let more = names.count - shortFruitsMax
        let rest =
            more > 0 ? language.pick(ko: " 외 \(grouped(more))가지 과일", en: " and \(counted(more, "more fruit"))") : ""
        return names.prefix(shortFruitsMax).joined(separator: ", ") + rest
    }
}
