internal import CSV

/// Splits an export of head office by a column that names the shop of each row.
///
/// What is decided on a whole export is decided before: its checksum, encoding, form, header, totals and what it is
/// expected to come to, and whether it is one table. Ids, doubts about what rows mean and the order of times are each shop's.
package struct ExportPartitioner {
    private let settings: RunSettings
    private let file: InputFile
    private let column: String
    private let shops: ShopNames
    private let spillFolder: String
    private let cancellation: CancellationToken

    /// Creates a partitioner for an export.
    ///
    /// - Parameters:
    ///   - settings: the settings for reading the export, and its expected totals.
    ///   - column: the column's name in the header, as names match.
    ///   - spillFolder: a folder on the file system that holds the parts, in files without a name.
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

    /// Splits the export, with as many workers as the settings say; the parts do not depend on it.
    ///
    /// - Parameter progress: receives the progress now and then, from one worker at a time.
    /// - Throws: `BatchError.refused`, as a run over the whole export would be, among others.
    package func split(progress: @escaping @Sendable (Progress) -> Void = { _ in }) throws -> PartitionedExport {
        let sink = try PartitioningSink(shops, seed: settings.hashSeed, folder: spillFolder)
        let run = BatchRun(settings: settings, files: [file], cancellation: cancellation)
        let inputs = try run.collect(sink: sink, progress: progress) { try sink.withRows { $0.rowCount } }
        guard let (plan, facts) = inputs.first else { throw BatchError.invariant("an export is an input") }
        let lead = try lead(plan)
        return try sink.withRows { rows in
            try PartitionedExport(plan, facts, lead: lead, column: column, shops, &rows, cancellation)
        }
    }

    /// The part of the first shop, if its SHA-256 is the given one; otherwise nil.
    ///
    /// - Parameter sha256: of the part's bytes, in hex.
    /// - Throws: what `split` throws.
    package func partition(sha256: String) throws -> InputFile? {
        guard let shop = shops.shops.first, let part = try split().input(ofShop: shop) else { return nil }
        return try part.sha256(cancellation: cancellation) == sha256 ? part : nil
    }

    /// The export's bytes up to the header's end.
    private func lead(_ plan: InputPlan) throws(BatchError) -> [UInt8] {
        var bytes = ByteBuffer()
        var length = plan.markLength + plan.leadBytes
        switch plan.encoding {
        case .utf8, .cp949: break
        case .utf16LittleEndian, .utf16BigEndian:
            // A character takes at most two bytes for one of UTF-8.
            length = plan.markLength + 2 * plan.leadBytes
        }
        _ = try file.read(at: 0, count: length, into: &bytes)
        file.pause()
        guard plan.encoding == .utf16LittleEndian || plan.encoding == .utf16BigEndian else {
            return Array(bytes.bytes)
        }
        var decoder = UTF16Decoder(isBigEndian: plan.encoding == .utf16BigEndian)
        var text = ByteBuffer()
        // What stands behind the header may break off, or be more than it.
        _ = decoder.decode(UnsafeBufferPointer(rebasing: bytes.bytes[plan.markLength...]), into: &text)
        var lead = ByteBuffer()
        lead.append(UnsafeBufferPointer(rebasing: bytes.bytes[..<plan.markLength]))
        lead.append(UnsafeBufferPointer(rebasing: text.bytes.prefix(plan.leadBytes)), as: plan.encoding)
        return Array(lead.bytes)
    }
}

/// Finds out where the records of a batch stand in the bytes that they came from, one after the other.
struct RecordExtents {
    /// Whether no byte is a quote, and cells are as long as they stand there.
    private let isPlain: Bool
    private var at = 0

    /// - Parameter isConverted: whether the cells are in another encoding than the bytes.
    init(_ text: UnsafeBufferPointer<UInt8>, isConverted: Bool) {
        isPlain = !isConverted && firstOffset(of: Ascii.quote, in: text) == nil
    }

    /// The bytes of the next record, its line end included.
    mutating func next(
        _ text: UnsafeBufferPointer<UInt8>, _ records: borrowing RecordBatch, _ row: Int
    ) throws(BatchError) -> Range<Int> {
        while at < text.count, Self.isLineEnd(text[at]) { at += 1 }
        let start = at
        if isPlain {
            at += records.byteCount(row) + records.fieldCount(row) - 1
            if at < text.count {
                guard Self.isLineEnd(text[at]) else { throw Self.lost }
                let isPair = text[at] == Ascii.carriageReturn && at + 1 < text.count && text[at + 1] == Ascii.lineFeed
                at += isPair ? 2 : 1
            }
        } else {
            guard let end = firstRecordEnd(in: text, from: start, isLast: true) else { throw Self.lost }
            at = end
        }
        guard start < at, at <= text.count else { throw Self.lost }
        return start..<at
    }

    private static var lost: BatchError { .invariant("a record is not where it was read") }

    @inline(__always)
    private static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == Ascii.lineFeed || byte == Ascii.carriageReturn
    }
}
