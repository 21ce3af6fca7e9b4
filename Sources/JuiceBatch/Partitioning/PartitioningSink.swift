internal import CSV
internal import FlatMemory

/// A sink that assigns the rows of an export to their shops.
final class PartitioningSink: OutcomeSink, @unchecked Sendable {
    /// The bit in a cached value that marks a name that no shop has; the other bits represent the name.
    private static let unknown: UInt64 = 1 << 63

    private let shopCount: Int
    /// The index of each shop, by the keys of its names.
    private let shops: [String: UInt64]
    /// The secret seed of the hashes of unknown names; two share one with a probability of 2^-63.
    private let seed: HashSeed
    private let folder: String
    // Used by each renderer in its turn, and by the thread that starts the renderers, before and after they run.
    private(set) var rows: PartitionedRows

    /// - Parameter shops: The names of each shop; a name of two shops belongs to the first of them.
    init(_ shops: [[String]], seed: HashSeed, folder: String) throws(BatchError) {
        let names = shops.enumerated().flatMap { index, names in names.map { (nameKey($0), UInt64(index)) } }
        self.shops = Dictionary(names.filter { !$0.0.isEmpty }) { first, _ in first }
        (shopCount, self.seed, self.folder) = (shops.count, seed, folder)
        rows = try PartitionedRows(shopCount: shopCount, folder: folder)
    }

    func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        guard let plan = inputs.first, let column = plan.shopColumn else {
            throw BatchError.invariant("an export is split by no column")
        }
        rows.separatesRowsWithoutShop = plan.columns.filling(column) != column
        return PartitioningRenderer(plan, column: column, self)
    }

    /// The owner of a row by its cell in the shop column, with a worker's cache of spellings.
    fileprivate func owner(_ cell: ByteView, _ cache: inout SpellingCache) -> PartitionedRows.Owner {
        let text = trimmed(cell)
        if text.isEmpty { return .noShop }
        let meaning = cache.value(text) {
            let key = nameKey(String(decoding: text, as: UTF8.self))
            return shops[key] ?? Array(key.utf8).withView { IDHash($0, seed: seed) }.high | Self.unknown
        }
        guard let meaning, meaning & Self.unknown == 0 else { return .unknown(meaning ?? Self.unknown) }
        return .shop(Int(meaning))
    }

    func startOver() throws { rows = try PartitionedRows(shopCount: shopCount, folder: folder) }
}

private final class PartitioningRenderer: OutcomeRenderer {
    private let plan: InputPlan
    private let column: Int
    private var cache = SpellingCache()
    private let sink: PartitioningSink
    private var batch = RowBatch()
    private var rows: [(bytes: Range<Int>, line: Int, owner: PartitionedRows.Owner, record: Int)] = []
    /// The bytes of the rows in the export, UTF-16 as UTF-8.
    private var text = ByteBuffer()

    init(_ plan: InputPlan, column: Int, _ sink: PartitioningSink) {
        (self.plan, self.column, self.sink) = (plan, plan.columns.filling(column), sink)
    }

    func render(_ batch: RowBatch) throws {
        self.batch = batch
        rows.removeAll(keepingCapacity: true)
        if batch.records.count == 0 { return }
        swap(&text, &batch.text)
        let text = text.bytes
        var end = 0
        for record in 0..<batch.records.count {
            // The bytes from which the record was parsed, with its line end, come after those of empty lines.
            let start = text[end...].firstIndex { !Ascii.isLineEnd($0) } ?? text.count
            guard let recordEnd = firstRecordEnd(in: text, from: start) else { throw Self.misplaced }
            end = recordEnd
            let code = batch.rows.codes[record]
            if code == DecodedRows.notARow { continue }
            let owner =
                code == OutcomeCode.wrongFieldCount.rawValue
                ? .wrongFieldCount : sink.owner(plan.columns.cell(batch.records, record, column), &cache)
            rows.append((start..<end, batch.firstLine + batch.records.line(record), owner, record))
        }
        guard text[end...].allSatisfy(Ascii.isLineEnd) else { throw Self.misplaced }
    }

    private static var misplaced: BatchError { .invariant("a record is not where it was read") }

    func reserve() throws {
        let target = sink.rows
        for row in rows {
            try target.add(ByteView(rebasing: text.bytes[row.bytes]), of: row.owner, line: row.line) {
                trimmedText(plan.columns.cell(batch.records, row.record, column))
            }
        }
    }
}

