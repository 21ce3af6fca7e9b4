internal import CSV
internal import FlatMemory

/// A builder of the cells that are filled from above, and of the cells of composites other than the id; those that
/// depend on earlier rows are made in sequence, all others by workers in parallel.
struct DerivedCellBuilder: ~Copyable {
    private let filters: RowFilters
    private let columns: ColumnLayout
    private let seed: HashSeed
    /// The last non-empty cell of each filled column since the start or a row that ends filling; empty before.
    private var above: [[UInt8]]
    private(set) var occurrences: OccurrenceCounter
    private var cache = SpellingCache()
    private var scratch = DerivedCells()

    init(_ plan: InputPlan, seed: HashSeed, occurrences: consuming OccurrenceCounter = OccurrenceCounter()) {
        self.occurrences = occurrences
        filters = plan.filters
        columns = plan.columns
        above = plan.columns.filled.map { _ in [] }
        self.seed = seed
    }

    mutating func make(_ records: inout RecordBatch) throws(BatchError) {
        records.derived.prepare(perRecord: columns.derivedCount, records: records.count)
        for row in 0..<records.count {
            let isBlank = records.isBlank(row)
            if !isBlank, columns.fits(records, row), !filters.isTotal(records, row, &cache) {
                for (index, column) in columns.filled.enumerated() {
                    let cell = records.field(row, column)
                    if trimmed(cell).isEmpty {
                        above[index].withView { records.derived.bytes.append($0) }
                    } else {
                        records.derived.bytes.append(cell)
                        above[index] = Array(cell)
                    }
                    records.derived.endCell()
                }
                // Composites may use filled cells.
                for (index, composite) in columns.composites.enumerated() { try make(composite, index, &records, row) }
            } else {
                if !isBlank { for index in above.indices { above[index] = [] } }
                for _ in 0..<columns.derivedCount { records.derived.endCell() }
            }
        }
    }

    private mutating func make(
        _ composite: ColumnLayout.Composite, _ index: Int, _ records: inout RecordBatch, _ row: Int
    ) throws(BatchError) {
        scratch.prepare(perRecord: 1, records: 1)
        var occurrence: Int?
        if composite.hasOccurrence {
            // The composite's index keeps equal texts of different composites apart.
            scratch.bytes.append(decimal: index)
            scratch.bytes.append(Ascii.slash)
            composite.append(records, row, columns, isID: false, occurrence: nil, to: &scratch)
            occurrence = try occurrences.next(IDHash(scratch.openCell, seed: seed))
            scratch.dropLast(scratch.openBytes)
        }
        composite.append(records, row, columns, isID: false, occurrence: occurrence, to: &scratch)
        records.derived.bytes.append(scratch.openCell)
        records.derived.endCell()
    }
}

