internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// The search for reports of nightly runs that were removed by hand, whole or in part.
///
/// The ledger knows where a run has put its reports by the run's line in the run log. Only the newest runs are looked at,
/// and of days before the newest one only sets that are still there: whole ones are removed once they are old.
struct RemovedReports {
    /// The maximum number of the latest runs that are looked at.
    private static let runsMax = 31

    /// A set of reports in the folder of a day.
    private struct ReportSet {
        let run: Int
        let path: String
        let day: CalendarDay
        let dayName: FileName
        let name: FileName
        let files: Set<String>

        /// - Parameter content: the content of the run's line in the run log.
        init?(run: Int, content: String) {
            guard let value = try? JSONReader.value(of: Array(content.utf8)), let path = value["output"]?.string,
                case let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init),
                parts.count == 3, parts[0] == ReportSearch.folderName, let day = CalendarDay(parts[1]),
                // A name that is no text is not on record as it is.
                !parts[2].unicodeScalars.contains("\u{FFFD}")
            else { return nil }
            (self.run, self.path, self.day) = (run, path, day)
            (dayName, name) = (FileName(parts[1]), FileName(parts[2]))
            files = (value["reports"]?.string == "few" ? ReportsWanted.few : .all).names
        }
    }

    private let root: OpenFolder

    /// - Parameter root: the shop's folder.
    init(in root: OpenFolder) {
        self.root = root
    }

    /// The runs whose reports are missing or incomplete, apart from those that are known already.
    func runs(_ snapshot: LedgerSnapshot, besides known: [UnplacedReports]) throws -> [UnplacedReports] {
        let knownRuns = Set(known.map(\.run))
        let sets = try snapshot.newestLogged(runsMax: Self.runsMax).compactMap {
            ReportSet(run: $0.run, content: $0.content)
        }
        guard let newest = sets.map(\.day).max() else { return [] }
        return try sets.filter { set in
            try !knownRuns.contains(set.run) && isRemoved(set, ofNewestDay: set.day == newest)
        }.map { UnplacedReports(run: $0.run, state: .lost(target: $0.path)) }
    }

    private func isRemoved(_ set: ReportSet, ofNewestDay isOfNewestDay: Bool) throws(BatchError) -> Bool {
        guard case .folder(let reports) = try root.inner(FileName(ReportSearch.folderName)),
            case .folder(let day) = try reports.inner(set.dayName)
        else { return isOfNewestDay }
        switch try day.inner(set.name) {
        case .none: return isOfNewestDay
        case .closed: return false
        case .folder(let folder): return !set.files.allSatisfy { folder.isFile($0) }
        }
    }
}
