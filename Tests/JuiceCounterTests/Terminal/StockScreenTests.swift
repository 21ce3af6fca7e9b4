import JuiceCounter
import JuiceShop
import Testing

/// The terminal's stock screen.
@Suite struct StockScreenTests {
    @Test func theDifferencesAreBooked() throws {
        var screen = try GivenTerminal()
        screen.press("s")
        screen.press([.right, .right, .down, .left, .enter, .character("+"), .character("-"), .down])
        screen.press("16")
        screen.press([.escape])
        #expect(
            screen.wishes == [
                .restock(fruit: "딸기", pieces: 2), .discard(fruit: "바나나", pieces: 1), .restock(fruit: "키위", pieces: 6),
            ])
        #expect(screen.model.page == .orders)
        #expect(screen.model.message?.text == "딸기 2개를 재고에 추가했습니다. (외 2건)")
        #expect(screen.stock("키위") == 16 && screen.stock("바나나") == 9)
    }

    @Test(arguments: [
        ([Key.character("1"), .character("2"), .backspace], 1), ([.character("7"), .backspace], nil),
        ([.right, .delete], nil), ([.left] + Array(repeating: .left, count: 20), 0),
        ([.character("0"), .character("7")], 7),
        (Array(repeating: .character("9"), count: 15), 999_999_999), ([.backspace], nil), ([.right, .backspace], 1),
    ])
    func aCellIsEdited(keys: [Key], value: Int?) throws {
        var screen = try GivenTerminal()
        screen.press("s")
        screen.press(keys)
        #expect(screen.cells.first?.value == value)
    }

    @Test func holdingGoesFaster() throws {
        var screen = try GivenTerminal()
        screen.press("s")
        screen.gapMs = 30
        screen.press(Array(repeating: .right, count: 60))
        #expect(screen.cells.first?.value == 10 + 10 + 30 * 10 + 20 * 100)
        screen.gapMs = 2_000
        screen.press([.right, .left])
        #expect(screen.cells.first?.difference == 10 + 30 * 10 + 20 * 100)
    }

    @Test func aCellThatIsEditedIsLeftAlone() throws {
        var screen = try GivenTerminal()
        screen.press("s")
        screen.press([.down, .right])
        screen.bookElsewhere(.order(juice: "바나나쥬스", cups: 1))
        screen.bookElsewhere(.order(juice: "키위쥬스", cups: 1))
        #expect(screen.cells.map(\.shown) == [10, 10, 10, 7, 10])
        #expect(screen.cells.map(\.value) == [nil, 11, nil, nil, nil])
        #expect(screen.text().contains("지금 8개"))
        screen.press([.escape])
        #expect(screen.wishes == [.restock(fruit: "바나나", pieces: 1)] && screen.stock("바나나") == 9)
    }

    @Test func aCountAsksAgainWhereStockHasMoved() throws {
        var screen = try GivenTerminal()
        screen.press("s")
        screen.press("4")
        screen.press([.down, .character("9")])
        screen.bookElsewhere(.order(juice: "바나나쥬스", cups: 1))
        screen.press("c")
        #expect(
            screen.wishes == [
                .count(fruit: "딸기", pieces: 4, shown: 10), .count(fruit: "바나나", pieces: 9, shown: 10),
            ])
        #expect(screen.model.message?.text == "그 사이 바나나 재고가 8개가 되었습니다. 다시 세어 주세요.")
        // What was counted well is booked, and not asked for again.
        #expect(screen.cells.map(\.value) == [nil, 9, nil, nil, nil] && screen.stock("딸기") == 4)
        screen.press("c")
        #expect(screen.wishes.last == .count(fruit: "바나나", pieces: 9, shown: 8))
        #expect(screen.model.page == .orders && screen.stock("바나나") == 9)
    }

    @Test func whatCannotBeTakenIsAskedAgain() throws {
        var screen = try GivenTerminal()
        screen.press("s")
        screen.press([.down, .character("1")])
        screen.bookElsewhere(.discard(fruit: "바나나", pieces: 9))
        screen.press([.escape])
        #expect(screen.model.message?.text == "바나나는 1개뿐이라 그만큼 뺄 수 없습니다.")
        #expect(screen.cells.map(\.difference) == [0, 0, 0, 0, 0])
        screen.press([.escape])
        #expect(screen.model.page == .orders && screen.wishes.count == 1)
    }

    @Test func theButtonsAreReached() throws {
        var screen = try GivenTerminal()
        screen.press("s")
        screen.press([.end, .right, .enter])
        #expect(screen.model.message?.text == "센 수를 칸에 적은 뒤 실사를 누르세요.")
        screen.press([.left, .enter])
        #expect(screen.model.page == .orders && screen.wishes.isEmpty)
    }
}
