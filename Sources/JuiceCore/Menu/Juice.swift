/// A product: what a customer orders by the cup.
public struct Juice: Sendable, Hashable {
    /// The name under which reports show it.
    public let name: String
    /// Other names that mean the same juice.
    public let aliases: [String]
    /// The ingredients of a cup.
    public let recipe: Recipe
    /// The price of a cup, 0 … `Money.priceMax`; nil if unknown.
    public let price: Money?

    /// A juice by its name, its recipe, its other names and its price.
    public init(name: String, recipe: Recipe, aliases: [String] = [], price: Money? = nil) {
        self.name = name
        self.aliases = aliases
        self.recipe = recipe
        self.price = price
    }
}
