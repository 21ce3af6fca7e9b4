internal import CSV
internal import Glibc

/// Makes the cells of composites other than the id, and those that are filled from above.
///
/// What is filled, or counts places, depends on the rows before; everything else a worker makes for itself.
struct CellMaker: ~Copyable {
    private let rules: RowFilters
    private let columns: ColumnLayout
    private let seed: HashSeed
    /// The cell above of each column that is filled; empty at the input's start and below what ends a fill.
    private var above: [[UInt8]]
    /// The counter of rows whose other parts of the id are the same.
    private(set) var places: OccurrenceCounter
    private var memo = SpellingMemo()
    private var scratch = DerivedCells()

    /// A maker for the rows of one input, from its first on.
    ///
    /// - Parameter places: numbers the rows of which a composite is otherwise the same.
    init(_ plan: InputPlan, seed: HashSeed, places: consuming OccurrenceCounter = OccurrenceCounter()) {
        self.places = places
        rules = plan.rules
        columns = plan.columns
        above = plan.columns.filled.map { _ in [] }
        self.seed = seed
    }

    /// Makes the cells of a batch.
    mutating func make(_ records: inout RecordBatch) throws(BatchError) {
        // Out of the batch meanwhile, so that its records can be read.
        var made = DerivedCells()
        swap(&made, &records.made)
        made.prepare(perRecord: columns.madeCount, records: records.count)
        for row in 0..<records.count {
            let isBlank = records.isBlank(row)
            if !isBlank, columns.fits(records, row), !rules.isTotal(records, row, &memo) {
                fill(records, row, &made)
                // The cells that others are made of have to be there.
                swap(&made, &records.made)
                for (index, composite) in columns.composites.enumerated() {
                    try make(composite, index, &records, row)
                }
                swap(&made, &records.made)
            } else {
                if !isBlank { for index in above.indices { above[index] = [] } }
                for _ in 0..<columns.madeCount { made.endCell() }
            }
        }
        swap(&made, &records.made)
    }

    private mutating func fill(_ records: borrowing RecordBatch, _ row: Int, _ made: inout DerivedCells) {
        for (index, column) in columns.filled.enumerated() {
            let cell = records.field(row, column)
            if trimmed(cell).isEmpty {
                above[index].withUnsafeBufferPointer { made.append($0) }
            } else {
                made.append(cell)
                above[index] = Array(cell)
            }
            made.endCell()
        }
    }

    private mutating func make(
        _ composite: ColumnLayout.Composite, _ index: Int, _ records: inout RecordBatch, _ row: Int
    ) throws(BatchError) {
        let text = CompositeText(composite: composite, isID: false)
        scratch.prepare(perRecord: 1, records: 1)
        var place: Int?
        if composite.hasPlace {
            // The composite is told apart by its number, as their others may be the same.
            scratch.append(decimal: index)
            scratch.append(Ascii.slash)
            text.append(records, row, columns, place: nil, to: &scratch)
            place = try places.next(IDHash(scratch.openCell, seed: seed))
            scratch.dropLast(scratch.openBytes)
        }
        text.append(records, row, columns, place: place, to: &scratch)
        records.made.append(scratch.openCell)
        records.made.endCell()
    }
}

/// The text of a composite's cell in a row.
struct CompositeText {
    let composite: ColumnLayout.Composite
    /// Whether the text is an id: its parts are then joined by `/`, and there is no id if one of them is empty.
    let isID: Bool

    /// Appends the text to the cell that is being made in `made`.
    ///
    /// - Parameters:
    ///   - row: of `records`; it fits the header.
    ///   - place: the row's place; nil leaves that part out.
    func append(
        _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout, place: Int?, to made: inout DerivedCells
    ) {
        var isFirst = true
        for part in composite.parts {
            if part == .place && place == nil { continue }
            let before = made.openBytes
            if !isFirst { made.append(isID ? Ascii.slash : Ascii.space) }
            let start = made.openBytes
            append(part, records, row, columns, place: place, to: &made)
            if made.openBytes > start {
                isFirst = false
            } else if isID {
                made.dropLast(made.openBytes)
                return
            } else {
                made.dropLast(start - before)
            }
        }
    }

    /// Whether a row has no id since the cells that it is made of, dates aside, say so (`IDText.placeholders`).
    ///
    /// - Parameter row: of `records`; it fits the header.
    func hasNoID(_ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout) -> Bool {
        var hasPlaceholder = false
        for part in composite.parts {
            guard case .column(let column) = part else { continue }
            if IDText.isPlaceholder(trimmed(columns.cell(records, row, column))) { hasPlaceholder = true }
        }
        guard hasPlaceholder else { return false }
        let reader = TimeReader(dateOrder: columns.dateOrder)
        for part in composite.parts {
            guard case .column(let column) = part else { continue }
            let cell = trimmed(columns.cell(records, row, column))
            if !IDText.isPlaceholder(cell), reader.read(cell)?.kind != .date { return false }
        }
        return true
    }

    /// Whether a `/` stands in a cell.
    @inline(__always)
    static func hasSlash(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = text.baseAddress else { return false }
        return memchr(start, Int32(Ascii.slash), text.count) != nil
    }

    private func append(
        _ part: ColumnLayout.Composite.Part, _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout,
        place: Int?, to made: inout DerivedCells
    ) {
        switch part {
        case .text(let text): text.withUnsafeBufferPointer { made.append($0) }
        case .place: made.append(decimal: place ?? 0)
        case .column(let column):
            let text = trimmed(columns.cell(records, row, column))
            guard isID, Self.hasSlash(text) else {
                made.append(cell: text)
                return
            }
            for byte in text {
                made.append(byte)
                if byte == Ascii.slash { made.append(byte) }
            }
        }
    }

    /// Whether a row has the cells that an id is made of.
    ///
    /// - Parameter row: of `records`; it fits the header.
    func isThere(_ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout) -> Bool {
        for part in composite.parts {
            guard case .column(let column) = part else { continue }
            if trimmed(columns.cell(records, row, column)).isEmpty { return false }
        }
        return !hasNoID(records, row, columns)
    }
}
