internal import JuiceBatch
internal import JuiceCore

/// The result of a run in one or two sentences, for the first line of the report and for the terminal.
extension ReportModel {
    /// The headline: a sentence about orders, and further ones about problems.
    package var headline: String {
        let (cancels, cups) = (tally.cancels, tally.cupsCancelled)
        let (skipped, rejected) = (tally.count(.skipped), tally.count(.rejected))
        let fruitsMax = 3
        let missingFruits = missing.map { language.pieces($0.pieces, of: $0.fruit) }
        let list = language.list(missingFruits, max: fruitsMax, "가지")
        let most = tally.fruits.map(\.shortOrders).max() ?? 0
        let shortFruits = zip(menu.fruits, tally.fruits).filter { $1.shortOrders == most }.map { $0.0.name }
        let (shortList, isOne) = (shortFruits.joined(separator: ", "), shortFruits.count == 1)
        let sentences: [String?] = [
            ordersSentence,
            pick(
                if: tally.ordersShort > 0 && most > 0 && shortFruits.count <= fruitsMax,
                ko: "가장 자주 모자란 재료는 \(shortList)입니다(\(isOne ? "" : "각 ")\(grouped(most))건).",
                en: "The \(isOne ? "fruit" : "fruits") most often short \(isOne ? "was" : "were") \(shortList) "
                    + "(\(counted(most, "order"))\(isOne ? "" : " each"))."),
            pick(
                if: cancels > 0, ko: "취소가 \(grouped(cancels))건(\(grouped(cups))잔) 있었습니다.",
                en: "There \(cancels == 1 ? "was" : "were") \(counted(cancels, "cancellation")) "
                    + "(\(counted(cups, "cup")))."),
            pick(if: !missing.isEmpty, ko: "실사에서 \(list)가 모자랐습니다.", en: "Stock counts found fruit missing: \(list)."),
            pick(
                if: skipped > 0, ko: "건너뛴 행이 \(grouped(skipped))개 있습니다.",
                en: "\(counted(skipped, "row was", plural: "rows were")) skipped."),
            pick(
                if: rejected > 0, ko: "고쳐야 할 행이 \(grouped(rejected))개 있습니다.",
                en: "\(counted(rejected, "row needs", plural: "rows need")) correcting."),
        ]
        return sentences.compactMap(\.self).joined(separator: " ")
    }

    /// The sentence about the orders of the run, or about the rows if there were none.
    private var ordersSentence: String {
        let (served, short) = (tally.ordersServed, tally.ordersShort)
        if tally.rows == 0 { return pick(ko: "처리할 행이 없었습니다.", en: "There were no rows to process.") }
        if tally.isAllIgnored {
            return pick(ko: "설정에 따라 모든 행을 건너뛰었습니다. 설정을 확인하세요.", en: "The settings skip all rows. Check the settings.")
        }
        if short > 0, served == 0 {
            return pick(
                ko: "재료가 모자라 주문 \(grouped(short))건을 \(short == 1 ? "" : "하나도 ")만들지 못했습니다.",
                en: short == 1
                    ? "The only order was not served, for lack of fruit."
                    : "None of the \(grouped(short)) orders was served, for lack of fruit.")
        }
        if short > 0 {
            return pick(
                ko: "주문 \(grouped(served + short))건 중 \(grouped(served))건을 만들었고, "
                    + "\(grouped(short))건은 재료가 모자라 만들지 못했습니다.",
                en: "Of \(counted(served + short, "order")), \(grouped(served)) \(served == 1 ? "was" : "were") "
                    + "served and \(grouped(short)) \(short == 1 ? "was" : "were") not, for lack of fruit.")
        }
        if served > 0 {
            let isComplete = tally.count(.rejected) == 0
            return pick(
                ko: isComplete ? "주문 \(grouped(served))건을 모두 만들었습니다." : "주문 \(grouped(served))건을 만들었습니다.",
                en: !isComplete
                    ? "\(counted(served, "order")) served."
                    : served == 1 ? "The only order was served." : "All \(grouped(served)) orders were served.")
        }
        let changes = tally.success - tally.cancels - tally.assertsPassed
        if changes > 0 {
            return pick(
                ko: "주문은 없었고 재고만 \(grouped(changes))번 바뀌었습니다.",
                en: "There were no orders, only \(counted(changes, "stock change")).")
        }
        return tally.success == 0
            ? pick(ko: "적용한 행이 없습니다.", en: "No rows were applied.")
            : pick(ko: "주문은 없었습니다.", en: "There were no orders.")
    }
}
