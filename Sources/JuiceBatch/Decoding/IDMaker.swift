internal import CSV
internal import FlatMemory

/// Makes ids of several cells.
struct IDMaker: ~Copyable {
    private let seed: HashSeed
    private var scratch = MadeCells()

    /// - Parameter seed: of the run's id hashes.
    init(seed: HashSeed) {
        self.seed = seed
    }

    /// Hashes what stands in the rows' ids beside their places, so that somebody can count those that are the same.
    mutating func prepare(_ batch: RowBatch, _ columns: ColumnLayout) {
        guard let composite = columns.idComposite, composite.hasPlace else { return }
        let text = CompositeText(composite: composite, isID: true)
        let isPlaceAlone = composite.parts.count == 1
        batch.rows.preparePlaces()
        for row in 0..<batch.rows.count {
            batch.rows.setPlace(0, row: row)
            guard batch.rows.hasCells(row) else {
                batch.rows.setPlaceKey(IDHash(low: 0, high: 0), row: row)
                continue
            }
            scratch.prepare(perRecord: 1, records: 1)
            text.append(batch.records, row, columns, place: nil, to: &scratch)
            let isMissing = scratch.openBytes == 0 && !isPlaceAlone
            let key = isMissing ? IDHash(low: 0, high: 0) : IDHash(scratch.openCell, seed: seed)
            batch.rows.setPlaceKey(key, row: row)
        }
    }

    /// Makes the ids, when the places are known.
    mutating func make(_ batch: RowBatch, _ columns: ColumnLayout) {
        guard let composite = columns.idComposite else { return }
        let text = CompositeText(composite: composite, isID: true)
        // Out of the batch meanwhile, so that its records can be read.
        var made = MadeCells()
        swap(&made, &batch.records.madeIDs)
        made.prepare(perRecord: 1, records: batch.records.count)
        for row in 0..<batch.rows.count {
            if batch.rows.hasCells(row) {
                let place = composite.hasPlace ? batch.rows.place(row) : nil
                text.append(batch.records, row, columns, place: place, to: &made)
            }
            let id = made.openCell
            batch.rows.setID(id.isEmpty ? IDHash(low: 0, high: 0) : IDHash(id, seed: seed), row: row)
            made.endCell()
        }
        swap(&made, &batch.records.madeIDs)
    }
}

extension DecodedRows {
    /// Whether a record is a row with a cell for each column.
    fileprivate func hasCells(_ row: Int) -> Bool {
        codes[row] != None.row && codes[row] != OutcomeCode.wrongFieldCount.rawValue
    }
}
