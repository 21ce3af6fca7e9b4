package import JuiceReports
package import JuiceShop

/// Something that is said on a screen of what was pressed.
package struct Said: Sendable, Equatable {
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
