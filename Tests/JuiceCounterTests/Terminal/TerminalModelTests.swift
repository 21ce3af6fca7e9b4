import JuiceCounter
import JuiceReports
import JuiceShop
import TestSupport
import Testing

/// What keys make of the terminal's screens.
@Suite struct TerminalModelTests {
    @Test func aDigitOrdersAndIsAnswered() throws {
        var screen = try GivenTerminal()
        screen.press("2")
        #expect(screen.wishes == [.order(juice: "바나나쥬스", cups: 1)])
        #expect(screen.model.message?.text == "바나나쥬스 나왔습니다! 맛있게 드세요!")
        #expect(screen.model.question == nil && screen.stock("바나나") == 8)
        // No juice has these.
        screen.press("890x")
        #expect(screen.wishes.count == 1)
    }

    @Test func arrowsAndEnterOrder() throws {
        var screen = try GivenTerminal()
        screen.press([.down, .down, .up, .enter, .end, .enter, .down, .home, .up, .pageDown, .character(" ")])
        #expect(
            screen.wishes == ["바나나쥬스", "망고키위쥬스", "망고키위쥬스"].map { .order(juice: $0, cups: 1) })
    }

    @Test(arguments: [
        ([Key.character("y")], true), ([.enter], true), ([.character("n")], false), ([.escape], false),
        ([.right, .enter], false), ([.tab, .enter], false), ([.right, .left, .enter], true),
        ([.down, .up, .enter], true),
    ])
    func aShortOrderAsks(keys: [Key], isYes: Bool) throws {
        var screen = try GivenTerminal()
        screen.press("1")
        guard case .shortage(let booking) = screen.model.question else {
            Issue.record("nothing is asked")
            return
        }
        #expect(booking.item == "딸기쥬스" && booking.missing.map(\.pieces) == [6])
        screen.press(keys)
        #expect(screen.model.question == nil)
        #expect(screen.cells.map(\.missing) == (isYes ? [6, nil, nil, nil, nil] : []))
        #expect(screen.wishes.count == 1)
    }

    @Test func theNextOrderAnswersNo() throws {
        var screen = try GivenTerminal()
        screen.press("12")
        #expect(screen.model.question == nil)
        #expect(screen.model.message?.text.hasPrefix("바나나쥬스 나왔습니다!") == true)
    }

    @Test func aKeyHeldDownOrdersOneCup() throws {
        var screen = try GivenTerminal()
        screen.press("3")
        screen.gapMs = 500
        screen.press("3")
        screen.gapMs = 30
        screen.press(String(repeating: "3", count: 100))
        screen.wait(ms: 500)
        #expect(screen.wishes.count == 1)
        // Released, and pressed once more.
        screen.gapMs = 2_000
        screen.press("3")
        #expect(screen.wishes.count == 2)
    }

    @Test func twoPressesOfAKeyAreTwoOrders() throws {
        var screen = try GivenTerminal()
        screen.gapMs = 200
        screen.press("22")
        #expect(screen.wishes.count == 1 && screen.model.isWaiting)
        screen.wait(ms: 150)
        #expect(screen.wishes.count == 2 && !screen.model.isWaiting)
        // Another key ends the wait at once.
        screen.wait(ms: 1_000)
        screen.press("43")
        screen.press("3")
        screen.gapMs = 20
        screen.press("4")
        #expect(screen.wishes.count == 6)
    }

    @Test func whatWasPressedLastIsOrderedBeforeTheEnd() throws {
        var screen = try GivenTerminal()
        screen.gapMs = 200
        screen.press("22")
        #expect(screen.model.finish(atMs: screen.nowMs) == .book([.order(juice: "바나나쥬스", cups: 1)]))
        #expect(screen.model.finish(atMs: screen.nowMs) == nil)
    }

    @Test func nobodyOrdersThatFast() throws {
        var screen = try GivenTerminal()
        screen.gapMs = 1
        screen.press(String(repeating: "234567", count: 40))
        #expect(screen.wishes.count == 5)
        #expect(screen.model.message?.text == "너무 빨라서 받지 않은 주문이 있습니다.")
        screen.wait(ms: 2_000)
        screen.press("2")
        #expect(screen.wishes.count == 6)
    }

    @Test func theSelectedBookingIsTakenBack() throws {
        var screen = try GivenTerminal()
        screen.press("23u")
        #expect(screen.wishes.count == 2 && screen.model.chosenBooking == 0)
        screen.press([.down, .character("u")])
        #expect(screen.wishes.last == .takeBack(id: "pressed-0"))
        #expect(screen.stock("바나나") == 10 && screen.stock("키위") == 7)
        #expect(screen.model.message?.text.hasPrefix("되돌렸습니다. 바나나쥬스 1잔을") == true)
        // The selected one stays the same while others come.
        screen.press([.tab, .down])
        screen.bookElsewhere(.order(juice: "망고쥬스", cups: 1))
        #expect(screen.model.chosenBooking == 2)
        screen.press([.end, .enter])
        #expect(screen.wishes.count == 3 && screen.model.message?.text == "되돌릴 수 없습니다.")
        screen.press([.escape])
        #expect(screen.model.chosenBooking == nil)
    }

    @Test func closingAsksFirst() throws {
        var screen = try GivenTerminal()
        screen.press([.character("q"), .enter])
        #expect(!screen.isEnded && screen.model.question == nil)
        screen.press("q2n")
        #expect(!screen.isEnded && screen.wishes.isEmpty)
        screen.press("qy")
        #expect(screen.isEnded)
        var other = try GivenTerminal()
        other.press([.interrupt])
        #expect(other.isEnded)
    }

    @Test func helpComesAndGoes() throws {
        var screen = try GivenTerminal()
        screen.press("?")
        #expect(screen.model.isHelpShown && screen.text().contains("Ctrl-C"))
        screen.press("2")
        #expect(!screen.model.isHelpShown && screen.wishes.isEmpty)
    }

    @Test func aWindowThatShowsNothingTakesNoKeys() throws {
        var screen = try GivenTerminal()
        screen.model.isTooSmall = true
        screen.press("2sq")
        #expect(screen.wishes.isEmpty && screen.model.page == .orders && screen.model.question == nil)
        screen.press([.interrupt])
        #expect(screen.isEnded)
    }

    @Test(arguments: UInt64(1)...4)
    func anyKeysAreTaken(seed: UInt64) throws {
        var screen = try GivenTerminal()
        var random = SeededGenerator(seed: seed)
        let keys =
            "1234567890nycsu?-+ ".map(Key.character) + [
                .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .tab, .escape, .backspace, .delete,
            ]
        for number in 0..<120 {
            screen.gapMs = random.int(1...600)
            screen.press([random.pick(keys, else: .enter)])
            screen.wait(ms: 150)
            guard number % 4 == 0 else { continue }
            let lines = screen.text(columns: 60, rows: 20).split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 20 && lines.allSatisfy { DisplayWidth.of(String($0)) == 60 }, "seed \(seed)")
        }
        let view = screen.shift.view
        #expect(!screen.isEnded && view.status == .open && view.rows > 0)
        // Nothing but what was wished was booked, and each at most once.
        #expect(view.rows <= screen.wishes.count)
    }

    @Test func whatTheDeskDoesNotTakeIsSaid() throws {
        var screen = try GivenTerminal()
        screen.press("s3")
        screen.model.refused([.restock(fruit: "딸기", pieces: 3)])
        #expect(screen.model.message?.text == "누른 것이 너무 많이 밀려 있습니다. 잠시 뒤 다시 누르세요.")
        screen.press([.escape])
        #expect(screen.wishes == [.discard(fruit: "딸기", pieces: 7)])
    }
}
