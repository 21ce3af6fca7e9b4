package import JuiceCore

/// What a used id stands for: the instruction that used it.
package struct IDUse: Equatable, Sendable {
    package let action: Action
    /// The juice of an order or cancel, the fruit of any other instruction: its place on the menu, from 0; nil if this menu
    /// does not have it.
    package let item: Int?
    /// Cups or pieces.
    package let quantity: Int
    /// The number, from 1, of the run that used the id; 0 where it is unknown.
    package let run: Int

    /// What a ledger says of an id; nil if no instruction says that.
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
