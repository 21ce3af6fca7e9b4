internal import CSV
internal import JuiceBatch
internal import JuiceReports

/// The parts of exports that wait in a shop's folder because its ledger or settings could not be used.
///
/// A part is in `.parts/` as a file of its rows, `DATE-NUMBER.csv`, and a record, `DATE-NUMBER`, by the date of the
/// chain's run that split the export, and the export's number in it. The next run applies it behind the shop's own
/// files, for that date. The record has the rows' line numbers in the export, so that messages refer to the export.
extension OpenFolder {
    /// A waiting part, with the business day that its chain's run was given for undated files, if any.
    typealias PendingPartition = (input: InputFile, partition: ExportPartition, date: String, dateOfUndated: String?)

    /// The name of the folder of all waiting parts, within the shop's folder.
    private static let pendingPartitions = FileName(".parts")
    private static let partitionVersion = 1

    /// The names of the waiting parts, in the order in which they are applied.
    func pendingPartitionNames() throws(BatchError) -> [FileName] {
        guard let folder = try folder(Self.pendingPartitions) else { return [] }
        return try folder.names().filter { !$0.isHiddenOrUnfinished && !$0.text.hasSuffix(".csv") }
    }

    /// Adds a part of the export with a number, from 1, in the chain's run, unless the part waits already.
    func addPendingPartition(_ part: PendingPartition, number: Int, _ cancellation: CancellationToken) throws {
        let (input, partition) = (part.input, part.partition)
        guard let metadata = input.partition else { throw BatchError.invariant("a part of an export has no metadata") }
        let folder = try OpenFolder(Self.pendingPartitions.text, in: self, followsLink: false)
        let digits = String(number)
        let name = "\(part.date)-\(String(repeating: "0", count: max(0, 6 - digits.count)))\(digits)"
        // The record is written last, so a part with a record is complete.
        if folder.status(of: FileName(name)) != nil { return }
        let rows = FileName(name + ".csv")
        folder.remove(rows)
        try folder.add(input, as: rows, cancellation)
        let head: JSONValue = [
            "part": Self.partitionVersion, "export": partition.exportSHA256, "path": metadata.path,
            "file": metadata.name, "encoding": metadata.encoding.rawValue, "delimiter": metadata.delimiter.name,
            "shop_column": metadata.shopColumn, "line_bytes": metadata.lines.count,
            "shop_names": partition.shopNames, "split_options": partition.options, "date": part.date,
            "date_of_undated": part.dateOfUndated, "sha256": try input.sha256(cancellation: cancellation),
        ]
        let headLine = head.line + "\n"
        try folder.replace(name) { write throws(BatchError) in
            try write(headLine.utf8.span)
            try write(metadata.lines.span)
        }
    }

    /// Opens a waiting part; throws `badChain` if its record or its rows are damaged.
    func pendingPartition(_ name: FileName, _ cancellation: CancellationToken) throws(BatchError) -> PendingPartition {
        let path = "\(Self.pendingPartitions.text)/\(name.text)"
        guard let folder = try folder(Self.pendingPartitions),
            let bytes = try folder.content(of: name.text, sizeBytesMax: 1 << 30, cancellation),
            let end = bytes.firstIndex(of: Ascii.lineFeed),
            let head = try? JSONReader.value(of: Array(bytes[..<end])),
            let exportPath = head["path"]?.string, let exportName = head["file"]?.string,
            let encoding = head["encoding"]?.string.flatMap({ TextEncoding(rawValue: $0) }),
            let delimiter = head["delimiter"]?.string.flatMap({ Delimiter(name: $0) }),
            case let lines = Array(bytes[(end + 1)...]), head["line_bytes"]?.int == lines.count,
            head["part"]?.int == Self.partitionVersion, let export = head["export"]?.string,
            let names = head["shop_names"]?.strings, let date = head["date"]?.string,
            let sha256 = head["sha256"]?.string,
            let (file, _) = try folder.file(FileName(name.text + ".csv")), let identity = file.identity,
            try InputFile(
                opened: file, path: path + ".csv", name: exportName, identity: identity, cancellation: cancellation
            ).sha256(cancellation: cancellation) == sha256
        else { throw .badChain(path: path, error: .badManifest(line: 1)) }
        let metadata = PartitionMetadata(
            path: exportPath, name: exportName, encoding: encoding, delimiter: delimiter,
            shopColumn: head["shop_column"]?.string, lines: lines)
        let input = try InputFile(
            opened: file, path: exportPath, name: exportName, identity: identity, partition: metadata,
            cancellation: cancellation)
        let options = head["split_options"]?.strings
        return (
            input, ExportPartition(exportSHA256: export, shopNames: names, options: options), date,
            head["date_of_undated"]?.string
        )
    }

    func removePendingPartition(_ name: FileName) throws(BatchError) {
        guard let folder = try folder(Self.pendingPartitions) else { return }
        folder.remove(name)
        folder.remove(FileName(name.text + ".csv"))
    }
}
