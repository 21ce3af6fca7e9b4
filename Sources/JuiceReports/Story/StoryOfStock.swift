internal import JuiceBatch
internal import JuiceCore

/// A fruit's stock over the run, and what it shows in words.
struct FruitCurve: Sendable {
    let name: String
    let shape: StockCurve
    let text: String
    /// The same without times, for where there is one line for it.
    let shortText: String
}

extension ReportStory {
    var stockTitle: String { language.pick(ko: "재고의 흐름", en: "Stock over the run") }

    /// Whether there is anything to draw.
    var hasCurves: Bool { model.history.stretches > 0 }

    /// The legend of the curves: stock, sold out, restocked.
    var curveLegend: (stock: String, soldOut: String, restocked: String) {
        (
            language.pick(ko: "재고 (구간의 최저–최고)", en: "stock (lowest to highest of a stretch)"),
            language.pick(
                ko: "부족·품절 (주문을 놓친 때부터 재고가 늘 때까지)", en: "short or sold out (from a lost order until stock rose)"),
            language.pick(ko: "입고", en: "restocked")
        )
    }

    /// The labels of the ends of a curve.
    var curveEnds: (start: String, end: String) {
        if let scale { return scale.ends }
        let rows = grouped(model.tally.rows)
        return (language.pick(ko: "처음", en: "start"), language.pick(ko: "\(rows)번째 행", en: "row \(rows)"))
    }

    /// The curve of a fruit, by its place on the menu.
    static func curve(of fruit: Int, _ model: ReportModel, _ scale: ClockScale?) -> FruitCurve {
        let language = model.language
        let levels = model.history.levels(of: fruit)
        let shape = scale.map { StockCurve(levels, $0, soldOut: $0.soldOut(fruit)) } ?? StockCurve(levels)
        let figures = model.tally.fruits[fruit]
        let (opening, closing) = (grouped(figures.opening), grouped(figures.closing))
        let (lowest, highest) = (grouped(shape.range.lowerBound), grouped(shape.range.upperBound))
        let start = language.pick(
            ko: "\(opening)개로 시작해 \(closing)개로 마감, 최저 \(lowest)개, 최고 \(highest)개.",
            en: "Opened at \(opening), closed at \(closing); lowest \(lowest), highest \(highest).")
        let soldOut = model.history.soldOutCounts[fruit]
        func text(_ times: String) -> String {
            guard soldOut > 0 else { return start }
            return start
                + language.pick(
                    ko: " 부족·품절 \(grouped(soldOut))번\(times), 놓친 주문 \(grouped(figures.lostOrders))건.",
                    en: " Short \(soldOut == 1 ? "once" : "\(grouped(soldOut)) times")\(times), "
                        + "\(counted(figures.lostOrders, "order")) lost.")
        }
        return FruitCurve(
            name: model.menu.fruits[fruit].name, shape: shape, text: text(soldOutTimes(fruit, model)),
            shortText: text(""))
    }

    /// The message about fruits without a curve; nil if all have one.
    var moreCurves: String? { more(model.menu.fruits.count - model.chartedFruits.count, .fruits, in: "success.csv") }
}
