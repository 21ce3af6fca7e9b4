/// The effect that an instruction has on the stock.
@frozen public enum Action: CaseIterable, Sendable {
    /// Makes cups of a juice: all of them or none.
    case order
    /// Adds pieces of a fruit.
    case restock
    /// Removes pieces of a fruit: all of them or none.
    case discard
    /// Sets the stock of a fruit to the number that was counted.
    case count
    /// Returns the fruit of cups of a juice to the stock: all of them or none.
    case cancel
    /// Changes nothing, and fails unless the stock of a fruit is exactly the given number.
    case assert

    /// The allowed quantities: cups for an action about a juice, pieces otherwise.
    @inlinable
    public var quantities: ClosedRange<Int> {
        switch self {
        case .order, .cancel: 1...1_000_000
        case .restock, .discard: 1...1_000_000_000
        case .count: 0...1_000_000_000
        case .assert: 0...FruitStore.stockMax
        }
    }

    /// Whether the action is about a juice rather than a fruit.
    @inlinable public var isOfJuice: Bool { self == .order || self == .cancel }
}

// Written by hand, so that other modules can inline it; they would have to call the conformance that `: UInt8`
// synthesizes for each row.
extension Action: RawRepresentable {
    /// Creates an action from its number; nil if no action has it.
    @inlinable
    public init?(rawValue: UInt8) {
        switch rawValue {
        case 0: self = .order
        case 1: self = .restock
        case 2: self = .discard
        case 3: self = .count
        case 4: self = .cancel
        case 5: self = .assert
        default: return nil
        }
    }

    /// The number of the action, from 0, which is also its position in reports.
    ///
    /// Ledgers store it in three bits with each id, so a number never changes its meaning.
    @inlinable public var rawValue: UInt8 {
        switch self {
        case .order: 0
        case .restock: 1
        case .discard: 2
        case .count: 3
        case .cancel: 4
        case .assert: 5
        }
    }
}
