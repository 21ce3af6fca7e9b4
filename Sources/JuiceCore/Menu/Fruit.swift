/// A stocked ingredient.
public struct Fruit: Sendable, Hashable {
    /// The name under which reports show it.
    public let name: String
    /// Other names that mean the same fruit.
    public let aliases: [String]

    /// A fruit by its name and its other names.
    public init(name: String, aliases: [String] = []) {
        self.name = name
        self.aliases = aliases
    }
}
