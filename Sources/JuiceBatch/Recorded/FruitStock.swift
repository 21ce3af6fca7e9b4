/// The stock of a fruit.
package struct FruitStock: Sendable, Equatable {
    /// The name under which the ledger has it.
    package let fruit: String
    /// The number of pieces on hand.
    package let pieces: Int

    package init(fruit: String, pieces: Int) {
        self.fruit = fruit
        self.pieces = pieces
    }
}
