internal import CSV
internal import FlatMemory
internal import Glibc

/// Makes the cells of composites other than the id, and the cells that are filled from above.
///
/// Filled cells and occurrence numbers depend on earlier rows, so they are made in sequence; workers make all other
/// cells in parallel.
struct DerivedCellBuilder: ~Copyable {
    private let rules: RowFilters
    private let columns: ColumnLayout
    private let seed: HashSeed
    /// The last non-empty cell of each filled column; empty at the start of the input, and after a totals row or a row
    /// with the wrong number of cells.
    private var above: [[UInt8]]
    /// The counter of rows whose composite cells are otherwise equal.
    private(set) var occurrences: OccurrenceCounter
    private var cache = SpellingCache()
    private var scratch = DerivedCells()

    /// Creates a maker for the rows of one input, starting with the first.
    ///
    /// - Parameter occurrences: Numbers the rows in which the other parts of a composite are equal.
    init(_ plan: InputPlan, seed: HashSeed, occurrences: consuming OccurrenceCounter = OccurrenceCounter()) {
        self.occurrences = occurrences
        rules = plan.rules
        columns = plan.columns
        above = plan.columns.filled.map { _ in [] }
        self.seed = seed
    }

    /// Makes the derived cells of a batch of records.
    mutating func make(_ records: inout RecordBatch) throws(BatchError) {
        // Moved out of the batch, because the records cannot be read and changed at the same time.
        var derived = DerivedCells()
        swap(&derived, &records.derived)
        derived.prepare(perRecord: columns.derivedCount, records: records.count)
        for row in 0..<records.count {
            let isBlank = records.isBlank(row)
            if !isBlank, columns.fits(records, row), !rules.isTotal(records, row, &cache) {
                fill(records, row, &derived)
                // Composites may use filled cells, which therefore have to be in the records.
                swap(&derived, &records.derived)
                for (index, composite) in columns.composites.enumerated() {
                    try make(composite, index, &records, row)
                }
                swap(&derived, &records.derived)
            } else {
                if !isBlank { for index in above.indices { above[index] = [] } }
                for _ in 0..<columns.derivedCount { derived.endCell() }
            }
        }
        swap(&derived, &records.derived)
    }

    private mutating func fill(_ records: borrowing RecordBatch, _ row: Int, _ derived: inout DerivedCells) {
        for (index, column) in columns.filled.enumerated() {
            let cell = records.field(row, column)
            if trimmed(cell).isEmpty {
                above[index].withView { derived.append($0) }
            } else {
                derived.append(cell)
                above[index] = Array(cell)
            }
            derived.endCell()
        }
    }

    private mutating func make(
        _ composite: ColumnLayout.Composite, _ index: Int, _ records: inout RecordBatch, _ row: Int
    ) throws(BatchError) {
        let text = CompositeText(composite: composite, isID: false)
        scratch.prepare(perRecord: 1, records: 1)
        var occurrence: Int?
        if composite.hasOccurrence {
            // The composite's index keeps equal texts of different composites apart.
            scratch.append(decimal: index)
            scratch.append(Ascii.slash)
            text.append(records, row, columns, occurrence: nil, to: &scratch)
            occurrence = try occurrences.next(IDHash(scratch.openCell, seed: seed))
            scratch.dropLast(scratch.openBytes)
        }
        text.append(records, row, columns, occurrence: occurrence, to: &scratch)
        records.derived.append(scratch.openCell)
        records.derived.endCell()
    }
}

/// The text of a composite cell in a row.
struct CompositeText {
    let composite: ColumnLayout.Composite
    /// Whether the text is an id: its parts are joined by `/`, and a row in which one of them is empty has no id.
    let isID: Bool

