internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// The record of what a chain's nightly run has planned and done, in `.night/DATE`; an interrupted run resumes from it.
///
/// The file is append-only, with one JSON value on a line. If a process is killed, the last line may be incomplete, and
/// readers skip it. The process that resumes the run appends a `torn` line behind it, so that a line that is damaged
/// later is not mistaken for an incomplete one. The shops' ledgers are the authority on what is applied; this file
/// saves querying them, and records what they do not.
final class ChainRunManifest: Sendable {
    /// The name of the folder of all manifests, within the chain's folder.
    static let folderName = OpenFolder.chainRecords
    /// The prefix of the marker file, `.open-DATE`, for a run with distributed exports of which not all are archived.
    private static let openPrefix = ".open-"
    private static let version = 1
    /// The line that marks the line before it as cut off by a kill.
    private static let tornMark = ["torn": true] as JSONValue
    private static let tornMarkBytes = Array(tornMark.line.utf8)[...]

    /// An export as the run read it, with the shops that have rows in it.
    struct Export: Sendable, JSONRecord {
        /// The number of the export in the run, from 1.
        var number: Int
        var facts: ExportFacts
        /// The number of the export's rows for each shop, by folder.
        var rows: [String: Int]
        /// The names of the shops among which the export is split, by folder; empty if it is not split.
        ///
        /// They are those of the shops open when the run first read the export, so that a resumed run splits it in the
        /// same way even if chain.json has changed.
        var shopNames: [String: [String]] = [:]
        /// The shop of each row (`PartitionedExport.assignment`).
        var assignment = ""
        var isArchived = false

        /// Whether the export is distributed to the shops and not archived yet.
        var isInProgress: Bool { facts.isPartitioned && !isArchived }
        /// Whether the export was left in the inbox without being split; a later record of it replaces this one.
        var isUnread: Bool { facts.state == .unread }

        static var placeholder: Self { Self(number: 0, facts: .placeholder, rows: [:]) }

        mutating func map(_ json: inout JSONMapper) {
            json.map("export", &number)
            json.require((1...Tally.sumMax).contains(number))
            json.map("facts", &facts)
            json.map("parts", &rows)
            json.map("names", &shopNames)
            json.map("assignment", &assignment)
        }
    }

    /// The run's record of one shop.
    struct ShopRecord: Sendable {
        var hasBegun = false
        /// The result of the shop's run; nil while it is planned or running, or if it is to be repeated.
        var state: ShopRunState?
        /// The numbers of the exports whose parts for this shop are applied or set aside.
        var exports: Set<Int> = []
        /// The problems that occurred before a file was archived.
        var problems: [RecordedProblem] = []

        /// The unresolved problems in their order; each further run of a file name resolves one problem of that name.
        func unresolvedProblems(after runs: [RunFacts]) -> [ShopProblem] {
            var usedRuns: [String?: Int] = [:]
            var unresolved: [ShopProblem] = []
            for (problem, runsBefore) in problems {
                let before = max(runsBefore, usedRuns[problem.file] ?? 0)
                if ChainRunManifest.count(of: problem.file, in: runs) > before {
                    usedRuns[problem.file] = before + 1
                } else if !unresolved.contains(problem) {
                    unresolved.append(problem)
                }
            }
            return unresolved
        }

        /// Adds the content of one line about the shop; false if this version does not know the kind of line.
        fileprivate mutating func read(_ line: JSONValue) -> Bool {
            if let problem = line["problem"] {
                guard let problem = ShopProblem(problem) else { return false }
                problems.append((problem, line["runs_before"]?.int ?? 0))
                return true
            }
            guard let word = line["state"]?.string else { return false }
            if word == "planned" { return true }
            hasBegun = true
            state = ShopRunState(rawValue: word)
            exports.formUnion(line["exports"].flatMap { [Int]($0) } ?? [])
            return state != nil || word == "running"
        }
    }

    /// A problem with a file, and the number of runs of the shop that had applied a file of this name from its own
    /// inbox before; one more such run resolves the problem.
    typealias RecordedProblem = (problem: ShopProblem, runsBefore: Int)

    /// The number of runs that applied a file of this name from the shop's own inbox.
    static func count(of file: String?, in runs: [RunFacts]) -> Int {
        runs.count { $0.file == file && $0.exportSHA256 == nil }
    }

