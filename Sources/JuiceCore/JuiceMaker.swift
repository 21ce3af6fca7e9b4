/// Makes juice from a store by recipe: all cups of an order, or none.
public struct JuiceMaker: ~Copyable, Sendable {
    /// The recipes it works by.
    public let menu: Menu
    /// The stock of the menu's fruits, which changes only through the juice maker.
    public let store: FruitStore
    /// The recipes as a table.
    public let recipes: RecipeTable

    /// A juice maker over a store that has as many fruits as the menu.
    public init(menu: Menu, store: consuming FruitStore) {
        precondition(store.fruitCount == menu.fruits.count, "a store for the menu's fruits")
        self.menu = menu
        self.store = store
        recipes = RecipeTable(menu: menu)
    }

    /// Applies an instruction as a whole, or changes nothing.
    @inlinable
    @inline(__always)
    public mutating func carryOut(_ instruction: Instruction) -> InstructionOutcome {
        store.carryOut(instruction, by: recipes)
    }

    /// The number of cups of a juice that stock is enough for, by the juice's index on the menu from 0.
    public func cupsPossible(of juice: Int) -> Int {
        var cups = Int.max
        recipes.forEachChange(by: Instruction(.order, item: juice, quantity: 1)) { fruit, _, pieces in
            if pieces > 0 { cups = min(cups, store[fruit] / pieces) }
        }
        return cups
    }

    /// The number of cups of each juice that some stock is enough for if only that juice is made, by the juice's index
    /// on the menu.
    ///
    /// - Parameter stock: the pieces of each fruit, by its index on the menu.
    public static func cupsPossible(_ menu: Menu, stock: [Int]) -> [Int] {
        let maker = JuiceMaker(menu: menu, store: FruitStore(stock: stock))
        return menu.juices.indices.map { maker.cupsPossible(of: $0) }
    }

    /// The shortages of fruit for an instruction, in the order of the menu; empty if it can be carried out.
    public func lacks(for instruction: Instruction) -> [Shortage] {
        var lacks: [Shortage] = []
        recipes.forEachChange(by: instruction) { fruit, change, pieces in
            let after = change.stock(after: store[fruit], pieces)
            if after < 0 { lacks.append(Shortage(fruit: fruit, pieces: -after)) }
        }
        return lacks
    }
}

/// A shortage of a fruit.
public struct Shortage: Sendable, Hashable {
    /// The fruit's index on the menu, from 0.
    public let fruit: Int
    /// The number of missing pieces, 1 or more.
    public let pieces: Int

    /// Creates a shortage of some pieces of a fruit.
    public init(fruit: Int, pieces: Int) {
        precondition(fruit >= 0 && pieces >= 1, "what is missing is something")
        self.fruit = fruit
        self.pieces = pieces
    }
}
