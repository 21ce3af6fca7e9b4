package import JuiceCore

/// The instruction that used an id.
package struct IDUse: Equatable, Sendable {
    package let action: Action
    /// The juice of an order or cancel, the fruit of any other instruction: its place on the menu, from 0; nil if this menu
    /// does not have it.
    package let item: Int?
    /// The number of cups or pieces.
    package let quantity: Int
    /// The number, from 1, of the run that used the id; 0 where it is unknown.
    package let run: Int

    /// Creates the use of an id from a ledger's values; nil if no instruction has them.
    package init?(action: Action, item: Int?, quantity: Int, run: Int = 0) {
        guard action.quantities.contains(quantity), item.map((0..<IDTable.Entry.itemMax).contains) ?? true else {
            return nil
        }
        self.action = action
        self.item = item
        self.quantity = quantity
        self.run = run
    }
}
