package import JuiceReports
package import JuiceShop

/// Something that is said on a screen of what was pressed.
package struct Said: Sendable, Equatable {
    /// How it is shown.
    package enum Kind: String, Sendable {
        /// It is done.
        case good
        /// Stock does not suffice.
        case short
        /// Nothing is booked.
        case bad
    }

    package let text: String
    package let kind: Kind
    /// The order that was short, where it is asked whether stock is to be corrected.
    package let short: Booking?

    /// What is said where no press is answered.
    package init(_ text: String, _ kind: Kind) {
        self.text = text
        self.kind = kind
        short = nil
    }

    /// What is said of a press.
    package init(_ answer: Answer, _ wording: CounterWording) {
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
