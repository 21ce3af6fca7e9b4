package import JuiceBatch

/// The sentences that the shop's people read about rows, in Korean.
package enum Messages {
    /// What a customer hears: the juice's name in front.
    package static func served(_ juice: String) -> String { "\(juice) 나왔습니다! 맛있게 드세요!" }

    /// What is said of an order or discard that stock did not suffice for.
    package static let shortage = "재료가 모자라요. 재고를 수정할까요?"

    /// What is said of a stock movement that was carried out: what stands before the quantity and what behind it.
    package static func moved(_ action: Action, fruit: String) -> (head: String, tail: String) {
        switch action {
        case .order: (served(fruit), "")
        case .restock: ("\(fruit) ", "개를 재고에 추가했습니다.")
        case .discard: ("\(fruit) ", "개를 폐기했습니다.")
        case .count: ("\(fruit) 재고를 ", "개로 수정했습니다.")
        }
    }

    /// What is said of a row that was rejected or skipped: what to do.
    ///
    /// - Parameters:
    ///   - action: the row's action, where it could be read.
    ///   - cell: the cell that is at fault, trimmed; of an unknown item the item.
    ///   - nearest: the known name that comes closest.
    package static func failure(
        _ code: OutcomeCode, action: Action?, cell: String, nearest: String?
    ) -> String {
        switch code {
        case .success: ""
        case .insufficientStock: shortage
        case .wrongFieldCount: "칸 수가 머리글과 다릅니다. 따옴표와 구분 기호를 확인하세요."
        case .unknownAction: "모르는 작업입니다: \(quoted(cell)). order, restock, discard, count 중에서 고르세요."
        case .missingItem: "품목이 비어 있습니다. 쥬스나 과일 이름을 적으세요."
        case .unknownItem: unknownItem(action, cell, nearest)
        case .missingAction: "\(quoted(cell)): 쥬스인지 과일인지 알 수 없습니다. 작업을 적으세요."
        case .invalidQuantity: invalidQuantity(action, cell)
        case .alreadyProcessed: "이미 처리한 번호입니다. 그대로 두면 됩니다."
        case .idConflict: "이 번호는 다른 내용으로 이미 처리했습니다. 번호나 내용을 확인하세요."
        case .stockLimit: "재고가 한도(1,000,000,000,000개)를 넘습니다. 수량을 확인하세요."
        }
    }

    private static func unknownItem(_ action: Action?, _ cell: String, _ nearest: String?) -> String {
        let kind =
            switch action {
            case .order: "메뉴에 없는 쥬스입니다"
            case nil: "메뉴에 없는 품목입니다"
            default: "메뉴에 없는 과일입니다"
            }
        guard let nearest else { return "\(kind): \(quoted(cell)). 이름을 확인하세요." }
        return "\(kind): \(quoted(cell)). 혹시 '\(nearest)'인가요?"
    }

    private static func invalidQuantity(_ action: Action?, _ cell: String) -> String {
        let range = (action ?? .order).quantities
        let limits = "\(grouped(range.lowerBound))부터 \(grouped(range.upperBound))까지의 정수를 적으세요."
        return cell.isEmpty ? "수량이 비어 있습니다. \(limits)" : "수량 \(quoted(cell))을(를) 쓸 수 없습니다. \(limits)"
    }

    /// A cell between quotation marks, cut after 40 characters.
    static func quoted(_ cell: String) -> String {
        cell.count > 40 ? "'\(cell.prefix(40))…'" : "'\(cell)'"
    }
}

/// A number with a comma between thousands.
package func grouped(_ value: Int) -> String {
    var digits = String(abs(value))
    var groups: [String] = []
    while digits.count > 3 {
        groups.insert(String(digits.suffix(3)), at: 0)
        digits.removeLast(3)
    }
    groups.insert(digits, at: 0)
    return (value < 0 ? "-" : "") + groups.joined(separator: ",")
}
