/// What an instruction asks for; the raw value numbers them in the order of every report, from 0.
package enum Action: UInt8, CaseIterable, Sendable {
    /// Make cups of a juice, all or none.
    case order
    /// Add pieces to a fruit.
    case restock
    /// Take pieces from a fruit, all or none.
    case discard
    /// Set a fruit to what was counted.
    case count

    /// The canonical name, as reports write it.
    package var name: String {
        switch self {
        case .order: "order"
        case .restock: "restock"
        case .discard: "discard"
        case .count: "count"
        }
    }

    /// All names that mean this action, the canonical one first.
    package var names: [String] {
        switch self {
        case .order: [name, "주문"]
        case .restock: [name, "입고", "재고추가"]
        case .discard: [name, "폐기"]
        case .count: [name, "실사", "재고수정"]
        }
    }

    /// The quantities it may have: cups of an order, pieces otherwise.
    package var quantities: ClosedRange<Int> {
        switch self {
        case .order: 1...1_000_000
        case .restock, .discard: 1...1_000_000_000
        case .count: 0...1_000_000_000
        }
    }
}
