/// The set of reports that a run writes.
///
/// Both are sets of `ReportNames.run`: either replaces the other as a whole.
package enum ReportsWanted: Sendable, CaseIterable {
    case all
    /// The reports that a chain needs of a shop's run: failures, restocks and all figures. The others can be made
    /// later.
    case few

    /// The files of such a set.
    package var names: Set<String> {
        switch self {
        case .all: ReportNames.run.names
        case .few: ["failure.csv", "restock.csv", "summary.json"]
        }
    }
}
