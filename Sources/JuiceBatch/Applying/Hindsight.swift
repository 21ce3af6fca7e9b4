internal import CSV
internal import JuiceCore

/// Which restocks would have saved orders, had they come in time.
///
/// In time means: directly before the first order of the run that was lost. For each restock that was tried, the rows
/// from that order on are carried out once more with that one restock moved to their front and everything else as
/// it was; what it saves is how many orders fewer are lost. So an order that is served then may cost a later one its
/// fruit, and that is counted.
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
        /// How many orders fewer would have been lost; at least 1.
        package let saved: Int

        package init(input: Int, line: Int, fruit: Int, quantity: Int, saved: Int) {
            self.input = input
            self.line = line
            self.fruit = fruit
            self.quantity = quantity
            self.saved = saved
        }
    }

    /// How many restocks are told of.
    package static let restocksMax = 10

    /// Those that would have saved most, the most first; of equal ones the earlier.
    package let restocks: [Restock]
    /// How many restocks came after an order had been lost for lack of their fruit.
    package let candidates: Int
    /// How many of them were tried: the first ones.
    package let tried: Int
    /// How many rows each trial carried out.
    package let rows: Int
    /// Whether these are all rows up to the run's end.
    package let coversAll: Bool
}