    /// Appends the text to the current cell of `derived`.
    ///
    /// - Parameters:
    ///   - row: The index of the row in `records`; it must have the right number of cells.
    ///   - occurrence: The row's occurrence number; nil leaves that part out.
    func append(
        _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout, occurrence: Int?,
        to derived: inout DerivedCells
    ) {
        var isFirst = true
        for part in composite.parts {
            if part == .occurrence && occurrence == nil { continue }
            let before = derived.openBytes
            if !isFirst { derived.append(isID ? Ascii.slash : Ascii.space) }
            let start = derived.openBytes
            append(part, records, row, columns, occurrence: occurrence, to: &derived)
            if derived.openBytes > start {
                isFirst = false
            } else if isID {
                derived.dropLast(derived.openBytes)
                return
            } else {
                derived.dropLast(start - before)
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
    static func hasSlash(_ text: ByteView) -> Bool {
        firstOffset(of: Ascii.slash, in: text) != nil
    }

    private func append(
        _ part: ColumnLayout.Composite.Part, _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout,
        occurrence: Int?, to derived: inout DerivedCells
    ) {
        switch part {
        case .text(let text): text.withView { derived.append($0) }
        case .occurrence: derived.append(decimal: occurrence ?? 0)
        case .column(let column):
            let text = trimmed(columns.cell(records, row, column))
            guard isID, Self.hasSlash(text) else {
                derived.append(cell: text)
                return
            }
            for byte in text {
                derived.append(byte)
                if byte == Ascii.slash { derived.append(byte) }
            }
        }
    }

    /// Whether none of the cells that form the row's id is empty.
    ///
    /// - Parameter row: The index of the row in `records`; it must have the right number of cells.
    func hasValue(_ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout) -> Bool {
        for part in composite.parts {
            guard case .column(let column) = part else { continue }
            if trimmed(columns.cell(records, row, column)).isEmpty { return false }
        }
        return !hasNoID(records, row, columns)
    }
}

/// Builds ids that are composed of several cells.
struct CompositeKeyBuilder: ~Copyable {
    private let seed: HashSeed
    private var scratch = DerivedCells()

    /// - Parameter seed: The seed of the run's id hashes.
    init(seed: HashSeed) {
        self.seed = seed
    }

    /// Hashes each row's composite id without its occurrence number, so that equal ids can be numbered later.
    ///
    /// Does nothing for ids that have no occurrence number.
    mutating func prepare(_ batch: RowBatch, _ columns: ColumnLayout) {
        guard let composite = columns.idComposite, composite.hasOccurrence else { return }
        batch.rows.prepareOccurrences()
        prepare(batch.records, &batch.rows, columns, composite)
    }

    private mutating func prepare(
        _ records: borrowing RecordBatch, _ rows: inout DecodedRows, _ columns: ColumnLayout,
        _ composite: ColumnLayout.Composite
    ) {
        let text = CompositeText(composite: composite, isID: true)
        let isOccurrenceAlone = composite.parts.count == 1
        let column = composite.columnNextToOccurrence
        for row in 0..<rows.count {
            rows.setOccurrence(0, row: row)
            guard rows.hasCells(row) else {
                rows.setOccurrenceKey(IDHash(low: 0, high: 0), row: row)
                continue
            }
            if let column {
                let cell = trimmed(columns.cell(records, row, column))
                if !cell.isEmpty, !CompositeText.hasSlash(cell), !IDText.isPlaceholder(cell) {
                    rows.setOccurrenceKey(IDHash(cell, seed: seed), row: row)
                    continue
                }
            }
            scratch.prepare(perRecord: 1, records: 1)
            if !text.hasNoID(records, row, columns) {
                text.append(records, row, columns, occurrence: nil, to: &scratch)
            }
            let isMissing = scratch.openBytes == 0 && !isOccurrenceAlone
            let key = isMissing ? IDHash(low: 0, high: 0) : IDHash(scratch.openCell, seed: seed)
            rows.setOccurrenceKey(key, row: row)
        }
    }

    /// Builds the ids of a batch; the occurrence numbers must be known.
    mutating func make(_ batch: RowBatch, _ columns: ColumnLayout) {
        guard let composite = columns.idComposite else { return }
        // Moved out of the batch, because the records cannot be read and changed at the same time.
        var derived = DerivedCells()
        swap(&derived, &batch.records.derivedIDs)
        derived.prepare(perRecord: 1, records: batch.records.count)
        make(batch.records, &batch.rows, columns, composite, &derived)
        swap(&derived, &batch.records.derivedIDs)
    }

    private func make(
        _ records: borrowing RecordBatch, _ rows: inout DecodedRows, _ columns: ColumnLayout,
        _ composite: ColumnLayout.Composite, _ derived: inout DerivedCells
    ) {
        let text = CompositeText(composite: composite, isID: true)
        let hasOccurrence = composite.hasOccurrence
        let column = composite.parts.last == .occurrence ? composite.columnNextToOccurrence : nil
        for row in 0..<rows.count {
            if rows.hasCells(row) {
                let cell = column.map { trimmed(columns.cell(records, row, $0)) }
                if let cell, !cell.isEmpty, !CompositeText.hasSlash(cell), !IDText.isPlaceholder(cell) {
                    derived.append(cell: cell)
                    derived.append(Ascii.slash)
                    derived.append(decimal: rows.occurrence(row))
                } else if !text.hasNoID(records, row, columns) {
                    text.append(
                        records, row, columns, occurrence: hasOccurrence ? rows.occurrence(row) : nil, to: &derived)
                }
            }
            let id = derived.openCell
            rows.setID(id.isEmpty ? IDHash(low: 0, high: 0) : IDHash(id, seed: seed), row: row)
            derived.endCell()
        }
    }
}

extension DecodedRows {
    /// Whether a record is a row with the right number of cells.
    fileprivate func hasCells(_ row: Int) -> Bool {
        codes[row] != None.row && codes[row] != OutcomeCode.wrongFieldCount.rawValue
    }
}
