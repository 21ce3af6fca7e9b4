internal import CSV
internal import FlatMemory

/// Splits an export of a chain's head office by the column that contains the shop of each row.
///
/// Checks that need the whole export are made here: its checksum, encoding, form, header, totals and expected figures.
/// Ids, the meaning of rows and the order of times are checked by the run of each shop.
package struct ExportPartitioner {
    private let settings: RunSettings
    private let file: InputFile
    private let column: String
    private let shops: ShopNames
    private let spillFolder: String
    private let cancellation: CancellationToken

    /// Creates a partitioner of an export by a column's name, whose partitions are stored on a folder's file system.
    package init(
        settings: RunSettings, file: InputFile, column: String, shops: ShopNames, spillFolder: String,
        cancellation: CancellationToken
    ) {
        var settings = settings
        settings.reading.shopColumn = column
        settings.idHistory = nil
        settings.earlierInputs = nil
        settings.newestBefore = nil
        self.settings = settings
        self.file = file
        self.column = column
        self.shops = shops
        self.spillFolder = spillFolder
        self.cancellation = cancellation
    }

    /// Splits the export; the partitions do not depend on the number of workers.
    ///
    /// - Parameter progress: Called from time to time, by one worker at a time.
    /// - Throws: `BatchError.refused` if a run over the whole export would be refused, and other errors.
    package func split(progress: @escaping @Sendable (Progress) -> Void = { _ in }) throws -> PartitionedExport {
        let sink = try PartitioningSink(shops, seed: settings.hashSeed, folder: spillFolder)
        let run = BatchRun(settings: settings, files: [file], cancellation: cancellation)
        let inputs = try run.collect(sink: sink, progress: progress) { sink.rows.rowCount }
        guard let (plan, summary) = inputs.first else { throw BatchError.invariant("an export is an input") }
        return try PartitionedExport(
            plan, summary, bytesThroughHeader: try bytesThroughHeader(plan), column: column, shops, sink.rows,
            cancellation)
    }

    /// Returns the partition of the first shop if its bytes have the given SHA-256, in hex; otherwise nil.
    package func partition(sha256: String) throws -> InputFile? {
        guard let shop = shops.shops.first, let part = try split().input(ofShop: shop) else { return nil }
        return try part.sha256(cancellation: cancellation) == sha256 ? part : nil
    }

    /// The bytes of the export up to the end of the header, UTF-16 as UTF-8, after the mark of UTF-8 if it has a mark.
    private func bytesThroughHeader(_ plan: InputPlan) throws(BatchError) -> [UInt8] {
        var source = ChunkSource(plans: [plan], chunkBytes: settings.reading.chunkBytes)
        var chunk = ByteBuffer()
        var bytes: [UInt8] = plan.preamble.byteOrderMarkLength > 0 ? [0xEF, 0xBB, 0xBF] : []
        while let next = try source.next(into: &chunk), next.isLead { bytes += chunk.bytes }
        file.pause()
        return bytes
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
