internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// The files of old nightly runs in a shop's folder.
struct ExpiredReports {
    /// A set of reports, or a file that was put away, by the names on its path from the shop's folder.
    struct Item: Equatable {
        let path: [FileName]

        /// The path as text.
        var text: String { path.map(\.text).joined(separator: "/") }
    }

    /// Sets of reports with nothing left open, in the order in which they may go.
    private(set) var reports: [Item] = []
    /// Files that were put away and that the ledger knows.
    private(set) var files: [Item] = []
    /// The items kept because they are unresolved: reports with open rows, and files that wait for an operator.
    private(set) var open: [Item] = []
    /// The items kept because they are not ours, or the ledger does not know them.
    private(set) var strange: [Item] = []
    /// The folders of old business days that hold nothing but a chain's facts, or that a killed run has left empty.
    private(set) var emptyFolders: [Item] = []

    /// The name of the file with a chain's facts of a shop's run, which is removed with the last report set beside it.
    static let factsName = "facts.json"
    private static let facts = FileName(factsName)

    /// Removes the folder of a day if it is empty, or holds nothing but a chain's facts of it.
    static func removeDay(_ day: FileName, in folder: OpenFolder) throws(BatchError) {
        if case .folder(let night) = try folder.inner(day), try night.names() == [facts],
            let status = night.status(of: facts), status.st_mode & S_IFMT == S_IFREG
        {
            night.remove(facts)
        }
        unlinkat(folder.descriptor, day.cString, AT_REMOVEDIR)
    }

    /// Searches a shop's folder.
    ///
    /// - Parameters:
    ///   - reports: the name of the folder of the reports; nil to look at files that were put away alone.
    ///   - archive: those of the folders with files that were put away.
    ///   - otherDays: days of nightly runs that have left nothing in these folders.
    ///   - unresolved: the paths of files that wait for a person.
    ///   - followUps: says what became of the ledger's runs.
    ///   - known: says of digests which the ledger knows.
    init(
        in root: OpenFolder, reports: String?, archive: [String], keepDays: Int, today: CalendarDay,
        otherDays: [CalendarDay] = [], cancellation: CancellationToken, unresolved: Set<String>,
        followUps: () throws -> [RunFollowUp],
        known: ([String]) throws -> Set<String>
    ) throws {
        let folders = try ([reports].compactMap(\.self) + archive).compactMap {
            name -> (name: FileName, folder: OpenFolder)? in
            guard case .folder(let folder) = try root.inner(FileName(name)) else { return nil }
            return (FileName(name), folder)
        }
        let nights = try folders.flatMap { try $0.folder.names() }.compactMap { CalendarDay($0.text) }
        let rule = RetentionRule(days: keepDays, today: today, nights: nights + otherDays)
        guard rule.firstKept != nil else { return }
        for (name, folder) in folders {
            if reports.map({ FileName($0) }) == name {
                try findReports(name, folder, rule, followUps, cancellation)
            } else {
                try findFiles(name, folder, rule, cancellation, unresolved, known)
            }
        }
    }

    private mutating func findReports(
        _ name: FileName, _ folder: OpenFolder, _ rule: RetentionRule, _ followUps: () throws -> [RunFollowUp],
        _ cancellation: CancellationToken
    ) throws {
        // Most nights nothing is old, and nothing has to be read.
        let old = try folder.names().filter(rule.isOld)
        if old.isEmpty { return }
        let index = try ReportIndex(of: folder, followUps: try followUps(), cancellation: cancellation)
        var ours: Set<[FileName]> = []
        var isOlderKept = false
        for (set, isOpen) in try index.sets(where: { $0.isOfNight && rule.isOld($0.path[0]) }) {
            let item = Item(path: [name] + set.path)
            let isOurs = try isOpen || Self.isOurs(item, in: folder)
            guard isOurs else {
                isOlderKept = true
                continue
            }
            ours.insert(item.path)
            if isOpen {
                open.append(item)
                isOlderKept = true
            } else if !(isOlderKept && set.isRetry) {
                // What has settled rows of a set that stays has to stay with it: without it they would be open again.
                reports.append(item)
            }
        }
        for day in old {
            guard case .folder(let night) = try folder.inner(day) else { continue }
            let entries = try night.names()
            if entries.allSatisfy({ $0 == Self.facts }) { emptyFolders.append(Item(path: [name, day])) }
            for entry in entries where !ours.contains([name, day, entry]) && entry != Self.facts {
                strange.append(Item(path: [name, day, entry]))
            }
        }
    }

