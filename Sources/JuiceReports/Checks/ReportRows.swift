package import CSV
package import JuiceBatch

/// The rows of success.csv and failure.csv, read back to find out which are still open.
package enum ReportRows {
    /// A row of failure.csv.
    package struct Failure: Sendable, Equatable {
        /// The name of the input that it comes from.
        package let file: String
        /// The line of that input on which it starts; 0 if its cell is no number.
        package let line: Int
        /// The id as written in its file; empty if there is none.
        package let id: [UInt8]
        /// The failure's code; nil if the cell holds none of the known codes, such as after an edit of the file.
        package let code: OutcomeCode?

        package init(file: String, line: Int, id: [UInt8], code: OutcomeCode?) {
            self.file = file
            self.line = line
            self.id = id
            self.code = code
        }
    }

    /// Ids that rows are looked for by.
    package struct IDs: Sendable {
        fileprivate let all: Set<[UInt8]>
        /// The hashes of the ids' bytes.
        private let hashes: Set<UInt64>

        /// Ids that are not empty.
        package init(_ ids: some Sequence<[UInt8]>) {
            all = Set(ids)
            hashes = Set(all.map { id in id.withUnsafeBufferPointer { Self.hash($0[...]) } })
        }

        /// Whether the third cell of a line may be one of them; where that takes a parser to tell, it may.
        fileprivate func mayStand(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
            if all.isEmpty { return false }
            // Lines that end otherwise take a parser, too.
            guard firstOffset(of: Ascii.lineFeed, in: bytes) != nil else { return true }
            var at = 0
            while at < bytes.count {
                let end = firstOffset(of: Ascii.lineFeed, in: bytes, from: at) ?? bytes.count
                if mayStand(inLine: bytes[at..<end]) { return true }
                at = end + 1
            }
            return false
        }

        private func mayStand(inLine line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
            var start = line.startIndex
            var column = 0
            var at = start
            while at < line.endIndex {
                let byte = line[at]
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return true }
                if byte == UInt8(ascii: ",") {
                    if column == idColumn { return at > start && hashes.contains(Self.hash(line[start..<at])) }
                    column += 1
                    start = at + 1
                }
                at += 1
            }
            return false
        }

        /// The FNV-1a hash of some bytes.
        private static func hash(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64 {
            bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }
    }

    /// The rows of a failure.csv with certain ids; nil if the bytes are not a failure.csv.
    package static func failures(in bytes: borrowing ByteBuffer, with ids: IDs) -> [Failure]? {
        // What cannot hold any is not taken apart.
        guard ids.mayStand(in: bytes.bytes) else { return [] }
        let found = rows(of: bytes, header: ReportHeader.failure) { row, cell -> Failure? in
            let id = cell(row, idColumn)
            guard ids.all.contains(id) else { return nil }
            let (file, line) = (cell(row, 0), cell(row, lineColumn))
            return Failure(
                file: String(decoding: file, as: UTF8.self), line: Int(String(decoding: line, as: UTF8.self)) ?? 0,
                id: id, code: OutcomeCode.named(cell(row, codeColumn)))
        }
        return found?.compactMap(\.self)
    }

    private static let lineColumn = 1
    private static let idColumn = 2
    private static let codeColumn = 6

    /// The ids of the rows of a success.csv that come from some of the run's inputs; nil if the bytes are not a
    /// success.csv.
    ///
    /// - Parameter inputs: their names.
    package static func doneIDs(in bytes: borrowing ByteBuffer, of inputs: Set<String>) -> Set<[UInt8]>? {
        let files = Set(inputs.map { Array($0.utf8) })
        let ids = rows(of: bytes, header: ReportHeader.success) { row, cell -> [UInt8]? in
            files.contains(cell(row, 0)) ? cell(row, idColumn) : nil
        }
        return ids.map { Set($0.compactMap(\.self).filter { !$0.isEmpty }) }
    }

    /// The digest of a file's bytes in 64 lower-case hex digits.
    package static func sha256(of bytes: borrowing ByteBuffer) -> String {
        let digest = SHA256()
        digest.update(bytes.bytes)
        return digest.finishHex()
    }

    /// Maps each row of a file; nil if the file's first columns are others, or if it is torn.
    ///
    /// - Parameter body: receives the number of a row and a function that reads one of its cells.
    private static func rows<Row>(
        of bytes: borrowing ByteBuffer, header: [String],
        _ body: (Int, (Int, Int) -> [UInt8]) -> Row
    ) -> [Row]? {
        let mark = CellStyle(isForExcel: true).fileStart
        let hasMark = bytes.bytes.starts(with: mark)
        let text = UnsafeBufferPointer(rebasing: bytes.bytes.dropFirst(hasMark ? mark.count : 0))
        var records = RecordBatch()
        let fault = RecordParser(delimiter: .comma, spacesAreData: true)
            .parse(text, end: .file, hasQuotes: true, limits: CSVLimits(exemptFields: header.count), into: &records)
        guard fault == nil, records.count > 0 else { return nil }
        func cell(_ row: Int, _ column: Int) -> [UInt8] {
            let cell = records.field(row, column)
            return Array(hasMark ? withoutApostrophe(cell) : cell)
        }
        let titles = header.map { Array($0.utf8) }
        for row in 0..<records.count where records.fieldCount(row) < header.count { return nil }
        guard titles.indices.allSatisfy({ cell(0, $0) == titles[$0] }) else { return nil }
        return (1..<max(1, records.count)).map { body($0, cell) }
    }
}

extension OutcomeCode {
    /// The code that reports write so; nil if there is none.
    fileprivate static func named(_ name: [UInt8]) -> OutcomeCode? {
        failures.first { $0.name.utf8.elementsEqual(name) }
    }
}
