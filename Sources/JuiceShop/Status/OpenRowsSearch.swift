internal import CSV
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// A search for open rows in report sets: the rows of failure.csv that no other run has settled.
///
/// Rejected rows are open until a run settles them. Short rows are open until the ledger has a run of a later business
/// day; then they are lost sales. If a failure.csv is an input of another run, all of its rows are settled: those that
/// failed again are in that run's own failure.csv. A row of any other failure.csv is settled if a run of some
/// failure.csv has its id in success.csv, or a later one in its own failure.csv, where it counts. Files are read only
/// if they can change the result.
struct OpenRowsSearch {
    /// The rows that runs of a failure.csv have settled.
    ///
    /// `indices` has the index of the set whose success.csv contains an id, or nil if several sets do. `failedAgain`
    /// has the number of the latest run of a failure.csv that has an id in its own failure.csv.
    private typealias SettledRows = (indices: [[UInt8]: Int?], failedAgain: [[UInt8]: Int], ids: Set<[UInt8]>)

    static let fileBytesMax = 4 << 20
    /// The maximum number of bytes read from all files together.
    private static let bytesMax = 16 << 20

    private let root: OpenFolder?
    private let sets: [IndexedReportSet]
    private let cancellation: CancellationToken
    /// The indices of sets whose run had a failure.csv as an input.
    private let retries: [Int]
    /// The inputs that are a failure.csv, by size in bytes, each with the index of the set whose run read it.
    private var inputs: [Int: [(sha256: String, index: Int)]] = [:]
    private var settledRows: SettledRows?
    private var bytes = 0
    private(set) var filesUnread = 0

    init(_ sets: [IndexedReportSet], in root: OpenFolder?, cancellation: CancellationToken) {
        (self.sets, self.root, self.cancellation) = (sets, root, cancellation)
        retries = sets.indices.filter { sets[$0].isCounted && sets[$0].isRetry }
        for (index, set) in sets.enumerated() where set.isCounted {
            for input in set.figures?.inputs ?? [] where input.isRetry {
                inputs[input.bytes, default: []].append((input.sha256, index))
            }
        }
    }

    /// Counts the open rows of a set that counts.
    mutating func open(_ index: Int) throws(BatchError) -> FolderIndexModel.OpenRows {
        guard let figures = sets[index].figures else { return FolderIndexModel.OpenRows() }
        let closed = sets[index].followUp?.closed ?? [:]
        var open =
            sets[index].followUp?.open
            ?? FolderIndexModel.OpenRows(short: figures.shortage, rejected: figures.run.rejected)
        let isRetried = retries.contains { $0 != index }
        guard open.total > 0, isRetried, let (file, sizeBytes) = try file("failure.csv", of: index) else { return open }
        let duplicates = inputs[sizeBytes, default: []].filter { $0.index != index }
        guard let content = try read(file, sizeBytes) else { return open }
        if !duplicates.isEmpty {
            let sha256 = ReportRow.sha256(of: content)
            if duplicates.contains(where: { $0.sha256 == sha256 }) { return FolderIndexModel.OpenRows() }
        }
        let settled = try findSettledRows()
        guard let rows = ReportRow.failures(in: content, with: settled.ids) else {
            filesUnread += 1
            return open
        }
        for row in rows where isSettled(row, of: index, settled) {
            switch row.code?.failureClass {
            case .shortage: open.short = max(0, open.short - 1)
            case .rejected where closed[row.file]?.contains(row.line) == true: break
            case .rejected: open.rejected = max(0, open.rejected - 1)
            case .skipped, nil: break
            }
        }
        return open
    }

    /// Whether a run of a failure.csv has the row's id in its success.csv, or a later one in its failure.csv.
    private func isSettled(_ row: ReportRow, of index: Int, _ settled: SettledRows) -> Bool {
        // In an id conflict, the id belongs to an earlier row, so its success does not settle this row.
        if row.code == .idConflict { return false }
        if let run = sets[index].identity?.number, let later = settled.failedAgain[row.id], later > run { return true }
        guard let other = settled.indices[row.id] else { return false }
        return other != index
    }

    /// The ids of the rows that runs of a failure.csv have settled; read from the reports on first use.
    private mutating func findSettledRows() throws(BatchError) -> SettledRows {
        if let settledRows { return settledRows }
        var indices: [[UInt8]: Int?] = [:]
        var failedAgain: [[UInt8]: Int] = [:]
        for retry in retries {
            for id in try retriedIDs(in: "success.csv", ReportHeader.success, of: retry) {
                indices.updateValue(indices.keys.contains(id) ? Int?.none : retry, forKey: id)
            }
            guard let run = sets[retry].identity?.number else { continue }
            for id in try retriedIDs(in: "failure.csv", ReportHeader.failure, of: retry) {
                failedAgain[id] = max(failedAgain[id] ?? 0, run)
            }
        }
        let settled = (indices, failedAgain, Set(indices.keys).union(failedAgain.keys))
        settledRows = settled
        return settled
    }

    /// The ids in a file of a set that come from the run's failure.csv; empty if the file cannot be read.
    private mutating func retriedIDs(
        in name: String, _ header: [String], of retry: Int
    ) throws(BatchError) -> Set<[UInt8]> {
        let inputs = Set(sets[retry].figures?.inputs.filter(\.isRetry).map(\.file) ?? [])
        guard let (file, sizeBytes) = try self.file(name, of: retry), let content = try read(file, sizeBytes) else {
            return []
        }
        guard let ids = ReportRow.ids(in: content, header: header, of: inputs) else {
            filesUnread += 1
            return []
        }
        return ids
    }

    private func file(_ name: String, of index: Int) throws(BatchError) -> (file: ReadDescriptor, sizeBytes: Int)? {
        try (sets[index].base ?? root)?.folder(sets[index].path)?.file(FileName(name))
    }

    /// The bytes of a file; nil if it cannot be read or a limit would be exceeded, which is counted in `filesUnread`.
    private mutating func read(_ file: ReadDescriptor, _ sizeBytes: Int) throws(BatchError) -> ByteBuffer? {
        guard sizeBytes <= Self.fileBytesMax, bytes + sizeBytes <= Self.bytesMax else {
            filesUnread += 1
            return nil
        }
        bytes += sizeBytes
        do throws(BatchError) {
            return try readSmallFile(
                file, path: root?.path ?? "", sizeBytesMax: Self.fileBytesMax, cancellation: cancellation)
        } catch {
            if case .interrupted = error { throw error }
            filesUnread += 1
            return nil
        }
    }
}

extension RunFollowUp {
    /// The open rows of the run, unless a later run has applied some of them.
    var open: FolderIndexModel.OpenRows {
        FolderIndexModel.OpenRows(
            short: isPastDay ? 0 : identity.shortage, rejected: max(0, identity.rejected - closedCount))
    }
}
