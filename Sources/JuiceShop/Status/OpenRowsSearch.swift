internal import CSV
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// Finds open rows in report sets: the rows of failure.csv that no other run has settled.
///
/// Rejected rows are open until a run settles them. Short rows are open until the ledger has a run of a later business
/// day; then they are lost sales. If a failure.csv is an input of another run, all of its rows are settled: those that
/// failed again are in that run's own failure.csv. A row of any other failure.csv is settled if a run of some
/// failure.csv has its id in success.csv, or a later one in its own failure.csv, where it counts. A rejected row is also settled if any later run has used its id: the POS has
/// exported it again. Files are read only if they can change the result.
struct OpenRowsSearch {
    /// Returns which of some ids were used by runs after a given one; reversed runs are left out.
    typealias UsedIDs = (_ ids: [String], _ run: Int) throws -> Set<String>

    /// A set of reports, and the known facts about its run.
    struct ReportSet {
        let reports: FoundReports
        /// Whether the set's run was not reversed.
        let isCounted: Bool
        /// The follow-up of the set's run; nil if no ledger contains the run.
        let followUp: RunFollowUp?

        var figures: RunSummaryFigures? { reports.figures }
    }

    /// The rows that runs of a failure.csv have settled.
    private struct Done {
        /// The index of the set whose success.csv contains an id; nil if several sets do.
        let indices: [[UInt8]: Int?]
        /// The number of the latest run of a failure.csv that has an id in its own failure.csv.
        let failedAgain: [[UInt8]: Int]
        let ids: ReportRows.IDs
    }

    /// The maximum size of a file that is read, in bytes.
    static let fileBytesMax = 4 << 20
    /// The maximum number of bytes read from all files together.
    private static let bytesMax = 16 << 20

    private let root: OpenFolder?
    private let sets: [ReportSet]
    private let cancellation: CancellationToken
    private let usedIDs: UsedIDs?
    /// The indices of sets whose run had a failure.csv as an input.
    private let retries: [Int]
    /// The inputs that are a failure.csv of an earlier run, by their size in bytes.
    ///
    /// `index` is the index of the report set whose run read the input.
    private var inputs: [Int: [(sha256: String, index: Int)]] = [:]
    private var done: Done?
    private var bytes = 0
    /// The number of bytes read only to look up ids in the ledger, which have a limit of their own.
    private var lookedUpBytes = 0
    /// The number of files that were not read.
    private(set) var filesLeftOut = 0

    /// Creates a search for the open rows of some sets.
    ///
    /// - Parameters:
    ///   - root: the folder that contains the sets; nil if there are none.
    ///   - usedIDs: looks up ids in the ledger; nil if there is none.
    init(_ sets: [ReportSet], in root: OpenFolder?, usedIDs: UsedIDs?, cancellation: CancellationToken) {
        self.sets = sets
        self.usedIDs = usedIDs
        self.root = root
        self.cancellation = cancellation
        retries = sets.indices.filter { sets[$0].isCounted && sets[$0].reports.isRetry }
        for (index, set) in sets.enumerated() where set.isCounted {
            for input in set.figures?.inputs ?? [] where input.isRetry {
                inputs[input.bytes, default: []].append((input.sha256, index))
            }
        }
    }

    /// The open rows of a set whose run was not reversed.
    mutating func open(_ index: Int) throws(BatchError) -> FolderIndexModel.OpenRows {
        guard let figures = sets[index].figures else { return FolderIndexModel.OpenRows() }
        let isPastDay = sets[index].followUp?.isPastDay ?? false
        let closed = sets[index].followUp?.closed ?? [:]
        let closedCount = sets[index].followUp?.closedCount ?? 0
        var open = FolderIndexModel.OpenRows(
            short: isPastDay ? 0 : figures.shortage, rejected: max(0, figures.rejected - closedCount))
        guard open.all > 0 else { return open }
        guard retries.contains(where: { $0 != index }) else {
            if open.rejected > 0 { open.rejected = max(0, open.rejected - (try usedLater(index, closed))) }
            return open
        }
        guard let (file, sizeBytes) = try file("failure.csv", of: index) else { return open }
        let duplicates = inputs[sizeBytes, default: []].filter { $0.index != index }
        guard let content = try read(file, sizeBytes) else { return open }
        if !duplicates.isEmpty {
            let sha256 = ReportRows.sha256(of: content)
            if duplicates.contains(where: { $0.sha256 == sha256 }) { return FolderIndexModel.OpenRows() }
        }
        let done = try doneRows()
        let used = idsUsedLater(in: content, of: index)
        let ids = used.isEmpty ? done.ids : ReportRows.IDs(Array(done.indices.keys) + done.failedAgain.keys + used)
        guard let rows = ReportRows.failures(in: content, with: ids) else {
            filesLeftOut += 1
            return open
        }
        for row in rows where isDone(row, of: index, done) || Self.isUsed(row, used) {
            switch row.code?.failureClass {
            case .shortage: open.short = max(0, open.short - 1)
            case .rejected where closed[row.file]?.contains(row.line) == true: break
            case .rejected: open.rejected = max(0, open.rejected - 1)
            case .skipped, nil: break
            }
        }
        return open
    }

