internal import JuiceBatch
internal import JuiceCore
package import JuiceReports
package import JuiceShop

/// A message on a screen about the last request.
package struct Notice: Sendable, Equatable {
    /// The kind of the message, which determines its style.
    package enum Kind: String, Sendable {
        case good
        /// The order is short of stock.
        case short
        /// The request was not booked.
        case bad
    }

    package let text: String
    package let kind: Kind
    /// The translation of a message that is always Korean; nil for other messages.
    package let translation: String?
    /// The short orders, if the message asks whether to correct the stock.
    package let shortage: ShortOrders?

    /// Creates a message of some kind.
    package init(_ text: String, _ kind: Kind, translation: String? = nil, shortage: ShortOrders? = nil) {
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
    ///   - tellsRepeats: whether a repeated request is reported as such, which the script does not need.
    package static func all(
        _ answers: [Answer], _ shortage: ShortOrders?, _ messages: CounterMessages, tellsRepeats: Bool
    ) -> [Notice] {
        var made: [CounterMessages.Cups] = []
        var others: [Notice] = []
        for answer in answers {
            let notice: Notice
            switch answer {
            case .booked(let booking, let isRepeat) where isRepeat && tellsRepeats:
                notice = Notice(
                    messages.repeated(messages.text(booking)), booking.isDone ? .good : .short,
                    shortage: booking.isDone ? nil : shortage)
            case .booked(let booking, _) where !booking.isDone: continue
            case .booked(let booking, _) where booking.action == .order:
                made.add(booking)
                continue
            case .booked(let booking, _): notice = Notice(messages.text(booking), .good)
            case .taken(let booking): notice = Notice(messages.taken(by: messages.text(booking)), .bad)
            case .refused(let reason): notice = Notice(messages.text(reason), .bad)
            }
            if !others.contains(notice) { others.append(notice) }
        }
        var all = others
        if !made.isEmpty {
            all.insert(Notice(messages.made(made), .good, translation: messages.madeTranslated(made)), at: 0)
        }
        if let shortage, !all.contains(where: { $0.shortage != nil }) {
            all.append(
                Notice(messages.shortage, .short, translation: messages.shortageTranslated, shortage: shortage))
        }
        return all
    }
}

extension [CounterMessages.Cups] {
    /// Adds the cups of an order to the entry of its juice.
    mutating func add(_ order: Booking) {
        if let index = firstIndex(where: { $0.juice == order.item }) {
            self[index].cups += order.quantity
        } else {
            append(CounterMessages.Cups(juice: order.item, cups: order.quantity))
        }
    }
}

extension CounterMessages {
    /// The business day of a shift as screens show it.
    package func day(_ view: ShiftView) -> String { day(view.date, hasPassed: view.clock == .dayHasPassed) }

    /// The message about a booking.
    package func text(_ booking: Booking) -> String {
        guard booking.isDone else { return shortage }
        return done(booking.action, item: booking.item, quantity: booking.quantity)
    }

    /// The fruits that the stock lacks for short orders, such as `딸바쥬스 2잔: 딸기 10개가 모자랍니다.`.
    package func lacking(_ shortage: ShortOrders) -> String {
        var orders: [Cups] = []
        for order in shortage.orders { orders.add(order) }
        return lacking(orders, shortage.missing.map { (fruit: $0.fruit, pieces: $0.pieces) })
    }

    package func text(_ reason: Answer.Reason) -> String {
        switch reason {
        case .unknown: unknown
        case .usedBefore: usedBefore
        case .moved(let fruit, let stock): moved(fruit, stock: stock)
        case .tooFew(let fruit, let stock): tooFew(fruit, stock: stock)
        case .limit: limit
        case .notUndone: notUndone
        case .notRecorded(let text): notRecorded(text)
        case .inDoubt(let text): inDoubt(text)
        case .ledgerOutOfReach(let text): ledgerOutOfReach(text)
        case .closed: closed
        }
    }
}
