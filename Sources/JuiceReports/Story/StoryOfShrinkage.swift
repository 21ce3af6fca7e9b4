internal import JuiceBatch
internal import JuiceCore

/// The texts about fruit that disappeared: what was discarded, and what counts found missing.
extension ReportStory {
    /// A sentence about the table of lost fruit.
    func vanishedNote(_ shrinkage: Shrinkage) -> String {
        let nights = shrinkage.nights
        let span =
            nights > 1
            ? language.pick(ko: "최근 \(grouped(nights))번의 영업 동안", en: "Over the last \(grouped(nights)) nights")
            : language.pick(ko: "이번 영업에서", en: "This night")
        return language.pick(
            ko: "\(span) 팔지 않고 잃은 과일입니다. 실사에서 모자란 것은 장부에 있어야 할 것보다 적었던 만큼입니다.",
            en: "\(span), fruit was lost that was not sold. Missing at counts is what there was less of than the books "
                + "said.")
    }

    /// Each fruit of which any was lost, the most first, with what it cost where the menu says it; nil where none was.
    var vanished: StoryTable? {
        guard let shrinkage = model.shrinkage else { return nil }
        let fruits = model.menu.fruits
        let known = fruits.map { shrinkage[nameKey($0.name)] }
        let all = Self.sorted(fruits.indices.filter { known[$0].discarded > 0 || known[$0].missing > 0 }) {
            known[$0].lost
        }
        let hasSurplus = all.contains { known[$0].surplus > 0 }
        let costs = model.money == nil ? nil : all.map { cost(of: known[$0].lost, fruits[$0]) }
        let words = MoneyWording(sign: model.currency)
        func cells(_ pieces: (KeyPath<Shrinkage.Pieces, Int>) -> Int, _ cost: Money?) -> [String] {
            ([\.discarded, \.missing] + (hasSurplus ? [\.surplus] : []) + [\.lost]).map { grouped(pieces($0)) }
                + (costs == nil ? [] : [words.text(cost)])
        }
        let rows = all.prefix(rowsMax).enumerated().map { place, fruit in
            StoryTable.Row(cells: [fruits[fruit].name] + cells({ known[fruit][keyPath: $0] }, costs?[place]))
        }
        let columns = language.pick(
            ko: "과일|#버린 것|#실사에서 모자란 것" + (hasSurplus ? "|#실사에서 더 있던 것" : "") + "|#잃은 것" + (costs == nil ? "" : "|#값"),
            en: "Fruit|#Discarded|#Missing at counts" + (hasSurplus ? "|#Found at counts" : "") + "|#Lost"
                + (costs == nil ? "" : "|#Cost"))
        let total = costs?.reduce(Int128(0)) { sum, cost in
            sum.flatMap { sum in cost.map { sum + Int128($0.hundredths) } }
        }
        return StoryTable(
            language.pick(ko: "사라진 과일", en: "Where fruit disappears"), columns: columns, rows: rows,
            sums: sums(
                of: all.count,
                cells(
                    { path in sum(all.map { known[$0][keyPath: path] }) },
                    total.map { Money(hundredths: Tally.clamped($0)) })),
            more: more(all.count - rowsMax, .fruits, in: "summary.json"))
    }

    private func cost(of pieces: Int, _ fruit: Fruit) -> Money? {
        fruit.cost.map { Money(hundredths: Tally.clamped(Int128(pieces) * Int128($0.hundredths))) }
    }
}
