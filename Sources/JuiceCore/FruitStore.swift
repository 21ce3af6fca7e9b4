public import FlatMemory

/// The stock of a shop: pieces of each fruit on hand.
///
/// The storage has no other owner, so changing it needs no check for shared references.
public struct FruitStore: ~Copyable, @unchecked Sendable {
    /// The maximum stock of one fruit.
    @inlinable public static var stockMax: Int { 1_000_000_000_000 }
    /// The default opening stock of every fruit.
    public static let opening = 10

    @usableFromInline let pieces: FixedBuffer<Int>

    /// A store with the given stock.
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

    /// Pieces on hand by the fruit's index on the menu, from 0; each 0 … `stockMax`.
    public var stock: [Int] { pieces.indices.map { pieces[$0] } }

    /// Pieces on hand of one fruit, by its index on the menu, from 0.
    @inlinable
    public subscript(fruit: Int) -> Int { pieces[fruit] }

    /// Carries out an instruction, or changes nothing: for the juice maker, who has the store for itself.
    ///
    /// - Parameter recipes: of the menu that the store is for.
    @inlinable
    @inline(__always)
    func carryOut(_ instruction: Instruction, by recipes: borrowing RecipeTable) -> InstructionOutcome {
        precondition(instruction.quantity >= 0, "a quantity is not negative")
        if instruction.action == .assert {
            return pieces[recipes.checked(instruction.item)] == instruction.quantity ? .done : .assertionFailed
        }
        // One check for all fruits together: which of them is short is random, so branches would be mispredicted.
        var least = Int.max
        var most = Int.min
        recipes.forEachChange(by: instruction) { fruit, change, pieces in
            let after = change.stock(after: self.pieces[unchecked: fruit], pieces)
            least = min(least, after)
            if change != .taking { most = max(most, after) }
        }
        guard least >= 0 else { return .insufficientStock }
        guard most <= Self.stockMax else { return .stockLimit }
        recipes.forEachChange(by: instruction) { fruit, change, pieces in
            self.pieces[unchecked: fruit] = change.stock(after: self.pieces[unchecked: fruit], pieces)
        }
        return .done
    }
}

/// A direction in which the stock of a fruit changes.
@frozen public enum StockChange: Sendable {
    /// The stock gains pieces.
    case adding
    /// The stock loses pieces.
    case taking
    /// The stock is what was counted.
    case setting

    /// The stock after the change, which may be outside a store's range: negative, or above its limit.
    ///
    /// A sum that no integer holds comes out as the integer next to it.
    ///
    /// - Parameters:
    ///   - stock: before the change.
    ///   - pieces: how many; not negative.
    @inlinable
    @inline(__always)
    public func stock(after stock: Int, _ pieces: Int) -> Int {
        switch self {
        case .adding:
            let (sum, overflow) = stock.addingReportingOverflow(pieces)
            return overflow ? Int.max : sum
        case .taking:
            let (rest, overflow) = stock.subtractingReportingOverflow(pieces)
            return overflow ? Int.min : rest
        case .setting: return pieces
        }
    }
}
