/// What there is too little of.
public struct Lack: Sendable, Hashable {
    /// The fruit's place on the menu, from 0.
    public let fruit: Int
    /// How many pieces are missing, 1 or more.
    public let pieces: Int

    /// So many pieces of a fruit.
    public init(fruit: Int, pieces: Int) {
        precondition(fruit >= 0 && pieces >= 1, "what is missing is something")
        self.fruit = fruit
        self.pieces = pieces
    }
}
