package import JuiceBatch
internal import JuiceCore

/// The content of a buying plan as data, which renderers turn into each format.
package struct PlanModel: Sendable {
    /// The language of all sentences.
    package let language: MessageLanguage
    package let plan: BuyingPlan
    /// The prefix of the ids in plan.csv.
    package let idPrefix: String
    /// The currency sign of the plan.
    package let currency: String
    /// The shop's name; nil if the settings have none.
    package let shop: String?
    /// The latest run that the plan takes into account.
    package let lastRun: Int
    /// The number of rows in the file of pending deliveries that have already arrived.
    package let arrivedRows: Int

    /// Creates the model of a plan.
    ///
    /// - Parameters:
    ///   - idPrefix: the prefix of the plan's ids, determined by ledger and plan, so that a plan.csv is applied only once.
    ///   - shop: the shop's name; nil for none.
    package init(
        _ plan: BuyingPlan, _ language: MessageLanguage, idPrefix: String, currency: String, shop: String?,
        lastRun: Int, arrivedRows: Int
    ) {
        self.plan = plan
        self.language = language
        self.idPrefix = idPrefix
        self.currency = currency
        self.shop = shop
        self.lastRun = lastRun
        self.arrivedRows = arrivedRows
    }
}
