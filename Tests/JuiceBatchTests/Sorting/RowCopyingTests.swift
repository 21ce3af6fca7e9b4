import JuiceBatch
import TestSupport
import Testing

@Suite struct RowCopyingTests {
    private static let rows = [
        "a,1,id-1,order,딸기쥬스,2,,,,", "a,2,,restock,바나나,700,,,,", ",,,,,,,,,",
        "a,3,id-1,order,없는 것,2,already_processed,,,",
        "너무,짧다", "a,4,id-2,discard,망고,많이,,,,\"긴, 메모\"",
    ]

    @Test func copiesSayWhatTheRowsSay() throws {
        let first = try DecodedText(header: DecodedText.failureHeader).batch(Self.rows, firstLine: 40)
        let second = try DecodedText(header: "item,quantity").batch(["딸기,3", "kiwi,", "망고쥬스,9"], firstLine: 7)
        let copy = RowBatch()
        for _ in 0..<2 {
            copy.prepareCopies(rowCount: 10)
            copy.append(0..<1, of: second)
            copy.append(0..<6, of: first)
            copy.append(1..<3, of: second)
            let picks = [
                (second, 0), (first, 0), (first, 1), (first, 3), (first, 4), (first, 5), (second, 1), (second, 2),
            ]
            #expect(copy.rows.count == picks.count && copy.rows.rowCount == picks.count)
            for (place, (batch, row)) in picks.enumerated() {
                #expect(BatchedRow(copy, place) == BatchedRow(batch, row))
            }
            #expect(copy.origin(of: 0).line == 7)
            #expect(copy.origin(of: 3).line == 43)
        }
        // A copy can be copied.
        let again = RowBatch()
        again.prepareCopies(rowCount: 8)
        again.append(0..<8, of: copy)
        for row in 0..<8 { #expect(BatchedRow(again, row) == BatchedRow(copy, row)) }
    }

    @Test func moreRowsThanThereIsRoomForAreAMistake() async {
        await #expect(processExitsWith: .failure) {
            let batch = try DecodedText(header: "item").batch(["딸기", "망고"])
            let copy = RowBatch()
            copy.prepareCopies(rowCount: 1)
            copy.append(0..<2, of: batch)
            copy.append(0..<2, of: batch)
        }
    }
}
