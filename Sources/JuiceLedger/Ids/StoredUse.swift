internal import JuiceBatch
package import JuiceCore

/// What an id was used for, in one number, as a ledger stores it a million times: the quantity in front, then two bits
/// of action, then twenty of the item's number in the ledger.
package struct StoredUse: Sendable {
    /// The highest number of an item that fits.
    package static let itemMax = 1 << 20 - 1

    package let bits: Int

    /// What a ledger has stored.
    ///
    /// - Throws: `LedgerCorruption` if it is none that this program stores.
    package init(stored bits: Int) throws(LedgerCorruption) {
        self.bits = bits
        guard bits >= 0, item > 0, action.quantities.contains(quantity) else {
            throw LedgerCorruption(text: "what an id was used for")
        }
    }

    package init(action: Action, item: Int, quantity: Int) {
        bits = (quantity << 2 | Int(action.rawValue)) << 20 | item
    }

    package var action: Action {
        guard let action = Action(rawValue: UInt8(truncatingIfNeeded: bits >> 20 & 3)) else {
            preconditionFailure("two bits are an action")
        }
        return action
    }
    /// The number in the ledger.
    package var item: Int { bits & Self.itemMax }
    /// Cups or pieces.
    package var quantity: Int { bits >> 22 }
}
