internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// Reports of nightly runs that were deleted by hand.
extension OpenFolder {
    /// The reports of a run in the folder of a business day, as the run log states them.
    private typealias LoggedReports = (run: Int, path: String, day: CalendarDay, names: [FileName], files: [FileName])

    /// The maximum number of runs that are checked for deleted reports.
    private static let loggedRunsMax = 31

    /// The reports of a run, given its line in the run log; nil if they are not in the folder of a business day.
    private static func loggedReports(_ run: Int, _ content: String) -> LoggedReports? {
        guard let value = try? JSONReader.value(of: Array(content.utf8)), let path = value["output"]?.string,
            case let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init),
            parts.count == 3, parts[0] == ReportSearch.folderName, let day = CalendarDay(parts[1]),
            // A name that is not valid text is not recorded exactly, so it cannot be checked.
            !parts[2].unicodeScalars.contains("\u{FFFD}")
        else { return nil }
        let files = (value["reports"]?.string.flatMap(ReportSelection.init) ?? .all).names
        return (run, path, day, parts.map { FileName($0) }, files.map { FileName($0) })
    }

    /// The runs whose reports were deleted by hand, completely or partly.
    ///
    /// Only the newest runs are checked. For days before the newest one, only sets that still have files are checked,
    /// since expired sets are removed completely.
    func deletedReports(
        _ snapshot: LedgerSnapshot, excluding known: [MisplacedReports]
    ) throws -> [MisplacedReports] {
        let knownRuns = Set(known.map(\.run))
        let sets = try snapshot.newestLogged(runsMax: Self.loggedRunsMax).compactMap {
            Self.loggedReports($0.run, $0.content)
        }
        guard let newest = sets.map(\.day).max() else { return [] }
        return try sets.filter { try !knownRuns.contains($0.run) && isDeleted($0, newestDay: newest) }
            .map { MisplacedReports(run: $0.run, state: .missing(target: $0.path)) }
    }

    private func isDeleted(_ set: LoggedReports, newestDay: CalendarDay) throws(BatchError) -> Bool {
        guard let day = try folder(set.names[0], set.names[1]) else { return set.day == newestDay }
        switch try day.subfolder(set.names[2]) {
        case .success(nil): return set.day == newestDay
        case .failure: return false
        case .success(let folder?): return !set.files.allSatisfy(folder.isFile)
        }
    }
}