    /// The exports and shops of a run as the lines of its manifest record them.
    struct Content: Sendable {
        /// Whether the line with the business day and the version is complete.
        fileprivate(set) var hasHead = false
        /// Whether a kill has cut off the last line.
        fileprivate(set) var isTorn = false
        var exports: [Export] = []
        var shops: [String: ShopRecord] = [:]

        /// Whether the run is complete: every shop has a result, and every distributed export is archived.
        var isComplete: Bool {
            !exports.contains(where: \.isInProgress) && shops.values.allSatisfy { $0.state != nil }
        }

        /// Whether a shop, by its folder, has received a part or has a result in this run.
        func has(_ folder: String) -> Bool {
            if exports.contains(where: { $0.facts.isPartitioned && $0.rows[folder] != nil }) { return true }
            guard let record = shops[folder] else { return false }
            if !record.problems.isEmpty { return true }
            return record.state.map { $0 != .missing && $0 != .notRun } ?? record.hasBegun
        }

        /// Adds the content of one line of the manifest; false if this version does not know the kind of line.
        fileprivate mutating func read(_ line: JSONValue) -> Bool {
            if let folder = line["shop"]?.string {
                return shops[folder, default: ShopRecord()].read(line)
            }
            if line["put_away"]?.bool == true {
                guard let index = exports.firstIndex(where: { $0.number == line["export"]?.int }) else { return false }
                exports[index].isArchived = true
                return true
            }
            guard let export = Export(line) else { return false }
            exports.append(export)
            return true
        }
    }

    /// The content that was recorded when the manifest was opened.
    let content: Content
    private let path: String
    private let date: String
    private let manifests: OpenFolder
    /// The descriptor of the file, which one thread at a time writes to.
    private let file: LockedValue<Int32>

    /// The recorded content of a nightly run; empty if it has not begun.
    static func content(
        of date: String, in root: OpenFolder, _ cancellation: CancellationToken
    ) throws(BatchError) -> Content {
        guard let manifests = try root.readable(FileName(folderName)), manifests.status(of: FileName(date)) != nil
        else { return Content() }
        let path = "\(folderName)/\(date)"
        try manifests.checkReadable(FileName(date))
        guard let bytes = try manifests.content(of: date, sizeBytesMax: growingFileBytesMax, cancellation) else {
            throw .badChain(path: path, error: .badManifest(line: 1))
        }
        var content = Content()
        content.isTorn = bytes.last.map { $0 != Ascii.lineFeed } ?? false
        let lines = bytes.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() where !line.isEmpty && line != tornMarkBytes {
            let value = try? JSONReader.value(of: Array(line))
            if value == nil, number == lines.count - 1 || lines[number + 1] == tornMarkBytes { continue }
            let isHead = value?["manifest"]?.int == version && value?["date"]?.string == date
            guard let value, content.hasHead ? content.read(value) : isHead else {
                throw .badChain(path: path, error: .badManifest(line: number + 1))
            }
            content.hasHead = true
        }
        return content
    }

