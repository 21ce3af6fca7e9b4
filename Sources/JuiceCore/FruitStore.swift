/// Why stock cannot be changed as asked.
public enum FruitStoreError: Error, Sendable, Hashable {
    /// There is less of the fruit than is to be taken.
    case insufficientStock
    /// Stock would pass `FruitStore.stock_max`.
    case stockLimit
}

/// The stock of a shop: pieces of each fruit on hand.
public struct FruitStore: Sendable, Hashable {
    /// The most pieces of one fruit.
    public static let stock_max = 1_000_000_000_000
    /// What every fruit opens with unless something else is known.
    public static let opening = 10

    /// Pieces on hand by the fruit's place on the menu, from 0; each 0 … `stock_max`.
    public var stock: [Int] {
        @inlinable get { pieces }
    }

    @usableFromInline var pieces: [Int]

    /// A store with the given stock.
    public init(stock: [Int]) {
        precondition(stock.allSatisfy { (0...Self.stock_max).contains($0) }, "stock lies within its limits")
        pieces = stock
    }

    /// A store in which every fruit of the menu stands at `opening`.
    public init(menu: Menu) {
        self.init(stock: Array(repeating: Self.opening, count: menu.fruits.count))
    }

    /// Adds pieces of a fruit; `stockLimit` if there would be too many, and then nothing changes.
    @inlinable
    public mutating func add(_ quantity: Int, of fruit: Int) throws(FruitStoreError) {
        let (sum, overflow) = pieces[fruit].addingReportingOverflow(quantity)
        guard !overflow, sum <= Self.stock_max else { throw .stockLimit }
        pieces[fruit] = sum
    }

    /// Takes pieces of a fruit; `insufficientStock` if there are fewer, and then nothing changes.
    @inlinable
    public mutating func remove(_ quantity: Int, of fruit: Int) throws(FruitStoreError) {
        guard pieces[fruit] >= quantity else { throw .insufficientStock }
        pieces[fruit] -= quantity
    }

    /// Sets a fruit to what was counted; `stockLimit` if that is more than a store may hold.
    @inlinable
    public mutating func setCount(_ quantity: Int, of fruit: Int) throws(FruitStoreError) {
        guard quantity <= Self.stock_max else { throw .stockLimit }
        pieces[fruit] = quantity
    }

    /// Takes what `cups` cups with some of these ingredients need, or nothing: false if any is short.
    @inlinable
    @inline(__always)
    mutating func takeIfStocked(_ ingredients: [Recipe.Ingredient], _ range: Range<Int>, cups: Int) -> Bool {
        // One look at who else holds the storage, instead of one an ingredient.
        var pieces = pieces.mutableSpan
        for index in range {
            let ingredient = ingredients[index]
            let (need, overflow) = ingredient.quantity.multipliedReportingOverflow(by: cups)
            guard !overflow, need <= pieces[ingredient.fruit] else { return false }
        }
        for index in range {
            let ingredient = ingredients[index]
            pieces[ingredient.fruit] -= ingredient.quantity * cups
        }
        return true
    }
}
