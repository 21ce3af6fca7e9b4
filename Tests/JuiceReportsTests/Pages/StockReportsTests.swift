import JuiceBatch
import JuiceReports
import Testing

@Suite struct StockReportsTests {
    private let stock = [FruitStock(fruit: "딸기", pieces: 0), FruitStock(fruit: "=\"a\"", pieces: 1_000_000)]

    @Test func stockOfALedgerIsAStockFile() {
        let plain = StockReports.stock(stock, style: CellStyle(isForExcel: false))
        #expect(String(decoding: plain, as: UTF8.self) == "fruit,stock\n딸기,0\n\"=\"\"a\"\"\",1000000\n")
        #expect(StockReports.stock([], style: CellStyle(isForExcel: false)) == Array("fruit,stock\n".utf8))
    }

    @Test func stockOfALedgerIsDataInItsOrder() {
        #expect(
            LedgerJSON.stock(stock, [JuiceCups(juice: "딸기쥬스", cupsPossible: 7)], run: 3) == """
                {
                  "schema": 1,
                  "run": 3,
                  "fruits": [
                    {"fruit": "딸기", "stock": 0},
                    {"fruit": "=\\"a\\"", "stock": 1000000}
                  ],
                  "juices": [
                    {"juice": "딸기쥬스", "cups_possible": 7}
                  ]
                }

                """)
    }
}
