/// A request for the status of a shop.
package struct StatusRequest: Sendable {
    /// The location that is examined.
    package enum Place: Sendable {
        /// The folder of nights, with the ledger in it.
        case folder(String, ledger: LedgerRequest)
        /// A ledger, with the folder of reports beside it, if there is one.
        case ledger(LedgerRequest)
    }

    /// The default maximum age of the last nightly run, in seconds: a day and two hours.
    package static let maxAgeSecondsUsual = 26 * 3_600

    package var place: Place
    /// The menu file; nil for the built-in menu.
    package var menu: String?
    /// The maximum age of the last nightly run, or run, in seconds.
    package var maxAgeSeconds = maxAgeSecondsUsual
    /// Days on which the shop is closed.
    package var closed = ClosedDays()
    /// The conditions besides nightly runs, ledger and counter that need attention.
    package var failOn = FailOn.rejected

    /// Creates a request for a location, with defaults for the rest.
    package init(_ place: Place) {
        self.place = place
    }
}
