package import JuiceCore

extension Action {
    /// The canonical name, as reports write it.
    package var name: String {
        switch self {
        case .order: "order"
        case .restock: "restock"
        case .discard: "discard"
        case .count: "count"
        case .cancel: "cancel"
        case .assert: "assert"
        }
    }

    /// All names that mean this action, the canonical one first.
    package var names: [String] {
        switch self {
        case .order: [name, "주문"]
        case .restock: [name, "입고", "재고추가"]
        case .discard: [name, "폐기"]
        case .count: [name, "실사", "재고수정"]
        case .cancel: [name, "취소", "주문취소", "void"]
        case .assert: [name, "재고확인"]
        }
    }
}
