/// Something in a ledger that this program never writes.
package struct LedgerCorruption: Error {
    /// The description of the damage.
    package let text: String
}
