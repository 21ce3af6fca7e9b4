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

    /// The number of the action, from 0, which also determines the order of actions in reports.
    ///
    /// Ledgers store it in three bits with each id, so a number must never change its meaning.
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

/// One instruction to the shop: an action, its juice or fruit, and a quantity.
@frozen public struct Instruction: Sendable, Hashable {
    /// The action to carry out.
    public let action: Action
    /// The index on the menu, from 0, of the juice of an order or cancel, or of the fruit of any other action.
    public let item: Int
    /// The number of cups for an order or cancel, of pieces otherwise; not negative.
    public let quantity: Int

    /// Creates an instruction from its values.
    @inlinable
    @inline(__always)
    public init(_ action: Action, item: Int, quantity: Int) {
        self.action = action
        self.item = item
        self.quantity = quantity
    }
}

/// The outcome of an instruction.
@frozen public enum InstructionOutcome: Sendable, Equatable {
    /// The instruction was carried out.
    case done
    /// The stock of a fruit is not sufficient; nothing was changed.
    case insufficientStock
    /// The stock of a fruit would exceed `FruitStore.stockMax`; nothing was changed.
    case stockLimit
    /// The stock of a fruit differs from the asserted number.
    case assertionFailed
}

extension RecipeTable {
    /// Calls `body` with the change that an instruction makes to the stock of each fruit it affects.
    ///
    /// This is the only definition of what instructions do; code that applies them, replays them or computes shortages
    /// uses it. Fruits are given by their index on the menu. For an order or cancel, `body` may also be called with 0
    /// pieces of a fruit. For an assert, which changes nothing, it is not called.
    @inlinable
    @inline(__always)
    public func forEachChange(
        by instruction: Instruction, _ body: (_ fruit: Int, _ change: StockChange, _ pieces: Int) -> Void
    ) {
        switch instruction.action {
        case .order:
            precondition(instruction.quantity >= 1, "an order is for a cup at least")
            forEachPart(of: instruction.item) { body($0.fruit, .removing, $0.pieces(cups: instruction.quantity)) }
        case .cancel:
            precondition(instruction.quantity >= 1, "a cancel is of a cup at least")
            forEachPart(of: instruction.item) { body($0.fruit, .adding, $0.pieces(cups: instruction.quantity)) }
        case .restock: body(checked(instruction.item), .adding, instruction.quantity)
        case .discard: body(checked(instruction.item), .removing, instruction.quantity)
        case .count: body(checked(instruction.item), .setting, instruction.quantity)
        case .assert: _ = checked(instruction.item)
        }
    }

    /// Returns the index of a fruit after checking that the menu has the fruit.
    @inlinable
    @inline(__always)
    func checked(_ fruit: Int) -> Int {
        precondition(fruit >= 0 && fruit < fruitCount, "no such fruit")
        return fruit
    }
}
