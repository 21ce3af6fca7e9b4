internal import CSV

/// Splits an export of head office's by a column that says which shop each row is of.
///
/// What is decided on a whole export is decided before: its checksum, encoding, form, header, totals and what it is
/// expected to come to, and whether it is one table. Ids, doubts about what rows mean and the order of times are each shop's.
package struct ExportSplitter {
    private let settings: RunSettings
    private let file: InputFile
    private let column: String
    private let shops: ShopNames
    private let spoolFolder: String
    private let interruption: Interruption

    /// - Parameters:
    ///   - settings: say how the export is read, and what it is expected to come to.
    ///   - column: the column's name in the header, as names match.
    ///   - spoolFolder: on whose file system the parts are kept, in files without a name.
    package init(
        settings: RunSettings, file: InputFile, column: String, shops: ShopNames, spoolFolder: String,
        interruption: Interruption
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
        self.spoolFolder = spoolFolder
        self.interruption = interruption
    }

    /// Splits the export, with as many workers as the settings say; the parts do not depend on it.
    ///
    /// - Parameter progress: is told now and then how far it is; by one worker at a time.
    /// - Throws: `BatchError.refused`, as a run over the whole export would be, among others.
    package func split(progress: @escaping @Sendable (Progress) -> Void = { _ in }) throws -> SplitExport {
        let sink = try SplittingSink(shops, seed: settings.hashSeed, folder: spoolFolder)
        let run = BatchRun(settings: settings, files: [file], interruption: interruption)
        let inputs = try run.collect(sink: sink, progress: progress) { try sink.withRows { $0.rowCount } }
        guard let (plan, facts) = inputs.first else { throw BatchError.invariant("an export is an input") }
        let lead = try lead(plan)
        return try sink.withRows { rows in
            try SplitExport(plan, facts, lead: lead, column: column, shops, &rows, interruption)
        }
    }

    /// The part of the first shop, where it is the one that is known by its SHA-256; nil where it is another.
    ///
    /// - Parameter sha256: of the part's bytes, in hex.
    /// - Throws: what `split` throws.
    package func partition(sha256: String) throws -> InputFile? {
        guard let shop = shops.shops.first, let part = try split().input(ofShop: shop) else { return nil }
        return try part.sha256(interruption: interruption) == sha256 ? part : nil
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
        UTF16Encoder.encode(
            UnsafeBufferPointer(rebasing: text.bytes.prefix(plan.leadBytes)), as: plan.encoding, into: &lead)
        return Array(lead.bytes)
    }
}
