package import CSV
internal import FlatMemory

/// Scans of one input before the run, which end at the first byte or record that cannot be read.
extension InputPlan {
    /// Calls `body` with the worker of each batch until it returns true, the input ends or a chunk has an error.
    ///
    /// - Returns: Whether an error ended it.
    @discardableResult private func forEachBatch(
        _ settings: RunSettings, _ cancellation: CancellationToken,
        _ body: (inout Worker) throws(BatchError) -> Bool
    ) throws(BatchError) -> Bool {
        var source = ChunkSource(plans: [self], chunkBytes: settings.reading.chunkBytes)
        var worker = Worker(settings: settings, plans: [self])
        while let chunk = try source.next(into: &worker.raw) {
            try cancellation.check()
            let chunkError = try worker.parse(chunk, [self])
            if try body(&worker) { return false }
            if chunkError != nil { return true }
        }
        return false
    }

    /// Calls `body` with each record that is not blank, and its line from 1, until it returns true or reading fails.
    ///
    /// - Returns: Whether a record cannot be read.
    package func forEachRecord(
        _ settings: RunSettings, _ cancellation: CancellationToken,
        _ body: (_ records: borrowing RecordBatch, _ row: Int, _ line: Int) -> Bool
    ) throws(BatchError) -> Bool {
        var line = 1
        return try forEachBatch(settings, cancellation) { worker throws(BatchError) in
            let batch = worker.batch
            for row in 0..<batch.records.count where !batch.records.isBlank(row) {
                if body(batch.records, row, line + batch.records.line(row)) { return true }
            }
            line += batch.records.lineEnds
            return false
        }
    }

    /// Calls `body` with each row, without totals rows, as `forEachRecord` does.
    private func forEachRow(
        _ settings: RunSettings, _ cancellation: CancellationToken, _ body: (borrowing RecordBatch, Int) -> Bool
    ) throws(BatchError) {
        var cache = SpellingCache()
        _ = try forEachRecord(settings, cancellation) { records, row, _ in
            !filters.isTotal(records, row, &cache) && body(records, row)
        }
    }

    /// The distinct trimmed cells of a column in order, without those of totals rows, until there are more than `max`.
    func cells(
        of column: Int, max: Int, _ settings: RunSettings, _ cancellation: CancellationToken
    ) throws(BatchError) -> [String] {
        var seen: Set<[UInt8]> = []
        var cells: [String] = []
        try forEachRow(settings, cancellation) { records, row in
            guard columns.fits(records, row) else { return false }
            let cell = Array(trimmed(records.field(row, column)))
            if seen.insert(cell).inserted { cells.append(String(decoding: cell, as: UTF8.self)) }
            return cells.count > max
        }
        return cells
    }

    /// Whether there are rows other than totals rows, and each of them has one empty cell too many.
    func hasTrailingCells(_ settings: RunSettings, _ cancellation: CancellationToken) throws(BatchError) -> Bool {
        var hasRow = false
        var areTrailing = true
        try forEachRow(settings, cancellation) { records, row in
            hasRow = true
            areTrailing = columns.fitsTrailing(records, row)
            return !areTrailing
        }
        return hasRow && areTrailing
    }

    /// Whether rows are numbered among those with equal cells.
    var hasOccurrences: Bool { ([columns.idComposite] + columns.composites).contains { $0?.hasOccurrence == true } }

    /// The plan with an `InputFile` of its own, for a scan while another thread may be reading the input.
    func rereading() -> InputPlan {
        var plan = self
        plan.file = InputFile(rereading: file)
        return plan
    }

    /// Counts equal cells of each composite in an input, so that numbering can start from the input's end.
    func occurrenceCounters(
        _ settings: RunSettings, _ cancellation: CancellationToken
    ) throws(BatchError) -> OccurrenceCounters {
        var counters = OccurrenceCounters()
        var cellBuilder = DerivedCellBuilder(self, seed: settings.hashSeed)
        try forEachBatch(settings, cancellation) { worker throws(BatchError) in
            if columns.dependsOnRowsAbove {
                try cellBuilder.make(&worker.batch.records)
                worker.decodeRows(self)
            }
            guard columns.idComposite?.hasOccurrence == true else { return false }
            let batch = worker.batch
            for row in 0..<batch.rows.count where !batch.rows.occurrenceKeys[row].isNone {
                _ = try counters.ids.next(batch.rows.occurrenceKeys[row])
            }
            return false
        }
        counters.cells = cellBuilder.occurrences
        counters.ids.countFromEnd()
        counters.cells.countFromEnd()
        return counters
    }
}
