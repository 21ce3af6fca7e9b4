/// A product: what a customer orders by the cup.
public struct Juice: Sendable, Hashable {
    /// The name under which reports show it.
    public let name: String
    /// Other names that mean the same juice.
    public let aliases: [String]
    /// What a cup takes.
    public let recipe: Recipe

    /// A juice by its name, its recipe and its other names.
    public init(name: String, recipe: Recipe, aliases: [String] = []) {
        self.name = name
        self.aliases = aliases
        self.recipe = recipe
    }
}
