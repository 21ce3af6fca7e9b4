internal import CSV

extension RunSettings {
    /// Splits an export of a chain's head office by the column that contains the shop of each row.
    ///
    /// What needs the whole export is checked here: its checksum, encoding, form, header, totals and expected figures.
    /// Ids, the meaning of rows and times are checked by the run of each shop. The partitions do not depend on the
    /// number of workers.
    ///
    /// - Parameters:
    ///   - shops: The names of each shop, by a text that identifies the shop; names are compared by `nameKey`.
    ///   - spillFolder: The folder on whose file system the partitions are stored.
    package func split(
        _ file: InputFile, by column: String, _ shops: [String: [String]], spillFolder: String,
        cancellation: CancellationToken, progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) throws -> PartitionedExport {
        var settings = self
        settings.removeLedger()
        settings.reading.shopColumn = column
        let shops = shops.sorted { $0.key < $1.key }
        let sink = try PartitioningSink(shops.map(\.value), seed: hashSeed, folder: spillFolder)
        let run = BatchRun(settings: settings, files: [file], cancellation: cancellation)
        let inputs = try run.collect(sink: sink, progress: progress) { sink.rows.counts.rows }
        guard let (plan, summary) = inputs.first else { throw BatchError.invariant("an export is an input") }
        // The text up to the end of the header, as UTF-8 if it is UTF-16, after UTF-8's mark if the export has a mark.
        var bytesThroughHeader: [UInt8] = plan.preamble.byteOrderMarkLength > 0 ? [0xEF, 0xBB, 0xBF] : []
        var source = ChunkSource(plans: [plan], chunkBytes: reading.chunkBytes)
        var chunk = ByteBuffer()
        while let next = try source.next(into: &chunk), next.isLead { bytesThroughHeader += chunk.bytes }
        file.closeUntilRead()
        return PartitionedExport(
            plan, summary, bytesThroughHeader: bytesThroughHeader, column: column, shops: shops.map(\.key), sink.rows,
            cancellation)
    }
}
