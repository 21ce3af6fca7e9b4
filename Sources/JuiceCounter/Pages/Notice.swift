internal import JuiceBatch
internal import JuiceCore
internal import JuiceReports
internal import JuiceShop

/// A message on a screen about the last request.
struct Notice: Sendable, Equatable {
    /// The kind of the message, which determines its style.
    enum Kind: String, Sendable {
        case good
        /// The order is short of stock.
        case short
        /// The request was not booked.
        case bad
    }

    let text: String
    let kind: Kind
    /// The translation of a message that is always Korean; nil for other messages.
    let translation: String?
    /// The short orders, if the message asks whether to correct the stock.
    let shortage: ShortOrders?

    /// Creates a message of some kind.
    init(_ text: String, _ kind: Kind, translation: String? = nil, shortage: ShortOrders? = nil) {
        self.text = text
        self.kind = kind
        self.translation = translation
        self.shortage = shortage
    }

    /// Creates the messages about the answers to requests.
    ///
    /// All orders that were made share one message, and so do all short orders. Every other booking and refusal has its
    /// own.
    ///
    /// - Parameters:
    ///   - shortage: the fruits that the stock lacks for the short orders.
    ///   - reportsRepeats: whether a repeated request is reported as such, which the script does not need.
    static func all(
        _ answers: [Answer], _ shortage: ShortOrders?, _ messages: CounterMessages, reportsRepeats: Bool
    ) -> [Notice] {
        var ready: [Booking] = []
        var others: [Notice] = []
        for answer in answers {
            let notice: Notice
            switch answer {
            case .booked(let booking, let isRepeat) where isRepeat && reportsRepeats:
                notice = Notice(
                    messages.repeated(booking), booking.isDone ? .good : .short,
                    shortage: booking.isDone ? nil : shortage)
            case .booked(let booking, _) where !booking.isDone: continue
            case .booked(let booking, _) where booking.action == .order:
                ready.append(booking)
                continue
            case .booked(let booking, _): notice = Notice(messages.text(booking), .good)
            case .idInUse(let booking): notice = Notice(messages.idInUse(by: booking), .bad)
            case .refused(let reason): notice = Notice(messages.text(reason), .bad)
            }
            if !others.contains(notice) { others.append(notice) }
        }
        var all = others
        if !ready.isEmpty {
            all.insert(Notice(messages.ready(ready), .good, translation: messages.readyTranslated(ready)), at: 0)
        }
        if let shortage, !all.contains(where: { $0.shortage != nil }) {
            all.append(Notice(messages.shortage, .short, translation: messages.shortageTranslated, shortage: shortage))
        }
        return all
    }
}
