import CSV
import Foundation
import TestSupport
import Testing

@Suite struct TextTests {
    private func invalid(_ bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBufferPointer { firstInvalidUTF8($0) }
    }

    private func trim(_ text: String) -> String {
        Array(text.utf8).withUnsafeBufferPointer { String(decoding: trimmed($0), as: UTF8.self) }
    }

    @Test func findsTheFirstByteThatIsNoUTF8() {
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

    @Test func agreesWithTheStandardLibraryOnRandomBytes() {
        let seed = ProcessInfo.processInfo.environment["JUICE_BATCH_SEED"].flatMap { UInt64($0) } ?? 20_261_121
        print("UTF-8 validation: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let edges: [UInt8] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xED, 0xF0, 0xF4]
        for round in 0..<20_000 {
            let bytes = (0..<random.int(0...14)).flatMap { _ -> [UInt8] in
                if random.chance(40) { return Array(random.pick(["a", "é", "딸", "\u{1F353}", "plain text"]).utf8) }
                return [random.chance(50) ? random.pick(edges, else: 0x80) : UInt8(random.int(0...255))]
            }
            let isValid = String(validating: bytes, as: UTF8.self) != nil
            guard let at = invalid(bytes) else {
                #expect(isValid, "seed \(seed), round \(round): \(bytes)")
                continue
            }
            #expect(!isValid, "seed \(seed), round \(round): \(bytes)")
            #expect(String(validating: bytes[..<at], as: UTF8.self) != nil, "seed \(seed), round \(round): \(bytes)")
            let isEarly = (1...4).contains { length in
                at + length <= bytes.count && String(validating: bytes[at..<(at + length)], as: UTF8.self) != nil
            }
            #expect(!isEarly, "seed \(seed), round \(round): \(bytes)")
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
