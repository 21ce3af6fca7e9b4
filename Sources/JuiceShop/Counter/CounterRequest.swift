package import JuiceCore

/// A request from a screen of the counter.
package struct CounterRequest: Sendable, Hashable {
    /// The effect that a request asks for.
    package enum Effect: Sendable, Hashable {
        /// An order for cups of a juice, by its name on the menu.
        case order(juice: String, cups: Int)
        /// A delivery of pieces of a fruit, by its name on the menu, and the stock that the screen showed then; nil if
        /// that does not matter.
        case restock(fruit: String, pieces: Int, shown: Int? = nil)
        /// A discard of pieces of a fruit, by its name on the menu, and the stock that the screen showed then; nil if
        /// that does not matter.
        case discard(fruit: String, pieces: Int, shown: Int? = nil)
        /// A count of a fruit's pieces, and the number that the screen showed then.
        case count(fruit: String, pieces: Int, shown: Int)
        /// A request to take back a booking, by its id.
        case takeBack(id: String)
    }

    /// The id of the request, made with the page, so that a request that is sent twice is booked once.
    package let id: String
    package let effect: Effect

    /// Creates a request from its values.
    package init(id: String, _ effect: Effect) {
        self.id = id
        self.effect = effect
    }

    /// Whether the request has an id that a counter gives; ids of rows that take others back belong to no press.
    var hasGoodID: Bool { ShiftLogRow.isID(id) && !id.hasSuffix(ShiftLogRow.takingBackSuffix) }
}

/// The answer to a request at the counter (`CounterRequest`).
package enum Answer: Sendable, Equatable {
    /// The request is booked: now, or when it was sent first.
    case booked(Booking, isRepeat: Bool)
    /// Another booking has the request's id.
    case taken(by: Booking)
    /// The request is refused for a reason, and nothing is booked.
    case refused(Reason)

    /// The reason why a request was not booked.
    package enum Reason: Sendable, Equatable {
        /// The request names an unknown item or a quantity that is not allowed; no counter makes such a request.
        case unknown
        /// A run before the shift has used its id.
        case usedBefore
        /// Stock has moved since; how many pieces of the fruit there are.
        case moved(fruit: String, stock: Int)
        /// The fruit has fewer pieces than are to be taken; the number that it has.
        case tooFew(fruit: String, stock: Int)
        /// Stock would pass its limit.
        case limit
        /// The booking cannot be undone, or no longer.
        case notTakenBack
        /// Writing failed, and nothing is booked until the counter is opened again; the system's message.
        case notRecorded(String)
        /// Writing may have failed, and nothing is booked until the counter is opened again.
        case inDoubt(String)
        /// The ledger cannot be looked at just now.
        case ledgerOutOfReach(String)
        /// The shift is closed.
        case closed
    }
}

/// Short orders that were sent together, and what stock lacks for all of them.
package struct ShortOrders: Sendable, Equatable {
    /// The orders, the oldest first; at least one.
    package let orders: [Booking]
    /// The fruits that stock lacks now for all of the orders; empty if stock is enough by now.
    package let missing: [Booking.Missing]
}

/// A row of the shift log, and its result.
package struct Booking: Sendable, Equatable {
    /// The missing pieces of a fruit.
    package struct Missing: Sendable, Equatable {
        package let fruit: String
        package let pieces: Int
    }

    /// The row's number in the shift log, from 1.
    package let number: Int
    /// The local time of the booking, such as `2026-11-20 18:30:05`.
    package let time: String
    package let id: String
    package let action: Action
    /// The juice or fruit, as named on the menu.
    package let item: String
    /// The number of cups of a juice, or of pieces.
    package let quantity: Int
    /// The missing fruits; empty if the booking was carried out.
    package let missing: [Missing]
    /// The change of stock by a count, in pieces; 0 for any other action.
    package let change: Int
    /// Whether the booking has been undone.
    package internal(set) var isTakenBack = false

    /// Whether the request was carried out; if not, it was an order that was short of stock.
    package var isDone: Bool { missing.isEmpty }

    /// Whether the booking takes another one back.
    package var takesBack: Bool { id.hasSuffix(ShiftLogRow.takingBackSuffix) }

    /// Whether the booking can be undone.
    package var canBeTakenBack: Bool { isDone && !isTakenBack && opposite != nil }

    /// The instruction that takes the booking back; nil if none does.
    var opposite: (action: Action, quantity: Int)? {
        if takesBack { return nil }
        switch action {
        case .order: return (.cancel, quantity)
        case .restock: return (.discard, quantity)
        case .discard: return (.restock, quantity)
        case .count: return change == 0 ? nil : change > 0 ? (.discard, change) : (.restock, -change)
        case .cancel, .assert: return nil
        }
    }
}
