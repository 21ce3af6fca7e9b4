internal import CSV
internal import Glibc

/// Makes the cells of composites other than the id, and the cells that are filled from above.
///
/// Filled cells and occurrence numbers depend on earlier rows, so they are made in sequence; workers make all other
/// cells in parallel.
struct CellMaker: ~Copyable {
    private let rules: RowFilters
    private let columns: ColumnLayout
    private let seed: HashSeed
    /// The last non-empty cell of each filled column; empty at the start of the input, and after a totals row or a row
    /// with the wrong number of cells.
    private var above: [[UInt8]]
    /// The counter of rows whose composite cells are otherwise equal.
    private(set) var places: OccurrenceCounter
    private var memo = SpellingMemo()
    private var scratch = DerivedCells()

    /// Creates a maker for the rows of one input, starting with the first.
    ///
    /// - Parameter places: Numbers the rows in which the other parts of a composite are equal.
    init(_ plan: InputPlan, seed: HashSeed, places: consuming OccurrenceCounter = OccurrenceCounter()) {
        self.places = places
        rules = plan.rules
        columns = plan.columns
        above = plan.columns.filled.map { _ in [] }
        self.seed = seed
    }

    /// Makes the derived cells of a batch of records.
    mutating func make(_ records: inout RecordBatch) throws(BatchError) {
        // Moved out of the batch, because the records cannot be read and changed at the same time.
        var made = DerivedCells()
        swap(&made, &records.made)
        made.prepare(perRecord: columns.madeCount, records: records.count)
        for row in 0..<records.count {
            let isBlank = records.isBlank(row)
            if !isBlank, columns.fits(records, row), !rules.isTotal(records, row, &memo) {
                fill(records, row, &made)
                // Composites may use filled cells, which therefore have to be in the records.
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
            // The composite's index keeps equal texts of different composites apart.
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

/// The text of a composite cell in a row.
struct CompositeText {
    let composite: ColumnLayout.Composite
    /// Whether the text is an id: its parts are joined by `/`, and a row in which one of them is empty has no id.
    let isID: Bool

    /// Appends the text to the current cell of `made`.
    ///
    /// - Parameters:
    ///   - row: The index of the row in `records`; it must have the right number of cells.
    ///   - place: The row's occurrence number; nil leaves that part out.
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

    /// Whether a row has no id, because the cells of its id, dates aside, are placeholders (`IDText.placeholders`).
    ///
    /// - Parameter row: The index of the row in `records`; it must have the right number of cells.
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

    /// Whether a cell contains a `/`.
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

    /// Whether none of the cells that form the row's id is empty.
    ///
    /// - Parameter row: The index of the row in `records`; it must have the right number of cells.
    func isThere(_ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout) -> Bool {
        for part in composite.parts {
            guard case .column(let column) = part else { continue }
            if trimmed(columns.cell(records, row, column)).isEmpty { return false }
        }
        return !hasNoID(records, row, columns)
    }
}