/// The text of a composite cell in a row, which must have the right number of cells.
extension ColumnLayout.Composite {
    /// Appends the text of a row to the current cell of `derived`; a nil `occurrence` leaves that part out.
    ///
    /// Parts are joined by a space. The parts of an id are joined by `/`, and the id is empty if one of them is.
    func append(
        _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout, isID: Bool, occurrence: Int?,
        to derived: inout DerivedCells
    ) {
        var isFirst = true
        for part in parts {
            if part == .occurrence && occurrence == nil { continue }
            let before = derived.openBytes
            if !isFirst { derived.bytes.append(isID ? Ascii.slash : Ascii.space) }
            let start = derived.openBytes
            switch part {
            case .date: date.withView { derived.bytes.append($0) }
            case .occurrence: derived.bytes.append(decimal: occurrence ?? 0)
            case .column(let column):
                let text = trimmed(columns.cell(records, row, column))
                if isID && hasSlash(text) {
                    for byte in text {
                        derived.bytes.append(byte)
                        if byte == Ascii.slash { derived.bytes.append(byte) }
                    }
                } else {
                    derived.bytes.append(padded: text)
                }
            }
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

    /// Whether a row has no id, because all cells of its id but dates are placeholders (`IDText.placeholders`).
    func hasNoID(_ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout) -> Bool {
        var hasPlaceholder = false
        for case .column(let column) in parts
        where IDText.isPlaceholder(trimmed(columns.cell(records, row, column))) { hasPlaceholder = true }
        guard hasPlaceholder else { return false }
        let reader = TimeReader(dateOrder: columns.dateOrder)
        for case .column(let column) in parts {
            let cell = trimmed(columns.cell(records, row, column))
            if !IDText.isPlaceholder(cell), reader.read(cell)?.kind != .date { return false }
        }
        return true
    }

    /// Whether a row has an id: none of the cells that form it is empty, and they are not all placeholders or dates.
    func hasID(_ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout) -> Bool {
        for case .column(let column) in parts
        where trimmed(columns.cell(records, row, column)).isEmpty { return false }
        return !hasNoID(records, row, columns)
    }
}

/// The trimmed cell of a column, if an id takes it as it is: it is not empty, no placeholder and has no `/`.
@inline(__always) private func plainIDCell(
    _ column: Int?, _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout
) -> ByteView? {
    guard let column else { return nil }
    let cell = trimmed(columns.cell(records, row, column))
    return cell.isEmpty || hasSlash(cell) || IDText.isPlaceholder(cell) ? nil : cell
}

/// Whether a cell contains a `/`, which is doubled in an id.
@inline(__always) private func hasSlash(_ text: ByteView) -> Bool { firstOffset(of: Ascii.slash, in: text) != nil }

/// The ids of a batch's rows that are composed of several cells, hashed with the seed of the run.
extension DecodedRows {
    /// Hashes ids that have an occurrence number without that number, so that equal ids can be numbered later.
    mutating func setOccurrenceKeys(_ records: borrowing RecordBatch, _ columns: ColumnLayout, seed: HashSeed) {
        guard let composite = columns.idComposite, composite.hasOccurrence else { return }
        var scratch = DerivedCells()
        let isOccurrenceAlone = composite.parts.count == 1
        let column = composite.columnNextToOccurrence
        for row in 0..<count {
            occurrences[row] = 0
            guard hasCells(row) else {
                occurrenceKeys[row] = .none
                continue
            }
            if let cell = plainIDCell(column, records, row, columns) {
                occurrenceKeys[row] = IDHash(cell, seed: seed)
                continue
            }
            scratch.prepare(perRecord: 1, records: 1)
            if !composite.hasNoID(records, row, columns) {
                composite.append(records, row, columns, isID: true, occurrence: nil, to: &scratch)
            }
            let isMissing = scratch.openBytes == 0 && !isOccurrenceAlone
            occurrenceKeys[row] = isMissing ? .none : IDHash(scratch.openCell, seed: seed)
        }
    }

    /// Builds the ids of a batch; the occurrence numbers must be known.
    mutating func makeIDs(_ records: inout RecordBatch, _ columns: ColumnLayout, seed: HashSeed) {
        guard let composite = columns.idComposite else { return }
        // Moved out of the batch, because the records cannot be read and changed at the same time.
        var derived = DerivedCells()
        swap(&derived, &records.derivedIDs)
        derived.prepare(perRecord: 1, records: records.count)
        let hasOccurrence = composite.hasOccurrence
        let column = composite.parts.last == .occurrence ? composite.columnNextToOccurrence : nil
        for row in 0..<count {
            if hasCells(row) {
                if let cell = plainIDCell(column, records, row, columns) {
                    derived.bytes.append(padded: cell)
                    derived.bytes.append(Ascii.slash)
                    derived.bytes.append(decimal: occurrences[row])
                } else if !composite.hasNoID(records, row, columns) {
                    composite.append(
                        records, row, columns, isID: true, occurrence: hasOccurrence ? occurrences[row] : nil,
                        to: &derived)
                }
            }
            let id = derived.openCell
            ids[row] = id.isEmpty ? .none : IDHash(id, seed: seed)
            derived.endCell()
        }
        swap(&derived, &records.derivedIDs)
    }

    /// Whether a record is a row with the right number of cells.
    private func hasCells(_ row: Int) -> Bool {
        codes[row] != Self.notARow && codes[row] != OutcomeCode.wrongFieldCount.rawValue
    }
}
