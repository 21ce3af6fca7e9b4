import JuiceBatch
import JuiceCore
import JuiceReports
import Testing

@Suite struct PastRunTests {
    /// Names match as they do on a menu; a fruit that the ledger did not know then has no stock.
    @Test func closingStockStandsInTheOrderOfTheMenuOfToday() {
        let run = RecordedRun(
            number: 4, reverses: 2, reversedBy: nil, recordedAt: "2026-11-20T18:30:00Z", date: "2026-11-20", success: 5,
            shortage: 4, rejected: 3, skipped: 2, cupsServed: 9, inputs: [],
            closing: [
                FruitStock(fruit: "Mango", pieces: 7), FruitStock(fruit: "Kiwi", pieces: 0),
                FruitStock(fruit: "Old", pieces: 1),
            ])
        let menu = Menu(fruits: ["kiwi", "new", "mango"].map { Fruit(name: $0) }, juices: [])
        let past = PastRun(run, menu: menu)
        #expect(past.closing == [0, nil, 7])
        #expect((past.number, past.reverses, past.rows, past.cupsServed) == (4, 2, 14, 9))
        #expect((past.success, past.shortage, past.rejected, past.date) == (5, 4, 3, "2026-11-20"))
    }
}
