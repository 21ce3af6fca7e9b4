internal import CSV
package import JuiceBatch
package import JuiceCore

/// A request from a screen of the counter, such as an order or a delivery.
package struct CounterRequest: Sendable, Hashable {
    /// The effect that a request asks for.
    package enum Effect: Sendable, Hashable {
        /// A row for cups of a juice or pieces of a fruit, by its name on the menu; `shown` is the fruit's stock that
        /// the screen showed, or nil to skip the comparison with the current stock.
        case row(Action, _ item: String, _ quantity: Int, shown: Int? = nil)
        /// The undoing of a booking, given its id.
        case undo(id: String)
        /// A request from a page of an earlier shift, whose effect is no longer known; it is answered, but not booked.
        case late
    }

    /// The id of the request, made when the page is loaded, so that a request that is sent twice is booked once.
    package let id: String
    package let effect: Effect

    /// Creates a request with an id.
    package init(id: String, _ effect: Effect) {
        self.id = id
        self.effect = effect
    }

    /// Whether the id has the form that a counter gives, and is not the id of a row that undoes another one.
    var hasValidID: Bool { Booking.isID(id) && !id.hasSuffix(Booking.undoSuffix) }
}

/// The answer of the counter to a `CounterRequest`.
package enum Answer: Sendable, Equatable {
    /// The request is booked; `isRepeat` is true if it had been booked before.
    case booked(Booking, isRepeat: Bool)
    /// Another booking already has the request's id.
    case idInUse(by: Booking)
    /// The request was refused, and nothing was booked.
    case refused(Reason)

    /// The reason why a request was not booked.
    package enum Reason: Sendable, Equatable {
        /// The request names an unknown item or a quantity that is not allowed, which the counter's pages do not do.
        case unknown
        /// A run before the shift has already used the id.
        case usedBefore
        /// The request is from a page of an earlier shift, and is not known to be booked.
        case earlierShift
        /// The stock of the fruit is no longer the one that the screen showed; `stock` is the current number of pieces.
        case stockChanged(fruit: String, stock: Int)
        /// The stock is smaller than the number of pieces to remove; `stock` is the current number.
        case tooFew(fruit: String, stock: Int)
        /// The quantity is larger than one row may have, or the stock would exceed its limit.
        case limit
        /// The booking cannot be undone, or no longer.
        case notUndone
        /// The row could not be written, and nothing is booked until a restart; the text is the system's message.
        case notRecorded(String)
        /// The row may not have been written, and nothing is booked until the counter is restarted.
        case outcomeUnknown(String)
        /// The ledger cannot be read at the moment.
        case ledgerUnreadable(String)
        /// The shift is closed, and the request is not among its bookings.
        case closed
    }
}

/// Short orders that were sent together, and the fruits that the stock lacks for all of them.
package struct ShortOrders: Sendable, Equatable {
    /// The orders, the oldest first; at least one.
    package let orders: [Booking]
    /// The fruits that the current stock lacks for all of the orders; empty if the stock is sufficient by now.
    package let missing: [FruitStock]
}

/// A row of the shift log and its result.
package struct Booking: Sendable, Equatable {
    /// The row's number in the shift log, from 1.
    package let number: Int
    /// The local time of the booking, such as `2026-11-20 18:30:05`.
    package let time: String
    /// The id of the request; if the booking undoes another one, the other's id with `undoSuffix`.
    package let id: String
    package let action: Action
    /// The name of the juice or fruit on the menu.
    package let item: String
    /// The number of cups of a juice, or of pieces of a fruit.
    package let quantity: Int
    /// The missing pieces of fruits; empty if the booking was carried out.
    package internal(set) var missing: [FruitStock] = []
    /// The change of stock by a count, in pieces; 0 for any other action.
    package internal(set) var change = 0
    /// Whether the booking has been undone.
    package internal(set) var isUndone = false

    /// Whether the request was carried out; if not, it was an order that was short of stock.
    package var isDone: Bool { missing.isEmpty }
    /// Whether the booking undoes another one.
    package var isUndo: Bool { id.hasSuffix(Self.undoSuffix) }
    /// Whether the booking can be undone.
    package var canBeUndone: Bool { isDone && !isUndone && opposite != nil }

    /// The movement that undoes the booking; nil if it cannot be undone.
    var opposite: (action: Action, quantity: Int)? {
        if isUndo { return nil }
        switch action {
        case .order: return (.cancel, quantity)
        case .restock: return (.discard, quantity)
        case .discard: return (.restock, quantity)
        case .count where change != 0: return change > 0 ? (.discard, change) : (.restock, -change)
        case .cancel, .count, .assert: return nil
        }
    }
}

/// The row of a booking in the shift log.
extension Booking {
    /// The suffix of the id of a row that undoes another row.
    static let undoSuffix = "-back"

    /// Whether a text has the form of an id made by a counter: 8 to 80 letters, digits and `-`.
    static func isID(_ text: some StringProtocol) -> Bool {
        (8...80).contains(text.utf8.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" }
    }

    /// The row as a line of CSV, `time,id,action,item,quantity`.
    var line: [UInt8] {
        let cells = [time, id, action.name, item, String(quantity)]
        return csvRecord(cells.map { Array($0.utf8) }) + [Ascii.lineFeed]
    }

    /// Parses a line of a shift log with the row's number, from 1; nil if no counter can have written it.
    init?(line: [UInt8], cells: [[UInt8]], number: Int) {
        let texts = cells.map { String(decoding: $0, as: UTF8.self) }
        guard texts.count == 5, let action = Action.allCases.first(where: { $0.name == texts[2] }),
            let quantity = Int(texts[4])
        else { return nil }
        self.init(
            number: number, time: texts[0], id: texts[1], action: action, item: texts[3], quantity: quantity)
        // A row has only one valid form, so its line must be the one that this program writes for it.
        let requestID = isUndo ? id.dropLast(Self.undoSuffix.count) : id[...]
        guard line == self.line, seconds != nil, Self.isID(requestID) else { return nil }
    }

    /// The local time in seconds since 1970-01-01 00:00; nil if `time` does not have its form.
    var seconds: Int? {
        let parts = time.split(separator: " ", omittingEmptySubsequences: false)
        return parts.count == 2 ? utcSeconds(of: "\(parts[0])T\(parts[1])Z") : nil
    }
}
