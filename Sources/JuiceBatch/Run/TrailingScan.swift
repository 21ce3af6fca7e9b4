internal import CSV

/// Looks whether every row of an input has one cell more than it should, and nothing in it: only all rows tell.
struct TrailingScan {
    let settings: RunSettings
    let plan: InputPlan
    let interruption: Interruption

    /// Whether it is so, totals rows aside, up to what cannot be read; not so without any row.
    func holds() throws -> Bool {
        var source = ChunkSource(plans: [plan], chunkBytes: settings.reading.chunkBytes)
        var worker = try Worker(settings: settings, plans: [plan], doubtRules: [])
        var memo = SpellingMemo()
        var hasRow = false
        while let read = try source.next(into: &worker.raw) {
            try interruption.check()
            let fault = try worker.parse(read, [plan])
            let batch = worker.batch
            for row in 0..<batch.records.count {
                if batch.records.isBlank(row) || plan.rules.isTotal(batch.records, row, &memo) { continue }
                guard plan.columns.fitsTrailing(batch.records, row) else { return false }
                hasRow = true
            }
            if fault != nil { break }
        }
        return hasRow
    }
}
