/// A ledger, and what its user wants of it.
package struct LedgerRequest: Sendable {
    /// The path of the ledger of a shop, from the shop's folder.
    static let shopPath = "shop.sqlite"

    /// How long one can ask to wait, in seconds.
    package static let waitSecondsAllowed = 0...86_400
    /// How long to wait unless said otherwise, in seconds.
    package static let waitSecondsUsual = 10

    /// What is to become of inputs that the ledger knows.
    package enum KnownInputs: Sendable {
        /// Nothing is applied. So it is with inputs that are given twice.
        case refuse
        /// They are left out, if any other is there.
        case leaveOut
        /// They are applied again, and so are inputs that are given twice; ids still guard.
        case applyAgain
    }

    /// The file.
    package var path: String
    /// The maximum time to wait for other processes that use the ledger, in seconds.
    package var waitSeconds: Int
    /// What is to become of inputs that it knows.
    package var knownInputs: KnownInputs

    /// A ledger that refuses what it knows, unless said otherwise.
    package init(path: String, waitSeconds: Int = waitSecondsUsual, knownInputs: KnownInputs = .refuse) {
        self.path = path
        self.waitSeconds = waitSeconds
        self.knownInputs = knownInputs
    }
}
