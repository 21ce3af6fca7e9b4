internal import JuiceCore

/// What takes a run back, as far as stock and later cancels allow it: its movements with the opposite sign, on top of stock as it stands
/// now.
///
/// A count is undone by its net change.
package struct RunReversal: Sendable {
    /// What keeps a run from being taken back; items by their numbers in the ledger.
    package enum Obstacle: Sendable, Equatable {
        /// The stock of a fruit would leave its limits. Pieces that are missing; negative when there would be too many.
        case stock(fruit: Int, missing: Int)
        /// Later runs cancelled so many cups of a juice more than would then have been served.
        case cancelled(juice: Int, cups: Int)
    }

    /// The movements that undo those of the run, in their order.
    package let movements: [RunContent.Movement]
    /// What undoes what it served and cancelled, in its order.
    package let cups: [RunContent.Cups]
    /// What keeps the run from being taken back: fruits in the order of the movements, and then juices.
    package let obstacles: [Obstacle]

    /// - Parameters:
    ///   - run: the one that is to be taken back.
    ///   - stock: pieces of each fruit by now, by the fruit's number; 0 of a fruit that is not in it.
    ///   - cancellable: cups of each juice that can be cancelled by now, by the juice's number, likewise.
    package init(of run: RunContent, stock: [Int: Int], cancellable: [Int: Int]) {
        movements = run.movements.map { $0.inverse(on: stock[$0.fruit] ?? 0) }
        cups = run.cups.map(\.inverse)
        let ofStock = movements.compactMap { inverse -> Obstacle? in
            if inverse.closing < 0 { return .stock(fruit: inverse.fruit, missing: -inverse.closing) }
            let free = FruitStore.stockMax - inverse.closing
            return free < 0 ? .stock(fruit: inverse.fruit, missing: free) : nil
        }
        let ofCups = cups.compactMap { inverse -> Obstacle? in
            let left = (cancellable[inverse.juice] ?? 0) + inverse.net
            return left < 0 ? .cancelled(juice: inverse.juice, cups: -left) : nil
        }
        obstacles = ofStock + ofCups
    }
}
