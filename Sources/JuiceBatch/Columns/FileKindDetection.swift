internal import CSV

extension FileKind {
    /// Returns the actual kind of a file that was refused as CSV; nil if it cannot be recognized.
    ///
    /// Text is recognized only if its header is the reason (`isHeader`); `encoding` is the one that the user chose.
    package static func of(
        _ file: InputFile, _ refusal: Refusal, isHeader: Bool, encoding: EncodingChoice?, _ names: NameIndex
    ) -> FileKind? {
        var head = ByteBuffer()
        guard (try? file.read(at: 0, count: 8 * 1024, into: &head)) != nil else { return nil }
        let bytes = Array(head.bytes)
        if let found = ofBinary(bytes) { return found }
        // The message would suggest naming the encoding, which the user has already done.
        if let found = ofUTF16(bytes), found == .utf16BigEndian || encoding != .utf16 { return found }
        if case .invalidCSV(.badQuoting, _, _) = refusal.reason, hasFormula(file, line: refusal.line) {
            return .formulaCells
        }
        guard isHeader else { return nil }
        if let found = ofText(bytes) { return found }
        guard case .noItemColumn(let header) = refusal.reason else { return nil }
        // A single cell with a number or date may be a title.
        let cells = header.filter { !trimmedText($0).isEmpty }
        let areFigures = cells.count > 1 && cells.count(where: isNumberOrDate) * 2 > cells.count
        return areFigures || cells.contains(where: names.isOnMenu) ? .headless : nil
    }

    /// Whether a cell on a line, counted from 1, begins with `="`.
    private static func hasFormula(_ file: InputFile, line: Int) -> Bool {
        var block = ByteBuffer()
        var currentLine = 1
        var offset = 0
        // The byte before the current one, and the one before that.
        var previous: UInt8 = 0
        var beforePrevious: UInt8 = 0
        while let count = try? file.read(at: offset, count: 64 * 1024, into: &block), count > 0 {
            for byte in block.bytes {
                let followsCell = Ascii.isLineEnd(beforePrevious) || Delimiter(rawValue: beforePrevious) != nil
                let isQuoteAfterEqualSign = byte == Ascii.quote && previous == UInt8(ascii: "=")
                if currentLine == line, isQuoteAfterEqualSign, beforePrevious == 0 || followsCell { return true }
                if byte == Ascii.carriageReturn || byte == Ascii.lineFeed && previous != Ascii.carriageReturn {
                    currentLine += 1
                }
                beforePrevious = previous
                previous = byte
            }
            if currentLine > line { return false }
            offset += count
            block.removeAll()
        }
        return false
    }

    private static let signatures: [(bytes: [UInt8], kind: FileKind)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .image), ([0xFF, 0xD8, 0xFF], .image),
        (Array("GIF87a".utf8), .image), (Array("GIF89a".utf8), .image), (Array("SQLite format 3\0".utf8), .database),
        (Array("Rar!\u{1A}".utf8), .archive), ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .archive),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], .archive), ([0x28, 0xB5, 0x2F, 0xFD], .archive),
        (Array("{\\rtf".utf8), .document), ([0x1F, 0x8B], .archive), (Array("%PDF-".utf8), .pdf),
    ]

    private static func ofBinary(_ head: [UInt8]) -> FileKind? {
        if head.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
            // The compound format of Hangul and of Office before 2007 names its streams.
            let text = String(decoding: head.filter { (0x20..<0x7F).contains($0) }, as: UTF8.self)
            let streams = ["WordDocument", "PowerPoint Document", "HwpSummaryInformation", "BodyText"]
            return streams.contains(where: { text.contains($0) }) ? .document : .excel
        }
        if let found = signatures.first(where: { head.starts(with: $0.bytes) }) { return found.kind }
        guard head.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return nil }
        // A ZIP archive lists the names of its entries uncompressed.
        let text = String(decoding: head.map { $0 < 0x80 ? $0 : 0x20 }, as: UTF8.self)
        if text.contains("mimetypeapplication/vnd.oasis.opendocument") { return .openDocument }
        if ["word/", "ppt/", "application/hwp+zip"].contains(where: { text.contains($0) }) { return .document }
        return text.contains("xl/") || text.contains("[Content_Types].xml") ? .excel : .archive
    }

    /// Recognizes UTF-16 without a byte order mark by its NULs, nearly all at odd or nearly all at even offsets.
    private static func ofUTF16(_ head: [UInt8]) -> FileKind? {
        guard TextEncoding.ofByteOrderMark(head) == nil else { return nil }
        let offsets = head.indices.filter { head[$0] == 0 }
        let odd = offsets.count { $0 % 2 == 1 }
        let even = offsets.count - odd
        guard offsets.count * 20 >= head.count, max(odd, even) >= 2, min(odd, even) * 10 <= max(odd, even) else {
            return nil
        }
        return odd > even ? .utf16LittleEndian : .utf16BigEndian
    }

    private static func ofText(_ head: [UInt8]) -> FileKind? {
        let byteOrderMark = TextEncoding.ofByteOrderMark(head)?.length ?? 0
        let start = head.dropFirst(byteOrderMark).drop {
            [Ascii.space, Ascii.tab, Ascii.lineFeed, Ascii.carriageReturn].contains($0)
        }
        let text = String(decoding: start.prefix(20), as: UTF8.self).lowercased()
        if ["<!doctype html", "<html", "<table"].contains(where: { text.hasPrefix($0) }) { return .html }
        if text.hasPrefix("<?xml") { return .xml }
        // A title in brackets is no JSON.
        let inner = text.dropFirst().first { !$0.isWhitespace }
        return text.hasPrefix("{") || text.hasPrefix("[") && inner.map("{[\"]".contains) ?? false ? .json : nil
    }

    /// The refusal of an input in which a row of data is read as the header, and would be lost; nil for any other input.
    static func refusalOfDataHeader(_ plan: InputPlan, _ options: ColumnOptions, _ names: NameIndex) -> Refusal? {
        let item = options.columns[.item]?.names ?? []
        let cells = plan.header.filter { !trimmedText($0).isEmpty }
        guard !plan.columns.isProgramFile, !item.isEmpty, !cells.contains(where: { Role.byKey[nameKey($0)] != nil }),
            item.contains(where: names.isOnMenu) || cells.count(where: isNumberOrDate) * 2 >= cells.count
        else { return nil }
        return Refusal(
            file: plan.name, line: plan.headerLine, reason: .noItemColumn(header: plan.header)
        ).withKind(.headless)
    }

    /// Whether a cell consists of digits and the punctuation of numbers and dates.
    private static func isNumberOrDate(_ cell: String) -> Bool {
        let separators = " -/.:,".utf8
        return cell.utf8.contains(where: Ascii.isDigit)
            && cell.utf8.allSatisfy { Ascii.isDigit($0) || separators.contains($0) }
    }
}
