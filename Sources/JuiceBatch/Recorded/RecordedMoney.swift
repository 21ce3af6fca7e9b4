package import JuiceCore

/// What a run came to in money, as a ledger keeps it.
///
/// An amount is nil where a price was missing that it needed.
package struct RecordedMoney: Sendable, Equatable {
    /// The sign of the currency, such as `원`.
    package let currency: String
    /// Cups that were served less those that were cancelled.
    package let sales: Money?
    /// Cups that orders were short of.
    package let lostSales: Money?
    /// What orders took of fruit less what cancels gave back.
    package let fruitUsed: Money?
    package let discarded: Money?
    /// What counts found more than there should have been; negative where they found less.
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
