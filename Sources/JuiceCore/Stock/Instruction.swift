public import FlatMemory

/// What somebody asks of the shop: an action with what it is about and how much.
@frozen public struct Instruction: Sendable, Hashable {
    /// What is to be done.
    public let action: Action
    /// The juice of an order, the fruit of any other action: its place on the menu, from 0.
    public let item: Int
    /// Cups of an order, pieces otherwise; not negative.
    public let quantity: Int

    /// An instruction by its parts.
    @inlinable
    @inline(__always)
    public init(_ action: Action, item: Int, quantity: Int) {
        self.action = action
        self.item = item
        self.quantity = quantity
    }
}

/// What becomes of an instruction.
@frozen public enum InstructionOutcome: Sendable, Equatable {
    /// It was carried out.
    case done
    /// There is less of a fruit than is to be taken; nothing has changed.
    case insufficientStock
    /// A fruit would pass `FruitStore.stockMax`; nothing has changed.
    case stockLimit
}

extension RecipeTable {
    /// Calls `body` with what an instruction does to the stock of each fruit that it is about.
    ///
    /// This is the rule of what instructions do: whoever carries them out, plays them again or asks what they lack goes
    /// by it. The fruits are those of the menu. An order may come with 0 pieces of a fruit, for callers to whom that is nothing and who want to spend no
    /// time on finding out.
    @inlinable
    @inline(__always)
    public func forEachChange(
        by instruction: Instruction, _ body: (_ fruit: Int, _ change: StockChange, _ pieces: Int) -> Void
    ) {
        switch instruction.action {
        case .order:
            precondition(instruction.quantity >= 1, "an order is for a cup at least")
            for index in range(of: instruction.item) {
                let part = parts[unchecked: index]
                let (need, overflow) = part.quantity.multipliedReportingOverflow(by: instruction.quantity)
                body(part.fruit, .taking, overflow ? Int.max : need)
            }
        case .restock: body(checked(instruction.item), .adding, instruction.quantity)
        case .discard: body(checked(instruction.item), .taking, instruction.quantity)
        case .count: body(checked(instruction.item), .setting, instruction.quantity)
        }
    }

    @inlinable
    @inline(__always)
    func checked(_ fruit: Int) -> Int {
        precondition(fruit >= 0 && fruit < fruitCount, "no such fruit")
        return fruit
    }
}
