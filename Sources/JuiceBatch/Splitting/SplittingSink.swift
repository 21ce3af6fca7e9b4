internal import CSV
internal import FlatMemory

/// Gives the rows of an export to their shops.
final class SplittingSink: OutcomeSink, @unchecked Sendable {
    private let names: ShopNames
    private let spellings: ShopSpellings
    private let folder: String
    // Touched by renderers in their turn, and before and after them by whoever runs them.
    private(set) var rows: SplitRows

    init(_ names: ShopNames, seed: HashSeed, folder: String) throws(BatchError) {
        self.names = names
        self.folder = folder
        spellings = ShopSpellings(names, seed: seed)
        rows = try SplitRows(shopCount: names.shops.count, folder: folder)
    }

    func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        guard let plan = inputs.first, let column = plan.shopColumn else {
            throw BatchError.invariant("an export is split by no column")
        }
        return SplittingRenderer(plan, column: column, ShopFinder(names, spellings), rows)
    }

    func startOver() throws {
        rows = try SplitRows(shopCount: names.shops.count, folder: folder)
    }
}

private final class SplittingRenderer: OutcomeRenderer {
    private struct Row {
        /// Where its bytes lie.
        let start: Int
        let count: Int
        let line: Int
        let owner: SplitRows.Owner
        /// Its record in the batch, from 0.
        let record: Int
    }

    private let plan: InputPlan
    private let column: Int
    private var finder: ShopFinder
    private let target: SplitRows
    /// What was rendered last: its rows, and their bytes as they stand in the export.
    private var batch = RowBatch()
    private var rows: [Row] = []
    private var text = ByteBuffer()

    init(_ plan: InputPlan, column: Int, _ finder: consuming ShopFinder, _ target: SplitRows) {
        self.plan = plan
        self.column = plan.columns.filling(column)
        self.finder = finder
        self.target = target
    }

    func render(_ batch: RowBatch) throws {
        self.batch = batch
        rows.removeAll(keepingCapacity: true)
        if batch.records.count == 0 { return }
        let isUTF16 = plan.encoding == .utf16LittleEndian || plan.encoding == .utf16BigEndian
        text.removeAll()
        if !isUTF16 { swap(&text, &batch.text) }
        let read = isUTF16 ? batch.text.bytes : text.bytes
        var extents = RecordExtents(read, isConverted: plan.encoding == .cp949)
        rows.reserveCapacity(batch.records.count)
        for record in 0..<batch.records.count {
            let range = try extents.next(read, batch.records, record)
            let code = batch.rows.codes[record]
            if code == DecodedRows.None.row { continue }
            var start = range.lowerBound
            var count = range.count
            if isUTF16 {
                start = text.count
                UTF16Encoder.encode(UnsafeBufferPointer(rebasing: read[range]), as: plan.encoding, into: &text)
                count = text.count - start
            }
            rows.append(
                Row(
                    start: start, count: count, line: batch.line(of: record), owner: owner(of: record, code),
                    record: record))
        }
    }

    @inline(__always)
    private func owner(of record: Int, _ code: UInt8) -> SplitRows.Owner {
        if code == OutcomeCode.wrongFieldCount.rawValue { return .wrongFieldCount }
        return switch finder.find(plan.columns.cell(batch.records, record, column)) {
        case .shop(let place): .shop(place)
        case .nothing: .noShop
        case .unknown(let stand): .unknown(stand)
        }
    }

    func take() throws {
        let bytes = text.bytes
        for row in rows {
            try target.take(
                UnsafeBufferPointer(rebasing: bytes[row.start..<(row.start + row.count)]), of: row.owner,
                line: row.line
            ) {
                let cell = plan.columns.cell(batch.records, row.record, column)
                return String(decoding: trimmed(cell), as: UTF8.self)
            }
        }
    }

    func write() throws {}
    func finish() throws {}
}
