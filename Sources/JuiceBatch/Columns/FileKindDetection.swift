internal import CSV

extension FileKind {
    /// The number of bytes of a file that are examined.
    private static let headBytesMax = 8 * 1024

    /// Returns the actual kind of a file that was refused as CSV; nil where nothing tells it.
    ///
    /// - Parameters:
    ///   - isHeader: whether its header was unreadable or unsuitable; only then text that begins like that of another
    ///     kind is no CSV.
    ///   - encoding: the encoding given by the user.
    static func of(
        _ file: InputFile, _ reason: Refusal.Reason, isHeader: Bool, encoding: EncodingChoice?, _ names: NameIndex
    ) -> FileKind? {
        var head = ByteBuffer()
        guard (try? file.read(at: 0, count: headBytesMax, into: &head)) != nil else { return nil }
        let bytes = Array(head.bytes)
        if let found = ofBinary(bytes) { return found }
        // What is said of it would be to name the encoding, and it has been named.
        if let found = ofWideText(bytes), found == .utf16BigEndian || encoding != .utf16 { return found }
        guard isHeader else { return nil }
        if let found = ofText(bytes) { return found }
        guard case .noItemColumn(let cells, nil) = reason, isData(cells, names) else { return nil }
        return .headless
    }

    private static func ofBinary(_ head: [UInt8]) -> FileKind? {
        if head.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) { return .oldExcel }
        if head.starts(with: [0x1F, 0x8B]) { return .gzip }
        if head.starts(with: "%PDF-".utf8) { return .pdf }
        guard head.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return nil }
        // The names of the files within stand in the open.
        let text = String(decoding: head.map { $0 < 0x80 ? $0 : 0x20 }, as: UTF8.self)
        if text.contains("mimetypeapplication/vnd.oasis.opendocument") { return .openDocument }
        let isOffice = text.contains("[Content_Types].xml") && !text.contains("word/") && !text.contains("ppt/")
        return text.contains("xl/") || isOffice ? .excel : .zip
    }

    /// Text in which every second byte of ASCII is NUL.
    private static func ofWideText(_ head: [UInt8]) -> FileKind? {
        guard TextEncoding.ofByteOrderMark(head) == nil else { return nil }
        let places = head.indices.filter { head[$0] == 0 }
        let odd = places.count { $0 % 2 == 1 }
        let even = places.count - odd
        guard places.count * 20 >= head.count, max(odd, even) >= 2, min(odd, even) * 10 <= max(odd, even) else {
            return nil
        }
        return odd > even ? .utf16LittleEndian : .utf16BigEndian
    }

    private static func ofText(_ head: [UInt8]) -> FileKind? {
        let mark = TextEncoding.ofByteOrderMark(head)?.length ?? 0
        let start = head.dropFirst(mark).drop {
            [Ascii.space, Ascii.tab, Ascii.lineFeed, Ascii.carriageReturn].contains($0)
        }
        let text = String(decoding: start.prefix(20), as: UTF8.self).lowercased()
        if ["<!doctype html", "<html", "<table"].contains(where: { text.hasPrefix($0) }) { return .html }
        return text.hasPrefix("{") || text.hasPrefix("[") ? .json : nil
    }

    /// Whether the cells of what should be a header are those of a row: one is on the menu, or half are numbers or dates.
    private static func isData(_ cells: [String], _ names: NameIndex) -> Bool {
        let filled = cells.filter { !isBlank(Array($0.utf8)) }
        if filled.contains(where: { names.juice($0) != nil || names.fruit($0) != nil }) { return true }
        return filled.count { isNumberOrDate($0) } * 2 > filled.count
    }

    /// Whether a cell is of digits and the marks of numbers and dates.
    static func isNumberOrDate(_ cell: String) -> Bool {
        let marks = " -/.:,".utf8
        return cell.utf8.contains { (0x30...0x39).contains($0) }
            && cell.utf8.allSatisfy { (0x30...0x39).contains($0) || marks.contains($0) }
    }
}
