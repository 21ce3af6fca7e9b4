/// Why a juice cannot be made.
public enum JuiceMakerError: Error, Sendable, Hashable {
    /// At least one ingredient is short.
    case insufficientStock
}

/// Makes juice from a store by recipe: all cups of an order, or none.
public struct JuiceMaker: ~Copyable, @unchecked Sendable {
    /// An ingredient of a recipe, or nothing of one.
    @usableFromInline
    struct Part {
        @usableFromInline let fruit: Int
        /// Pieces a cup; 0 in a part that is there to fill up.
        @usableFromInline let quantity: Int
    }

    /// The recipes it works by.
    public let menu: Menu
    /// The stock it takes from.
    public var store: FruitStore

    // The recipes in one run, so that making a juice follows no reference from row to row; each filled up to an even
    // number of parts, since a loop that takes as many turns for one juice as for the other is foretold better.
    @usableFromInline let parts: UnsafeMutablePointer<Part>
    /// Where each juice's parts start; one element more than there are juices.
    @usableFromInline let starts: UnsafeMutablePointer<Int>

    /// A juice maker over a store that has as many fruits as the menu.
    public init(menu: Menu, store: consuming FruitStore) {
        precondition(store.fruitCount == menu.fruits.count, "a store for the menu's fruits")
        self.menu = menu
        self.store = store
        var all: [Part] = []
        starts = .allocate(capacity: menu.juices.count + 1)
        for (juice, ingredients) in menu.juices.map(\.recipe.ingredients).enumerated() {
            starts[juice] = all.count
            all += ingredients.map { Part(fruit: $0.fruit, quantity: $0.quantity) }
            guard ingredients.count % 2 == 1 else { continue }
            // Of another fruit if there is one: what was just written is slow to read.
            let others = menu.fruits.indices.filter { fruit in !ingredients.contains { $0.fruit == fruit } }
            all.append(Part(fruit: others.first ?? 0, quantity: 0))
        }
        starts[menu.juices.count] = all.count
        parts = .allocate(capacity: all.count)
        for (index, part) in all.enumerated() { (parts + index).initialize(to: part) }
    }

    deinit {
        parts.deallocate()
        starts.deallocate()
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
    @inline(__always)
    public mutating func makeIfStocked(_ juice: Int, cups: Int) -> Bool {
        let range = range(of: juice)
        var least = Int.max
        for index in range {
            let part = parts[index]
            let (need, overflow) = part.quantity.multipliedReportingOverflow(by: cups)
            least = min(least, overflow ? -1 : store.pieces[part.fruit] &- need)
        }
        guard least >= 0 else { return false }
        for index in range {
            let part = parts[index]
            store.pieces[part.fruit] = store.pieces[part.fruit] &- part.quantity &* cups
        }
        return true
    }

    /// Calls `body` with each fruit that `cups` cups of a juice take, and how many pieces.
    @inlinable
    public func forEachNeed(_ juice: Int, cups: Int, _ body: (_ fruit: Int, _ quantity: Int) -> Void) {
        for index in range(of: juice) where parts[index].quantity > 0 { body(parts[index].fruit, need(index, cups)) }
    }

    /// As `forEachNeed`, but `body` may also be called with 0 pieces of a fruit: for callers to whom that is nothing, and
    /// who want to spend no time on finding out.
    @inlinable
    @inline(__always)
    public func forEachPart(_ juice: Int, cups: Int, _ body: (_ fruit: Int, _ quantity: Int) -> Void) {
        for index in range(of: juice) { body(parts[index].fruit, need(index, cups)) }
    }

    @inlinable
    @inline(__always)
    func range(of juice: Int) -> Range<Int> {
        precondition(juice >= 0 && juice < menu.juices.count, "no such juice")
        return Range(uncheckedBounds: (starts[juice], starts[juice &+ 1]))
    }

    @inlinable
    @inline(__always)
    func need(_ index: Int, _ cups: Int) -> Int {
        let (need, overflow) = parts[index].quantity.multipliedReportingOverflow(by: cups)
        return overflow ? Int.max : need
    }
}
