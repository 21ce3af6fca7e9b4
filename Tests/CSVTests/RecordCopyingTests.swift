import CSV
import TestSupport
import Testing

@Suite struct RecordCopyingTests {
    /// Parses a text, and gives the batch to `body`.
    private func withBatch<Value>(_ text: String, _ body: (borrowing RecordBatch) throws -> Value) rethrows -> Value {
        var batch = RecordBatch()
        let fault = Array(text.utf8).withUnsafeBufferPointer { chunk in
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
        String(repeating: "z", count: 60_000) + ",2",
        "바나나쥬스,3",
    ].joined(separator: "\n")

    @Test func packedRecordsAreTheSameUnpacked() {
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

    @Test func aShortRecordTakesAByteACellAndOne() {
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
                for (place, row) in picks.enumerated() where copy.fields(place) != batch.fields(row) {
                    Issue.record("record \(place) is not \(row)")
                }
            }
        }
    }

    /// What was filled by copies can be filled by a parser again, and the other way round.
    @Test func aBatchIsUsedForBoth() {
        withBatch("a,b\n1,2\n") { batch in
            var copy = RecordBatch()
            for text in ["x,y\n", "x\n\ny\n"] {
                let fault = Array(text.utf8).withUnsafeBufferPointer { chunk in
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
