internal import JuiceBatch

/// A file that a night has taken, as it was then.
struct TakenFile: Equatable {
    /// The identity of the file and of its content.
    let identity: FileIdentity
    /// A line that identifies the ledger's state at the time.
    let ledger: String

    init(identity: FileIdentity, ledger: String) {
        self.identity = identity
        self.ledger = ledger
    }

    /// Parses a text written by `line`; nil for any other text.
    init?(_ line: String) {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard parts.count == 2, let identity = FileIdentity(String(parts[0])) else { return nil }
        self.init(identity: identity, ledger: String(parts[1]))
    }

    var line: String { "\(identity.text)\t\(ledger)" }

    /// Whether a file is this one and was not written to since.
    ///
    /// The time of change does not count: moving a file and giving it another owner change it, too. Whether the content is
    /// the one that was applied, its SHA-256 and the ledger tell.
    func isSame(_ identity: FileIdentity) -> Bool { identity.hasSameContent(as: self.identity) }
}
