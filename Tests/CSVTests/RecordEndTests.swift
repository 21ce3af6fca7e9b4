import CSV
import TestSupport
import Testing

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
