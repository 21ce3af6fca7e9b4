package import JuiceBatch
package import JuiceReports

/// A request for a buying plan.
package struct PlanRequest: Sendable {
    /// The ledger that has the days before.
    package var ledger: LedgerRequest
    /// The menu file; nil for the built-in menu.
    package var menu: String?
    /// The days to plan for, and the method.
    package var scope: BuyingPlan.Scope
    /// A file of restocks that are on their way; nil for none.
    package var ordered: String?
    /// The folder of the plan's files; nil for none.
    package var output: String?
    /// The shop's name; nil for none.
    package var shop: String?
    /// The sign of money, `MoneyWording.isSign`.
    package var currency = MoneyWording.usualSign
    package var language: MessageLanguage

    /// A plan for the day after the newest one.
    package init(ledger: LedgerRequest, language: MessageLanguage) {
        self.ledger = ledger
        scope = BuyingPlan.Scope()
        self.language = language
    }
}
