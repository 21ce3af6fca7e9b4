internal import JuiceBatch
internal import JuiceCore

/// The texts about short rows, the restocks that would have saved orders, and fruit lost without a sale.
extension ReportViewModel {
    var preventableShortagesTitle: String { pick(ko: "막을 수 있었던 품절", en: "What would have helped") }

    /// Whether any row was short of stock.
    var hasLoss: Bool { !missedFruits.isEmpty }

    /// A table of the fruits that orders lacked, those with the most short orders first; nil if there are none.
    var shortByFruit: TableViewModel? {
        let missed = missedFruits.filter { $0.figures.shortOrders > 0 }
        let all = Self.sorted(Array(missed.indices)) { missed[$0].figures.shortOrders }.map { missed[$0] }
        guard let most = all.first?.figures.shortOrders else { return nil }
        let rows = all.prefix(rowsMax).map { name, figures in
            [name, grouped(figures.shortOrders), language.pieces(figures.peakDeficit)]
        }
        return table(
            ko: "과일별 못 만든 주문", "과일|~못 만든 주문|#미리 더 있어야 했던 수량",
            en: "Short orders by fruit", "Fruit|~Short orders|#More needed at the start",
            rows: rows, bars: all.prefix(rowsMax).map { permille($0.figures.shortOrders, of: most) },
            more: moreFruits(all.count - rowsMax))
    }

    private var missedFruits: [(name: String, figures: Tally.FruitFigures)] {
        zip(model.menu.fruits, model.tally.fruits).filter { $1.shortOrders > 0 || $1.peakDeficit > 0 }
            .map { ($0.name, $1) }
    }

    /// A sentence for each short fruit with its missing opening stock, and notes about these figures.
    ///
    /// If more than three fruits were short, only those that `shortByFruit` does not list have a sentence.
    var beforehand: [String] {
        let short = missedFruits.filter { $0.figures.peakDeficit > 0 }
        let all = short.count > 3 ? short.filter { $0.figures.shortOrders == 0 } : short
        let sentences = all.prefix(rowsMax).map { name, figures in
            pick(
                ko: "\(name): 미리 \(language.pieces(figures.peakDeficit)) 더 준비했어야 합니다.",
                en: "\(name): \(language.pieces(figures.peakDeficit)) more at the start would have been enough.")
        }
        let estimate = pick(
            if: !short.isEmpty && model.tally.actions[Int(Action.count.rawValue)].success > 0,
            ko: "이번 실행에서 실사한 과일의 수량은 어림값입니다. 실사하면 재고가 센 수로 바뀌기 때문입니다.",
            en: "For fruits that were counted during the run, this is only an estimate, because a count replaces the "
                + "earlier stock.")
        let differs = zip(model.tally.fruits, model.purchases).contains { fruit, purchase in
            purchase > 0 && fruit.peakDeficit > 0 && purchase != fruit.peakDeficit
        }
        let difference = pick(
            if: !hasPlan && differs,
            ko: "'\(todoTitle)'의 개수와 다를 수 있습니다. 할 일의 개수는 못 만든 주문을 다시 만들 때 지금 재고에 더할 수량이고, "
                + "이 목록의 개수는 처음부터 있어야 했던 수량입니다.",
            en: "These figures can differ from those in '\(todoTitle)'. That section says how much to add to the "
                + "current stock to make the short orders now; this one says how much was needed from the start.")
        return sentences + [estimate, difference].compactMap(\.self)
    }

    /// A table of the single restocks that would have saved orders; nil if there are none.
    var helpfulRestocks: TableViewModel? {
        guard let whatIf = model.whatIf, !whatIf.restocks.isEmpty else { return nil }
        let shown = whatIf.restocks.prefix(min(rowsMax, 5))
        let rows = shown.map { restock in
            [
                position((model.inputs[restock.input].name, restock.line)),
                model.menu.fruits[restock.fruit].name, language.pieces(restock.quantity),
                pick(ko: "\(grouped(restock.saved))건", en: grouped(restock.saved)),
            ]
        }
        return table(
            ko: "더 일찍 했어야 할 입고", "행|과일|#입고|#더 만들었을 주문",
            en: "Restocks that came too late", "Row|Fruit|#Restocked|#Fewer short orders",
            rows: rows, more: moreRows(whatIf.restocks.count - shown.count), isCards: namesFiles)
    }

