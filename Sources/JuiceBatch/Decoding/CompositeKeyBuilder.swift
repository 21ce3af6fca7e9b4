internal import CSV
internal import FlatMemory

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
        guard let composite = columns.idComposite, composite.hasPlace else { return }
        batch.rows.preparePlaces()
        prepare(batch.records, &batch.rows, columns, composite)
    }

    private mutating func prepare(
        _ records: borrowing RecordBatch, _ rows: inout DecodedRows, _ columns: ColumnLayout,
        _ composite: ColumnLayout.Composite
    ) {
        let text = CompositeText(composite: composite, isID: true)
        let isPlaceAlone = composite.parts.count == 1
        let column = composite.columnBesidePlace
        for row in 0..<rows.count {
            rows.setPlace(0, row: row)
            guard rows.hasCells(row) else {
                rows.setPlaceKey(IDHash(low: 0, high: 0), row: row)
                continue
            }
            if let column {
                let cell = trimmed(columns.cell(records, row, column))
                if !cell.isEmpty, !CompositeText.hasSlash(cell), !IDText.isPlaceholder(cell) {
                    rows.setPlaceKey(IDHash(cell, seed: seed), row: row)
                    continue
                }
            }
            scratch.prepare(perRecord: 1, records: 1)
            if !text.hasNoID(records, row, columns) { text.append(records, row, columns, place: nil, to: &scratch) }
            let isMissing = scratch.openBytes == 0 && !isPlaceAlone
            let key = isMissing ? IDHash(low: 0, high: 0) : IDHash(scratch.openCell, seed: seed)
            rows.setPlaceKey(key, row: row)
        }
    }

    /// Builds the ids of a batch; the occurrence numbers must be known.
    mutating func make(_ batch: RowBatch, _ columns: ColumnLayout) {
        guard let composite = columns.idComposite else { return }
        // Moved out of the batch, because the records cannot be read and changed at the same time.
        var made = DerivedCells()
        swap(&made, &batch.records.madeIDs)
        made.prepare(perRecord: 1, records: batch.records.count)
        make(batch.records, &batch.rows, columns, composite, &made)
        swap(&made, &batch.records.madeIDs)
    }

    private func make(
        _ records: borrowing RecordBatch, _ rows: inout DecodedRows, _ columns: ColumnLayout,
        _ composite: ColumnLayout.Composite, _ made: inout DerivedCells
    ) {
        let text = CompositeText(composite: composite, isID: true)
        let hasPlace = composite.hasPlace
        let column = composite.parts.last == .place ? composite.columnBesidePlace : nil
        for row in 0..<rows.count {
            if rows.hasCells(row) {
                let cell = column.map { trimmed(columns.cell(records, row, $0)) }
                if let cell, !cell.isEmpty, !CompositeText.hasSlash(cell), !IDText.isPlaceholder(cell) {
                    made.append(cell: cell)
                    made.append(Ascii.slash)
                    made.append(decimal: rows.place(row))
                } else if !text.hasNoID(records, row, columns) {
                    text.append(records, row, columns, place: hasPlace ? rows.place(row) : nil, to: &made)
                }
            }
            let id = made.openCell
            rows.setID(id.isEmpty ? IDHash(low: 0, high: 0) : IDHash(id, seed: seed), row: row)
            made.endCell()
        }
    }
}

extension DecodedRows {
    /// Whether a record is a row with the right number of cells.
    fileprivate func hasCells(_ row: Int) -> Bool {
        codes[row] != None.row && codes[row] != OutcomeCode.wrongFieldCount.rawValue
    }
}
