package import CSV
package import JuiceBatch

/// A row of failure.csv that was read back, to find out whether it is still open.
package struct ReportRow: Sendable, Equatable {
    /// The name of the input that the row comes from.
    package let file: String
    /// The line on which the row starts in that input; 0 if the cell is not a number.
    package let line: Int
    /// The id as written in the file; empty if the row has none.
    package let id: [UInt8]
    /// The row's outcome code; nil if the cell contains no known code, for example after an edit of the file.
    package let code: OutcomeCode?

    /// The rows of a failure.csv with certain ids; nil if the bytes are not a failure.csv.
    package static func failures(in bytes: borrowing ByteBuffer, with ids: Set<[UInt8]>) -> [ReportRow]? {
        // Without any ids, the file need not be parsed.
        if ids.isEmpty { return [] }
        let found = rows(of: bytes, header: ReportHeader.failure) { row, cell -> ReportRow? in
            let id = cell(row, idColumn)
            guard ids.contains(id) else { return nil }
            let (file, line, code) = (cell(row, 0), cell(row, lineColumn), cell(row, codeColumn))
            return ReportRow(
                file: String(decoding: file, as: UTF8.self), line: Int(String(decoding: line, as: UTF8.self)) ?? 0,
                id: id, code: OutcomeCode.failures.first { $0.name.utf8.elementsEqual(code) })
        }
        return found?.compactMap(\.self)
    }

    private static let lineColumn = 1
    private static let idColumn = 2
    private static let codeColumn = 6

    /// The ids of the rows of some inputs in a success.csv or failure.csv; nil if the bytes are no such file.
    ///
    /// - Parameter header: the first columns of the file.
    package static func ids(in bytes: borrowing ByteBuffer, header: [String], of inputs: Set<String>) -> Set<[UInt8]>? {
        let files = Set(inputs.map { Array($0.utf8) })
        let ids = rows(of: bytes, header: header) { row, cell -> [UInt8]? in
            files.contains(cell(row, 0)) ? cell(row, idColumn) : nil
        }
        return ids.map { Set($0.compactMap(\.self).filter { !$0.isEmpty }) }
    }

    /// The SHA-256 of a file's bytes as 64 lower-case hex digits.
    package static func sha256(of bytes: borrowing ByteBuffer) -> String {
        let digest = SHA256()
        digest.update(bytes.bytes)
        return digest.finishHex()
    }

    /// Maps each row of a file by its index and a function that reads a cell; nil for an incomplete or another file.
    private static func rows<Row>(
        of bytes: borrowing ByteBuffer, header: [String],
        _ body: (Int, (Int, Int) -> [UInt8]) -> Row
    ) -> [Row]? {
        let byteOrderMark = CellStyle(isForExcel: true).fileStart
        let hasByteOrderMark = bytes.bytes.starts(with: byteOrderMark)
        let text = ByteView(rebasing: bytes.bytes.dropFirst(hasByteOrderMark ? byteOrderMark.count : 0))
        var records = RecordBatch()
        let csvError = RecordParser(delimiter: .comma, spacesAreData: true)
            .parse(text, end: .file, hasQuotes: true, limits: CSVLimits(exemptFields: header.count), into: &records)
        guard csvError == nil, records.count > 0 else { return nil }
        func cell(_ row: Int, _ column: Int) -> [UInt8] {
            let cell = records.field(row, column)
            return Array(hasByteOrderMark ? withoutApostrophe(cell) : cell)
        }
        let titles = header.map { Array($0.utf8) }
        for row in 0..<records.count where records.fieldCount(row) < header.count { return nil }
        guard titles.indices.allSatisfy({ cell(0, $0) == titles[$0] }) else { return nil }
        return (1..<max(1, records.count)).map { body($0, cell) }
    }
}
