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
    @usableFromInline let recipes: RecipeTable

    /// A juice maker over a store that has as many fruits as the menu.
    public init(menu: Menu, store: consuming FruitStore) {
        precondition(store.fruitCount == menu.fruits.count, "a store for the menu's fruits")
        self.menu = menu
        self.store = store
        recipes = RecipeTable(menu: menu)
    }

    /// As `FruitStore.add`.
    public mutating func add(_ quantity: Int, of fruit: Int) throws(FruitStoreError) {
        try store.add(quantity, of: fruit)
    }

    /// As `FruitStore.remove`.
    public mutating func remove(_ quantity: Int, of fruit: Int) throws(FruitStoreError) {
        try store.remove(quantity, of: fruit)
    }

    /// As `FruitStore.setCount`.
    public mutating func setCount(_ quantity: Int, of fruit: Int) throws(FruitStoreError) {
        try store.setCount(quantity, of: fruit)
    }

    /// Makes cups of a juice, at least one, by its place on the menu, from 0.
    ///
    /// - Throws: `insufficientStock` if any ingredient is short for all of them; then nothing was used.
    @inlinable
    public mutating func make(_ juice: Int, cups: Int) throws(JuiceMakerError) {
        guard makeIfStocked(juice, cups: cups) else { throw .insufficientStock }
    }

    /// As `make`, for callers to whom a shortage is business as usual: false if any ingredient is short.
    @inlinable
    @inline(__always)
    public mutating func makeIfStocked(_ juice: Int, cups: Int) -> Bool {
        precondition(cups >= 1, "an order is for a cup at least")
        let range = recipes.range(of: juice)
        var least = Int.max
        for index in range {
            let part = recipes[index]
            let (need, overflow) = part.quantity.multipliedReportingOverflow(by: cups)
            least = min(least, overflow ? -1 : store.pieces[part.fruit] &- need)
        }
        guard least >= 0 else { return false }
        for index in range {
            let part = recipes[index]
            store.pieces[part.fruit] = store.pieces[part.fruit] &- part.quantity &* cups
        }
        return true
    }

    /// Calls `body` with each fruit that some cups of a juice take, at least one, and how many pieces.
    @inlinable
    public func forEachNeed(_ juice: Int, cups: Int, _ body: (_ fruit: Int, _ quantity: Int) -> Void) {
        precondition(cups >= 1, "an order is for a cup at least")
        for index in recipes.range(of: juice) where recipes[index].quantity > 0 {
            body(recipes[index].fruit, need(recipes[index], cups))
        }
    }

    /// As `forEachNeed`, but `body` may also be called with 0 pieces of a fruit: for callers to whom that is nothing, and
    /// who want to spend no time on finding out.
    @inlinable
    @inline(__always)
    public func forEachPart(_ juice: Int, cups: Int, _ body: (_ fruit: Int, _ quantity: Int) -> Void) {
        precondition(cups >= 1, "an order is for a cup at least")
        for index in recipes.range(of: juice) { body(recipes[index].fruit, need(recipes[index], cups)) }
    }

    @inlinable
    @inline(__always)
    func need(_ part: RecipeTable.Part, _ cups: Int) -> Int {
        let (need, overflow) = part.quantity.multipliedReportingOverflow(by: cups)
        return overflow ? Int.max : need
    }
}
