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
        let inputs = try run.collect(sink: sink, progress: progress) { try sink.withRows { $0.rowCount } }
        guard let (plan, summary) = inputs.first else { throw BatchError.invariant("an export is an input") }
        let bytesThroughHeader = try bytesThroughHeader(plan)
        return try sink.withRows { rows in
            try PartitionedExport(
                plan, summary, bytesThroughHeader: bytesThroughHeader, column: column, shops, &rows, cancellation)
        }
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

/// A finder of the shop that a cell names, with a hash table of the exact names, which most cells equal.
final class ShopFinder: Sendable {
    let names: ShopNames
    private let seed: HashSeed
    private let mask: Int
    private let hashes: [IDHash]
    /// The index of the shop for each slot; −1 for an empty slot.
    private let indices: [Int32]

    /// The bit in a cached value that marks a name that no shop has; the other bits represent the name.
    private static let unknown: UInt64 = 1 << 63

    /// - Parameter seed: A secret seed, so that an export cannot be crafted with names that have the same hash.
    init(_ names: ShopNames, seed: HashSeed) {
        self.names = names
        self.seed = seed
        var slotCount = 16
        while slotCount < 4 * names.spellings.count { slotCount *= 2 }
        mask = slotCount - 1
        var hashes = [IDHash](repeating: IDHash.none, count: slotCount)
        var indices = [Int32](repeating: -1, count: slotCount)
        for (name, index) in names.spellings {
            let hash = Array(name.utf8).withView { IDHash($0, seed: seed) }
            var slot = Int(truncatingIfNeeded: hash.low) & mask
            while indices[slot] >= 0 && hashes[slot] != hash { slot = (slot + 1) & mask }
            hashes[slot] = hash
            indices[slot] = Int32(index)
        }
        self.hashes = hashes
        self.indices = indices
    }

    /// The index of the shop whose name equals a trimmed cell byte for byte; nil if there is none.
    @inline(__always) private func index(of cell: ByteView) -> Int? {
        let hash = IDHash(cell, seed: seed)
        var slot = Int(truncatingIfNeeded: hash.low) & mask
        while indices[slot] >= 0 {
            if hashes[slot] == hash { return Int(indices[slot]) }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// The hash of the key (`nameKey`) of a name that no shop has; two names share it with a probability of 2^-63.
    private func nameHash(for key: String) -> UInt64 {
        Array(key.utf8).withView { IDHash($0, seed: seed) }.high
    }

    /// The owner of a row by its cell in the shop column, with a worker's cache of other spellings of names.
    @inline(__always) func owner(_ cell: ByteView, _ cache: inout SpellingCache) -> PartitionedRows.Owner {
        if let index = index(of: cell) { return .shop(index) }
        return ownerOfOtherSpelling(cell, &cache)
    }

    @inline(never)
    private func ownerOfOtherSpelling(_ cell: ByteView, _ cache: inout SpellingCache) -> PartitionedRows.Owner {
        let text = trimmed(cell)
        if text.isEmpty { return .noShop }
        let meaning = cache.value(text) {
            let key = nameKey(String(decoding: text, as: UTF8.self))
            return names.index(ofKey: key).map { UInt64($0) } ?? nameHash(for: key) | Self.unknown
        }
        guard let meaning, meaning & Self.unknown == 0 else { return .unknown(meaning ?? Self.unknown) }
        return .shop(Int(meaning))
    }
}

/// The names of a chain's shops in the exports of its head office, compared by `nameKey`.
///
/// A shop may have several names. A name of two shops, which the caller has to rule out, belongs to the first of them.
package struct ShopNames: Sendable {
    let shops: [Int]
    /// The names as spelled, trimmed, each with the index of its shop in `shops`.
    let spellings: [(name: String, index: Int)]
    /// The index of each shop in `shops`, by the keys of its names.
    private let indices: [String: Int]

    /// Creates the names of some shops, each with the shop's number.
    package init(_ names: [(name: String, shop: Int)]) {
        let shops = Set(names.map(\.shop)).sorted()
        let indexOfShop = Dictionary(uniqueKeysWithValues: shops.enumerated().map { ($0.element, $0.offset) })
        var indices: [String: Int] = [:]
        var spellings: [(name: String, index: Int)] = []
        for (name, shop) in names {
            let key = nameKey(name)
            guard !key.isEmpty, let index = indexOfShop[shop] else { continue }
            if indices[key] == nil { indices[key] = index }
            spellings.append((trimmedText(name), indices[key] ?? index))
        }
        self.shops = shops
        self.indices = indices
        self.spellings = spellings
    }

    /// The index in `shops` of the shop that has a name with this key; nil if there is none.
    func index(ofKey key: String) -> Int? { indices[key] }
}
