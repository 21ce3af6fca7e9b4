package import JuiceReports
package import JuiceShop

extension CounterWording {
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
