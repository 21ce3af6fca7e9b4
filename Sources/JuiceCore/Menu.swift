public import FlatMemory

/// The juices that a shop makes, with their recipes, and the fruits that it stocks.
public struct Menu: Sendable, Hashable {
    /// The maximum number of fruits on a menu.
    public static let fruitsMax = 1_000
    /// The maximum number of juices on a menu.
    public static let juicesMax = 10_000

    /// The fruits in the order in which every report lists them.
    public let fruits: [Fruit]
    /// The juices in the order in which every report lists them.
    public let juices: [Juice]

    /// Whether the menu has prices or costs, or at least columns for them, which may be empty.
    public let hasMoney: Bool

    /// Creates a menu of fruits and juices; recipes refer to fruits by their index in `fruits`.
    public init(fruits: [Fruit], juices: [Juice], hasMoney: Bool = false) {
        precondition(fruits.count <= Self.fruitsMax && juices.count <= Self.juicesMax, "a menu has its limits")
        for ingredient in juices.flatMap(\.recipe.ingredients) {
            precondition(fruits.indices.contains(ingredient.fruit), "recipes use fruits of the menu")
        }
        (self.fruits, self.juices) = (fruits, juices)
        self.hasMoney = hasMoney || juices.contains { $0.price != nil } || fruits.contains { $0.cost != nil }
    }

    /// The smallest number of pieces of each fruit in any recipe, by the fruit's index; 0 for a fruit in no recipe.
    public var leastUses: [Int] {
        var least = fruits.map { _ in Int.max }
        for part in juices.flatMap(\.recipe.ingredients) { least[part.fruit] = min(least[part.fruit], part.quantity) }
        return least.map { $0 == .max ? 0 : $0 }
    }

    /// The number of cups of each juice, by index, for which a stock of fruits, by index, suffices if no other is made.
    public func cupsPossible(stock: [Int]) -> [Int] {
        juices.map { $0.recipe.ingredients.map { stock[$0.fruit] / $0.quantity }.min() ?? 0 }
    }

    /// The menu of the shop for which this program was first written.
    public static let builtIn: Menu = {
        let (strawberry, banana, pineapple, kiwi, mango) = (0, 1, 2, 3, 4)
        func juice(_ name: String, _ aliases: [String], _ ingredients: [(Int, Int)]) -> Juice {
            Juice(name: name, recipe: Recipe(ingredients.map { .init(fruit: $0, quantity: $1) }), aliases: aliases)
        }
        return Menu(
            fruits: [
                Fruit(name: "딸기", aliases: ["strawberry"]),
                Fruit(name: "바나나", aliases: ["banana"]),
                Fruit(name: "파인애플", aliases: ["pineapple"]),
                Fruit(name: "키위", aliases: ["kiwi"]),
                Fruit(name: "망고", aliases: ["mango"]),
            ],
            juices: [
                juice("딸기쥬스", ["strawberry"], [(strawberry, 16)]),
                juice("바나나쥬스", ["banana"], [(banana, 2)]),
                juice("키위쥬스", ["kiwi"], [(kiwi, 3)]),
                juice("파인애플쥬스", ["pineapple"], [(pineapple, 2)]),
                juice("딸바쥬스", ["딸기바나나쥬스", "strawberry banana"], [(strawberry, 10), (banana, 1)]),
                juice("망고쥬스", ["mango"], [(mango, 3)]),
                juice("망고키위쥬스", ["망키쥬스", "mango kiwi"], [(mango, 2), (kiwi, 1)]),
            ])
    }()
}

/// A fruit that the shop stocks.
public struct Fruit: Sendable, Hashable {
    /// The name in reports.
    public let name: String
    /// Other names that mean the same fruit.
    public let aliases: [String]
    /// The cost of a piece to the shop, 0 … `Money.priceMax`; nil if unknown.
    public let cost: Money?

    /// Creates a fruit from its name, aliases and cost.
    public init(name: String, aliases: [String] = [], cost: Money? = nil) {
        (self.name, self.aliases, self.cost) = (name, aliases, cost)
    }
}

