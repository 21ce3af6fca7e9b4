internal import JuiceReports
internal import JuiceShop

// What keys do on the order screen.
extension TerminalModel {
    /// How far a page up or down goes, in lines.
    private static let pageLines = 10

    mutating func pressOnOrders(_ key: Key, _ atMs: Int) -> Wish? {
        switch key {
        case .character(let character):
            if let place = place(of: character) { return press(juice: place, atMs) }
            switch character {
            case "s": openStock([])
            case "u": return takeBack()
            case "q": ask(.closing)
            case " ": return choose(atMs)
            default: break
            }
        case .enter: return choose(atMs)
        case .up: move(by: -1)
        case .down: move(by: 1)
        case .pageUp: move(by: -Self.pageLines)
        case .pageDown: move(by: Self.pageLines)
        case .home: move(by: -view.juices.count)
        case .end: move(by: view.juices.count)
        case .tab: bookingID = bookingID == nil ? view.latest.first?.id : nil
        case .right: bookingID = bookingID ?? view.latest.first?.id
        case .left, .escape: bookingID = nil
        case .backspace, .delete, .redraw, .interrupt: break
        }
        return nil
    }

    /// The juice whose key a digit is.
    private func place(of character: Character) -> Int? {
        guard character.isASCII, let digit = character.wholeNumberValue, (1...view.juices.count).contains(digit) else {
            return nil
        }
        return digit - 1
    }

    private mutating func press(juice place: Int, _ atMs: Int) -> Wish? {
        juice = place
        bookingID = nil
        return order(pace.press(place, atMs: atMs))
    }

    mutating func order(_ juices: [Int]) -> Wish? {
        if pace.takeDropped() { say(wording.tooFast, .notable) }
        if juices.isEmpty { return nil }
        // The next customer does not wait: another order answers 아니오.
        if case .shortage = question { question = nil }
        return .book(juices.map { .order(juice: view.juices[$0].name, cups: 1) })
    }

    private mutating func choose(_ atMs: Int) -> Wish? {
        bookingID == nil ? press(juice: juice, atMs) : takeBack()
    }

    private mutating func move(by lines: Int) {
        guard let chosen = chosenBooking else {
            juice = min(max(juice + lines, 0), view.juices.count - 1)
            return
        }
        bookingID = view.latest[min(max(chosen + lines, 0), view.latest.count - 1)].id
    }

    /// Goes to the latest bookings first, so that one is looked at before it is taken back.
    private mutating func takeBack() -> Wish? {
        guard let chosen = chosenBooking else {
            bookingID = (view.latest.first(where: \.canBeTakenBack) ?? view.latest.first)?.id
            return nil
        }
        let booking = view.latest[chosen]
        guard booking.canBeTakenBack else {
            say(wording.notTakenBack, .notable)
            return nil
        }
        bookingID = nil
        return .book([.takeBack(id: booking.id)])
    }

    private mutating func openStock(_ missing: [Booking.Missing]) {
        sayNothing()
        question = nil
        bookingID = nil
        page = .stock(StockDraft(view, missing: missing))
    }

    /// A key is pressed while something is asked.
    mutating func answer(_ question: Question, _ key: Key, _ atMs: Int) -> Wish? {
        switch key {
        case .character("y"): return answer(question, isYes: true)
        case .character("n"), .escape: return answer(question, isYes: false)
        case .enter, .character(" "): return answer(question, isYes: isYesChosen)
        case .left, .up: isYesChosen = true
        case .right, .down: isYesChosen = false
        case .tab: isYesChosen.toggle()
        case .character(let character):
            guard question != .closing, let place = place(of: character) else { return nil }
            return press(juice: place, atMs)
        default: break
        }
        return nil
    }

    private mutating func answer(_ question: Question, isYes: Bool) -> Wish? {
        self.question = nil
        guard isYes else { return nil }
        switch question {
        case .shortage(let booking): openStock(booking.missing)
        case .closing: return .end
        }
        return nil
    }
}

// What keys do on the stock screen.
extension TerminalModel {
    mutating func pressOnStock(_ draft: StockDraft, _ key: Key, _ atMs: Int) -> Wish? {
        if draft.isBeingBooked { return nil }
        var draft = draft
        switch (key, draft.place) {
        case (.escape, _), (.enter, .close): return close(draft, draft.movements, else: nil)
        case (.character("c"), _), (.enter, .count): return close(draft, draft.counts, else: wording.noCount)
        case (.up, _): draft.move(by: -1)
        case (.down, _), (.enter, .cell), (.tab, .cell): draft.move(by: 1)
        case (.pageUp, _): draft.move(by: -Self.pageLines)
        case (.pageDown, _): draft.move(by: Self.pageLines)
        case (.home, _): draft.move(by: -draft.cells.count)
        case (.end, _): draft.move(by: draft.cells.count)
        case (.left, .close), (.left, .count), (.right, .close), (.right, .count), (.tab, _): draft.changeButton()
        case (.left, .cell), (.character("-"), _), (.character("_"), _): draft.step(-1, atMs: atMs)
        case (.right, .cell), (.character("+"), _), (.character("="), _): draft.step(1, atMs: atMs)
        case (.backspace, _): draft.erase()
        case (.delete, _): draft.undo()
        case (.character(let character), _):
            if character.isASCII, let digit = character.wholeNumberValue { draft.type(digit) }
        case (.redraw, _), (.interrupt, _): break
        }
        page = .stock(draft)
        return nil
    }

    /// Books what was made of the cells; without anything to book it leads back, or says why it does not.
    private mutating func close(_ draft: StockDraft, _ wishes: [Press.Wish], else reason: String?) -> Wish? {
        guard wishes.isEmpty else {
            var draft = draft
            draft.isBeingBooked = true
            page = .stock(draft)
            return .book(wishes)
        }
        if let reason {
            say(reason, .notable)
        } else {
            page = .orders
            sayNothing()
        }
        return nil
    }
}
