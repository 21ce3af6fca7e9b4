internal import JuiceBatch
internal import JuiceCore

/// The stock of a fruit over the run, as shapes: what the page and stock.svg draw.
///
/// Across, a unit is a stretch of the run; down, `height` is no stock, and `top` pieces are near 0.
struct StockCurve {
    /// How high the drawing is, in its own units.
    static let height = 200
    /// What is left free above the highest stock, so that a line there is seen in full.
    private static let headroom = 8

    private static let blocks = Array("▁▂▃▄▅▆▇█")

    /// Stretches, at least one.
    let width: Int
    /// The stock at the upper edge; at least 1.
    let top: Int
    /// The lowest and the highest stock of the run.
    let range: ClosedRange<Int>
    /// From the lowest to the highest stock of each stretch, as the data of an SVG path.
    let band: String
    /// First and last stretch of each time the fruit was sold out, from 0.
    let soldOut: [ClosedRange<Int>]
    /// First and last stretch of each time it was restocked.
    let restocked: [ClosedRange<Int>]

    init(_ levels: [StockHistory.Level]) {
        width = max(levels.count, 1)
        let lowest = levels.map(\.low).min() ?? 0
        range = lowest...(levels.map(\.high).max() ?? lowest)
        let top = max(1, range.upperBound)
        self.top = top
        func y(_ stock: Int) -> Int {
            Self.height - Int((Double(stock) / Double(top) * Double(Self.height - Self.headroom)).rounded())
        }
        var path = ""
        for (index, level) in levels.enumerated() {
            path += index == 0 ? "M0 \(y(level.high))" : "V\(y(level.high))"
            path += "H\(index + 1)"
        }
        for (index, level) in levels.enumerated().reversed() { path += "V\(y(level.low))H\(index)" }
        band = levels.isEmpty ? "" : path + "Z"
        let parts = min(24, levels.count)
        sparkline = (0..<parts).map { part in
            let stretches = part * levels.count / parts..<(part + 1) * levels.count / parts
            let low = levels[stretches].map(\.low).min() ?? 0
            return String(Self.blocks[low * (Self.blocks.count - 1) / top])
        }.joined()
        soldOut = Self.runs(levels.map(\.isSoldOut))
        restocked = Self.runs(levels.map(\.isRestocked))
    }

    /// The lowest stock in at most 24 parts of the run, each as a block of eight heights: a curve where nothing can be
    /// drawn.
    let sparkline: String

    /// The stretches in which something holds, neighbours together.
    private static func runs(_ holds: [Bool]) -> [ClosedRange<Int>] {
        var runs: [ClosedRange<Int>] = []
        for index in holds.indices where holds[index] {
            if let last = runs.last, last.upperBound == index - 1 {
                runs[runs.count - 1] = last.lowerBound...index
            } else {
                runs.append(index...index)
            }
        }
        return runs
    }

    /// Rectangles over runs of stretches, as the data of an SVG path.
    static func boxes(_ runs: [ClosedRange<Int>], from y: Int, height: Int) -> String {
        runs.map { "M\($0.lowerBound) \(y)H\($0.upperBound + 1)V\(y + height)H\($0.lowerBound)Z" }.joined()
    }
}

extension ReportStory {
    var stockTitle: String { language.pick(ko: "재고의 흐름", en: "Stock over the run") }

    /// What the marks of the curves mean: stock, sold out, restocked.
    var curveLegend: (stock: String, soldOut: String, restocked: String) {
        (
            language.pick(ko: "재고 (구간의 최저–최고)", en: "stock (lowest to highest of a stretch)"),
            language.pick(
                ko: "부족·품절 (주문을 놓친 때부터 재고가 늘 때까지)", en: "short or sold out (from a lost order until stock rose)"),
            language.pick(ko: "입고", en: "restocked")
        )
    }

    /// What the ends of a curve are.
    var curveEnds: (start: String, end: String) {
        let records = grouped(model.history.records)
        return (language.pick(ko: "처음", en: "start"), language.pick(ko: "\(records)번째 행", en: "row \(records)"))
    }

    /// The fruits with a curve each, and what it shows in words.
    var curves: [(name: String, curve: StockCurve, text: String)] {
        model.chartedFruits.map { fruit in
            let curve = StockCurve(model.history.levels(of: fruit))
            let figures = model.tally.fruits[fruit]
            var parts = [
                language.pick(
                    ko: "\(pieces(figures.opening))로 시작해 \(pieces(figures.closing))로 마감, "
                        + "최저 \(pieces(curve.range.lowerBound)), 최고 \(pieces(curve.range.upperBound)).",
                    en: "Opened at \(grouped(figures.opening)), closed at \(grouped(figures.closing)); lowest "
                        + "\(grouped(curve.range.lowerBound)), highest \(grouped(curve.range.upperBound)).")
            ]
            let soldOut = model.history.soldOutCounts[fruit]
            if soldOut > 0 {
                parts.append(
                    language.pick(
                        ko: "부족·품절 \(grouped(soldOut))번, 놓친 주문 \(grouped(figures.lostOrders))건.",
                        en: "Short \(times(soldOut)), \(counted(figures.lostOrders, "order")) lost."))
            }
            return (model.menu.fruits[fruit].name, curve, parts.joined(separator: " "))
        }
    }

    private func times(_ count: Int) -> String { count == 1 ? "once" : "\(grouped(count)) times" }

    /// How many fruits have no curve; nil if all have one.
    var moreCurves: String? { more(model.menu.fruits.count - model.chartedFruits.count, in: "success.csv") }
}
