internal import JuiceBatch
internal import JuiceCore
internal import JuiceReports
internal import JuiceShop

/// A message on a screen about the last request.
struct Notice: Sendable, Equatable {
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
    var translation: String?
    /// The short orders, if the message asks whether to correct the stock.
    var shortage: ShortOrders?

    /// Creates the messages about answers: one for all orders made, one for all short ones, and one for each other.
    ///
    /// Repeated requests are only reported as such if `reportsRepeats` is true; the script does not need that.
    static func all(
        _ answers: [Answer], _ shortage: ShortOrders?, _ messages: MessageLanguage, reportsRepeats: Bool
    ) -> [Notice] {
        var ready: [Booking] = []
        var all: [Notice] = []
        for answer in answers {
            let notice: Notice
            switch answer {
            case .booked(let booking, let isRepeat) where isRepeat && reportsRepeats:
                notice = Notice(
                    text: messages.repeated(booking), kind: booking.isDone ? .good : .short,
                    shortage: booking.isDone ? nil : shortage)
            case .booked(let booking, _) where !booking.isDone: continue
            case .booked(let booking, _) where booking.action == .order:
                ready.append(booking)
                continue
            case .booked(let booking, _): notice = Notice(text: messages.text(booking), kind: .good)
            case .idInUse(let booking): notice = Notice(text: messages.idInUse(by: booking), kind: .bad)
            case .refused(let reason): notice = Notice(text: messages.text(reason), kind: .bad)
            }
            if !all.contains(notice) { all.append(notice) }
        }
        if !ready.isEmpty {
            let text = messages.ready(ready)
            all.insert(Notice(text: text, kind: .good, translation: messages.readyTranslated(ready)), at: 0)
        }
        if let shortage, !all.contains(where: { $0.shortage != nil }) {
            var question = Notice(text: MessageLanguage.shortage, kind: .short, shortage: shortage)
            question.translation = messages.shortageTranslated
            all.append(question)
        }
        return all
    }
}
