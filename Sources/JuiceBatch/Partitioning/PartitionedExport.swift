internal import CSV
internal import FlatMemory

/// The numbers of an export's rows, and how they were assigned to shops.
package struct PartitionCounts: Sendable, Equatable {
    /// A name in the export that belongs to no open shop of the chain.
    package struct UnknownName: Sendable, Equatable {
        /// The spelling of the name where it first occurs.
        package var name: String
        package var rows: Int
        /// The line of the first row with this name, from 1.
        package var line: Int
        /// The first day on which the shop of that name is closed, `YYYY-MM-DD`; nil if the chain has no such shop.
        package var closedSince: String?

        package init(name: String, rows: Int, line: Int) {
            (self.name, self.rows, self.line) = (name, rows, line)
        }
    }

    /// The maximum number of names that are listed.
    package static let unknownNamesMax = 100

    /// The number of rows, without blank rows, header and totals.
    package var rows = 0
    /// The number of blank rows, including those before the header.
    package var blankRows = 0
    package var totalsRows = 0
    /// The number of rows that were assigned to a shop.
    package var assignedRows = 0
    /// The number of rows with the name of an unknown or closed shop.
    package var unknownShopRows = 0
    /// The number of rows whose shop cell is empty.
    package var unnamedShopRows = 0
    package var wrongFieldCountRows = 0
    /// The first unknown names in the order of the export, at most `unknownNamesMax`.
    package var unknownNames: [UnknownName] = []
    /// Whether the figures of a totals row were not checked, since a row above it has the wrong number of cells.
    package var hasUncheckedTotals = false

    package init() {}

    package var rowsWithoutShop: Int { unknownShopRows + unnamedShopRows + wrongFieldCountRows }
}

/// An export that has been split into the partition of each shop and the rows that belong to no shop.
package final class PartitionedExport: Sendable {
    /// The name in the reports.
    package let name: String
    package let sha256: String
    package let byteCount: Int
    /// The names of its columns, as the header has them.
    package let header: [String]
    package let counts: PartitionCounts
    /// The hash of the assignment of rows to shops, in 16 hex digits, which is the same for the same split.
    package let assignment: String
    /// The number of rows of each shop that has rows.
    package let rows: [String: Int]

    /// The metadata of all partitions, without line numbers.
    private let metadata: PartitionMetadata
    /// The stream of each shop that has rows.
    private let streams: [String: Int]
    /// The line numbers of each shop's rows, by the shop's stream.
    private let lines: [[UInt8]]
    /// The partition of the first shop; those of the other shops and the rows of no shop only differ in the stream.
    private let partition: Partition
    /// The streams with the rows of no shop, in order.
    private let unknownStreams: [Int]
    private let cancellation: CancellationToken

    /// Creates the export from its bytes up to the end of the header, and the shop column's name as given by the user.
    init(
        _ plan: InputPlan, _ summary: InputSummary, bytesThroughHeader: [UInt8], column: String, shops: [String],
        _ rows: PartitionedRows, _ cancellation: CancellationToken
    ) {
        (name, header) = (plan.name, plan.header)
        sha256 = summary.digest
        byteCount = plan.file.sizeBytes
        assignment = sixteenHexDigits(rows.assignment)
        var counts = rows.counts
        (counts.blankRows, counts.totalsRows) = (summary.blank, summary.totals)
        counts.hasUncheckedTotals = summary.hasUncheckedTotals
        self.counts = counts
        let parts = shops.enumerated().filter { rows.rowCounts[$0.offset] > 0 }
        self.rows = Dictionary(uniqueKeysWithValues: parts.map { ($0.element, rows.rowCounts[$0.offset]) })
        streams = Dictionary(uniqueKeysWithValues: parts.map { ($0.element, $0.offset) })
        unknownStreams = [rows.emptyShopStream, rows.unknownStream]
        metadata = PartitionMetadata(
            path: plan.file.path, name: plan.name, encoding: plan.encoding == .cp949 ? .cp949 : .utf8,
            delimiter: plan.delimiter, shopColumn: column)
        lines = rows.lines
        partition = Partition(
            identity: plan.file.identity, bytesThroughHeader: bytesThroughHeader, records: rows.records)
        self.cancellation = cancellation
    }

    /// A shop's partition as an input with the line numbers of the export; nil without rows.
    ///
    /// Several threads can call this at the same time.
    package func input(of shop: String) -> InputFile? {
        guard let stream = streams[shop] else { return nil }
        var metadata = metadata
        metadata.lines = lines[stream]
        var part = partition
        part.stream = stream
        return InputFile(metadata, of: part, cancellation: cancellation)
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
