package import JuiceBatch

/// What a shop has settled once about its till's exports, as far as typed words add to it or go before it.
package struct SettledTill: Sendable, Equatable {
    /// What makes up the cell of a role; no input has to have these columns.
    package var columns: [Role: RoleColumns] = [:]
    /// What holds of rows.
    package var rules = TillRules()
    /// The file that says it, as messages call it.
    package var origin = ""

    /// Nothing settled.
    package init() {}
}
