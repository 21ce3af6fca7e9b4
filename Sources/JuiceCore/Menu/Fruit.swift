/// A fruit that the shop stocks.
public struct Fruit: Sendable, Hashable {
    /// The name under which reports show it.
    public let name: String
    /// Other names that mean the same fruit.
    public let aliases: [String]
    /// The cost of a piece for the shop, 0 … `Money.priceMax`; nil if unknown.
    public let cost: Money?

    /// A fruit by its name, its other names and its cost.
    public init(name: String, aliases: [String] = [], cost: Money? = nil) {
        self.name = name
        self.aliases = aliases
        self.cost = cost
    }
}
