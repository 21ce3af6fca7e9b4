package import JuiceCore

/// The money figures of a run, as a ledger stores them.
///
/// An amount is nil where a price was missing that it needed.
package struct RecordedMoney: Sendable, Equatable {
    /// The sign of the currency, such as `원`.
    package let currency: String
    /// Cups that were served less those that were cancelled.
    package let sales: Money?
    /// Cups that orders were short of.
    package let lostSales: Money?
    /// The cost of the fruit that orders took less that of what cancels gave back.
    package let fruitUsed: Money?
    package let discarded: Money?
    /// The cost of what counts found in surplus; negative where they found less than expected.
    package let counted: Money?

    package init(
        currency: String, sales: Money?, lostSales: Money?, fruitUsed: Money?, discarded: Money?, counted: Money?
    ) {
        self.currency = currency
        self.sales = sales
        self.lostSales = lostSales
        self.fruitUsed = fruitUsed
        self.discarded = discarded
        self.counted = counted
    }

    /// All of them, in the order in which they are declared.
    package var amounts: [Money?] { [sales, lostSales, fruitUsed, discarded, counted] }
}
