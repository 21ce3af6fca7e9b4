package import JuiceReports
package import JuiceShop

/// A message on a screen about the last request.
package struct Notice: Sendable, Equatable {
    /// The style of the message.
    package enum Kind: String, Sendable {
        case good
        /// Stock does not suffice.
        case short
        /// The request was not booked.
        case bad
    }

    package let text: String
    package let kind: Kind
    /// The order that was short, where it is asked whether stock is to be corrected.
    package let short: Booking?

    /// Creates a message that answers no request.
    package init(_ text: String, _ kind: Kind) {
        self.text = text
        self.kind = kind
        short = nil
    }

    /// Creates the answer to a request.
    package init(_ answer: Answer, _ wording: CounterMessages) {
        text = wording.text(answer)
        switch answer {
        case .booked(let booking, _):
            kind = booking.isDone ? .good : .short
            short = booking.isDone ? nil : booking
        case .taken, .refused:
            kind = .bad
            short = nil
        }
    }
}

extension CounterMessages {
    /// The text that a screen shows in answer to a press; for an order that stock did not suffice for, the question that
    /// follows.
    package func text(_ answer: Answer) -> String {
        switch answer {
        case .booked(let booking, let isRepeat): isRepeat ? repeated(text(booking)) : text(booking)
        case .taken(let booking): taken(by: text(booking))
        case .refused(let reason): text(reason)
        }
    }

    /// The business day of a shift.
    package func day(_ view: ShiftView) -> String { day(view.date, hasPassed: view.clock == .dayHasPassed) }

    /// The answer to a booking.
    package func text(_ booking: Booking) -> String {
        guard booking.isDone else { return shortage }
        return done(booking.action, item: booking.item, quantity: booking.quantity)
    }

    /// The missing fruits of a booking, such as `딸기 6개, 바나나 1개`.
    package func missing(_ booking: Booking) -> String {
        booking.missing.map { pieces($0.fruit, $0.pieces) }.joined(separator: ", ")
    }

    private func text(_ reason: Answer.Reason) -> String {
        switch reason {
        case .unknown: unknown
        case .usedBefore: usedBefore
        case .moved(let fruit, let stock): moved(fruit, stock: stock)
        case .tooFew(let fruit, let stock): tooFew(fruit, stock: stock)
        case .limit: limit
        case .notTakenBack: notTakenBack
        case .notRecorded(let text): notRecorded(text)
        case .inDoubt(let text): inDoubt(text)
        case .ledgerOutOfReach(let text): ledgerOutOfReach(text)
        case .closed: closed
        }
    }
}
