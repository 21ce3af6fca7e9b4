internal import JuiceBatch
internal import JuiceCore

/// The night in a sentence or two, for the report's first line and for the terminal.
package enum Headline {
    /// One sentence on orders, and one on what stood in the way.
    package static func sentence(_ model: ReportModel) -> String {
        let served = model.tally.juices.reduce(0) { $0 + $1.served }
        let short = model.tally.juices.reduce(0) { $0 + $1.short }
        let rejected = model.tally.count(.rejected)
        var sentences: [String] = []
        if model.tally.rows == 0 {
            sentences.append("처리할 행이 없었습니다.")
        } else if served + short == 0 {
            sentences.append("주문은 없었고 재고만 \(grouped(model.tally.success))번 바뀌었습니다.")
        } else if short == 0 {
            sentences.append("주문 \(grouped(served))건을 모두 만들었습니다.")
        } else {
            sentences.append(
                "주문 \(grouped(served + short))건 중 \(grouped(served))건을 만들었고, "
                    + "\(grouped(short))건은 재료가 모자라 만들지 못했습니다.")
            if let worst = worstFruit(model) {
                sentences.append("가장 아쉬운 재료는 \(worst.name)입니다(\(grouped(worst.lost))건).")
            }
        }
        if rejected > 0 { sentences.append("고쳐야 할 행이 \(grouped(rejected))개 있습니다.") }
        return sentences.joined(separator: " ")
    }

    /// The fruit that was missing for the most orders; of equal ones the first on the menu.
    private static func worstFruit(_ model: ReportModel) -> (name: String, lost: Int)? {
        var worst: (name: String, lost: Int)?
        for (fruit, figures) in zip(model.menu.fruits, model.tally.fruits)
        where figures.lostOrders > worst?.lost ?? 0 {
            worst = (fruit.name, figures.lostOrders)
        }
        return worst
    }
}
