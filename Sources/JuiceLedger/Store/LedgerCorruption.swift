/// Something in a ledger that this program never writes.
package struct LedgerCorruption: Error {
    /// What it is about.
    package let text: String
}
