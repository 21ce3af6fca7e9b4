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
    public internal(set) var stock: [Int]

    /// A store with the given stock.
    public init(stock: [Int]) {
        precondition(stock.allSatisfy { (0...Self.stock_max).contains($0) }, "stock lies within its limits")
        self.stock = stock
    }

    /// A store in which every fruit of the menu stands at `opening`.
    public init(menu: Menu) {
        self.init(stock: Array(repeating: Self.opening, count: menu.fruits.count))
    }

    /// Adds pieces of a fruit; `stockLimit` if there would be too many, and then nothing changes.
    @inlinable
    public mutating func add(_ quantity: Int, of fruit: Int) throws(FruitStoreError) {
        let (sum, overflow) = stock[fruit].addingReportingOverflow(quantity)
        guard !overflow, sum <= Self.stock_max else { throw .stockLimit }
        setStock(sum, of: fruit)
    }

    /// Takes pieces of a fruit; `insufficientStock` if there are fewer, and then nothing changes.
    @inlinable
    public mutating func remove(_ quantity: Int, of fruit: Int) throws(FruitStoreError) {
        guard stock[fruit] >= quantity else { throw .insufficientStock }
        setStock(stock[fruit] - quantity, of: fruit)
    }

    /// Sets a fruit to what was counted; `stockLimit` if that is more than a store may hold.
    @inlinable
    public mutating func setCount(_ quantity: Int, of fruit: Int) throws(FruitStoreError) {
        guard quantity <= Self.stock_max else { throw .stockLimit }
        setStock(quantity, of: fruit)
    }

    @usableFromInline
    @inline(__always)
    mutating func setStock(_ quantity: Int, of fruit: Int) {
        precondition(quantity >= 0, "stock is never negative")
        stock[fruit] = quantity
    }
}
