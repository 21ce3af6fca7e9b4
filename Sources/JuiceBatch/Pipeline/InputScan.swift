internal import CSV
internal import FlatMemory

/// A scan of one input before the run, up to what cannot be read.
struct InputScan {
    let settings: RunSettings
    let plan: InputPlan
    let cancellation: CancellationToken

    /// Reads the input in batches; it ends with the batch of which the body says so.
    private func forEachBatch(_ isLast: (inout Worker) throws -> Bool) throws {
        var source = ChunkSource(plans: [plan], chunkBytes: settings.reading.chunkBytes)
        var worker = try Worker(settings: settings, plans: [plan], ambiguityRules: [], looksUpIDs: false)
        while let read = try source.next(into: &worker.raw) {
            try cancellation.check()
            let fault = try worker.parse(read, [plan])
            if try isLast(&worker) || fault != nil { return }
        }
    }

    /// The different cells of a column, trimmed, in order of first appearance.
    ///
    /// It ends once there are more than can be told, one of them not empty.
    func cells(of column: Int) throws(BatchError) -> [String] {
        var seen: Set<[UInt8]> = []
        var cells: [String] = []
        do {
            try forEachBatch { worker in
                add(worker.batch.records, column, &seen, &cells)
                return cells.count > InputProfile.toldCellsMax
            }
        } catch let error as BatchError {
            throw error
        } catch {
            throw .invariant("\(error)")
        }
        return cells
    }

    private func add(
        _ records: borrowing RecordBatch, _ column: Int, _ seen: inout Set<[UInt8]>, _ cells: inout [String]
    ) {
        for row in 0..<records.count where !records.isBlank(row) && plan.columns.fits(records, row) {
            let cell = Array(trimmed(records.field(row, column)))
            if seen.insert(cell).inserted { cells.append(String(decoding: cell, as: UTF8.self)) }
            if cells.count > InputProfile.toldCellsMax { return }
        }
    }

    /// Whether every row has one empty cell more than it should, totals rows aside; not so without any row.
    func hasTrailingCells() throws -> Bool {
        var memo = SpellingMemo()
        var hasRow = false
        var holds = true
        try forEachBatch { worker in
            let batch = worker.batch
            for row in 0..<batch.records.count {
                if batch.records.isBlank(row) || plan.rules.isTotal(batch.records, row, &memo) { continue }
                hasRow = true
                holds = plan.columns.fitsTrailing(batch.records, row)
                if !holds { break }
            }
            return !holds
        }
        return hasRow && holds
    }

    /// The counters of places for an input that is read from its end, so that they can count from there.
    func placeCounters() throws -> PlaceCounters {
        var counters = PlaceCounters()
        var maker = CellMaker(plan, seed: settings.hashSeed)
        try forEachBatch { worker in
            if plan.columns.dependsOnRowsAbove { try worker.makeCells(&maker, plan) }
            guard plan.columns.idComposite?.hasPlace == true else { return false }
            let batch = worker.batch
            for row in 0..<batch.rows.count where batch.rows.hasPlaceKey(row) {
                _ = try counters.ids.next(batch.rows.placeKey(row))
            }
            return false
        }
        counters.cells = maker.places
        counters.ids.countFromEnd()
        counters.cells.countFromEnd()
        return counters
    }
}
