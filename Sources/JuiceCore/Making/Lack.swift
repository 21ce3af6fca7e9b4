/// A shortage of a fruit.
public struct Lack: Sendable, Hashable {
    /// The fruit's place on the menu, from 0.
    public let fruit: Int
    /// The number of missing pieces, 1 or more.
    public let pieces: Int

    /// Creates a shortage of some pieces of a fruit.
    public init(fruit: Int, pieces: Int) {
        precondition(fruit >= 0 && pieces >= 1, "what is missing is something")
        self.fruit = fruit
        self.pieces = pieces
    }
}
