internal import JuiceCore

/// A request from a screen of the counter.
package struct Press: Sendable, Hashable {
    /// The effect that a request asks for.
    package enum Wish: Sendable, Hashable {
        /// Cups of a juice, by its name on the menu.
        case order(juice: String, cups: Int)
        /// Pieces of a fruit that came in, by its name on the menu.
        case restock(fruit: String, pieces: Int)
        /// Pieces of a fruit that are thrown away.
        case discard(fruit: String, pieces: Int)
        /// A count of a fruit's pieces, and the number that the screen showed then.
        case count(fruit: String, pieces: Int, shown: Int)
        /// A request to take back a booking, by its id.
        case takeBack(id: String)
    }

    /// The id of the request, made with the page, so that a request that is sent twice is booked once.
    package let id: String
    package let wish: Wish

    /// A press by its parts.
    package init(id: String, _ wish: Wish) {
        self.id = id
        self.wish = wish
    }

    /// Whether it has an id that a counter gives; those of rows that take others back are for no press.
    var hasGoodID: Bool { JournalRow.isID(id) && !id.hasSuffix(JournalRow.takingBackSuffix) }
}
