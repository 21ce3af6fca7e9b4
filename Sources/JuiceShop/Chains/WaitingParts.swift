internal import CSV
internal import JuiceBatch
internal import JuiceReports

/// The parts of exports that wait in a shop's inbox, recorded as `.parts/SHA-256` in the shop's folder.
///
/// A waiting part is applied like any other file, but read as the part that it is: with the line numbers of the export,
/// and decoded as the export was.
struct WaitingParts {
    private static let folderName = ".parts"
    private static let version = 1
    private static let bytesMax = 1 << 30

    /// A part as it is applied.
    struct Part {
        let input: InputFile
        let partition: ChainNight.Partition
    }

    /// The shop's folder, open.
    let shop: OpenFolder
    let path: String
    let interruption: Interruption

    /// Keeps what is known of a part that is about to be left in the inbox.
    func keep(_ part: ShopNight.Part, _ input: InputFile) throws {
        guard let label = input.label else { throw BatchError.invariant("a part of an export is one") }
        let name = try input.sha256(interruption: interruption)
        var lineBytes = 0
        try input.readLines { lineBytes += $0.count }
        let head = JSONValue.object([
            ("part", .number(Self.version)), ("export", .string(part.partition.exportSHA256)),
            ("path", .string(label.path)), ("file", .string(label.name)),
            ("encoding", .string(label.encoding.rawValue)), ("delimiter", .string(label.delimiter.name)),
            ("shop_column", label.shopColumn.map { .string($0) } ?? .null), ("lead", .number(label.leadBytes)),
            ("line_bytes", .number(lineBytes)),
            ("shop_names", .array(part.partition.shopNames.map { .string($0) })),
            ("split_options", part.partition.options.map { .array($0.map { .string($0) }) } ?? .null),
        ])
        try OpenFolder(Self.folderName, in: shop, followsLink: false).replace(name, staging: ".\(name).new") { write in
            var line = ByteBuffer()
            line.append(Array((head.line + "\n").utf8))
            try write(line.bytes)
            try input.readLines { try write($0) }
        }
    }

    /// The part that a file is; nil where it is none that was left here.
    func part(_ input: InputFile) throws(BatchError) -> Part? {
        guard case .folder(let folder) = try shop.inner(FileName(Self.folderName)) else { return nil }
        let sha256 = try input.sha256(interruption: interruption)
        guard let (file, _) = try folder.file(sha256) else { return nil }
        // By a name, since the bytes are there only as long as what was read is.
        let content = try SmallFile.read(
            file, path: "\(Self.folderName)/\(sha256)", sizeBytesMax: Self.bytesMax, interruption: interruption)
        let bytes = Array(content.bytes)
        guard let end = bytes.firstIndex(of: Ascii.lineFeed),
            let head = try? JSONReader.value(of: Array(bytes[..<end])), let label = PartLabel(head),
            head["part"]?.int == Self.version, let export = head["export"]?.string,
            let names = head["shop_names"]?.strings, label.leadBytes <= input.sizeBytes,
            head["line_bytes"]?.int == bytes.count - end - 1
        else { return nil }
        let part = try input.asPart(label, lines: Array(bytes[(end + 1)...]), sha256: sha256, spoolFolder: path)
        return Part(
            input: part,
            partition: ChainNight.Partition(
                exportSHA256: export, shopNames: names, options: head["split_options"]?.strings))
    }

    /// Forgets all parts: none waits any more.
    func forgetAll() throws(BatchError) {
        guard case .folder(let folder) = try shop.inner(FileName(Self.folderName)) else { return }
        for name in try folder.names() { folder.remove(name) }
    }
}

extension PartLabel {
    /// Creates a label from a record of `WaitingParts`; nil if the value is no such record.
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