    /// The number of rejected rows of a set whose ids later runs have used and that no run has closed; 0 if the set's
    /// failure.csv is too large to be read for this.
    private mutating func usedLater(_ index: Int, _ closed: [String: LineNumbers]) throws(BatchError) -> Int {
        guard usedIDs != nil, let (file, sizeBytes) = try file("failure.csv", of: index),
            sizeBytes <= Self.fileBytesMax, lookedUpBytes + sizeBytes <= Self.bytesMax
        else { return 0 }
        lookedUpBytes += sizeBytes
        guard let content = try content(of: file) else { return 0 }
        let used = idsUsedLater(in: content, of: index)
        if used.isEmpty { return 0 }
        return (ReportRows.failures(in: content, with: ReportRows.IDs(used)) ?? []).count { row in
            Self.isUsed(row, used) && closed[row.file]?.contains(row.line) != true
        }
    }

    /// The ids of rejected rows in a set's failure.csv that later runs have used.
    private func idsUsedLater(in content: borrowing ByteBuffer, of index: Int) -> Set<[UInt8]> {
        guard let usedIDs, let run = sets[index].followUp?.number else { return [] }
        let ids = ReportRows.rejectedIDs(in: content)
        if ids.isEmpty { return [] }
        // With a ledger that cannot be read, the rows stay open.
        let used = try? usedIDs(ids.map { String(decoding: $0, as: UTF8.self) }, run)
        return Set((used ?? []).map { Array($0.utf8) })
    }

    /// Whether a row was rejected and a later run has used its id.
    private static func isUsed(_ row: ReportRows.Failure, _ used: Set<[UInt8]>) -> Bool {
        row.code?.failureClass == .rejected && row.code != .idConflict && used.contains(row.id)
    }

    /// Whether a run of a failure.csv has the id of a row in its success.csv, or a later one in its failure.csv.
    private func isDone(_ row: ReportRows.Failure, of index: Int, _ done: Done) -> Bool {
        // In an id conflict, the id belongs to an earlier row, so its success does not settle this row.
        if row.code == .idConflict { return false }
        if let run = sets[index].figures?.runIdentity?.number, let later = done.failedAgain[row.id], later > run {
            return true
        }
        guard let other = done.indices[row.id] else { return false }
        return other != index
    }

    /// The ids of the rows that runs of a failure.csv have settled; read from the reports on first use.
    private mutating func doneRows() throws(BatchError) -> Done {
        if let done { return done }
        var indices: [[UInt8]: Int?] = [:]
        var failedAgain: [[UInt8]: Int] = [:]
        for retry in retries {
            for id in try retriedIDs(in: "success.csv", ReportHeader.success, of: retry) {
                indices.updateValue(indices.keys.contains(id) ? Int?.none : retry, forKey: id)
            }
            guard let run = sets[retry].figures?.runIdentity?.number else { continue }
            for id in try retriedIDs(in: "failure.csv", ReportHeader.failure, of: retry) {
                failedAgain[id] = max(failedAgain[id] ?? 0, run)
            }
        }
        let ids = ReportRows.IDs(Array(indices.keys) + failedAgain.keys)
        let done = Done(indices: indices, failedAgain: failedAgain, ids: ids)
        self.done = done
        return done
    }

    /// The ids in a file of a set that come from the run's failure.csv; empty if the file cannot be read.
    private mutating func retriedIDs(
        in name: String, _ header: [String], of retry: Int
    ) throws(BatchError) -> Set<[UInt8]> {
        let inputs = Set(sets[retry].figures?.inputs.filter(\.isRetry).map(\.file) ?? [])
        guard let (file, sizeBytes) = try self.file(name, of: retry), let content = try read(file, sizeBytes) else {
            return []
        }
        guard let ids = ReportRows.ids(in: content, header: header, of: inputs) else {
            filesLeftOut += 1
            return []
        }
        return ids
    }

    private func file(_ name: String, of index: Int) throws(BatchError) -> (file: ReadDescriptor, sizeBytes: Int)? {
        guard var folder = root else { return nil }
        for name in sets[index].reports.path {
            guard case .folder(let inner) = try folder.inner(name) else { return nil }
            folder = inner
        }
        return try folder.file(name)
    }

    /// The bytes of a file; nil if the limits are exceeded.
    private mutating func read(_ file: ReadDescriptor, _ sizeBytes: Int) throws(BatchError) -> ByteBuffer? {
        guard sizeBytes <= Self.fileBytesMax, bytes + sizeBytes <= Self.bytesMax else {
            filesLeftOut += 1
            return nil
        }
        bytes += sizeBytes
        let content = try content(of: file)
        if content == nil { filesLeftOut += 1 }
        return content
    }

    /// The bytes of a file; nil if it cannot be read.
    private func content(of file: ReadDescriptor) throws(BatchError) -> ByteBuffer? {
        do throws(BatchError) {
            return try SmallFile.read(
                file, path: root?.path ?? "", sizeBytesMax: Self.fileBytesMax, cancellation: cancellation)
        } catch {
            if case .interrupted = error { throw error }
            return nil
        }
    }
}
