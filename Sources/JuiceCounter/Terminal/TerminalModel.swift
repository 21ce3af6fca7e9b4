package import JuiceReports
package import JuiceShop

/// What the terminal's screens show, and what keys make of it.
///
/// It knows neither a terminal nor a desk: keys and answers come in, wishes go out.
package struct TerminalModel: Sendable {
    /// The screens.
    package enum Page: Sendable, Equatable {
        case orders
        case stock(StockDraft)
    }

    /// What the order screen asks.
    package enum Question: Sendable, Equatable {
        /// Whether stock is to be corrected, for an order that was short.
        case shortage(Booking)
        /// Whether the shift is to be closed.
        case closing
    }

    /// What was said last.
    package struct Message: Sendable, Equatable {
        package let text: String
        package let colour: Ink.Colour
    }

    /// What is to be done for whoever presses the keys.
    package enum Wish: Sendable, Equatable {
        /// These are to be handed in together.
        case book([Press.Wish])
        /// The screen is to be drawn anew.
        case redraw
        /// The shift is to be closed.
        case end
    }

    let wording: CounterWording
    /// The shift as it was last seen.
    package private(set) var view: ShiftView
    package internal(set) var page = Page.orders
    package internal(set) var question: Question?
    /// Whether 예 is chosen of 예 and 아니오.
    package internal(set) var isYesChosen = true
    package private(set) var message: Message?
    package private(set) var isHelpShown = false
    /// The juice that is chosen, by its place on the menu, from 0.
    package internal(set) var juice = 0
    /// The id of the booking that is chosen; nil as long as a juice is.
    package internal(set) var bookingID: String?
    /// The window is too small to show what keys would do.
    package var isTooSmall = false
    var pace = OrderPace()

    /// The order screen of a shift.
    package init(_ wording: CounterWording, _ view: ShiftView) {
        self.wording = wording
        self.view = view
    }

    /// Whether time alone may bring a wish about.
    package var isWaiting: Bool { pace.isWaiting }

    /// The place of the chosen booking among the latest; nil as long as a juice is chosen.
    package var chosenBooking: Int? { bookingID.flatMap { id in view.latest.firstIndex { $0.id == id } } }

    /// Takes in how the shift is by now.
    package mutating func update(_ view: ShiftView) {
        self.view = view
        if case .stock(var draft) = page {
            draft.update(view)
            page = .stock(draft)
        }
        if bookingID != nil, chosenBooking == nil { bookingID = view.latest.last?.id }
    }

    /// A key is pressed.
    ///
    /// - Parameter atMs: when, by a clock that never goes back.
    package mutating func press(_ key: Key, atMs: Int) -> Wish? {
        switch key {
        case .interrupt: return .end
        case .redraw: return .redraw
        case _ where isTooSmall: return nil
        case _ where isHelpShown:
            isHelpShown = false
            return nil
        case .character("?") where question == nil:
            isHelpShown = true
            return nil
        default: break
        }
        switch (page, question) {
        case (.orders, .some(let question)): return answer(question, key, atMs)
        case (.orders, nil): return pressOnOrders(key, atMs)
        case (.stock(let draft), _): return pressOnStock(draft, key, atMs)
        }
    }

    /// Time has passed.
    package mutating func tick(atMs: Int) -> Wish? {
        order(pace.due(atMs: atMs))
    }

    /// No key comes any more: what waits to be told from a repetition was pressed.
    package mutating func finish(atMs: Int) -> Wish? {
        order(pace.rest(atMs: atMs))
    }

    mutating func say(_ text: String, _ colour: Ink.Colour) { message = Message(text: text, colour: colour) }

    mutating func sayNothing() { message = nil }
}

// MARK: Answers

extension TerminalModel {
    /// What has become of wishes.
    package mutating func take(_ answers: [(wish: Press.Wish, answer: Answer)]) {
        let ofStock = answers.filter { $0.wish.isOfStock }
        if !ofStock.isEmpty { takeStock(ofStock) }
        for (wish, answer) in answers where !wish.isOfStock { takeOrder(wish, answer) }
    }

    /// The desk has not taken these wishes.
    package mutating func refused(_ wishes: [Press.Wish]) {
        if wishes.contains(where: \.isOfStock), case .stock(var draft) = page {
            draft.isBeingBooked = false
            page = .stock(draft)
        }
        say(wording.crowded, .bad)
    }

    private mutating func takeOrder(_ wish: Press.Wish, _ answer: Answer) {
        switch answer {
        case .booked(let booking, _):
            if case .takeBack = wish {
                say(wording.tookBack(wording.text(answer)), .good)
            } else if booking.isDone {
                say(wording.text(answer), .good)
            } else if page == .orders, question != .closing {
                sayNothing()
                ask(.shortage(booking))
            } else {
                // What somebody is at is not taken away from them by a question.
                say(wording.shortOf(booking.item, missing: wording.missing(booking)), .notable)
            }
        case .taken, .refused: say(wording.text(answer), .bad)
        }
    }

    private mutating func takeStock(_ answers: [(wish: Press.Wish, answer: Answer)]) {
        guard case .stock(var draft) = page else { return }
        draft.isBeingBooked = false
        var done: [String] = []
        var refusal: String?
        for (_, answer) in answers {
            switch answer {
            case .booked(let booking, _):
                draft.booked(booking.item)
                done.append(wording.text(answer))
            case .taken: refusal = refusal ?? wording.text(answer)
            case .refused(let reason):
                refusal = refusal ?? wording.text(answer)
                switch reason {
                case .moved(let fruit, let stock), .tooFew(let fruit, let stock): draft.moved(fruit, to: stock)
                default: break
                }
            }
        }
        if let refusal {
            page = .stock(draft)
            say(refusal, .bad)
        } else if let first = done.first {
            page = .orders
            say(wording.andMore(first, done.count - 1), .good)
        }
    }

    mutating func ask(_ question: Question) {
        if question == .closing { sayNothing() }
        self.question = question
        isYesChosen = question != .closing
    }
}

extension Press.Wish {
    /// Whether it comes from the stock screen.
    fileprivate var isOfStock: Bool {
        switch self {
        case .order, .takeBack: false
        case .restock, .discard, .count: true
        }
    }
}
