/// What a row asks for.
package enum PlainAction: String, CaseIterable, Sendable {
    /// Make juice.
    case order
    /// Add to a fruit.
    case restock
    /// Take from a fruit.
    case discard
    /// Set a fruit to what was counted.
    case count
    /// Put back what cups of a juice took.
    case cancel
    /// Say what a fruit's stock is.
    case assert

    /// All names, the canonical one first.
    package var names: [String] {
        switch self {
        case .order: ["order", "주문"]
        case .restock: ["restock", "입고", "재고추가"]
        case .discard: ["discard", "폐기"]
        case .count: ["count", "실사", "재고수정"]
        case .cancel: ["cancel", "취소", "주문취소", "void"]
        case .assert: ["assert", "재고확인"]
        }
    }

    /// The quantities it takes.
    package var range: ClosedRange<Int> {
        switch self {
        case .order, .cancel: 1...1_000_000
        case .restock, .discard: 1...1_000_000_000
        case .count: 0...1_000_000_000
        case .assert: 0...1_000_000_000_000
        }
    }

    /// True where the item is a juice; else it is a fruit.
    package var isOfJuice: Bool { self == .order || self == .cancel }

    /// The action that a cell means; nil when it means none.
    package static func named(_ cell: String) -> PlainAction? {
        let wanted = PlainText.matchable(cell)
        return allCases.first { action in action.names.contains { PlainText.matchable($0) == wanted } }
    }
}
