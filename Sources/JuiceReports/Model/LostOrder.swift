package import JuiceBatch

/// An order that stock did not suffice for, and who had taken what it lacked.
package struct LostOrder: Sendable, Equatable {
    /// A fruit that there was too little of.
    package struct Missing: Sendable, Equatable {
        /// The fruit's place on the menu.
        package let fruit: Int
        /// The number of pieces that the order lacked.
        package let pieces: Int
        /// The last row before it that lowered the fruit's stock; nil if none had.
        package fileprivate(set) var taker: RowPlace?
    }

    package let place: RowPlace
    /// The time at which the order was lost; nil where its row has none.
    package let time: ClockTime?
    /// The order's id as it came; empty if it has none.
    package let id: String
    /// The juice's place on the menu.
    package let juice: Int
    package let cups: Int
    /// The missing fruits in the order of the menu.
    package private(set) var missing: [Missing]

    /// The order with takers from before its batch, by the fruit's place on the menu, where its batch had none.
    func resolved(by takers: [RowPlace?]) -> LostOrder {
        var order = self
        for index in missing.indices where missing[index].taker == nil {
            order.missing[index].taker = takers[missing[index].fruit]
        }
        return order
    }
}
