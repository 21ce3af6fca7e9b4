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
        precondition(store.fruitCount == menu.fruits.count, "a store for the menu's fruits")
        self.menu = menu
        self.store = store
        recipes = RecipeTable(menu: menu)
    }

    /// Carries out an instruction completely, or changes nothing.
    @inlinable
    @inline(__always)
    public mutating func carryOut(_ instruction: Instruction) -> InstructionOutcome {
        store.carryOut(instruction, by: recipes)
    }

    /// The number of cups of a juice that the stock is enough for, by the juice's index on the menu from 0.
    public func cupsPossible(of juice: Int) -> Int {
        var cups = Int.max
        recipes.forEachChange(by: Instruction(.order, item: juice, quantity: 1)) { fruit, _, pieces in
            if pieces > 0 { cups = min(cups, store[fruit] / pieces) }
        }
        return cups
    }

    /// The number of cups of each juice that a stock is enough for if no other juice is made, by the juice's index.
    ///
    /// - Parameter stock: The pieces of each fruit, by its index on the menu.
    public static func cupsPossible(_ menu: Menu, stock: [Int]) -> [Int] {
        let maker = JuiceMaker(menu: menu, store: FruitStore(stock: stock))
        return menu.juices.indices.map { maker.cupsPossible(of: $0) }
    }

    /// The shortages of fruit for an instruction, in the order of the menu; empty if it can be carried out.
    public func shortages(for instruction: Instruction) -> [Shortage] {
        var shortages: [Shortage] = []
        recipes.forEachChange(by: instruction) { fruit, change, pieces in
            let after = change.stock(after: store[fruit], pieces)
            if after < 0 { shortages.append(Shortage(fruit: fruit, pieces: -after)) }
        }
        return shortages
    }
}

/// A fruit that is missing for an instruction, and how many pieces of it.
public struct Shortage: Sendable, Hashable {
    /// The fruit's index on the menu, from 0.
    public let fruit: Int
    /// The number of missing pieces, 1 or more.
    public let pieces: Int

    /// Creates a shortage of some pieces of a fruit.
    public init(fruit: Int, pieces: Int) {
        precondition(fruit >= 0 && pieces >= 1, "A shortage requires a valid fruit and at least one piece")
        self.fruit = fruit
        self.pieces = pieces
    }
}
