internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// The files and reports in a shop's folder that are older than the shop keeps them.
struct ExpiredReports {
    /// A set of reports or an archived file, given by the names on its path from the shop's folder.
    typealias Item = [FileName]

    /// Sets of reports without open rows, in the order in which they may be removed.
    private(set) var reports: [Item] = []
    /// Archived files that are inputs of the ledger.
    private(set) var files: [Item] = []
    /// Items kept because they are unresolved: reports with open rows, and files that wait for the operator.
    private(set) var open: [Item] = []
    /// Items kept because they contain foreign files, or because the ledger does not know them.
    private(set) var unrecognized: [Item] = []
    /// The folders of old business days that are empty or contain only facts.json.
    private(set) var emptyFolders: [Item] = []

    /// The name of the file with the results of a shop's run in a chain, removed with the last report set beside it.
    static let facts: FileName = "facts.json"

    /// Removes the folder of a business day if it is empty or contains only facts.json.
    static func removeDay(_ day: FileName, in folder: OpenFolder) throws(BatchError) {
        if let dayFolder = try folder.folder(day), try dayFolder.names() == [facts], dayFolder.isFile(facts) {
            dayFolder.remove(facts)
        }
        unlinkat(folder.descriptor, day.bytes, AT_REMOVEDIR)
    }

    private static let reportsFolder = FileName(NightlyRun.reportsFolder)
    private static let archiveFolders = [NightlyRun.ArchiveFolder.done, .repeated].map { FileName($0.rawValue) }
    /// The names of the folders from which old reports and files are removed.
    static let folders = [reportsFolder] + archiveFolders

    private let root: OpenFolder
    private let cancellation: CancellationToken
    /// The first day whose files are kept; nil if nothing is old.
    private let firstDay: CalendarDay?

    /// Determines which days are old, given the days of nightly runs that may have left no folders.
    init(
        in root: OpenFolder, keepDays: Int, today: CalendarDay, otherDays: [CalendarDay] = [],
        cancellation: CancellationToken
    ) throws {
        (self.root, self.cancellation) = (root, cancellation)
        let names = try Self.folders.flatMap { try root.folder($0)?.names() ?? [] }
        let days = names.compactMap { CalendarDay($0.text) } + otherDays
        firstDay = CalendarDay.firstKept(keepDays, today: today, days: days)
    }

    /// Finds the expired sets of reports; `openRuns` returns the runs of the ledger that have open rows.
    mutating func findReports(openRuns: () throws -> Set<Int>) throws {
        let name = Self.reportsFolder
        guard let firstDay, let folder = try root.folder(name) else { return }
        // Usually there are no old folders, and no reports have to be read.
        let old = try folder.names().filter { $0.isDay(before: firstDay) }
        if old.isEmpty { return }
        let openRuns = try openRuns()
        for day in old {
            guard let dayFolder = try folder.folder(day) else { continue }
            let entries = try dayFolder.names()
            if entries.allSatisfy({ $0 == Self.facts }) { emptyFolders.append([name, day]) }
            for entry in entries where entry != Self.facts {
                try cancellation.check()
                let item = [name, day, entry]
                let set = try dayFolder.folder(entry)
                let run = try set?.summaryFigures(cancellation)?.run.identity?.number
                if run.map(openRuns.contains) == true {
                    open.append(item)
                } else if let set, run != nil, try Self.containsReportsOnly(set) {
                    reports.append(item)
                } else {
                    unrecognized.append(item)
                }
            }
        }
    }

    /// Whether a folder contains only regular files with the names of reports.
    static func containsReportsOnly(_ folder: OpenFolder) throws(BatchError) -> Bool {
        try folder.names().allSatisfy { ReportFolder.names.contains($0.text) && folder.isFile($0) }
    }

    /// Finds the expired files in the archive folders, given the files that wait for the operator; `isKnown` returns
    /// whether the ledger knows a SHA-256.
    mutating func findFiles(unresolved: [UnresolvedFile], isKnown: (String) throws -> Bool) throws {
        let unresolved = Set(unresolved.map(\.path))
        for name in Self.archiveFolders {
            guard let firstDay, let folder = try root.folder(name) else { continue }
            for day in try folder.names() where day.isDay(before: firstDay) {
                guard let dayFolder = try folder.folder(day) else { continue }
                let names = try dayFolder.names()
                if names.isEmpty { emptyFolders.append([name, day]) }
                for file in names where !(file.isChecksum && names.contains { $0.checksum == file }) {
                    try cancellation.check()
                    let items = [file, file.checksum].filter(names.contains).map { [name, day, $0] }
                    if unresolved.contains([name, day, file].text) {
                        open += items
                    } else if !file.isChecksum, let sha256 = try digest(of: file, in: dayFolder), try isKnown(sha256) {
                        files += items
                    } else {
                        unrecognized += items
                    }
                }
            }
        }
    }

