internal import JuiceBatch
internal import JuiceCore

/// The texts about lost orders, their causes, and the restocks that would have saved them.
extension ReportStory {
    var lostTitle: String { language.pick(ko: "막을 수 있었던 품절", en: "What would have helped") }

    /// Whether anything was lacking.
    var hasLoss: Bool { !missedFruits.isEmpty }

    /// The fruits that orders were lost for, the most first; nil if none were.
    var lostByFruit: StoryTable? {
        let missed = missedFruits.filter { $0.figures.lostOrders > 0 }
        let all = Self.sorted(Array(missed.indices)) { missed[$0].figures.lostOrders }.map { missed[$0] }
        guard let most = all.first?.figures.lostOrders else { return nil }
        let rows = all.prefix(rowsMax).map { name, figures in
            StoryTable.Row(
                cells: [name, grouped(figures.lostOrders), pieces(figures.peakDeficit)],
                barPermille: permille(figures.lostOrders, of: most))
        }
        return StoryTable(
            language.pick(ko: "과일별 놓친 주문", en: "Orders lost by fruit"),
            columns: language.pick(ko: "과일|%놓친 주문|#처음에 더 필요했던", en: "Fruit|%Orders lost|#More needed beforehand"),
            rows: rows, more: more(all.count - rowsMax, .fruits, in: "summary.json"))
    }

    private var missedFruits: [(name: String, figures: Tally.FruitFigures)] {
        zip(model.menu.fruits, model.tally.fruits).filter { $1.lostOrders > 0 || $1.peakDeficit > 0 }
            .map { ($0.name, $1) }
    }

    /// The maximum number of fruits whose sentence says no more than their row in `lostByFruit`.
    private static let beforehandMax = 3

    /// A sentence for each fruit on how much more of it beforehand would have been enough; of many fruits, only for those
    /// that the table does not have.
    var beforehand: [String] {
        let short = missedFruits.filter { $0.figures.peakDeficit > 0 }
        let all = short.count > Self.beforehandMax ? short.filter { $0.figures.lostOrders == 0 } : short
        var sentences = all.prefix(rowsMax).map { name, figures in
            language.pick(
                ko: "\(name): 처음에 \(pieces(figures.peakDeficit)) 더 있었다면 모자라지 않았습니다.",
                en: "\(name): \(pieces(figures.peakDeficit)) more beforehand would have been enough.")
        }
        if !short.isEmpty && model.tally.actions[Int(Action.count.rawValue)].success > 0 {
            sentences.append(
                language.pick(
                    ko: "중간에 실사한 과일은 어림입니다. 실사는 그 전에 있던 것을 덮어쓰기 때문입니다.",
                    en: "An estimate for fruits that were counted meanwhile: a count replaces what was there before."))
        }
        if let why = whyFiguresDiffer { sentences.append(why) }
        return sentences
    }

    /// The restocks that would have saved orders had one of them come first; nil if none would have.
    var helpfulRestocks: StoryTable? {
        guard let hindsight = model.hindsight, !hindsight.restocks.isEmpty else { return nil }
        let shown = hindsight.restocks.prefix(min(rowsMax, 5))
        let rows = shown.map { restock in
            StoryTable.Row(cells: [
                place(RowPlace(file: model.inputs[restock.input].name, line: restock.line)),
                model.menu.fruits[restock.fruit].name, pieces(restock.quantity),
                language.pick(ko: "\(grouped(restock.saved))건", en: grouped(restock.saved)),
            ])
        }
        return StoryTable(
            language.pick(ko: "일찍 왔더라면 좋았을 입고", en: "Restocks that would have helped by coming first"),
            columns: language.pick(ko: "행|과일|#입고|#막았을 주문", en: "Row|Fruit|#Restocked|#Fewer orders lost"),
            rows: Array(rows), more: more(hindsight.restocks.count - shown.count, in: "summary.json"))
    }

    /// A note on how these restocks were searched for; nil if nothing was lost.
    var hindsight: String? {
        guard let hindsight = model.hindsight else { return nil }
        var sentences: [String] = []
        if hindsight.candidates == 0 {
            sentences.append(
                language.pick(
                    ko: "주문을 놓친 뒤에 그 재료가 들어온 적은 없습니다.",
                    en: "No fruit was restocked after an order had been lost for it."))
        } else if hindsight.restocks.isEmpty {
            sentences.append(
                language.pick(
                    ko: "늦게 온 입고는 어느 하나만 일찍 왔더라도 놓친 주문이 줄지 않았습니다.",
                    en: "No later restock by itself would have saved an order by coming first."))
        } else {
            sentences.append(
                language.pick(
                    ko: "그 입고 하나만 처음 놓친 주문보다 먼저 왔다고 치고 계산했습니다.",
                    en: "With that one restock moved before the first lost order, and everything else as it was."))
        }
        if hindsight.tried < hindsight.candidates || !hindsight.coversAll {
            sentences.append(
                language.pick(
                    ko: "첫 번째로 놓친 주문부터 \(grouped(hindsight.rows))행, 입고 \(grouped(hindsight.candidates))건 중 "
                        + "\(grouped(hindsight.tried))건을 따져 보았습니다.",
                    en: "Looked at: \(counted(hindsight.rows, "row")) from the first lost order on, and "
                        + "\(grouped(hindsight.tried)) of \(counted(hindsight.candidates, "restock"))."))
        }
        return sentences.joined(separator: " ")
    }

    /// The first lost orders: what each lacked, and who had taken the last of it; nil if none was lost.
    var lostOrders: StoryTable? {
        guard !model.first.lost.isEmpty else { return nil }
        let shown = model.first.lost.prefix(min(rowsMax, 20))
        let haveIDs = shown.contains { !$0.id.isEmpty }
        let haveTimes = shown.contains { $0.time != nil }
        let rows = shown.map { order in
            StoryTable.Row(
                cells: [
                    place(order.place)
                ] + (haveTimes ? [order.time.map { clock.text($0) } ?? "–"] : [])
                    + (haveIDs ? [short(order.id)] : []) + [
                        model.menu.juices[order.juice].name, grouped(order.cups),
                        missing(order) { "\(model.menu.fruits[$0.fruit].name) \(pieces($0.pieces))" },
                        missing(order) { missing in
                            missing.taker.map { place($0) }
                                ?? language.pick(ko: "처음부터 모자람", en: "too little from the start")
                        },
                    ])
        }
        let total = model.tally.ordersShort
        return StoryTable(
            language.pick(ko: "놓친 주문", en: "Lost orders"),
            columns: language.pick(
                ko: "행\(haveTimes ? "|#시각" : "")\(haveIDs ? "|번호" : "")|쥬스|#잔|모자란 재료|마지막으로 쓴 주문",
                en: "Row\(haveTimes ? "|#Time" : "")\(haveIDs ? "|Id" : "")|Juice|#Cups|Missing|Who took the last of it"
            ),
            rows: Array(rows), more: more(total - shown.count, in: "failure.csv"))
    }

    /// A phrase for each fruit that an order lacked; the first few of them.
    private func missing(_ order: LostOrder, _ phrase: (LostOrder.Missing) -> String) -> String {
        let shown = order.missing.prefix(4).map(phrase).joined(separator: ", ")
        return order.missing.count > 4 ? shown + " …" : shown
    }
}
