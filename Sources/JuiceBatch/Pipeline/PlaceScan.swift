internal import CSV
internal import FlatMemory

/// A scan of an input that is read from its end: it counts what its rows' places depend on, so that they can count from
/// there.
struct PlaceScan {
    let settings: RunSettings
    let plan: InputPlan
    let cancellation: CancellationToken

    /// The counters for reading the input once more, up to what cannot be read.
    func counters() throws -> PlaceCounters {
        var counters = PlaceCounters()
        var source = ChunkSource(plans: [plan], chunkBytes: settings.reading.chunkBytes)
        var worker = try Worker(settings: settings, plans: [plan], ambiguityRules: [], looksUpIDs: false)
        var maker = CellMaker(plan, seed: settings.hashSeed)
        while let read = try source.next(into: &worker.raw) {
            try cancellation.check()
            let fault = try worker.parse(read, [plan])
            let batch = worker.batch
            if plan.columns.dependsOnRowsAbove { try worker.makeCells(&maker, plan) }
            if plan.columns.idComposite?.hasPlace == true {
                for row in 0..<batch.rows.count where batch.rows.hasPlaceKey(row) {
                    _ = try counters.ids.next(batch.rows.placeKey(row))
                }
            }
            if fault != nil { break }
        }
        counters.cells = maker.places
        counters.ids.countFromEnd()
        counters.cells.countFromEnd()
        return counters
    }
}
