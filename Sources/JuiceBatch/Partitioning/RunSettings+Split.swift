internal import CSV

extension RunSettings {
    /// Splits an export of a chain's head office by the column that contains the shop of each row.
    ///
    /// Checks that need the whole export are made here: its checksum, encoding, form, header, totals and expected
    /// figures. Ids, the meaning of rows and the order of times are checked by the run of each shop. The partitions do
    /// not depend on the number of workers.
    ///
    /// - Parameters:
    ///   - column: The name of the column that contains the shops.
    ///   - spillFolder: The folder on whose file system the partitions are stored.
    ///   - progress: Called from time to time, by one worker at a time.
    /// - Throws: `BatchError.refused` if a run over the whole export would be refused, and other errors.
    package func split(
        _ file: InputFile, by column: String, _ shops: ShopNames, spillFolder: String, cancellation: CancellationToken,
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) throws -> PartitionedExport {
        var settings = self
        settings.reading.shopColumn = column
        settings.idHistory = nil
        settings.earlierInputs = nil
        settings.newestBefore = nil
        let sink = try PartitioningSink(shops, seed: hashSeed, folder: spillFolder)
        let run = BatchRun(settings: settings, files: [file], cancellation: cancellation)
        let inputs = try run.collect(sink: sink, progress: progress) { sink.rows.rowCount }
        guard let (plan, summary) = inputs.first else { throw BatchError.invariant("an export is an input") }
        // The bytes up to the end of the header, UTF-16 as UTF-8, after the mark of UTF-8 if the export has a mark.
        var bytesThroughHeader: [UInt8] = plan.preamble.byteOrderMarkLength > 0 ? [0xEF, 0xBB, 0xBF] : []
        var source = ChunkSource(plans: [plan], chunkBytes: reading.chunkBytes)
        var chunk = ByteBuffer()
        while let next = try source.next(into: &chunk), next.isLead { bytesThroughHeader += chunk.bytes }
        file.pause()
        return PartitionedExport(
            plan, summary, bytesThroughHeader: bytesThroughHeader, column: column, shops, sink.rows, cancellation)
    }
}

/// The names of a chain's shops in the exports of its head office, compared by `nameKey`.
///
/// A shop may have several names. A name of two shops, which the caller has to rule out, belongs to the first of them.
package struct ShopNames: Sendable {
    let shops: [Int]
    /// The index of each shop in `shops`, by the keys of its names.
    private let indices: [String: Int]

    /// Creates the names of some shops, each with the shop's number.
    package init(_ names: [(name: String, shop: Int)]) {
        let shops = Set(names.map(\.shop)).sorted()
        let indexOfShop = Dictionary(uniqueKeysWithValues: shops.enumerated().map { ($0.element, $0.offset) })
        var indices: [String: Int] = [:]
        for (name, shop) in names {
            let key = nameKey(name)
            if !key.isEmpty, indices[key] == nil { indices[key] = indexOfShop[shop] }
        }
        self.shops = shops
        self.indices = indices
    }

    /// The bit in a cached value that marks a name that no shop has; the other bits represent the name.
    private static let unknown: UInt64 = 1 << 63

    /// The owner of a row by its cell in the shop column, with a worker's cache of spellings.
    ///
    /// - Parameter seed: A secret seed of the hashes of unknown names; two share one with a probability of 2^-63.
    func owner(_ cell: ByteView, _ cache: inout SpellingCache, seed: HashSeed) -> PartitionedRows.Owner {
        let text = trimmed(cell)
        if text.isEmpty { return .noShop }
        let meaning = cache.value(text) {
            let key = nameKey(String(decoding: text, as: UTF8.self))
            return indices[key].map { UInt64($0) }
                ?? Array(key.utf8).withView { IDHash($0, seed: seed) }.high | Self.unknown
        }
        guard let meaning, meaning & Self.unknown == 0 else { return .unknown(meaning ?? Self.unknown) }
        return .shop(Int(meaning))
    }
}
