internal import JuiceCore

/// What takes a run back, as far as stock allows it: its movements with the opposite sign, on top of stock as it stands
/// now.
///
/// A count is undone by its net change.
package struct RunReversal: Sendable {
    /// A fruit whose stock would leave its limits.
    package struct Obstacle: Sendable, Equatable {
        /// The fruit's number in the ledger.
        package let fruit: Int
        /// Pieces that are missing; negative when there would be too many.
        package let missing: Int

        package init(fruit: Int, missing: Int) {
            self.fruit = fruit
            self.missing = missing
        }
    }

    /// The movements that undo those of the run, in their order.
    package let movements: [RunContent.Movement]
    /// What keeps the run from being taken back, in the order of the movements.
    package let obstacles: [Obstacle]

    /// - Parameters:
    ///   - movements: those of the run that is to be taken back.
    ///   - stock: pieces of each fruit by now, by the fruit's number; 0 of a fruit that is not in it.
    package init(of movements: [RunContent.Movement], stock: [Int: Int]) {
        self.movements = movements.map { $0.inverse(on: stock[$0.fruit] ?? 0) }
        obstacles = self.movements.compactMap { inverse in
            if inverse.closing < 0 { return Obstacle(fruit: inverse.fruit, missing: -inverse.closing) }
            let free = FruitStore.stockMax - inverse.closing
            return free < 0 ? Obstacle(fruit: inverse.fruit, missing: free) : nil
        }
    }
}
