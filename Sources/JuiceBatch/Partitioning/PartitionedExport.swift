internal import CSV

/// An export that has been split into the partition of each shop and the rows that belong to no shop.
package final class PartitionedExport: Sendable {
    /// The rows that could not be assigned to a shop.
    package struct UnknownRows: Sendable {
        private static let namesMax = 100
        /// The maximum value of `furtherNames`; there may be more names, which would take many megabytes.
        package static let furtherNamesMax = 1 << 18

        /// The number of rows with the wrong number of cells.
        package internal(set) var wrongFieldCount = 0
        /// The number of rows whose shop cell is empty after trimming.
        package internal(set) var noShop = 0
        /// The number of rows with a name that no shop has.
        package private(set) var unknownName = 0
        /// The first 100 names, in order of first appearance, each as spelled in the first row with it.
        package private(set) var names: [InputProfile.Cell] = []
        /// The index in `names` of each name, by the hash of its key.
        private var indices: [UInt64: Int] = [:]
        /// The hashes of the keys of further names.
        private var further: Set<UInt64> = []

        /// The number of further distinct names, up to `furtherNamesMax`.
        package var furtherNames: Int { further.count }
        /// The total number of rows that could not be assigned.
        package var rows: Int { wrongFieldCount + noShop + unknownName }

        /// Adds a row with an unknown name, by the hash of its key; `name` returns it as spelled in the row.
        mutating func add(_ nameHash: UInt64, line: Int, name: () -> String) {
            unknownName += 1
            if let index = indices[nameHash] {
                names[index].rows += 1
            } else if names.count < Self.namesMax {
                indices[nameHash] = names.count
                names.append(InputProfile.Cell(text: name(), rows: 1, firstLine: line))
            } else if further.count < Self.furtherNamesMax {
                further.insert(nameHash)
            }
        }
    }

    /// The name in the reports.
    package let name: String
    /// The SHA-256 of all its bytes, in hex.
    package let sha256: String
    package let byteCount: Int
    /// The names of its columns, as the header has them.
    package let header: [String]
    /// The number of all rows, whether or not they could be assigned to a shop.
    package let rows: Int
    /// The number of blank rows, including those before the header.
    package let blankRows: Int
    package let totalsRows: Int
    /// Whether the export has a totals row that was not checked, because a row above it has the wrong number of cells.
    package let hasUncheckedTotals: Bool
    /// The hash of the assignment of rows to shops, in 16 hex digits, which is the same for the same split.
    package let assignment: String
    /// The numbers of the shops that have rows, in ascending order, each with the number of its rows.
    package let parts: [(shop: Int, rows: Int)]
    package let unknown: UnknownRows

    /// The partition of the first shop; those of the other shops and the rows of no shop only differ in the stream.
    private let partition: Partition
    /// The streams with the rows of no shop, in order.
    private let unknownStreams: [Int]
    /// The stream of each shop's rows, by the shop's number.
    private let streams: [Int: Int]
    private let cancellation: CancellationToken

    /// Creates the export from its bytes up to the end of the header, and the shop column's name as given by the user.
    init(
        _ plan: InputPlan, _ summary: InputSummary, bytesThroughHeader: [UInt8], column: String, _ shops: ShopNames,
        _ rows: PartitionedRows, _ cancellation: CancellationToken
    ) {
        name = plan.name
        sha256 = summary.digest
        byteCount = plan.file.sizeBytes
        header = plan.header
        self.rows = rows.rowCount
        assignment = sixteenHexDigits(rows.assignment)
        blankRows = summary.blank
        totalsRows = summary.totals
        hasUncheckedTotals = summary.hasUncheckedTotals
        parts = shops.shops.enumerated().map { (shop: $1, rows: rows.rowCount(ofShop: $0)) }.filter { $0.rows > 0 }
        streams = Dictionary(uniqueKeysWithValues: shops.shops.enumerated().map { ($0.element, $0.offset) })
        unknownStreams = [rows.emptyShopStream, rows.unknownStream]
        unknown = rows.unknown
        let metadata = PartitionMetadata(
            path: plan.file.path, name: plan.name, encoding: plan.encoding == .cp949 ? .cp949 : .utf8,
            delimiter: plan.delimiter, shopColumn: column, leadBytes: bytesThroughHeader.count)
        partition = Partition(
            metadata: metadata, identity: plan.file.identity, bytesThroughHeader: bytesThroughHeader,
            records: rows.records, lines: rows.lines)
        self.cancellation = cancellation
    }

    /// Returns a shop's partition as an input whose rows have the line numbers of the export; nil without rows.
    ///
    /// Several threads can call this at the same time.
    package func input(ofShop shop: Int) -> InputFile? {
        guard let stream = streams[shop], partition.records.byteCount(of: stream) > 0 else { return nil }
        var part = partition
        part.stream = stream
        return InputFile(part: part, cancellation: cancellation)
    }

    /// Passes the header and the rows of no shop, in pieces that are valid until `receiver` returns.
    package func readUnknown(_ receiver: (Span<UInt8>) throws(BatchError) -> Void) throws(BatchError) {
        var buffer = ByteBuffer()
        // The streams are joined to one file, so the bytes up to the end of the header are passed only once.
        var offset = 0
        var part = partition
        for stream in unknownStreams {
            part.stream = stream
            while offset < part.byteCount {
                try cancellation.check()
                buffer.removeAll()
                offset += try part.read(at: offset, count: 1 << 18, into: &buffer)
                try buffer.bytes.withSpan(receiver)
            }
            offset = part.bytesThroughHeader.count
        }
    }
}

extension InputFile {
    /// The size, as a power of two, of the blocks in which a partition is copied.
    private static let blockShift = 16

    /// The metadata of the partition; nil for an input that is not a partition.
    package var label: PartitionMetadata? { part?.metadata }

    /// The line numbers of its rows, in the format that `asPart` reads; empty if it is no partition.
    package var lineNumbers: [UInt8] { part.map { $0.lines[$0.stream] } ?? [] }

    /// Opens a file as the partition of an export; the bytes are copied to an unnamed file.
    ///
    /// - Parameters:
    ///   - lines: The line numbers of its rows, as in `lineNumbers`.
    ///   - sha256: The expected SHA-256, in hex; `changedWhileRead` is thrown if the bytes have another one.
    package func asPart(
        _ label: PartitionMetadata, lines: [UInt8], sha256: String, spillFolder: String
    ) throws(BatchError) -> InputFile {
        let records = try PartitionedSpillFile(in: spillFolder, streams: 1, blockShift: Self.blockShift)
        let digest = SHA256()
        var buffer = ByteBuffer()
        _ = try read(at: 0, count: label.leadBytes, into: &buffer)
        digest.update(buffer.bytes)
        let bytesThroughHeader = Array(buffer.bytes)
        var offset = bytesThroughHeader.count
        while offset < sizeBytes {
            try cancellation.check()
            buffer.removeAll()
            let count = try read(at: offset, count: 1 << Self.blockShift, into: &buffer)
            if count == 0 { break }
            digest.update(buffer.bytes)
            try records.append(buffer.bytes, to: 0)
            offset += count
        }
        guard digest.finishHex() == sha256 else { throw .changedWhileRead(path: path) }
        let part = Partition(
            metadata: label, identity: identity, bytesThroughHeader: bytesThroughHeader, records: records,
            lines: [lines])
        return InputFile(part: part, cancellation: cancellation)
    }
}
