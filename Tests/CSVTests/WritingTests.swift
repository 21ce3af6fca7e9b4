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

    @Test func emptiedBufferReleasesMemory() {
        var buffer = ByteBuffer(capacity: 64)
        for _ in 0..<300 { buffer.append("딸기") }
        buffer.removeAll(keepingAtMost: 100)
        let (count, capacity) = (buffer.count, buffer.capacity)
        #expect(count == 0 && capacity <= 100)
        "a\"b".withView { buffer.appendCell($0) }
        let cell = Array(buffer.bytes)
        #expect(cell == Array("\"a\"\"b\"".utf8))
    }

    @Test func packedShortRecordTakesOneBytePerCellPlusOne() {
        var batch = RecordBatch()
        var packed = ByteBuffer()
        let fault = parse(Array("ab,,cde".utf8), into: &batch)
        batch.pack(0, into: &packed)
        let bytes = Array(packed.bytes)
        #expect(fault == nil && bytes == [3, 2, 0, 3] + Array("abcde".utf8))
    }
}

@Suite struct TextTests {
    private func invalid(_ bytes: [UInt8]) -> Int? {
        bytes.withView { firstInvalidUTF8($0) }
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
            let found = Array(text.utf8).withView { Array(trimmed($0)) }
            if found != Array(wanted.utf8) { wrong.append(scalar.value) }
        }
        #expect(wrong.isEmpty)
    }

    @Test func delimitersHaveNames() {
        #expect(Delimiter.allCases.map(\.name) == [",", ";", "\\t", "|"])
        for delimiter in Delimiter.allCases { #expect(Delimiter(name: delimiter.name) == delimiter) }
        #expect(Delimiter(name: "tab") == .tab)
        for name in ["", ",,", "x", ":", "é"] { #expect(Delimiter(name: name) == nil) }
    }
}