    /// A note about the table `helpfulRestocks`; nil without it.
    var whatIf: String? {
        guard let whatIf = model.whatIf, !whatIf.restocks.isEmpty else { return nil }
        let result = pick(
            ko: "입고 한 건만 첫 번째 못 만든 주문 앞으로 옮겨서 계산했습니다.",
            en: "Each figure assumes that only the restock in its row came earlier, before the first short order.")
        let limit = pick(
            if: whatIf.tried < whatIf.candidates || !whatIf.coversAll,
            ko: "행이 많아 일부만 계산했습니다: 첫 번째 못 만든 주문부터 행 \(grouped(whatIf.rows))개, 입고 "
                + "\(grouped(whatIf.candidates))건 중 \(grouped(whatIf.tried))건.",
            en: "Because of the amount of data, this table covers only \(counted(whatIf.rows, "row")) from the first "
                + "short order on, and \(grouped(whatIf.tried)) of \(counted(whatIf.candidates, "restock")).")
        return [result, limit].compactMap(\.self).joined(separator: " ")
    }

    /// A table of the first short orders, with what each lacked and which rows had used it; nil if there are none.
    var shortOrders: TableViewModel? {
        guard !model.first.shortOrders.isEmpty else { return nil }
        let shown = model.first.shortOrders.prefix(min(rowsMax, 20))
        let haveIDs = shown.contains { !$0.id.isEmpty }
        let haveTimes = shown.contains { $0.time != nil }
        let rows = shown.map { order -> [String] in
            [position(order.position)] + (haveTimes ? [order.time.map { model.clock.text($0) } ?? "–"] : [])
                + (haveIDs ? [short(order.id)] : []) + [
                    model.menu.juices[order.juice].name, grouped(order.cups),
                    missing(order) { language.fruit(model.menu.fruits[$0.fruit].name, pieces: $0.pieces) },
                    missing(order) { missing in
                        missing.lastUse.map { position($0) } ?? pick(ko: "처음부터 모자람", en: "too little from the start")
                    },
                ]
        }
        return table(
            ko: "못 만든 주문", "행\(haveTimes ? "|#시각" : "")\(haveIDs ? "|번호" : "")|쥬스|#잔|모자란 재료|마지막으로 쓴 행",
            en: "Short orders",
            "Row\(haveTimes ? "|#Time" : "")\(haveIDs ? "|Id" : "")|Juice|#Cups|Missing|Last row that used it",
            rows: rows, more: moreRows(model.tally.ordersShort - shown.count, in: "failure.csv"), isCards: true)
    }

    /// The phrases for the first fruits that an order lacked.
    private func missing(_ order: ShortOrderDetail, _ phrase: (ShortOrderDetail.Missing) -> String) -> String {
        let shown = order.missing.prefix(4).map(phrase).joined(separator: ", ")
        return order.missing.count > 4 ? shown + " …" : shown
    }

    /// A sentence about discards that exceeded the recorded stock, and their effect on restock.csv; nil if none did.
    var overdrawn: String? {
        let more = model.menu.fruits.indices.filter { model.restocks[$0] > model.purchases[$0] }
        let names = more.map { fruit in
            language.fruit(model.menu.fruits[fruit].name, pieces: model.restocks[fruit] - model.purchases[fruit])
        }
        let list = language.list(names, max: ReportModel.shortFruitsMax, "가지 과일", "fruit")
        let restockNote = pick(
            if: !more.isEmpty,
            ko: " restock.csv에는 재고가 모자라 적용하지 못한 폐기의 수량도 들어 있습니다(\(list)). 다시 실행하면 그대로 폐기되므로 사지 않아도 됩니다.",
            en: " restock.csv includes fruit that was missing for discards (\(list)). You do not need to buy it: a "
                + "rerun would only discard it.")
        return model.overdrawn.map { $0 + (restockNote ?? "") }
    }