    init(of date: String, shops: [String], in root: OpenFolder, _ cancellation: CancellationToken) throws(BatchError) {
        let manifests = try OpenFolder(Self.folderName, in: root, followsLink: false)
        path = "\(Self.folderName)/\(date)"
        let flags = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(date, flags, 0o666, in: manifests.descriptor)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, errno: errno) }
        file = LockedValue(descriptor)
        self.manifests = manifests
        self.date = date
        content = try Self.content(of: date, in: root, cancellation)
        var lines: [JSONValue] = content.isTorn ? [Self.tornMark] : []
        if !content.hasHead { lines.append(Self.headLine(date)) }
        lines += shops.filter { content.shops[$0] == nil }.map { ["shop": $0, "state": "planned"] }
        try append(lines, endsTornLine: content.isTorn, isDurable: true)
        guard fsync(manifests.descriptor) == 0 else { throw .inputOutput(path: path, errno: errno) }
    }

    deinit { file.withLock { _ = close($0) } }

    /// Records an export before any part of it is applied.
    func plan(_ export: Export) throws(BatchError) {
        if export.facts.isPartitioned {
            try manifests.replace(Self.openPrefix + date, with: "", staging: Self.openPrefix + "new")
        }
        try append([export.json], isDurable: true)
    }

    /// Records that every export distributed by the run is archived.
    func recordAllArchived() throws(BatchError) {
        guard unlinkat(manifests.descriptor, Self.openPrefix + date, 0) != 0, errno != ENOENT else { return }
        throw .inputOutput(path: path, errno: errno)
    }

    /// The business days besides `date` whose runs have distributed exports that are not all archived, oldest first.
    static func openDates(besides date: String, in root: OpenFolder) throws(BatchError) -> [String] {
        try (root.readable(FileName(folderName))?.names() ?? []).map(\.text).filter { $0.hasPrefix(openPrefix) }
            .map { String($0.dropFirst(openPrefix.count)) }.filter { $0 != date && CalendarDay($0) != nil }
    }

    func markArchived(_ export: Int) throws(BatchError) {
        try append([Self.archiveLine(export)], isDurable: false)
    }

    func begin(_ shop: String) throws(BatchError) {
        try append([["shop": shop, "state": "running"]], isDurable: false)
    }

    /// Records a problem with a file on disk before the file is archived; later, no other record would survive a kill.
    func record(_ problem: RecordedProblem, of shop: String) throws(BatchError) {
        try append([["shop": shop, "problem": problem.problem, "runs_before": problem.runsBefore]], isDurable: true)
    }

    /// Records the end of a shop's nightly run, with its finished exports; a run without a result is repeated.
    func end(_ shop: String, _ state: ShopRunState?, exports: [Int]) throws(BatchError) {
        try append([["shop": shop, "state": state?.rawValue ?? "running", "exports": exports]], isDurable: false)
    }

    private static func headLine(_ date: String) -> JSONValue { ["manifest": version, "date": date] }

    private static func archiveLine(_ export: Int) -> JSONValue { ["export": export, "put_away": true] }

    private func append(_ lines: [JSONValue], endsTornLine: Bool = false, isDurable: Bool) throws(BatchError) {
        if lines.isEmpty { return }
        let text = (endsTornLine ? "\n" : "") + lines.map { $0.line + "\n" }.joined()
        let bytes = Array(text.utf8)
        try file.withLock { descriptor throws(BatchError) in
            try writeAll(bytes.span, to: descriptor).orThrow { .inputOutput(path: path, errno: $0) }
            if isDurable && fdatasync(descriptor) != 0 { throw BatchError.inputOutput(path: path, errno: errno) }
        }
    }

    /// Rewrites a complete run's manifest with only what identifies a repeated export; without exports, removes it.
    static func shorten(_ content: Content, of date: String, in manifests: OpenFolder) throws(BatchError) {
        if content.shops.isEmpty && !content.exports.isEmpty { return }
        var lines = [headLine(date)]
        for export in content.exports where !export.isUnread {
            lines.append(Export(number: export.number, facts: export.facts, rows: [:]).json)
            if export.isArchived { lines.append(archiveLine(export.number)) }
        }
        if lines.count == 1 {
            manifests.remove(FileName(date))
        } else {
            try manifests.replace(date, with: lines.map { $0.line + "\n" }.joined())
        }
    }
}

extension [ChainRunManifest.Export] {
    /// The results of a nightly run's exports for the roll-up, in the order in which the run read them.
    ///
    /// A refused export is left out once a later export of the same name is distributed. An unread one is left out once
    /// a later export has its name, or once its file is archived.
    ///
    /// - Parameter isWaiting: returns the reason and the message for an export that is distributed but not archived;
    ///   nil if there is nothing to report.
    func facts(_ isWaiting: (ChainRunManifest.Export) -> (reason: ExitReason, text: String)? = { _ in nil })
        -> [ExportFacts]
    {
        enumerated().compactMap { index, export in
            var facts = export.facts
            let later = self[(index + 1)...].filter { $0.facts.file == facts.file }
            if export.isUnread {
                return later.isEmpty && !export.isArchived ? facts : nil
            } else if facts.state == .refused {
                if later.contains(where: \.facts.isPartitioned) { return nil }
            } else if export.isArchived {
                facts.state = .done
            } else if let (reason, text) = isWaiting(export) {
                (facts.reason, facts.text) = (reason, text)
            }
            return facts
        }
    }
}
