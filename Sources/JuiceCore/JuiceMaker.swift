public import FlatMemory

/// A maker of juice by recipe from a stock of fruit, which makes all cups of an order or none.
public struct JuiceMaker: ~Copyable, Sendable {
    /// The menu with the recipes.
    public let menu: Menu
    /// The stock of the menu's fruits, which only the juice maker changes.
    public let store: FruitStore
    /// The recipes of the menu as a table, for fast access.
    public let recipes: RecipeTable

    /// Creates a juice maker with a store that has as many fruits as the menu.
    public init(menu: Menu, store: consuming FruitStore) {
        precondition(store.pieces.count == menu.fruits.count, "a store for the menu's fruits")
        self.menu = menu
        self.store = store
        recipes = RecipeTable(menu: menu)
    }

    /// Carries out an instruction completely, or changes nothing.
    @inlinable @inline(__always) public mutating func carryOut(_ instruction: Instruction) -> InstructionOutcome {
        precondition(instruction.quantity >= 0, "a quantity is not negative")
        if instruction.action == .assert {
            return store.pieces[recipes.checked(instruction.item)] == instruction.quantity ? .done : .assertionFailed
        }
        // All fruits are checked with one comparison, because which of them is short is unpredictable.
        var least = Int.max
        var most = Int.min
        recipes.forEachChange(by: instruction) { fruit, change, pieces in
            let after = change.stock(after: store.pieces[unchecked: fruit], pieces)
            least = min(least, after)
            if change != .removing { most = max(most, after) }
        }
        guard least >= 0 else { return .insufficientStock }
        guard most <= FruitStore.stockMax else { return .stockLimit }
        recipes.forEachChange(by: instruction) { fruit, change, pieces in
            store.pieces[unchecked: fruit] = change.stock(after: store.pieces[unchecked: fruit], pieces)
        }
        return .done
    }
}

/// The stock of a shop: the pieces of each fruit on hand, in storage with a single owner.
public struct FruitStore: ~Copyable, @unchecked Sendable {
    /// The maximum stock of one fruit.
    @inlinable public static var stockMax: Int { 1_000_000_000_000 }
    /// The default opening stock of each fruit.
    public static let opening = 10

    /// The pieces of each fruit, by its index on the menu.
    @usableFromInline let pieces: FixedBuffer<Int>

    /// Creates a store with the given stock, by the fruit's index on the menu.
    public init(stock: [Int]) {
        precondition(stock.allSatisfy { (0...Self.stockMax).contains($0) }, "stock lies within its limits")
        pieces = FixedBuffer(stock)
    }

    /// Creates a store in which every fruit of the menu has the stock `opening`.
    public init(menu: Menu) { self.init(stock: Array(repeating: Self.opening, count: menu.fruits.count)) }
    /// The pieces of each fruit, by its index on the menu from 0; each 0 … `stockMax`.
    public var stock: [Int] { pieces.indices.map { pieces[$0] } }
    /// The pieces of one fruit, by its index on the menu from 0.
    @inlinable public subscript(fruit: Int) -> Int { pieces[fruit] }
}

/// A way in which an instruction changes the stock of a fruit.
@frozen public enum StockChange: Sendable {
    case adding
    case removing
    /// The stock is set to the counted number.
    case setting

    /// The stock after the change, which may be negative or above `FruitStore.stockMax`, and does not overflow.
    @inlinable @inline(__always) public func stock(after stock: Int, _ pieces: Int) -> Int {
        switch self {
        case .adding:
            let (sum, overflow) = stock.addingReportingOverflow(pieces)
            return overflow ? Int.max : sum
        case .removing:
            let (rest, overflow) = stock.subtractingReportingOverflow(pieces)
            return overflow ? Int.min : rest
        case .setting: return pieces
        }
    }
}

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
    @inlinable public var quantities: ClosedRange<Int> {
        switch self {
        case .order, .cancel: 1...1_000_000
        case .restock, .discard: 1...1_000_000_000
        case .count: 0...1_000_000_000
        case .assert: 0...FruitStore.stockMax
        }
    }

    /// 1 if the action serves cups of a juice, −1 if it cancels them; nil if it is about a fruit.
    @inlinable public var cupSign: Int? {
        switch self {
        case .order: 1
        case .cancel: -1
        case .restock, .discard, .count, .assert: nil
        }
    }

    /// Whether the action is about a juice rather than a fruit.
    @inlinable public var concernsJuice: Bool { cupSign != nil }
}

// Written by hand, so that other modules can inline it, unlike the conformance that `: UInt8` synthesizes.
extension Action: RawRepresentable {
    /// Creates an action from its number; nil if no action has it.
    @inlinable public init?(rawValue: UInt8) {
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

    /// The number of the action, from 0, which orders actions in reports; ledgers store it, so it must never change.
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
    @inlinable @inline(__always) public init(_ action: Action, item: Int, quantity: Int) {
        self.action = action
        self.item = item
        self.quantity = quantity
    }
}

/// The outcome of an instruction; unless it is `done`, nothing was changed.
@frozen public enum InstructionOutcome: Sendable, Equatable {
    case done
    case insufficientStock
    /// The stock of a fruit would exceed `FruitStore.stockMax`.
    case stockLimit
    case assertionFailed
}

extension RecipeTable {
    /// Calls `body` with the change that an instruction makes to the stock of each fruit, by index on the menu.
    ///
    /// This is the only definition of what instructions do. For an order or cancel, `body` may also be called with 0
    /// pieces of a fruit; for an assert, it is not called.
    @inlinable @inline(__always) public func forEachChange(
        by instruction: Instruction, _ body: (_ fruit: Int, _ change: StockChange, _ pieces: Int) -> Void
    ) {
        switch instruction.action {
        case .order: forEachPart(of: instruction.item, cups: instruction.quantity) { body($0, .removing, $1) }
        case .cancel: forEachPart(of: instruction.item, cups: instruction.quantity) { body($0, .adding, $1) }
        case .restock: body(checked(instruction.item), .adding, instruction.quantity)
        case .discard: body(checked(instruction.item), .removing, instruction.quantity)
        case .count: body(checked(instruction.item), .setting, instruction.quantity)
        case .assert: _ = checked(instruction.item)
        }
    }

    /// The fruits that a stock lacks for an instruction, by index in the order of the menu, with the missing pieces.
    public func shortages(for instruction: Instruction, stock: [Int]) -> [(fruit: Int, pieces: Int)] {
        var shortages: [(fruit: Int, pieces: Int)] = []
        forEachChange(by: instruction) { fruit, change, pieces in
            let after = change.stock(after: stock[fruit], pieces)
            if after < 0 { shortages.append((fruit, -after)) }
        }
        return shortages
    }

    /// Returns the index of a fruit after checking that the menu has the fruit.
    @inlinable @inline(__always) func checked(_ fruit: Int) -> Int {
        precondition(fruit >= 0 && fruit < fruitCount, "no such fruit")
        return fruit
    }
}
