/// A request for the status of a shop.
package struct StatusRequest: Sendable {
    /// What is looked at.
    package enum Place: Sendable {
        /// The folder of nights, with the ledger in it.
        case folder(String, ledger: LedgerRequest)
        /// A ledger, with the folder of reports beside it, if there is one.
        case ledger(LedgerRequest)
    }

    /// How long ago the last night may be unless said otherwise, in seconds: a day, and two hours to spare.
    package static let maxAgeSecondsUsual = 26 * 3_600

    package var place: Place
    /// The menu file; nil for the built-in menu.
    package var menu: String?
    /// How long ago the last night, or run, may be, in seconds.
    package var maxAgeSeconds = maxAgeSecondsUsual
    /// Days on which the shop is closed.
    package var closed = ClosedDays()
    /// What besides nights, ledger and counter makes it worth looking at.
    package var failOn = FailOn.rejected

    /// Of a place, with the rest as usual.
    package init(_ place: Place) {
        self.place = place
    }
}
