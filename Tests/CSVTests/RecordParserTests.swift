import CSV
import Testing

@Suite struct RecordParserTests {
    @Test func readsPlainAndQuotedCells() {
        let parsed = Parsed("a,\"b,c\",\"d\"\"e\"\n\"\",,\"\"\"\"\n")
        #expect(parsed.fault == nil)
        #expect(parsed.rows == [["a", "b,c", "d\"e"], ["", "", "\""]])
        #expect(parsed.lines == [0, 1])
    }

    @Test(arguments: ["\n", "\r", "\r\n"])
    func everyLineEndEndsARecord(lineEnd: String) {
        let parsed = Parsed(["a,b", "", "c,d", "e,f"].joined(separator: lineEnd))
        #expect(parsed.fault == nil)
        #expect(parsed.rows == [["a", "b"], ["c", "d"], ["e", "f"]])
        #expect(parsed.lines == [0, 2, 3])
        #expect(parsed.emptyLines == 1)
        #expect(parsed.lineEnds == 3)
    }

    @Test func mixedLineEndsCountOnceEach() {
        let parsed = Parsed("a\r\r\nb\n\rc\r\n\r\nd\n")
        #expect(parsed.rows == [["a"], ["b"], ["c"], ["d"]])
        #expect(parsed.lines == [0, 2, 4, 6])
        #expect(parsed.lineEnds == 7)
        #expect(parsed.emptyLines == 3)
    }

    @Test func lineEndsInQuotesAreDataAndCountAsLines() {
        let parsed = Parsed("\"a\r\nb\rc\nd\",e\nf,\"\n\n\"\ng,h\n")
        #expect(parsed.fault == nil)
        #expect(parsed.rows == [["a\r\nb\rc\nd", "e"], ["f", "\n\n"], ["g", "h"]])
        #expect(parsed.lines == [0, 4, 7])
        #expect(parsed.lineEnds == 8)
    }

    @Test func lastRecordNeedsNoLineEnd() {
        #expect(Parsed("a,b").rows == [["a", "b"]])
        #expect(Parsed("a,").rows == [["a", ""]])
        #expect(Parsed("a\n\"b\"").rows == [["a"], ["b"]])
        #expect(Parsed("").rows == [])
        #expect(Parsed("\"\"").rows == [[""]])
    }

    @Test func spacesAreData() {
        let parsed = Parsed(" a ,\tb\t, \n  \n")
        #expect(parsed.rows == [[" a ", "\tb\t", " "], ["  "]])
        #expect(Parsed(" a \t b ", delimiter: .tab).rows == [[" a ", " b "]])
    }

    @Test(arguments: Delimiter.allCases)
    func takesEachDelimiter(delimiter: Delimiter) {
        let separator = String(UnicodeScalar(delimiter.rawValue))
        let other = delimiter == .comma ? ";" : ","
        let parsed = Parsed(["a\(other)b", "\"\(separator)\"", "c"].joined(separator: separator), delimiter: delimiter)
        #expect(parsed.rows == [["a\(other)b", separator, "c"]])
    }

    @Test(
        arguments: [
            ("a,b\nc,d\"e\n", 1, nil), ("\"a\" ,b\n", 0, 0), (" \"a\",b\n", 0, nil), ("a\n\n\"b\"c\n", 2, 2),
            ("\"a\nb\"c,d\n", 1, 0), ("x\n\"a\r\nb\"\"\nc\" d\n", 3, 1), ("a\"\n", 0, nil),
            ("k\r\nl\"m\r\n", 1, nil), ("\"a\n\",\"b\n\"\"\n\"c", 3, 1),
        ] as [(String, Int, Int?)])
    func strayQuoteIsFoundOnItsLine(text: String, line: Int, opening: Int?) {
        #expect(Parsed(text).fault == CSVError(.badQuoting, line: line, openingLine: opening))
    }

    @Test(arguments: [
        ("a,b\nc,\"d\ne\nf", 1), ("\"", 0), ("a\n\"b\"\"\nc\n", 1), ("\"a\nb\"\n\"c\n\n", 2), ("\"a\",\"b\n", 0),
        ("\"\"\"\n\n", 0), ("a\r\n\r\n\"x\r\ny\r\n", 2), ("\"\"\n\"\"\"\"\n\"q", 2),
    ])
    func unclosedQuoteIsFoundWhereItOpens(text: String, line: Int) {
        #expect(Parsed(text).fault == CSVError(.badQuoting, line: line))
    }

    @Test func recordsBeforeAFaultAreKept() {
        let parsed = Parsed("a,b\n\"c\",d\ne\"f,g\n")
        #expect(parsed.rows.prefix(2) == [["a", "b"], ["c", "d"]])
        #expect(parsed.fault == CSVError(.badQuoting, line: 2))
    }