/// A juice, which customers order by the cup.
public struct Juice: Sendable, Hashable {
    /// The name in reports.
    public let name: String
    /// Other names that mean the same juice.
    public let aliases: [String]
    /// The ingredients of a cup.
    public let recipe: Recipe
    /// The price of a cup, 0 … `Money.priceMax`; nil if unknown.
    public let price: Money?

    /// Creates a juice from its name, recipe, aliases and price.
    public init(name: String, recipe: Recipe, aliases: [String] = [], price: Money? = nil) {
        (self.name, self.recipe, self.aliases, self.price) = (name, recipe, aliases, price)
    }
}

/// An amount of money, exact to the hundredth.
public struct Money: Sendable, Hashable, Comparable {
    /// The amount in hundredths of the currency's unit: 450,000 for 4,500원.
    public let hundredths: Int

    /// Creates an amount in hundredths of the currency's unit.
    public init(hundredths: Int) { self.hundredths = hundredths }

    /// The maximum price of a cup and cost of a piece: a billion units of the currency.
    public static let priceMax = Money(hundredths: 100_000_000_000)

    /// Whether an amount is less than another.
    public static func < (one: Money, other: Money) -> Bool { one.hundredths < other.hundredths }

    /// The amount in digits, with two decimals unless it is an integer, as in `4500` and `-12.50`.
    public var digits: String {
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        let decimals = rest == 0 ? "" : ".\(rest / 10)\(rest % 10)"
        return "\(hundredths < 0 ? "-" : "")\(whole)\(decimals)"
    }
}

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
            (self.fruit, self.quantity) = (fruit, quantity)
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

/// A table of a menu's recipes in contiguous memory, so that making juice dereferences no further objects.
///
/// Recipes are padded to an even number of parts, so that the loop is as long for most juices and well predicted.
public struct RecipeTable: ~Copyable, @unchecked Sendable {
    @usableFromInline let fruitCount: Int
    /// The fruit of each part, and its pieces in a cup, which are 0 in a part that is padding.
    // Written only by the initializer, so any thread may read it.
    @usableFromInline let parts: FixedBuffer<(fruit: Int, quantity: Int)>
    /// The index in `parts` of each juice's first part, and after them the number of all parts.
    @usableFromInline let starts: FixedBuffer<Int>

    /// Creates the table of a menu's recipes, in the order of its juices; ingredients are in the order of its fruits.
    public init(menu: Menu) {
        fruitCount = menu.fruits.count
        starts = FixedBuffer(uninitializedCount: menu.juices.count + 1)
        var all: [(fruit: Int, quantity: Int)] = []
        for (juice, recipe) in menu.juices.map(\.recipe).enumerated() {
            starts[juice] = all.count
            let ingredients = recipe.ingredients.sorted { $0.fruit < $1.fruit }
            all += ingredients.map { ($0.fruit, $0.quantity) }
            guard ingredients.count % 2 == 1 else { continue }
            // Padding uses another fruit if there is one, because reading a stock that was just written is slow.
            var other = 0
            for ingredient in ingredients where ingredient.fruit == other { other += 1 }
            all.append((other < menu.fruits.count ? other : 0, 0))
        }
        starts[menu.juices.count] = all.count
        parts = FixedBuffer(all)
    }

    /// Calls `body` with each part of the recipe of some cups: the fruit's index, and the pieces, limited to `Int.max`.
    @inlinable @inline(__always)
    func forEachPart(of juice: Int, cups: Int, _ body: (_ fruit: Int, _ pieces: Int) -> Void) {
        precondition(juice >= 0 && juice < starts.count &- 1, "no such juice")
        precondition(cups >= 1, "an order or cancel is of a cup at least")
        let range = unsafe Range(uncheckedBounds: (starts[unchecked: juice], starts[unchecked: juice &+ 1]))
        for index in range {
            let (fruit, quantity) = parts[unchecked: index]
            let (pieces, overflow) = quantity.multipliedReportingOverflow(by: cups)
            body(fruit, overflow ? Int.max : pieces)
        }
    }
}
