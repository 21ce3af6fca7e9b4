public import FlatMemory

/// Why a juice cannot be made.
public enum JuiceMakerError: Error, Sendable, Hashable {
    /// At least one ingredient is short.
    case insufficientStock
}

/// Makes juice from a store by recipe: all cups of an order, or none.
public struct JuiceMaker: ~Copyable, Sendable {
    /// The recipes it works by.
    public let menu: Menu
    /// The stock it takes from: it stays the one for this menu, and changes only through the juice maker.
    public private(set) var store: FruitStore
    /// The recipes as a table.
    public let recipes: RecipeTable

    /// A juice maker over a store that has as many fruits as the menu.
    public init(menu: Menu, store: consuming FruitStore) {
        precondition(store.fruitCount == menu.fruits.count, "a store for the menu's fruits")
        self.menu = menu
        self.store = store
        recipes = RecipeTable(menu: menu)
    }

    /// Makes cups of a juice, at least one, by its place on the menu, from 0.
    ///
    /// - Throws: `insufficientStock` if any ingredient is short for all of them; then nothing was used.
    @inlinable
    public mutating func make(_ juice: Int, cups: Int) throws(JuiceMakerError) {
        guard carryOut(Instruction(.order, item: juice, quantity: cups)) == .done else { throw .insufficientStock }
    }

    /// Carries out an instruction, or changes nothing.
    @inlinable
    @inline(__always)
    public mutating func carryOut(_ instruction: Instruction) -> InstructionOutcome {
        precondition(instruction.quantity >= 0, "a quantity is not negative")
        // Of all fruits together, since nobody could foretell which of them is short.
        var least = Int.max
        var most = Int.min
        recipes.forEachChange(by: instruction) { fruit, change, pieces in
            let after = change.stock(after: store.pieces[unchecked: fruit], pieces)
            least = min(least, after)
            if change != .taking { most = max(most, after) }
        }
        guard least >= 0 else { return .insufficientStock }
        guard most <= FruitStore.stockMax else { return .stockLimit }
        recipes.forEachChange(by: instruction) { fruit, change, pieces in
            store.pieces[unchecked: fruit] = change.stock(after: store.pieces[unchecked: fruit], pieces)
        }
        return .done
    }
}
