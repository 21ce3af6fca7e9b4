internal import JuiceBatch
package import JuiceCore

/// The use of an id as the number that a ledger stores: forty bits of quantity, two of action, twenty of the item's
/// number in the ledger.
///
/// The action's third bit was added later and precedes all others.
package struct StoredUse: Sendable {
    /// The highest number of an item that fits.
    package static let itemMax = 1 << 20 - 1

    package let bits: Int

    /// Decodes a stored number.
    ///
    /// - Throws: `LedgerCorruption` if it is none that this program stores.
    package init(stored bits: Int) throws(LedgerCorruption) {
        self.bits = bits
        guard bits >= 0, item > 0, let action = Action(rawValue: Self.action(bits)),
            action.quantities.contains(quantity)
        else {
            throw LedgerCorruption(text: "what an id was used for")
        }
    }

    package init(action: Action, item: Int, quantity: Int) {
        let number = Int(action.rawValue)
        precondition(number < 8, "an action fits into its three bits")
        bits = (number >> 2) << Self.lateBit | (quantity << 2 | number & 3) << 20 | item
    }

    private static let lateBit = 62
    private static let quantityMax = 1 << 40 - 1

    /// The `rawValue` of the stored `Action`.
    private static func action(_ bits: Int) -> UInt8 { UInt8((bits >> lateBit) << 2 | (bits >> 20) & 3) }

    package var action: Action {
        guard let action = Action(rawValue: Self.action(bits)) else {
            preconditionFailure("what is stored has an action")
        }
        return action
    }
    /// The number in the ledger.
    package var item: Int { bits & Self.itemMax }
    /// The number of cups or pieces.
    package var quantity: Int { (bits >> 22) & Self.quantityMax }
}
