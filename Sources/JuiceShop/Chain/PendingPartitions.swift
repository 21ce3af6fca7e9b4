internal import CSV
internal import JuiceBatch
internal import JuiceReports

/// The parts of exports that wait in a shop's inbox, each recorded in `.parts/SHA-256` within the shop's folder.
///
/// A waiting part is applied behind the shop's own files, and counts for the chain's run that split its export, as if it
/// had been applied then. Its record keeps the encoding of the export and the line numbers of the part's rows in it, so
/// that messages refer to the export.
extension OpenFolder {
    /// A waiting part: its rows, its identification, the date of the chain's run that split the export, and the business
    /// day that this run was given for undated files; nil if it was given none.
    typealias PendingPartition = (input: InputFile, partition: ExportPartition, date: String, dateOfUndated: String?)

    /// The name of the folder of all records, within the shop's folder.
    private static let partitionRecords = ".parts"
    private static let partitionVersion = 1
    /// The maximum size of a record in bytes.
    private static let partitionBytesMax = 1 << 30

    /// Records where a part comes from; called before the part is put into the inbox.
    func addPendingPartition(
        _ input: InputFile, _ partition: ExportPartition, date: String, dateOfUndated: String?,
        _ cancellation: CancellationToken
    ) throws {
        guard let label = input.label else { throw BatchError.invariant("a part of an export has no metadata") }
        let name = try input.sha256(cancellation: cancellation)
        var lineBytes = 0
        try input.readLines { lineBytes += $0.count }
        let head: JSONValue = [
            "part": Self.partitionVersion, "export": partition.exportSHA256, "path": label.path, "file": label.name,
            "encoding": label.encoding.rawValue, "delimiter": label.delimiter.name, "shop_column": label.shopColumn,
            "lead": label.leadBytes, "line_bytes": lineBytes, "shop_names": partition.shopNames,
            "split_options": partition.options, "date": date, "date_of_undated": dateOfUndated,
        ]
        let headLine = head.line + "\n"
        try OpenFolder(Self.partitionRecords, in: self, followsLink: false).replace(name) { write throws(BatchError) in
            try write(headLine.utf8.span)
            try input.readLines(write)
        }
    }

    /// Reads a file of the inbox as the part of an export that it is; nil if it is not a recorded part.
    func pendingPartition(
        _ input: InputFile, spillFolder: String, _ cancellation: CancellationToken
    ) throws(BatchError) -> PendingPartition? {
        guard let folder = try folder(FileName(Self.partitionRecords)) else { return nil }
        let sha256 = try input.sha256(cancellation: cancellation)
        guard let bytes = try folder.content(of: sha256, sizeBytesMax: Self.partitionBytesMax, cancellation),
            let end = bytes.firstIndex(of: Ascii.lineFeed),
            let head = try? JSONReader.value(of: Array(bytes[..<end])), let label = PartitionMetadata(head),
            head["part"]?.int == Self.partitionVersion, let export = head["export"]?.string,
            let names = head["shop_names"]?.strings, let date = head["date"]?.string,
            label.leadBytes <= input.sizeBytes,
            head["line_bytes"]?.int == bytes.count - end - 1
        else { return nil }
        let part = try input.asPart(
            label, lines: Array(bytes[(end + 1)...]), sha256: sha256, spillFolder: spillFolder)
        let options = head["split_options"]?.strings
        return (
            part, ExportPartition(exportSHA256: export, shopNames: names, options: options), date,
            head["date_of_undated"]?.string
        )
    }

    /// Removes all records; called when no part waits in the inbox any more.
    func removePendingPartitions() throws(BatchError) {
        guard let folder = try folder(FileName(Self.partitionRecords)) else { return }
        for name in try folder.names() { folder.remove(name) }
    }
}

extension PartitionMetadata {
    /// Reads the metadata of a part that waits in an inbox from its record; nil for any other value.
    fileprivate init?(_ head: JSONValue) {
        guard let path = head["path"]?.string, let name = head["file"]?.string,
            let encoding = head["encoding"]?.string.flatMap({ TextEncoding(rawValue: $0) }),
            let delimiter = head["delimiter"]?.string.flatMap({ Delimiter(name: $0) }),
            let leadBytes = head["lead"]?.int, leadBytes >= 0
        else { return nil }
        self.init(
            path: path, name: name, encoding: encoding, delimiter: delimiter, shopColumn: head["shop_column"]?.string,
            leadBytes: leadBytes)
    }
}
