/// Which of its reports a run writes.
///
/// Both are sets of `ReportNames.run`: either takes the place of the other as a whole.
package enum ReportsWanted: Sendable, CaseIterable {
    /// All of them.
    case all
    /// What a chain needs of a shop's night: what failed, what to restock, and all figures. The others can be made later.
    case few

    /// The files of such a set.
    package var names: Set<String> {
        switch self {
        case .all: ReportNames.run.names
        case .few: ["failure.csv", "restock.csv", "summary.json"]
        }
    }
}
