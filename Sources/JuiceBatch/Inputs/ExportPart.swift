internal import CSV

/// A shop's part of an export: the export's bytes up to the header's end, and then some of its records as they stand.
struct ExportPart: Sendable {
    /// The properties that all parts of an export share.
    struct Export: Sendable {
        let path: String
        let name: String
        let identity: FileIdentity
        /// Its bytes up to the header's end, the byte order mark included.
        let lead: [UInt8]
        /// The encoding by which the export was read; a part alone could suggest another.
        let encoding: TextEncoding
        let delimiter: Delimiter
        /// The column that says the shop.
        let shopColumn: String?
    }

    let export: Export
    /// The records of all parts, each with its line end, and their lines.
    let records: SpooledStreams
    let lines: SpooledStreams
    /// The index of the part's stream, from 0.
    let stream: Int

    /// The path in messages: the export's.
    var path: String { export.path }
    var name: String { export.name }
    /// The identity of the export's file.
    var identity: FileIdentity { export.identity }
    var encoding: TextEncoding { export.encoding }

    /// Bytes of the lead and the records.
    var byteCount: Int { export.lead.count + records.byteCount(of: stream) }

    /// Appends up to `count` bytes from `offset` (from 0); fewer only at the end.
    ///
    /// - Returns: how many bytes came.
    func read(at offset: Int, count: Int, into buffer: inout ByteBuffer) throws(BatchError) -> Int {
        let end = min(offset + count, byteCount)
        guard offset < end else { return 0 }
        let lead = export.lead.count
        if offset < lead {
            export.lead[offset..<min(end, lead)].withUnsafeBufferPointer { buffer.append($0) }
        }
        if end > lead { try records.read(max(offset - lead, 0)..<(end - lead), of: stream, into: &buffer) }
        return end - offset
    }
}
