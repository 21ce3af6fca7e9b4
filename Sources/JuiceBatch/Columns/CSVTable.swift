internal import CSV

/// A menu or stock file as rows of text: a small CSV file written by hand.
struct CSVTable {
    /// A row that is not blank.
    struct Row {
        /// The physical line on which it starts, from 1.
        let line: Int
        let cells: [String]
    }

    let path: String
    let headerLine: Int
    /// The names of the columns; empty cells at the end of the header are not columns.
    let header: [String]
    /// The number of cells in the header's record, including empty ones at its end.
    private let recordCount: Int
    let rows: [Row]

    /// Reads a whole file: UTF-8, UTF-16 with a byte order mark, or CP949, with any of the four delimiters.
    init(path: String, cancellation: CancellationToken) throws(BatchError) {
        try self.init(path: path, bytes: SmallFile.read(path, cancellation: cancellation))
    }

    /// Parses the bytes of a file.
    ///
    /// - Parameter path: The path that messages show.
    init(path: String, bytes: borrowing ByteBuffer) throws(BatchError) {
        self.path = path
        var records = RecordBatch()
        let fault = Self.parse(bytes, into: &records)
        if let fault {
            throw .badSetting(path: path, line: fault.line + 1, mistake: .unreadable(fault.kind))
        }
        var rows: [Row] = []
        for row in 0..<records.count {
            let cells = records.fields(row).map { cell in
                cell.withUnsafeBufferPointer { String(decoding: trimmed($0), as: UTF8.self) }
            }
            if cells.contains(where: { !$0.isEmpty }) {
                rows.append(Row(line: records.line(row) + 1, cells: cells))
            }
        }
        guard let first = rows.first else { throw .badSetting(path: path, line: 1, mistake: .empty) }
        header = Array(first.cells[...(first.cells.lastIndex { !$0.isEmpty } ?? 0)])
        recordCount = first.cells.count
        headerLine = first.line
        self.rows = Array(rows.dropFirst())
    }

    /// Parses a whole file, and returns its first error, with its line counted from 0.
    private static func parse(_ raw: borrowing ByteBuffer, into records: inout RecordBatch) -> CSVError? {
        let mark = TextEncoding.ofByteOrderMark(Array(raw.bytes.prefix(3)))
        let body = UnsafeBufferPointer(rebasing: raw.bytes.dropFirst(mark?.length ?? 0))
        let (text, unreadable) = text(body, mark?.encoding ?? EncodingScan.encoding(of: body))
        let delimiter = HeaderReader.mostFrequentDelimiter(
            in: text.split { $0 == Ascii.lineFeed || $0 == Ascii.carriageReturn }.first.map(Array.init) ?? [])
        return text.withUnsafeBufferPointer { bytes -> CSVError? in
            if let unreadable {
                return firstFault(
                    in: bytes, before: CSVError(unreadable, line: countLineEnds(bytes)), delimiter: delimiter,
                    limits: CSVLimits(), into: &records)
            }
            return RecordParser(delimiter: delimiter, spacesAreData: true)
                .parse(bytes, end: .file, hasQuotes: true, limits: CSVLimits(), into: &records)
        }
    }

    /// Returns the text up to the first unreadable byte, and the error at that byte.
    private static func text(
        _ body: UnsafeBufferPointer<UInt8>, _ encoding: TextEncoding
    ) -> (text: [UInt8], unreadable: CSVError.Kind?) {
        var decoded = ByteBuffer()
        var isText: Bool
        switch encoding {
        case .utf16LittleEndian, .utf16BigEndian:
            var decoder = UTF16Decoder(isBigEndian: encoding == .utf16BigEndian)
            isText = decoder.decode(body, into: &decoded)
            isText = isText && decoder.isComplete
        case .utf8:
            let bad = firstInvalidUTF8(body)
            decoded.append(UnsafeBufferPointer(rebasing: body.prefix(bad ?? body.count)))
            isText = bad == nil
        case .cp949: isText = CP949.decode(body, into: &decoded) == nil
        }
        if let at = firstNUL(decoded.bytes) { return (Array(decoded.bytes.prefix(at)), .nulByte) }
        return (Array(decoded.bytes), isText ? nil : .badEncoding)
    }

    func error(_ mistake: SettingError, line: Int) -> BatchError {
        .badSetting(path: path, line: line, mistake: mistake)
    }

    /// The column, from 0, that has one of these names; nil if there is none.
    func column(_ names: [String]) throws(BatchError) -> Int? {
        let keys = names.map(nameKey)
        let found = header.indices.filter { keys.contains(nameKey(header[$0])) }
        guard found.count <= 1 else { throw error(.missingColumn(names[0]), line: headerLine) }
        return found.first
    }

    /// The column, from 0, that has one of these names; an error if there is none.
    func neededColumn(_ names: [String]) throws(BatchError) -> Int {
        guard let column = try column(names) else { throw error(.missingColumn(names[0]), line: headerLine) }
        return column
    }

    /// Checks that a row has one cell for each column.
    ///
    /// A row may also have as many cells as the header's record, if those beyond the columns are empty.
    func checkWidth(_ row: Row) throws(BatchError) {
        let found = row.cells.count
        let isSpare = found == recordCount && row.cells.dropFirst(header.count).allSatisfy(\.isEmpty)
        guard found == header.count || isSpare else {
            throw error(.wrongFieldCount(expected: header.count, found: found), line: row.line)
        }
    }
}
