import CSV
import TestSupport
import Testing

/// What the parser made of some bytes.
struct Parsed {
    /// The cells of each record.
    var rows: [[String]] = []
    /// The line on which each record starts, from 0.
    var lines: [Int] = []
    /// The first fault.
    var fault: CSVError?
    /// How many physical lines ended.
    var lineEnds = 0
    /// How many lines were empty.
    var emptyLines = 0

    /// Parses bytes as one chunk.
    init(_ bytes: [UInt8], delimiter: Delimiter = .comma, end: ChunkEnd = .file, limits: CSVLimits = CSVLimits()) {
        var batch = RecordBatch()
        fault = bytes.withUnsafeBufferPointer { chunk in
            RecordParser(delimiter: delimiter, spacesAreData: true)
                .parse(chunk, end: end, hasQuotes: chunk.contains(Ascii.quote), limits: limits, into: &batch)
        }
        for row in 0..<batch.count {
            rows.append(batch.fields(row).map { String(decoding: $0, as: UTF8.self) })
            lines.append(batch.line(row))
        }
        lineEnds = batch.lineEnds
        emptyLines = batch.emptyLines
    }

    /// Parses a text as one chunk.
    init(_ text: String, delimiter: Delimiter = .comma) {
        self.init(Array(text.utf8), delimiter: delimiter)
    }
}

@Suite struct RecordParserTests {
    @Test(
        arguments: [
            ("a,b\nc,d\"e\n", 1, nil), ("\"a\" ,b\n", 0, 0), (" \"a\",b\n", 0, nil), ("a\n\n\"b\"c\n", 2, 2),
            ("\"a\nb\"c,d\n", 1, 0), ("x\n\"a\r\nb\"\"\nc\" d\n", 3, 1), ("a\"\n", 0, nil),
            ("k\r\nl\"m\r\n", 1, nil), ("\"a\n\",\"b\n\"\"\n\"c", 3, 1),
        ] as [(String, Int, Int?)])
    func strayQuoteIsFoundOnItsLine(text: String, line: Int, opening: Int?) {
        #expect(Parsed(text).fault == CSVError(.badQuoting, line: line, openingLine: opening))
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

@Suite struct RecordEndTests {
    static let texts = [
        "a,b\nc,d\n", "a\r\nb\r\n\r\nc", "a\rb\r\r\nc\n\rd", "\"a\nb\",c\n\"d\r\ne\"\r\nf",
        "\"\"\"\n\"\"\",x\n\"\"\n\n",
        "딸기,\"키\n위\"\r\"\"\"\"\r\n\n", "\"open\nand\rnever\r\nclosed", "\"a\"\r\"b\"\r\n", "",
    ]

    /// The offsets behind each record of a text: where a line end outside quotes is over.
    private func boundaries(_ bytes: [UInt8]) -> [Int] {
        var isQuoted = false
        var found: [Int] = []
        for (at, byte) in bytes.enumerated() {
            if byte == 0x22 { isQuoted.toggle() }
            let isPair = byte == 0x0D && at + 1 < bytes.count && bytes[at + 1] == 0x0A
            if !isQuoted && (byte == 0x0A || (byte == 0x0D && !isPair)) { found.append(at + 1) }
        }
        return found
    }

    @Test(arguments: texts)
    func lastEndIsTheLastCertainOne(text: String) {
        let bytes = Array(text.utf8)
        let all = boundaries(bytes)
        for cut in 0...bytes.count {
            let part = Array(bytes[..<cut])
            let quotes = part.count { $0 == 0x22 }
            let certain = all.last { $0 < cut || ($0 == cut && bytes[$0 - 1] == 0x0A) } ?? 0
            let found = part.withUnsafeBufferPointer { lastRecordEnd(in: $0, quoteCount: quotes, isLast: false) }
            #expect(found == certain, "cut at \(cut)")
            let atEnd = part.withUnsafeBufferPointer { lastRecordEnd(in: $0, quoteCount: quotes, isLast: true) }
            #expect(atEnd == boundaries(part).last ?? 0, "ends at \(cut)")
        }
    }

    @Test(arguments: texts)
    func firstEndsFollowEachOther(text: String) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            let part = Array(bytes[..<cut])
            var wanted = boundaries(part)
            if (wanted.last ?? 0) < cut { wanted.append(cut) }
            #expect(firstEnds(part, isLast: true) == wanted, "ends at \(cut)")
            let certain = boundaries(bytes).filter { $0 < cut || ($0 == cut && bytes[$0 - 1] == 0x0A) }
            #expect(firstEnds(part, isLast: false) == certain, "cut at \(cut)")
        }
    }

    private func firstEnds(_ bytes: [UInt8], isLast: Bool) -> [Int] {
        bytes.withUnsafeBufferPointer { buffer in
            var found: [Int] = []
            while let end = firstRecordEnd(in: buffer, from: found.last ?? 0, isLast: isLast) { found.append(end) }
            return found
        }
    }

    @Test(arguments: [
        ("", 0), ("a", 0), ("a\n", 1), ("a\r\nb\r\n", 2), ("\r\r\n\n\r", 4), ("\n\n\n", 3), ("\r\n\r\n", 2),
        ("\n\r", 2),
    ])
    func lineEndsAreCounted(text: String, count: Int) {
        let bytes = Array(text.utf8)
        #expect(bytes.withUnsafeBufferPointer { countLineEnds($0) } == count)
        #expect((Array("xx".utf8) + bytes).withUnsafeBufferPointer { countLineEnds($0.dropFirst(2)) } == count)
    }

    @Test func occurrencesAreCountedInLongBuffers() {
        var random = SeededGenerator(seed: 7)
        for length in [0, 1, 191, 192, 193, 384, 1_000, 5_000] {
            let bytes = (0..<length).map { _ in random.chance(60) ? UInt8(0x22) : UInt8(0x61) }
            let found = bytes.withUnsafeBufferPointer { countOccurrences(of: 0x22, in: $0) }
            #expect(found == bytes.count { $0 == 0x22 })
        }
    }

    @Test func piecesOfRandomTextParseAsTheWhole() {
        var random = SeededGenerator(seed: 11)
        let parts = ["a", ",", "\n", "\r\n", "\r", "\"q\nr\"", "\"\"", "\"x\"\"y\"", "키"]
        for _ in 0..<200 {
            let cells = (0..<random.int(1...12)).map { _ in random.pick(parts) }
            let bytes = Array(cells.joined(separator: random.pick([",", "\n"])).utf8)
            let whole = Parsed(bytes)
            guard whole.fault == nil else { continue }
            let cut = random.int(0...bytes.count)
            let head = Array(bytes[..<cut])
            let quotes = head.count { $0 == 0x22 }
            let end = head.withUnsafeBufferPointer { lastRecordEnd(in: $0, quoteCount: quotes, isLast: false) }
            let first = Parsed(Array(bytes[..<end]), end: .record)
            let second = Parsed(Array(bytes[end...]))
            #expect(first.fault == nil)
            #expect(first.rows + second.rows == whole.rows)
            #expect(first.lines + second.lines.map { $0 + first.lineEnds } == whole.lines)
            #expect(first.lineEnds + second.lineEnds == whole.lineEnds)
            #expect(first.emptyLines + second.emptyLines == whole.emptyLines)
        }
    }
}