/// The rows of an export, assigned to their shops; batches are added one at a time, in order.
final class PartitionedRows {
    enum Owner {
        /// A shop, by its index.
        case shop(Int)
        case wrongFieldCount
        case noShop
        /// No shop has the row's name; the value is the hash of its key, which no other name has.
        case unknown(UInt64)
    }

    private let shopCount: Int
    /// Whether rows without a shop are kept apart; if cells are filled from above, they would get the name above them.
    var separatesRowsWithoutShop = false
    let records: PartitionedSpillFile
    /// The line numbers of each shop's rows (`PartitionMetadata.lines`), by the shop's index.
    private(set) var lines: [[UInt8]]
    /// The line of each shop's last row, from 1, by the shop's index.
    private let lastLines: FixedBuffer<Int>
    /// The number of each shop's rows, by the shop's index.
    let rowCounts: FixedBuffer<Int>
    /// A buffer for the encoded line number of one row.
    private var line = ByteBuffer(capacity: 64)
    /// The numbers of rows that belong to no shop, and their names.
    private var unknown = PartitionCounts()
    /// The index in `unknown.unknownNames` of each name, by the hash of its key.
    private var nameIndices: [UInt64: Int] = [:]
    /// The hash of the lines and shops of all rows added so far.
    private(set) var assignment: UInt64 = 0

    /// - Parameter folder: The folder whose file system holds the rows that do not fit into memory.
    init(shopCount: Int, folder: String) throws(BatchError) {
        // After the streams of the shops come those for rows of no shop and for rows that are kept apart.
        records = try PartitionedSpillFile(in: folder, streams: shopCount + 2)
        self.shopCount = shopCount
        lines = Array(repeating: [], count: shopCount)
        lastLines = FixedBuffer(repeating: 0, count: shopCount)
        rowCounts = FixedBuffer(repeating: 0, count: shopCount)
    }

    var unknownStream: Int { shopCount }
    /// The index of the stream for rows whose shop cell is empty, if these are kept apart.
    var emptyShopStream: Int { shopCount + 1 }
    /// The numbers of all rows added so far.
    var counts: PartitionCounts {
        var counts = unknown
        counts.assignedRows = rowCounts.indices.reduce(0) { $0 + rowCounts[$1] }
        counts.rows = counts.assignedRows + counts.rowsWithoutShop
        return counts
    }

    /// Adds the next row by its bytes with the line end, and its line, from 1; `name` returns its shop's name.
    @inline(__always)
    func add(_ bytes: ByteView, of owner: Owner, line: Int, name: () -> String) throws(BatchError) {
        guard case .shop(let index) = owner else { return try addUnknown(bytes, of: owner, line: line, name: name) }
        hashAssignment(ofLine: line, to: index)
        try records.append(bytes, to: index)
        self.line.count = 0
        self.line.append(packed: line - lastLines[index])
        lastLines[index] = line
        lines[index] += self.line.bytes
        rowCounts.modify(index) { $0 += 1 }
    }

    /// Adds to the hash of the assignment that a row belongs to a shop, by its index.
    @inline(__always) private func hashAssignment(ofLine line: Int, to index: Int) {
        // Multiplicative hashing by the golden ratio.
        @inline(__always) func mixed(_ number: UInt64) -> UInt64 {
            let product = number &* 0x9E37_79B9_7F4A_7C15
            return product ^ product &>> 32
        }
        assignment = mixed(mixed(assignment ^ UInt64(line)) ^ UInt64(index))
    }

    @inline(never)
    private func addUnknown(_ bytes: ByteView, of owner: Owner, line: Int, name: () -> String) throws(BatchError) {
        hashAssignment(ofLine: line, to: shopCount)
        switch owner {
        case .shop: preconditionFailure("A row of a known shop is not an unknown row")
        case .wrongFieldCount: unknown.wrongFieldCountRows += 1
        case .noShop:
            unknown.unnamedShopRows += 1
            if separatesRowsWithoutShop { return try records.append(bytes, to: emptyShopStream) }
        case .unknown(let nameHash):
            unknown.unknownShopRows += 1
            if let index = nameIndices[nameHash] {
                unknown.unknownNames[index].rows += 1
            } else if nameIndices.count < PartitionCounts.unknownNamesMax {
                nameIndices[nameHash] = nameIndices.count
                unknown.unknownNames.append(PartitionCounts.UnknownName(name: name(), rows: 1, line: line))
            }
        }
        try records.append(bytes, to: unknownStream)
    }
}