    /// Whether a set of reports has nothing in it but reports.
    private static func isOurs(_ set: Item, in reports: OpenFolder) throws(BatchError) -> Bool {
        guard case .folder(let night) = try reports.inner(set.path[1]),
            case .folder(let folder) = try night.inner(set.path[2])
        else { return false }
        return try holdsReportsOnly(folder)
    }

    /// Whether a folder holds regular files that are called like reports, and nothing else.
    static func holdsReportsOnly(_ folder: OpenFolder) throws(BatchError) -> Bool {
        for name in try folder.names() {
            guard ReportFolder.names.contains(name.text), let status = folder.status(of: name),
                status.st_mode & S_IFMT == S_IFREG
            else { return false }
        }
        return true
    }

    private mutating func findFiles(
        _ name: FileName, _ folder: OpenFolder, _ rule: RetentionRule, _ cancellation: CancellationToken,
        _ unresolved: Set<String>, _ known: ([String]) throws -> Set<String>
    ) throws {
        for day in try folder.names().filter(rule.isOld) {
            guard case .folder(let night) = try folder.inner(day) else { continue }
            let names = try night.names()
            if names.isEmpty { emptyFolders.append(Item(path: [name, day])) }
            var digests: [(name: FileName, sha256: String)] = []
            for file in names where !file.isChecksum {
                try cancellation.check()
                if let sha256 = try Self.digest(of: file, in: night, cancellation) { digests.append((file, sha256)) }
            }
            let knownDigests = try known(digests.map(\.sha256))
            let gone = Set(digests.filter { knownDigests.contains($0.sha256) }.map(\.name))
            for file in names {
                let isGone = gone.contains(file) || gone.contains { $0.checksum == file }
                let item = Item(path: [name, day, file])
                let isUnresolved = names.contains {
                    ($0 == file || $0.checksum == file) && unresolved.contains(Item(path: [name, day, $0]).text)
                }
                if isUnresolved {
                    open.append(item)
                } else if isGone {
                    files.append(item)
                } else {
                    strange.append(item)
                }
            }
        }
    }

    /// The SHA-256 of a regular file in hex; nil if there is none that can be read.
    private static func digest(
        of name: FileName, in folder: OpenFolder, _ cancellation: CancellationToken
    ) throws(BatchError) -> String? {
        guard let (file, _) = try folder.file(name), let identity = file.identity else { return nil }
        do throws(BatchError) {
            let input = try InputFile(
                opened: file, path: folder.path, name: name.text, identity: identity, cancellation: cancellation)
            return try input.sha256(cancellation: cancellation)
        } catch {
            if case .interrupted = error { throw error }
            return nil
        }
    }
}

/// The period for which a shop keeps the files of its nightly runs.
struct RetentionRule {
    /// Folders of days before this one are old; nil if none is.
    let firstKept: CalendarDay?

    /// Counts from the day behind the latest business day before today, so that a season without runs, or a wrong
    /// clock, removes nothing, and the latest business day always stays.
    ///
    /// - Parameters:
    ///   - days: the number of days to keep.
    ///   - nights: the days that folders are named by.
    init(days: Int, today: CalendarDay, nights: [CalendarDay]) {
        let latest = nights.filter { $0 < today }.max()
        firstKept = latest.map { CalendarDay(number: $0.number + 1 - days) }
    }

    /// Whether a folder is called by a day that is old.
    func isOld(_ name: FileName) -> Bool {
        guard let firstKept, let day = CalendarDay(name.text), day.text == name.text else { return false }
        return day < firstKept
    }
}
