/// The effect that an instruction asks for.
@frozen public enum Action: CaseIterable, Sendable {
    /// Make cups of a juice, all or none.
    case order
    /// Add pieces to a fruit.
    case restock
    /// Take pieces from a fruit, all or none.
    case discard
    /// Set a fruit to what was counted.
    case count
    /// Put back what cups of a juice take, all or none.
    case cancel
    /// Change nothing, and fail unless the stock of a fruit is just that.
    case assert

    /// The quantities it may have: cups of a juice, pieces otherwise.
    @inlinable
    public var quantities: ClosedRange<Int> {
        switch self {
        case .order, .cancel: 1...1_000_000
        case .restock, .discard: 1...1_000_000_000
        case .count: 0...1_000_000_000
        case .assert: 0...FruitStore.stockMax
        }
    }

    /// Whether the action is about a juice; any other is about a fruit.
    @inlinable public var isOfJuice: Bool { self == .order || self == .cancel }
}

// Written out, so that other modules see through it: what the compiler makes of `: UInt8` they have to call for each row.
extension Action: RawRepresentable {
    /// The action with this number; nil if there is none.
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

    /// The action's number, from 0, which is also its position in reports.
    ///
    /// Ledgers store it in three bits with each id: a number never changes its meaning.
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
