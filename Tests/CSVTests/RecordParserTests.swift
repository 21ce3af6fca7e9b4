import CSV
import TestSupport
import Testing

/// Parses bytes as one chunk, and returns the first fault.
func parse(
    _ bytes: [UInt8], end: ChunkEnd = .file, limits: CSVLimits = CSVLimits(), into batch: inout RecordBatch
) -> CSVError? {
    bytes.withView { chunk in
        RecordParser(delimiter: .comma, spacesAreData: true)
            .parse(chunk, end: end, hasQuotes: chunk.contains(Ascii.quote), limits: limits, into: &batch)
    }
}

@Suite struct RecordParserTests {
    private func fault(_ bytes: [UInt8], end: ChunkEnd = .file, limits: CSVLimits = CSVLimits()) -> CSVError? {
        var batch = RecordBatch()
        return parse(bytes, end: end, limits: limits, into: &batch)
    }

    @Test(
        arguments: [
            ("a,b\nc,d\"e\n", 1, nil), ("\"a\" ,b\n", 0, 0), (" \"a\",b\n", 0, nil), ("a\n\n\"b\"c\n", 2, 2),
            ("\"a\nb\"c,d\n", 1, 0), ("x\n\"a\r\nb\"\"\nc\" d\n", 3, 1), ("a\"\n", 0, nil),
            ("k\r\nl\"m\r\n", 1, nil), ("\"a\n\",\"b\n\"\"\n\"c", 3, 1),
        ] as [(String, Int, Int?)])
    func reportsStrayQuoteWithItsLine(text: String, line: Int, opening: Int?) {
        #expect(fault(Array(text.utf8)) == CSVError(.badQuoting, line: line, openingLine: opening))
    }

    /// Cells and records up to their limits pass; of several faults, the parser reports the one that a byte-by-byte
    /// reader finds first.
    @Test func reportsFirstExceededLimitLikePlainReader() {
        func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
        func letters(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x61, count: count) }
        let field = CSVLimits.fieldBytesMax
        let quotes = [UInt8](repeating: 0x22, count: 2 * field)
        // 15 cells of 64 KiB leave 65,521 bytes for the last, so that it passes the record's limit before its own.
        let cells = Array([[UInt8]](repeating: letters(field), count: 15).joined(separator: [0x2C])) + [0x2C]
        let record = Array([[UInt8]](repeating: letters(field - 1), count: 16).joined(separator: [0x2C]))
        let texts: [[UInt8]] = [
            bytes("a\n\n") + letters(field) + [0x0A], bytes("a\n\n") + letters(field + 1) + [0x0A],
            [0x22] + quotes + [0x22], [0x22] + quotes + bytes("\"\"\""), record + [0x0A],
            [0x0A] + record + bytes("b\n"), record + bytes(",\n"), letters(field + 1) + bytes("\"\n"),
            letters(field) + bytes("\"\n"), [0x22] + letters(field + 1), [0x22] + letters(field),
            [0x22] + letters(field) + bytes("\"x"), [0x22] + letters(field) + bytes("\"\""), cells + letters(field + 1),
            cells + letters(65_520) + [0x22], cells + letters(65_521) + [0x22],
            // One byte less before it, and both limits are passed by the same byte.
            cells.dropFirst(16) + letters(field + 1), cells.dropFirst(15) + letters(field + 1),
        ]
        for text in texts {
            let plain = PlainCSVReader.read(text, delimiter: 0x2C, exemptCells: 0).fault
            let found = fault(text)
            #expect(found.map { "\($0.kind)" } == plain.map { Self.kinds[$0.code] ?? $0.code })
            // A stray quote is on its own line, a cell that is too long on the line of its record.
            #expect(found.map { $0.line + 1 } == plain?.line, "\(text.prefix(10))")
        }
    }

    private static let kinds = [
        "bad_quoting": "badQuoting", "field_too_long": "fieldTooLong", "record_too_long": "recordTooLong",
    ]

    @Test func limitsApplyToTruncatedInput() {
        func kind(_ bytes: [UInt8]) -> CSVError.Kind? { fault(bytes, end: .cut)?.kind }
        let longest = [UInt8](repeating: 0x61, count: CSVLimits.fieldBytesMax)
        #expect(kind(longest + [0x61]) == .fieldTooLong && kind(longest) == nil)
        #expect(kind([0x22] + longest + [0x22]) == nil)
        let commas = [UInt8](repeating: 0x2C, count: CSVLimits.recordBytesMax)
        #expect(kind(commas) == .recordTooLong && kind(Array(commas.dropLast())) == nil)
    }

    @Test func exemptCellsDoNotCountTowardLimits() {
        let long = [UInt8](repeating: 0x61, count: CSVLimits.recordBytesMax + 10)
        let limits = CSVLimits(exemptFields: 2)
        #expect(fault(long + [0x2C] + long + Array(",c\n".utf8), limits: limits) == nil)
        let tooLong = Array("a,b,".utf8) + long.prefix(CSVLimits.fieldBytesMax + 1)
        #expect(fault(tooLong, limits: limits) == CSVError(.fieldTooLong, line: 0))
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
    func recordEndsAreTheUnambiguousOnes(text: String) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            let part = Array(bytes[..<cut])
            let quotes = part.count { $0 == 0x22 }
            // Behind a CR at the cut, a LF may follow.
            let certain = boundaries(bytes).filter { $0 < cut || ($0 == cut && bytes[$0 - 1] == 0x0A) }
            let atEnd = boundaries(part)
            for (isLast, ends) in [(false, certain), (true, atEnd)] {
                let last = part.withView { lastRecordEnd(in: $0, quoteCount: quotes, isLast: isLast) }
                #expect(last == ends.last ?? 0, "cut at \(cut)")
            }
            #expect(firstEnds(part) == atEnd + ((atEnd.last ?? 0) < cut ? [cut] : []), "cut at \(cut)")
        }
    }

    private func firstEnds(_ bytes: [UInt8]) -> [Int] {
        bytes.withView { buffer in
            var found: [Int] = []
            while let end = firstRecordEnd(in: buffer, from: found.last ?? 0) { found.append(end) }
            return found
        }
    }

    @Test func occurrencesAreCountedInLongBuffers() {
        var random = SeededGenerator(seed: 7)
        for length in [0, 1, 191, 192, 193, 384, 1_000, 5_000] {
            let bytes = (0..<length).map { _ in random.chance(60) ? UInt8(0x22) : UInt8(0x61) }
            let found = bytes.withView { countOccurrences(of: 0x22, in: $0) }
            #expect(found == bytes.count { $0 == 0x22 })
        }
    }
}
