import CSV
import TestSupport
import Testing

@Suite struct CSVWritingTests {
    private func record(_ cells: [String]) -> String {
        String(decoding: csvRecord(cells.map { Array($0.utf8) }), as: UTF8.self)
    }

    @Test func quotesOnlyWhereNeeded() {
        #expect(record(["a", " b ", "c;d", "e|f\t", "'"]) == "a, b ,c;d,e|f\t,'")
        #expect(
            record(["a,b", "say \"hi\"", "x\ny", "x\ry", "\""])
                == "\"a,b\",\"say \"\"hi\"\"\",\"x\ny\",\"x\ry\",\"\"\"\"")
        #expect(record(["", "", ""]) == ",,")
        #expect(record([]) == "")
    }

    @Test func whatIsWrittenIsReadBack() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            let cells = (0..<random.int(2...6)).map { _ in
                (0..<random.int(0...8)).map { _ in
                    random.pick(["a", ",", "\"", "\n", "\r", "\r\n", " ", "딸기", "\t", ";"])
                }
                .joined()
            }
            let parsed = Parsed(record(cells) + "\n")
            #expect(parsed.fault == nil)
            #expect(parsed.rows == [cells])
        }
    }

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

    @Test func buffersGrowAndForget() {
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