    @Test func cellsUpToTheLimitPass() {
        let longest = [UInt8](repeating: 0x61, count: CSVLimits.fieldBytesMax)
        let start = Array("a\n\n".utf8)
        #expect(Parsed(start + longest + [0x0A]).fault == nil)
        #expect(Parsed(start + longest + [0x61, 0x0A]).fault == CSVError(.fieldTooLong, line: 2))
        let quotes = [UInt8](repeating: 0x22, count: 2 * CSVLimits.fieldBytesMax)
        #expect(Parsed([0x22] + quotes + [0x22]).fault == nil)
        #expect(Parsed([0x22] + quotes + [0x22, 0x22, 0x22]).fault == CSVError(.fieldTooLong, line: 0))
    }

    @Test func recordsUpToTheLimitPass() {
        let cell = [UInt8](repeating: 0x61, count: CSVLimits.fieldBytesMax - 1)
        let record = Array([[UInt8]](repeating: cell, count: 16).joined(separator: [0x2C]))
        #expect(Parsed(record + [0x0A]).fault == nil)
        #expect(Parsed([0x0A] + record + [0x62, 0x0A]).fault == CSVError(.recordTooLong, line: 1))
        #expect(Parsed(record + [0x2C, 0x0A]).fault == CSVError(.recordTooLong, line: 0))
    }

    /// Of two faults in a record the one is told that a reader going byte by byte would meet first.
    @Test func theFirstLimitIsTold() {
        let field = CSVLimits.fieldBytesMax
        let long = [UInt8](repeating: 0x61, count: field + 1)
        func fault(_ bytes: [UInt8], _ end: ChunkEnd = .file) -> CSVError.Kind? { Parsed(bytes, end: end).fault?.kind }
        #expect(fault(long + Array("\"\n".utf8)) == .fieldTooLong)
        #expect(fault(long.dropLast() + Array("\"\n".utf8)) == .badQuoting)
        #expect(fault([0x22] + long) == .fieldTooLong)
        #expect(fault([0x22] + long.dropLast()) == .badQuoting)
        #expect(fault([0x22] + long.dropLast() + Array("\"x".utf8)) == .badQuoting)
        #expect(fault([0x22] + long.dropLast() + Array("\"\"".utf8)) == .fieldTooLong)
        #expect(fault(long, .cut) == .fieldTooLong)
        #expect(fault(Array(long.dropLast()), .cut) == nil)
        #expect(fault([0x22] + long.dropLast() + [0x22], .cut) == nil)
        // 15 cells of 64 KiB leave 65,521 bytes for the last, so that it passes the record's limit before its own.
        let cells = Array([[UInt8]](repeating: Array(long.dropLast()), count: 15).joined(separator: [0x2C])) + [0x2C]
        #expect(fault(cells + long) == .recordTooLong)
        #expect(fault(cells + [UInt8](repeating: 0x61, count: 65_520) + Array("\"".utf8)) == .badQuoting)
        #expect(fault(cells + [UInt8](repeating: 0x61, count: 65_521) + Array("\"".utf8)) == .recordTooLong)
        // One byte less before it, and both limits are passed by the same byte.
        #expect(fault(Array(cells.dropFirst(16)) + long) == .fieldTooLong)
        #expect(fault(Array(cells.dropFirst(15)) + long) == .recordTooLong)
        let commas = [UInt8](repeating: 0x2C, count: CSVLimits.recordBytesMax)
        #expect(fault(commas, .cut) == .recordTooLong)
        #expect(fault(Array(commas.dropLast()), .cut) == nil)
    }

    @Test func exemptCellsCountTowardNoLimit() {
        let long = [UInt8](repeating: 0x61, count: CSVLimits.recordBytesMax + 10)
        let limits = CSVLimits(exemptFields: 2)
        #expect(Parsed(long + Array(",".utf8) + long + Array(",c\n".utf8), limits: limits).fault == nil)
        let tooLong = Array("a,b,".utf8) + long.prefix(CSVLimits.fieldBytesMax + 1)
        #expect(Parsed(tooLong, limits: limits).fault == CSVError(.fieldTooLong, line: 0))
    }

    @Test func batchIsUsedAgain() {
        var batch = RecordBatch()
        for (text, cells) in [("a,b\nc,d\n", 2), (String(repeating: "x,y,z\n", count: 2_000), 3), ("e\n", 1)] {
            let bytes = Array(text.utf8)
            let fault = bytes.withUnsafeBufferPointer { chunk in
                RecordParser(delimiter: .comma, spacesAreData: false)
                    .parse(chunk, end: .file, hasQuotes: false, limits: CSVLimits(), into: &batch)
            }
            #expect(fault == nil)
            let count = batch.count
            #expect(count == text.split(separator: "\n").count)
            let widths = (0..<count).map { batch.fieldCount($0) }
            #expect(Set(widths) == [cells])
        }
    }
}
