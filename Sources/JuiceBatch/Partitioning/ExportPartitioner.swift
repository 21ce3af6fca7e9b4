internal import CSV

/// Splits an export of a chain's head office by the column that contains the shop of each row.
///
/// Checks that need the whole export are made here: its checksum, encoding, form, header, totals, expected figures, and
/// whether it is a single table. Ids, the meaning of rows and the order of times are checked by the run of each shop.
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
    ///   - settings: The settings for reading the export, and its expected totals.
    ///   - column: The column's name in the header, compared by `nameKey`.
    ///   - spillFolder: The folder whose file system holds the partitions, in unnamed files.
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

    /// Splits the export, with the number of workers in the settings; the partitions do not depend on it.
    ///
    /// - Parameter progress: Called from time to time with the progress, by one worker at a time.
    /// - Throws: `BatchError.refused` if a run over the whole export would be refused, and other errors.
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

    /// Returns the partition of the first shop if it has the given SHA-256; otherwise nil.
    ///
    /// - Parameter sha256: The SHA-256 of the partition's bytes, in hex.
    /// - Throws: The errors of `split`.
    package func partition(sha256: String) throws -> InputFile? {
        guard let shop = shops.shops.first, let part = try split().input(ofShop: shop) else { return nil }
        return try part.sha256(cancellation: cancellation) == sha256 ? part : nil
    }

    /// The bytes of the export up to the end of the header.
    private func lead(_ plan: InputPlan) throws(BatchError) -> [UInt8] {
        var bytes = ByteBuffer()
        var length = plan.markLength + plan.leadBytes
        switch plan.encoding {
        case .utf8, .cp949: break
        case .utf16LittleEndian, .utf16BigEndian:
            // A character takes at most twice as many bytes as in UTF-8.
            length = plan.markLength + 2 * plan.leadBytes
        }
        _ = try file.read(at: 0, count: length, into: &bytes)
        file.pause()
        guard plan.encoding == .utf16LittleEndian || plan.encoding == .utf16BigEndian else {
            return Array(bytes.bytes)
        }
        var decoder = UTF16Decoder(isBigEndian: plan.encoding == .utf16BigEndian)
        var text = ByteBuffer()
        // The bytes after the header may be more than needed and may end within a character.
        _ = decoder.decode(UnsafeBufferPointer(rebasing: bytes.bytes[plan.markLength...]), into: &text)
        var lead = ByteBuffer()
        lead.append(UnsafeBufferPointer(rebasing: bytes.bytes[..<plan.markLength]))
        lead.append(UnsafeBufferPointer(rebasing: text.bytes.prefix(plan.leadBytes)), as: plan.encoding)
        return Array(lead.bytes)
    }
}

/// Finds the bytes from which each record of a batch was parsed, one record after the other.
struct RecordExtents {
    /// Whether the text contains no quotes and was not converted, so that cells have the same length as their bytes.
    private let isPlain: Bool
    private var at = 0

    /// - Parameter isConverted: Whether the cells have another encoding than the bytes.
    init(_ text: UnsafeBufferPointer<UInt8>, isConverted: Bool) {
        isPlain = !isConverted && firstOffset(of: Ascii.quote, in: text) == nil
    }

    /// The range of the next record's bytes, including its line end.
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
