/// A ledger, and what its user wants of it.
package struct LedgerRequest: Sendable {
    /// The path of the ledger of a shop, from the shop's folder.
    static let shopPath = "shop.sqlite"

    /// The allowed times to wait for the ledger, in seconds.
    package static let waitSecondsAllowed = 0...86_400
    /// The default time to wait for the ledger, in seconds.
    package static let waitSecondsUsual = 10

    /// The treatment of inputs that the ledger knows.
    package enum KnownInputs: Sendable {
        /// Nothing is applied. So it is with inputs that are given twice.
        case refuse
        /// Known inputs are skipped if there is any other input.
        case leaveOut
        /// Known inputs and inputs that are given twice are applied again; ids still guard against repetition.
        case applyAgain
    }

    package var path: String
    /// The maximum time to wait for other processes that use the ledger, in seconds.
    package var waitSeconds: Int
    /// The treatment of inputs that the ledger knows.
    package var knownInputs: KnownInputs

    /// A ledger that refuses what it knows, unless said otherwise.
    package init(path: String, waitSeconds: Int = waitSecondsUsual, knownInputs: KnownInputs = .refuse) {
        self.path = path
        self.waitSeconds = waitSeconds
        self.knownInputs = knownInputs
    }
}
