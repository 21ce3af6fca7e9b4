/// Why a juice cannot be made.
public enum JuiceMakerError: Error, Sendable, Hashable {
    /// At least one ingredient is short.
    case insufficientStock
}

/// Makes juice from a store by recipe: all cups of an order, or none.
public struct JuiceMaker: Sendable {
    /// The recipes it works by.
    public let menu: Menu
    /// The stock it takes from.
    public var store: FruitStore

    // The recipes in one run, so that making a juice follows no reference from row to row.
    @usableFromInline let starts: [Int]
    @usableFromInline let ingredients: [Recipe.Ingredient]

    /// A juice maker over a store that has as many fruits as the menu.
    public init(menu: Menu, store: FruitStore) {
        precondition(store.stock.count == menu.fruits.count, "a store for the menu's fruits")
        self.menu = menu
        self.store = store
        ingredients = menu.juices.flatMap(\.recipe.ingredients)
        var starts = [0]
        for juice in menu.juices {
            starts.append((starts.last ?? 0) + juice.recipe.ingredients.count)
        }
        self.starts = starts
    }

    /// Makes `cups` cups of a juice by its place on the menu, from 0.
    ///
    /// - Throws: `insufficientStock` if any ingredient is short for all of them; then nothing was used.
    @inlinable
    public mutating func make(_ juice: Int, cups: Int) throws(JuiceMakerError) {
        guard makeIfStocked(juice, cups: cups) else { throw .insufficientStock }
    }

    /// As `make`, for callers to whom a shortage is business as usual: false if any ingredient is short.
    @inlinable
    public mutating func makeIfStocked(_ juice: Int, cups: Int) -> Bool {
        store.takeIfStocked(ingredients, starts[juice]..<starts[juice + 1], cups: cups)
    }

    /// Calls `body` with each fruit that `cups` cups of a juice take, and how many pieces.
    @inlinable
    public func forEachNeed(_ juice: Int, cups: Int, _ body: (_ fruit: Int, _ quantity: Int) -> Void) {
        for index in starts[juice]..<starts[juice + 1] {
            let ingredient = ingredients[index]
            let (need, overflow) = ingredient.quantity.multipliedReportingOverflow(by: cups)
            body(ingredient.fruit, overflow ? Int.max : need)
        }
    }
}
