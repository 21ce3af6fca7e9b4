package import JuiceBatch

/// The settings for the POS' exports that a shop has settled once; options that are typed add to them or override them.
package struct SettledTill: Sendable, Equatable {
    /// The columns that form the cell of a role; an input need not have them.
    package var columns: [Role: RoleColumns] = [:]
    /// The rules for rows.
    package var rules = TillRules()
    /// The file that says it, as messages call it.
    package var origin = ""

    /// Creates settings in which nothing is settled.
    package init() {}
}
