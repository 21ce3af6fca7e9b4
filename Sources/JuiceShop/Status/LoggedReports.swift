internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// A set of reports of a nightly run, in the folder of a business day, as the run log states it.
struct LoggedReports {
    /// The maximum number of runs that are checked for removed reports.
    private static let runsMax = 31

    private let run: Int
    private let path: String
    private let day: CalendarDay
    private let dayName: FileName
    private let name: FileName
    private let files: Set<String>

    /// Finds the reports of a run; nil if they are not in the folder of a business day.
    ///
    /// - Parameter content: the content of the run's line in the run log.
    private init?(run: Int, content: String) {
        guard let value = try? JSONReader.value(of: Array(content.utf8)), let path = value["output"]?.string,
            case let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init),
            parts.count == 3, parts[0] == ReportSearch.folderName, let day = CalendarDay(parts[1]),
            // A name that is not valid text is not recorded exactly, so it cannot be checked.
            !parts[2].unicodeScalars.contains("\u{FFFD}")
        else { return nil }
        (self.run, self.path, self.day) = (run, path, day)
        (dayName, name) = (FileName(parts[1]), FileName(parts[2]))
        files = (value["reports"]?.string.flatMap(ReportSelection.init) ?? .all).names
    }

    /// The runs whose reports were deleted by hand, completely or partly, except for those already known.
    ///
    /// Only the newest runs are checked. For days before the newest one, only sets that still have files are checked,
    /// since expired sets are removed completely.
    ///
    /// - Parameter root: the shop's folder.
    static func removed(
        from root: OpenFolder, _ snapshot: LedgerSnapshot, excluding known: [MisplacedReports]
    ) throws -> [MisplacedReports] {
        let knownRuns = Set(known.map(\.run))
        let sets = try snapshot.newestLogged(runsMax: runsMax).compactMap {
            LoggedReports(run: $0.run, content: $0.content)
        }
        guard let newest = sets.map(\.day).max() else { return [] }
        return try sets.filter { set in
            try !knownRuns.contains(set.run) && set.isRemoved(from: root, isOfNewestDay: set.day == newest)
        }.map { MisplacedReports(run: $0.run, state: .missing(target: $0.path)) }
    }

    private func isRemoved(from root: OpenFolder, isOfNewestDay: Bool) throws(BatchError) -> Bool {
        guard let day = try root.folder(FileName(ReportSearch.folderName), dayName) else { return isOfNewestDay }
        switch try day.subfolder(name) {
        case .missing: return isOfNewestDay
        case .unreadable: return false
        case .opened(let folder): return !files.allSatisfy { folder.isFile(FileName($0)) }
        }
    }
}
