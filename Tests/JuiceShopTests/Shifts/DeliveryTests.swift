import JuiceBatch
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// Lists of goods that have come are read at the counter, and booked row by row.
@Suite struct DeliveryTests {
    private let given: GivenShop
    private let shift: Shift

    init() throws {
        given = try GivenShop()
        let ledger = LedgerRequest(path: "shop.sqlite", waitSeconds: 0)
        shift = try given.shop().openShift(ShiftRequest(ledger: ledger, process: 1), telling: Hearer())
    }

    private func delivery(_ text: String) throws(Delivery.Mistake) -> Delivery {
        try shift.delivery(Array(text.utf8), name: "list.csv", language: .english)
    }

    @Test func theListOfWhatToBuyIsBookedOnce() throws {
        let text = "id,action,item,quantity\nrestock-0123-1,restock,딸기,18\nrestock-0123-2,restock,키위,2\n"
        let list = try delivery(text)
        #expect(list.lines.map(\.number) == [2, 3] && list.lines.map(\.pieces) == [18, 2])
        #expect(shift.view.rows == 0)
        for isRepeat in [false, true] {
            for answer in shift.book(try delivery(text).presses) {
                guard case .booked(_, isRepeat: isRepeat) = answer else {
                    Issue.record("a line came to \(answer)")
                    continue
                }
            }
        }
        #expect(shift.view.fruits.map(\.stock) == [28, 10, 10, 12, 10])
    }

    @Test func aListWithoutIDsIsKnownByItsBytes() throws {
        let list = try delivery("품목;수량\n딸기;5\n키위;5\n딸기;5\n")
        #expect(list.lines.map(\.fruit) == ["딸기", "키위", "딸기"])
        #expect(Set(list.lines.map(\.id)).count == 3)
        #expect(try delivery("품목;수량\n딸기;5\n키위;5\n딸기;5\n") == list)
        #expect(try delivery("품목;수량\n딸기;5\n키위;6\n딸기;5\n").lines[0].id != list.lines[0].id)
        #expect(shift.book(list.presses).count == 3 && shift.view.fruits.map(\.stock) == [20, 10, 10, 15, 10])
    }

    @Test(arguments: [
        ("", Delivery.Mistake.unreadable("")), ("품목,수량\n", .empty),
        ("품목,수량\n딸기,5\n포도,1\n", .unreadable("list.csv:3: ")),
        ("품목,수량\n딸기,5\n딸기,-1\n", .unreadable("list.csv:3: ")), ("품목,수량\n딸기,5\n\"키위,1\n", .unreadable("")),
        ("action,item,quantity\nrestock,딸기,5\norder,키위쥬스,1\n", .noRestock(line: 3)),
        ("action,item,quantity\nrestock,딸기,5\ndiscard,딸기,1\n", .noRestock(line: 3)),
        ("action,item,quantity\ncount,딸기,5\n", .noRestock(line: 2)),
        ("action,item,quantity\ndiscard,딸기,5\n", .noRestock(line: 2)),
        ("품목,수량\n키위쥬스,5\n", .noRestock(line: 2)),
        ("id,action,item,quantity\nabcdefgh,restock,딸기,5\nabcdefgh,restock,딸기,6\n", .repeated(line: 3)),
    ])
    func whatIsNoListIsSaidSo(text: String, mistake: Delivery.Mistake) {
        do {
            let list = try delivery(text)
            Issue.record("it was read as \(list)")
        } catch {
            switch (error, mistake) {
            case (.unreadable(let said), .unreadable(let start)): #expect(said.hasPrefix(start), "\(said)")
            default: #expect(error == mistake)
            }
        }
        #expect(shift.view.rows == 0)
    }

    @Test func aListHasAnEnd() {
        let long = "품목,수량\n" + String(repeating: "딸기,1\n", count: 1_001)
        #expect(throws: Delivery.Mistake.tooLong) { try delivery(long) }
        #expect(throws: Delivery.Mistake.tooLong) { try delivery(String(repeating: "a", count: 1 << 20 + 1)) }
    }
}