    /// The SHA-256 of a regular file in hex; nil if there is no such file or it cannot be read.
    private func digest(of name: FileName, in folder: OpenFolder) throws(BatchError) -> String? {
        let input = try? folder.input(name, path: folder.path, name: name.text, cancellation)
        let digest = try? input?.sha256(cancellation: cancellation)
        try cancellation.check()
        return digest
    }
}

extension ExpiredReports.Item {
    var text: String { map(\.text).joined(separator: "/") }
}

extension CalendarDay {
    /// The first day whose files are kept; nil if nothing is old.
    ///
    /// `keepDays` days up to the latest business day before today are kept. Counting from that day, and not from today,
    /// keeps the latest business day after a season without runs or with a wrong clock.
    static func firstKept(_ keepDays: Int, today: CalendarDay, days: [CalendarDay]) -> CalendarDay? {
        days.filter { $0 < today }.max().map { CalendarDay(number: $0.number + 1 - keepDays) }
    }
}

extension FileName {
    /// Whether this is the name of the folder of a day before another day.
    func isDay(before first: CalendarDay) -> Bool {
        guard let day = CalendarDay(text), day.text == text else { return false }
        return day < first
    }
}

/// The removal of expired reports and archived files, which follows no symbolic links.
///
/// A set of reports is first moved to a hidden folder and deleted there, so that a kill leaves no part of it in place.
struct Removal {
    private static let hidden: FileName = ".nightly.removed"

    let root: OpenFolder
    let cancellation: CancellationToken
    /// The items that could not be removed, and the errors.
    private(set) var failures: [(item: ExpiredReports.Item, error: SystemError)] = []
    private(set) var reports = 0
    private(set) var files = 0

    mutating func remove(_ expired: ExpiredReports) throws(BatchError) {
        try removeReports(expired.reports)
        try removeFiles(expired.files)
        for item in expired.emptyFolders {
            if let folder = try root.folder(item[0]) { try ExpiredReports.removeDay(item[1], in: folder) }
        }
    }

    private mutating func removeReports(_ items: [ExpiredReports.Item]) throws(BatchError) {
        let name = NightlyRun.reportsFolder
        guard let folder = try root.folder(FileName(name)) else { return }
        // The hidden folder may contain sets from a killed run.
        try empty(folder)
        if items.isEmpty { return }
        let path = "\(name)/\(Self.hidden.text)"
        guard mkdir(Self.hidden.bytes, 0o700, in: folder.descriptor) == 0 || errno == EEXIST else {
            throw .cannotCreate(path: path, errno: errno)
        }
        guard let hiddenFolder = try folder.folder(Self.hidden) else {
            throw .cannotCreate(path: path, errno: ENOTDIR)
        }
        for item in items {
            try cancellation.check()
            guard let dayFolder = try folder.folder(item[1]) else { continue }
            switch dayFolder.move(item[2], to: hiddenFolder, as: item[2]) {
            case .success: reports += 1
            case .failure(let error): if error.number != ENOENT { failures.append((item, error)) }
            }
        }
        for day in Set(items.map { $0[1] }) {
            if let dayFolder = try folder.folder(day) { fsync(dayFolder.descriptor) }
            try ExpiredReports.removeDay(day, in: folder)
        }
        // The moves must be on disk before the files are deleted.
        guard fsync(hiddenFolder.descriptor) == 0 else { throw .inputOutput(path: hiddenFolder.path, errno: errno) }
        try empty(folder)
    }

    /// Deletes the sets of reports in the hidden folder, but no set that contains other files.
    private func empty(_ folder: OpenFolder) throws(BatchError) {
        guard let hiddenFolder = try folder.folder(Self.hidden) else { return }
        for name in try hiddenFolder.names() {
            try cancellation.check()
            guard let set = try hiddenFolder.folder(name), try ExpiredReports.containsReportsOnly(set) else { continue }
            for file in try set.names() { unlinkat(set.descriptor, file.bytes, 0) }
            unlinkat(hiddenFolder.descriptor, name.bytes, AT_REMOVEDIR)
        }
        unlinkat(folder.descriptor, Self.hidden.bytes, AT_REMOVEDIR)
    }

    mutating func removeFiles(_ items: [ExpiredReports.Item]) throws(BatchError) {
        for item in items {
            try cancellation.check()
            guard let archiveFolder = try root.folder(item[0]), let dayFolder = try archiveFolder.folder(item[1]) else {
                continue
            }
            if unlinkat(dayFolder.descriptor, item[2].bytes, 0) == 0 {
                files += 1
            } else if errno != ENOENT {
                failures.append((item, SystemError(number: errno)))
            }
            unlinkat(archiveFolder.descriptor, item[1].bytes, AT_REMOVEDIR)
        }
    }
}
