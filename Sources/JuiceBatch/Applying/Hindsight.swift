internal import CSV
internal import JuiceCore

/// The restocks that would have saved orders, had they come in time.
///
/// In time means directly before the first lost order of the run. For each restock that is tried, the rows from that
/// order on are applied once more with that restock in front and all else unchanged; it saves as many orders as fewer
/// are lost. An order that is served then may cost a later one its fruit, which is counted.
package struct Hindsight: Sendable, Equatable {
    /// A restock, and what it would have done.
    package struct Restock: Sendable, Equatable {
        /// Its input, from 0.
        package let input: Int
        /// The line it starts on, from 1.
        package let line: Int
        /// The fruit's place on the menu.
        package let fruit: Int
        package let quantity: Int
        /// The number of orders fewer that would have been lost; at least 1.
        package let saved: Int

        package init(input: Int, line: Int, fruit: Int, quantity: Int, saved: Int) {
            self.input = input
            self.line = line
            self.fruit = fruit
            self.quantity = quantity
            self.saved = saved
        }
    }

    /// The maximum number of restocks reported.
    package static let restocksMax = 10

    /// The restocks that would have saved most, the most first; of equal ones the earlier.
    package let restocks: [Restock]
    /// The number of restocks that came after an order had been lost for lack of their fruit.
    package let candidates: Int
    /// The number of candidates tried, from the first.
    package let tried: Int
    /// The number of rows that each trial applied.
    package let rows: Int
    /// Whether these are all rows up to the run's end.
    package let coversAll: Bool
}