    /// A note about `shrinkageTable`; nil without it.
    var shrinkageNote: String? {
        guard let runCount = model.shrinkage?.runCount else { return nil }
        let span =
            runCount > 1
            ? pick(ko: "최근 실행 \(grouped(runCount))번에서", en: "Over the last \(grouped(runCount)) runs")
            : pick(ko: "이번 실행에서", en: "In this run")
        return pick(
            ko: "\(span) 팔지 못하고 사라진 과일입니다. ‘실사에서 모자란 것’은 실사한 재고가 장부보다 모자란 수량입니다.",
            en: "\(span), this fruit was lost without a sale. “Missing at stock counts” is the number of pieces by "
                + "which a count was lower than expected.")
    }

    /// A table of the fruits that were lost, the highest losses first, with their cost if known; nil if none was lost.
    var shrinkageTable: TableViewModel? {
        guard let shrinkage = model.shrinkage else { return nil }
        let fruits = model.menu.fruits
        let known = fruits.map { shrinkage[nameKey($0.name)] }
        let all = Self.sorted(fruits.indices.filter { known[$0].discarded > 0 || known[$0].missing > 0 }) {
            known[$0].netLoss
        }
        let hasSurplus = all.contains { known[$0].surplus > 0 }
        let costs = model.money == nil ? nil : all.map { MoneyFigures.amount((known[$0].netLoss, fruits[$0].cost)) }
        func cells(_ pieces: (KeyPath<Shrinkage.Pieces, Int>) -> Int, _ cost: Money?) -> [String] {
            ([\.discarded, \.missing] + (hasSurplus ? [\.surplus] : []) + [\.netLoss]).map { grouped(pieces($0)) }
                + (costs == nil ? [] : [moneyFormat.text(cost)])
        }
        let rows = all.prefix(rowsMax).enumerated().map { position, fruit in
            [fruits[fruit].name] + cells({ known[fruit][keyPath: $0] }, costs?[position])
        }
        let total = costs.flatMap { Menu.sum($0.map { (1, $0) }) }
        return table(
            ko: "사라진 과일", "과일|#버린 것|#실사에서 모자란 것\(hasSurplus ? "|#실사에서 더 있던 것" : "")|#잃은 것\(costs == nil ? "" : "|#금액")",
            en: "Lost fruit",
            "Fruit|#Discarded|#Missing at stock counts" + (hasSurplus ? "|#Found at stock counts" : "") + "|#Lost"
                + (costs == nil ? "" : "|#Cost"), rows: rows,
            // Pieces of different fruits cannot be added; their costs can.
            sums: costs == nil
                ? nil
                : sums(of: all.count, Array(repeating: "–", count: hasSurplus ? 4 : 3) + [moneyFormat.text(total)]),
            more: moreFruits(all.count - rowsMax))
    }
}

extension ReportModel {
    fileprivate static let shortFruitsMax = 6

    /// A sentence about discards that exceeded the recorded stock; nil if there are none.
    var overdrawn: String? {
        let names = zip(menu.fruits, tally.fruits).filter { $1.discardNeed > 0 }.map { $0.0.name }
        guard !names.isEmpty else { return nil }
        let list = language.list(names, max: Self.shortFruitsMax, "가지 과일", "fruit")
        return pick(
            ko: "폐기 수량이 장부의 재고보다 많습니다. 이 과일을 실사하세요: \(list).",
            en: "More was discarded than was in stock. Count these fruits: \(list).")
    }

    /// A phrase with the numbers of short orders and of short discards; nil if no discard was short.
    var kindsOfShortage: String? {
        guard tally.discardsShort > 0 else { return nil }
        let (orders, discards) = (grouped(tally.ordersShort), grouped(tally.discardsShort))
        return pick(
            ko: "주문 \(orders)건, 폐기 \(discards)건",
            en: "\(counted(tally.ordersShort, "order")), \(counted(tally.discardsShort, "discard"))")
    }
}
