public import FlatMemory

/// The fruits that one cup of a juice uses up.
public struct Recipe: Sendable, Hashable {
    /// The amount of one fruit in a cup.
    public struct Ingredient: Sendable, Hashable {
        /// The fruit's index on the menu, from 0.
        public let fruit: Int
        /// Pieces a cup, 1 … `Recipe.quantityMax`.
        public let quantity: Int

        /// Creates an ingredient: pieces of one fruit, both within their limits.
        public init(fruit: Int, quantity: Int) {
            precondition(fruit >= 0, "no such fruit")
            precondition((1...Recipe.quantityMax).contains(quantity), "a recipe takes 1 … 10,000 pieces")
            self.fruit = fruit
            self.quantity = quantity
        }
    }

    /// The most pieces of one fruit that a cup may take.
    public static let quantityMax = 10_000

    /// The ingredients, each fruit once.
    public let ingredients: [Ingredient]

    /// A recipe of at least one ingredient, with no fruit twice.
    public init(_ ingredients: [Ingredient]) {
        precondition(!ingredients.isEmpty, "a juice is made of something")
        precondition(Set(ingredients.map(\.fruit)).count == ingredients.count, "each fruit stands once in a recipe")
        self.ingredients = ingredients
    }
}

/// The recipes of a menu in one run, so that making juice after juice follows no reference.
///
/// Each recipe is padded to an even number of parts with zero pieces of a fruit: branch prediction works better where the
/// loop has equally many iterations for most juices.
public struct RecipeTable: ~Copyable, @unchecked Sendable {
    /// The amount of a fruit in a cup.
    @frozen public struct Part: BitwiseCopyable, Sendable {
        /// The fruit's index on the menu, from 0.
        public let fruit: Int
        /// Pieces; 0 in a part that only fills up.
        public let quantity: Int

        /// The pieces that some cups take of the fruit, capped at the greatest integer.
        @inlinable
        @inline(__always)
        func pieces(cups: Int) -> Int {
            let (pieces, overflow) = quantity.multipliedReportingOverflow(by: cups)
            return overflow ? Int.max : pieces
        }
    }

    /// The number of fruits on the menu.
    @usableFromInline let fruitCount: Int
    // Filled in init and never written again, so any thread may read.
    @usableFromInline let parts: FixedBuffer<Part>
    /// The start of each juice's parts; one element more than there are juices.
    @usableFromInline let starts: FixedBuffer<Int>

    /// Creates the table of a menu's recipes by the juice's place on the menu, with ingredients in the order of its
    /// fruits.
    public init(menu: Menu) {
        fruitCount = menu.fruits.count
        starts = FixedBuffer(uninitializedCount: menu.juices.count + 1)
        var all: [Part] = []
        for (juice, recipe) in menu.juices.map(\.recipe).enumerated() {
            starts[juice] = all.count
            let ingredients = recipe.ingredients.sorted { $0.fruit < $1.fruit }
            all += ingredients.map { Part(fruit: $0.fruit, quantity: $0.quantity) }
            guard ingredients.count % 2 == 1 else { continue }
            // Of another fruit if there is one: what was just written is slow to read.
            var other = 0
            for ingredient in ingredients where ingredient.fruit == other { other += 1 }
            all.append(Part(fruit: other < menu.fruits.count ? other : 0, quantity: 0))
        }
        starts[menu.juices.count] = all.count
        parts = FixedBuffer(all)
    }

    /// The number of recipes.
    @inlinable public var count: Int { starts.count &- 1 }

    /// The numbers of a juice's parts.
    @inlinable
    @inline(__always)
    func range(of juice: Int) -> Range<Int> {
        precondition(juice >= 0 && juice < count, "no such juice")
        return Range(uncheckedBounds: (starts[unchecked: juice], starts[unchecked: juice &+ 1]))
    }
}
