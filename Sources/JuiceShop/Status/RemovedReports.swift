internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// Finds reports of nightly runs that were deleted by hand, completely or partly.
///
/// The run log states where a run has put its reports. Only the newest runs are checked. For days before the newest
/// one, only sets that still have files are checked, since expired sets are removed completely.
struct RemovedReports {
    /// The maximum number of runs that are checked.
    private static let runsMax = 31

    /// A set of reports in the folder of a business day.
    private struct ReportSet {
        let run: Int
        let path: String
        let day: CalendarDay
        let dayName: FileName
        let name: FileName
        let files: Set<String>

        /// Finds the report set of a run; nil if its reports are not in the folder of a business day.
        ///
        /// - Parameter content: the content of the run's line in the run log.
        init?(run: Int, content: String) {
            guard let value = try? JSONReader.value(of: Array(content.utf8)), let path = value["output"]?.string,
                case let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init),
                parts.count == 3, parts[0] == ReportSearch.folderName, let day = CalendarDay(parts[1]),
                // A name that is not valid text is not recorded exactly, so it cannot be checked.
                !parts[2].unicodeScalars.contains("\u{FFFD}")
            else { return nil }
            (self.run, self.path, self.day) = (run, path, day)
            (dayName, name) = (FileName(parts[1]), FileName(parts[2]))
            files = (value["reports"]?.string == "few" ? ReportSelection.few : .all).names
        }
    }

    private let root: OpenFolder

    /// Creates a search in a shop's folder.
    ///
    /// - Parameter root: the shop's folder.
    init(in root: OpenFolder) {
        self.root = root
    }

    /// The runs whose reports are missing or incomplete, except for those already known.
    func runs(_ snapshot: LedgerSnapshot, besides known: [MisplacedReports]) throws -> [MisplacedReports] {
        let knownRuns = Set(known.map(\.run))
        let sets = try snapshot.newestLogged(runsMax: Self.runsMax).compactMap {
            ReportSet(run: $0.run, content: $0.content)
        }
        guard let newest = sets.map(\.day).max() else { return [] }
        return try sets.filter { set in
            try !knownRuns.contains(set.run) && isRemoved(set, ofNewestDay: set.day == newest)
        }.map { MisplacedReports(run: $0.run, state: .lost(target: $0.path)) }
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
