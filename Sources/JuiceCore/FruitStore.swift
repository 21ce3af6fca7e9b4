public import FlatMemory

/// The stock of a shop: the pieces of each fruit on hand.
///
/// The storage has a single owner, so changing it needs no check for shared references.
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
    public init(menu: Menu) {
        self.init(stock: Array(repeating: Self.opening, count: menu.fruits.count))
    }

    /// The number of fruits.
    @inlinable public var fruitCount: Int { pieces.count }

    /// The pieces of each fruit, by its index on the menu from 0; each 0 … `stockMax`.
    public var stock: [Int] { pieces.indices.map { pieces[$0] } }

    /// The pieces of one fruit, by its index on the menu from 0.
    @inlinable
    public subscript(fruit: Int) -> Int { pieces[fruit] }

    /// Carries out an instruction completely, or changes nothing; only `JuiceMaker`, which owns the store, calls it.
    ///
    /// - Parameter recipes: The recipes of the menu for which the store was created.
    @inlinable
    @inline(__always)
    func carryOut(_ instruction: Instruction, by recipes: borrowing RecipeTable) -> InstructionOutcome {
        precondition(instruction.quantity >= 0, "a quantity is not negative")
        if instruction.action == .assert {
            return pieces[recipes.checked(instruction.item)] == instruction.quantity ? .done : .assertionFailed
        }
        // All fruits are checked with one comparison: which of them is short is unpredictable, so branches would be
        // mispredicted.
        var least = Int.max
        var most = Int.min
        recipes.forEachChange(by: instruction) { fruit, change, pieces in
            let after = change.stock(after: self.pieces[unchecked: fruit], pieces)
            least = min(least, after)
            if change != .removing { most = max(most, after) }
        }
        guard least >= 0 else { return .insufficientStock }
        guard most <= Self.stockMax else { return .stockLimit }
        recipes.forEachChange(by: instruction) { fruit, change, pieces in
            self.pieces[unchecked: fruit] = change.stock(after: self.pieces[unchecked: fruit], pieces)
        }
        return .done
    }
}

/// A way in which an instruction changes the stock of a fruit.
@frozen public enum StockChange: Sendable {
    /// Pieces are added to the stock.
    case adding
    /// Pieces are removed from the stock.
    case removing
    /// The stock is set to the counted number.
    case setting

    /// The stock after the change, which may be negative or above `FruitStore.stockMax`.
    ///
    /// A result that overflows is limited to the nearest integer.
    ///
    /// - Parameters:
    ///   - stock: The stock before the change.
    ///   - pieces: The number of pieces; not negative.
    @inlinable
    @inline(__always)
    public func stock(after stock: Int, _ pieces: Int) -> Int {
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
