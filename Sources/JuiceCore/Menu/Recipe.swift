/// The fruits that one cup of a juice uses up.
public struct Recipe: Sendable, Hashable {
    /// The amount of one fruit in a cup.
    public struct Ingredient: Sendable, Hashable {
        /// The fruit's place on the menu, from 0.
        public let fruit: Int
        /// Pieces a cup, 1 … `Recipe.quantityMax`.
        public let quantity: Int

        /// Pieces of one fruit; both must lie within their limits.
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
