public import FlatMemory

/// Why stock cannot be changed as asked.
public enum FruitStoreError: Error, Sendable, Hashable {
    /// There is less of the fruit than is to be taken.
    case insufficientStock
    /// Stock would pass `FruitStore.stockMax`.
    case stockLimit
}

/// The stock of a shop: pieces of each fruit on hand.
///
/// It is the only one who holds its storage, so that changing it costs no look at who else does.
public struct FruitStore: ~Copyable, @unchecked Sendable {
    /// The most pieces of one fruit.
    public static let stockMax = 1_000_000_000_000
    /// What every fruit opens with unless something else is known.
    public static let opening = 10

    @usableFromInline let pieces: FixedBuffer<Int>

    /// A store with the given stock.
    public init(stock: [Int]) {
        precondition(stock.allSatisfy { (0...Self.stockMax).contains($0) }, "stock lies within its limits")
        pieces = FixedBuffer(stock)
    }

    /// A store in which every fruit of the menu stands at `opening`.
    public init(menu: Menu) {
        self.init(stock: Array(repeating: Self.opening, count: menu.fruits.count))
    }

    /// How many fruits there are.
    @inlinable public var fruitCount: Int { pieces.count }

    /// Pieces on hand by the fruit's place on the menu, from 0; each 0 … `stockMax`.
    public var stock: [Int] { pieces.indices.map { pieces[$0] } }

    /// Pieces on hand of one fruit, by its place on the menu, from 0.
    @inlinable
    public subscript(fruit: Int) -> Int { pieces[fruit] }

    /// Adds pieces of a fruit, 0 or more; `stockLimit` if there would be too many, and then nothing changes.
    @inlinable
    public mutating func add(_ quantity: Int, of fruit: Int) throws(FruitStoreError) {
        try apply(.adding, quantity, of: fruit)
    }

    /// Takes pieces of a fruit, 0 or more; `insufficientStock` if there are fewer, and then nothing changes.
    @inlinable
    public mutating func remove(_ quantity: Int, of fruit: Int) throws(FruitStoreError) {
        try apply(.taking, quantity, of: fruit)
    }

    /// Sets a fruit to what was counted, 0 or more; `stockLimit` if that is more than a store may hold.
    @inlinable
    public mutating func setCount(_ quantity: Int, of fruit: Int) throws(FruitStoreError) {
        try apply(.setting, quantity, of: fruit)
    }

    @inlinable
    mutating func apply(_ change: StockChange, _ quantity: Int, of fruit: Int) throws(FruitStoreError) {
        precondition(quantity >= 0, "a quantity is not negative")
        let after = change.stock(after: self[fruit], quantity)
        guard after >= 0 else { throw .insufficientStock }
        guard after <= Self.stockMax else { throw .stockLimit }
        pieces[fruit] = after
    }
}
