public import FlatMemory

/// The fruits that one cup of a juice takes.
public struct Recipe: Sendable, Hashable {
    /// The amount of one fruit in a cup.
    public struct Ingredient: Sendable, Hashable {
        /// The fruit's index on the menu, from 0.
        public let fruit: Int
        /// The number of pieces in a cup, 1 … `Recipe.quantityMax`.
        public let quantity: Int

        /// Creates an ingredient from the index of a fruit and a number of pieces within the limits.
        public init(fruit: Int, quantity: Int) {
            precondition(fruit >= 0, "no such fruit")
            precondition((1...Recipe.quantityMax).contains(quantity), "a recipe takes 1 … 10,000 pieces")
            self.fruit = fruit
            self.quantity = quantity
        }
    }

    /// The maximum number of pieces of one fruit in a cup.
    public static let quantityMax = 10_000

    /// The ingredients of a cup; no fruit occurs twice.
    public let ingredients: [Ingredient]

    /// Creates a recipe of at least one ingredient, in which no fruit occurs twice.
    public init(_ ingredients: [Ingredient]) {
        precondition(!ingredients.isEmpty, "a juice is made of something")
        precondition(Set(ingredients.map(\.fruit)).count == ingredients.count, "each fruit stands once in a recipe")
        self.ingredients = ingredients
    }
}

/// The recipes of a menu in one contiguous table, so that making juice dereferences no further objects.
///
/// Each recipe is padded to an even number of parts with zero pieces of a fruit, because branch prediction works better
/// if the loop has the same number of iterations for most juices.
public struct RecipeTable: ~Copyable, @unchecked Sendable {
    /// The pieces of one fruit in a cup.
    @frozen public struct Part: BitwiseCopyable, Sendable {
        /// The fruit's index on the menu, from 0.
        public let fruit: Int
        /// The number of pieces; 0 in a part that is padding.
        public let quantity: Int

        /// The pieces of the fruit that a number of cups takes, limited to `Int.max`.
        @inlinable
        @inline(__always)
        func pieces(cups: Int) -> Int {
            let (pieces, overflow) = quantity.multipliedReportingOverflow(by: cups)
            return overflow ? Int.max : pieces
        }
    }

    /// The number of fruits on the menu.
    @usableFromInline let fruitCount: Int
    // Written only by the initializer, so any thread may read it.
    @usableFromInline let parts: FixedBuffer<Part>
    /// The index of each juice's first part; one element more than there are juices.
    @usableFromInline let starts: FixedBuffer<Int>

    /// Creates the table of a menu's recipes, in the order of its juices; ingredients are in the order of its fruits.
    public init(menu: Menu) {
        fruitCount = menu.fruits.count
        starts = FixedBuffer(uninitializedCount: menu.juices.count + 1)
        var all: [Part] = []
        for (juice, recipe) in menu.juices.map(\.recipe).enumerated() {
            starts[juice] = all.count
            let ingredients = recipe.ingredients.sorted { $0.fruit < $1.fruit }
            all += ingredients.map { Part(fruit: $0.fruit, quantity: $0.quantity) }
            guard ingredients.count % 2 == 1 else { continue }
            // Padding uses another fruit if there is one, because reading a stock that was just written is slow.
            var other = 0
            for ingredient in ingredients where ingredient.fruit == other { other += 1 }
            all.append(Part(fruit: other < menu.fruits.count ? other : 0, quantity: 0))
        }
        starts[menu.juices.count] = all.count
        parts = FixedBuffer(all)
    }

    /// The number of recipes.
    @inlinable public var count: Int { starts.count &- 1 }

    /// The indices of a juice's parts.
    @inlinable
    @inline(__always)
    func range(of juice: Int) -> Range<Int> {
        precondition(juice >= 0 && juice < count, "no such juice")
        return Range(uncheckedBounds: (starts[unchecked: juice], starts[unchecked: juice &+ 1]))
    }
}
