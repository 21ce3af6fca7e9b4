/// The answer to a request at the counter (`Press`).
package enum Answer: Sendable, Equatable {
    /// It is booked: now, or when it was pressed first.
    case booked(Booking, isRepeat: Bool)
    /// Something else is booked under its id.
    case taken(by: Booking)
    /// Nothing is booked, and this is why.
    case refused(Reason)

    /// Why nothing is booked.
    package enum Reason: Sendable, Equatable {
        /// No counter makes such a press: what it names is not on the menu, or no such quantity is allowed.
        case unknown
        /// A run before the shift has used its id.
        case usedBefore
        /// Stock has moved since; how many pieces of the fruit there are.
        case moved(fruit: String, stock: Int)
        /// There is less of the fruit than is to be taken; how many pieces there are.
        case tooFew(fruit: String, stock: Int)
        /// Stock would pass its limit.
        case limit
        /// It cannot be taken back, or no more.
        case notTakenBack
        /// It could not be recorded, and nothing is until the counter is opened again; in the system's words.
        case notRecorded(String)
        /// Whether it was recorded cannot be told; nothing is until the counter is opened again.
        case inDoubt(String)
        /// The ledger cannot be looked at just now.
        case ledgerOutOfReach(String)
        /// The shift is closed.
        case closed
    }
}
