import CSV
import Foundation
import TestSupport
import Testing

@Suite struct CSVWritingTests {
    @Test func writesDecimals() {
        var values = Array(0...1_100) + [Int.max, Int.max - 1, 1 << 53 - 1]
        var power = 10
        for _ in 1...18 {
            values += [power - 1, power, power + 1]
            power = power.multipliedReportingOverflow(by: 10).partialValue
        }
        var random = SeededGenerator(seed: 5)
        values += (0..<200).map { _ in random.int(0...Int.max) >> random.int(0...62) }
        for value in values {
            var buffer = ByteBuffer(capacity: 64)
            buffer.append(decimal: value)
            let text = String(decoding: buffer.bytes, as: UTF8.self)
            #expect(text == String(value))
        }
    }

    @Test func buffersGrowAndReset() {
        var buffer = ByteBuffer(capacity: 64)
        var wanted: [UInt8] = []
        for number in 0..<300 {
            buffer.append("\(number);딸")
            buffer.append([1, 2, 3])
            buffer.append(0x7A)
            wanted += Array("\(number);딸".utf8) + [1, 2, 3, 0x7A]
        }
        let content = Array(buffer.bytes)
        #expect(content == wanted)
        buffer.removeAll(keepingAtMost: 100)
        let (count, capacity) = (buffer.count, buffer.capacity)
        #expect(count == 0)
        #expect(capacity <= 100)
        buffer.appendCell("a\"b")
        let cell = Array(buffer.bytes)
        #expect(cell == Array("\"a\"\"b\"".utf8))
    }
}

@Suite struct RecordCopyingTests {
    /// Parses a text, and gives the batch to `body`.
    private func withBatch<Value>(_ text: String, _ body: (borrowing RecordBatch) throws -> Value) rethrows -> Value {
        var batch = RecordBatch()
        let fault = Array(text.utf8).withView { chunk in
            RecordParser(delimiter: .comma, spacesAreData: true)
                .parse(chunk, end: .file, hasQuotes: chunk.contains(Ascii.quote), limits: CSVLimits(), into: &batch)
        }
        #expect(fault == nil)
        return try body(batch)
    }

    /// A text of records that has all kinds of them: without and with content, and with many and long cells.
    private static let text = [
        "a,b,c", ",,", "\"line\nend\",,\"say \"\"hi\"\"\"",
        String(repeating: "쥬", count: 100) + ",1," + String(repeating: "y", count: 255),
        "1," + String(repeating: "y", count: 256), Array(repeating: "x", count: 300).joined(separator: ","),
        String(repeating: ",", count: 253), String(repeating: ",", count: 254),
        String(repeating: "z", count: 60_000) + ",2", "바나나쥬스,3",
    ].joined(separator: "\n")

    @Test func packedRecordsRoundTrip() {
        withBatch(Self.text) { batch in
            #expect(batch.count == 10)
            var copy = RecordBatch()
            copy.removeAll()
            for row in 0..<batch.count {
                var packed = ByteBuffer()
                batch.pack(row, into: &packed)
                copy.append(packed: packed.bytes)
            }
            #expect(copy.count == batch.count)
            for row in 0..<batch.count { #expect(copy.fields(row) == batch.fields(row)) }
        }
    }

    @Test func shortRecordTakesOneBytePerCellPlusOne() {
        withBatch("ab,,cde") { batch in
            var packed = ByteBuffer()
            batch.pack(0, into: &packed)
            #expect(Array(packed.bytes) == [3, 2, 0, 3] + Array("abcde".utf8))
        }
    }

    @Test func recordsAreCopiedInAnyOrder() {
        withBatch(Self.text) { batch in
            var random = SeededGenerator(seed: 5)
            var copy = RecordBatch()
            for _ in 0..<3 {
                copy.removeAll()
                #expect(copy.count == 0)
                let picks = (0..<300).map { _ in random.int(0...batch.count - 2) }
                for row in picks { copy.append(row, of: batch) }
                #expect(copy.count == picks.count)
                for (index, row) in picks.enumerated() where copy.fields(index) != batch.fields(row) {
                    Issue.record("record \(index) is not \(row)")
                }
            }
        }
    }

    @Test func batchCanBeFilledByCopiesAndByParser() {
        withBatch("a,b\n1,2\n") { batch in
            var copy = RecordBatch()
            for text in ["x,y\n", "x\n\ny\n"] {
                let fault = Array(text.utf8).withView { chunk in
                    RecordParser(delimiter: .comma, spacesAreData: true)
                        .parse(chunk, end: .file, hasQuotes: false, limits: CSVLimits(), into: &copy)
                }
                #expect(fault == nil)
                copy.removeAll()
                for _ in 0..<3_000 { copy.append(1, of: batch) }
                #expect(copy.count == 3_000)
                #expect(copy.lineEnds == 0 && copy.emptyLines == 0)
                #expect(copy.fields(2_999) == batch.fields(1))
            }
        }
    }
}

@Suite struct TextTests {
    private func invalid(_ bytes: [UInt8]) -> Int? {
        bytes.withView { firstInvalidUTF8($0) }
    }

    private func trim(_ text: String) -> String {
        Array(text.utf8).withView { String(decoding: trimmed($0), as: UTF8.self) }
    }

    @Test func findsFirstInvalidUTF8Byte() {
        #expect(invalid([]) == nil)
        #expect(invalid(Array("딸기 juice \u{1F353}\u{10FFFF}\u{7FF}\u{FFFF}".utf8)) == nil)
        let broken: [[UInt8]] = [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE2, 0x82], [0xF0, 0x9F, 0x8D], [0xC3],
            [0xE2, 0x28, 0xA1], [0xC3, 0x41],
        ]
        for bytes in broken {
            for lead in [0, 1, 7, 8, 9, 23] {
                let text = [UInt8](repeating: 0x61, count: lead) + bytes + [0x61, 0x62, 0x63]
                #expect(invalid(text) == lead, "\(bytes)")
                #expect(invalid([UInt8](repeating: 0x61, count: lead) + bytes) == lead, "\(bytes)")
            }
        }
    }

    @Test func trimsExactlyWhiteSpace() {
        var wrong: [UInt32] = []
        let values = Array(UInt32(0)...0x3100) + Array(stride(from: UInt32(0x3101), to: 0x11_0000, by: 251))
        for scalar in values.compactMap({ Unicode.Scalar($0) }) {
            let text = "\(scalar)x\(scalar)"
            let wanted = scalar.properties.isWhitespace ? "x" : text
            if Array(trim(text).utf8) != Array(wanted.utf8) { wrong.append(scalar.value) }
        }
        #expect(wrong.isEmpty)
    }

    @Test func trimsMixedRunsAndKeepsTheMiddle() {
        let spaces = "\u{3000}\t\u{A0}\u{2003}\u{85} \u{1680}\r\n\u{2028}"
        #expect(trim(spaces + "딸기\u{3000}쥬스" + spaces) == "딸기\u{3000}쥬스")
        #expect(trim(spaces) == "")
        #expect(trim("") == "")
        #expect(trim("\u{200B}a\u{FEFF}") == "\u{200B}a\u{FEFF}")
    }

    @Test func delimitersHaveNames() {
        #expect(Delimiter.allCases.map(\.name) == [",", ";", "\\t", "|"])
        for delimiter in Delimiter.allCases { #expect(Delimiter(name: delimiter.name) == delimiter) }
        #expect(Delimiter(name: "tab") == .tab)
        for name in ["", ",,", "x", ":", "é"] { #expect(Delimiter(name: name) == nil) }
    }
}
