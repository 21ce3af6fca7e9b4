package import JuiceBatch
internal import JuiceLedger
package import JuiceReports

/// The file `LEDGER.screens` with the screens that stay paired when a ledger's counter is restarted.
///
/// It stores digests, from which the cookies cannot be derived.
package struct PairedScreens: Sendable {
    /// A screen that is paired.
    package struct Screen: Sendable, Equatable {
        /// The SHA-256 of the screen's cookie, in hex digits.
        package private(set) var digest: String
        /// The time at which the screen was paired, in seconds since 1970.
        package private(set) var pairedAt: Int

        /// Creates a screen from the digest of its cookie.
        package init(digest: String, pairedAt: Int) {
            self.digest = digest
            self.pairedAt = pairedAt
        }

        /// Whether the screen is still paired at a time, in seconds since 1970.
        package func isPaired(at now: Int) -> Bool { (0...PairedScreens.secondsMax).contains(now - pairedAt) }
    }

    /// The time for which a screen stays paired, in seconds: 30 days.
    package static let secondsMax = 30 * 86_400

    private let file: LedgerCompanion

    /// Creates the file beside a ledger, from the ledger's real path and its path in messages.
    package init(beside ledger: String, shownLedger: String) {
        file = LedgerCompanion(beside: ledger, shownLedger: shownLedger, ending: ".screens")
    }

    /// Reads the screens; none if the file is missing or invalid.
    package func read() throws(BatchError) -> [Screen] {
        (try file.read()?["screens"]?.elements ?? []).compactMap { Screen($0) }
    }

    /// Writes the screens; they are on disk when this returns.
    package func write(_ screens: [Screen]) throws(BatchError) {
        try file.write(["screens": screens])
    }

    /// Whether the file exists; true if that cannot be determined.
    package var isThere: Bool {
        do {
            return try file.read() != nil
        } catch {
            return true
        }
    }

    /// Removes the file, which ends every pairing.
    ///
    /// - Returns: the number of screens that were paired.
    package func forget() throws(BatchError) -> Int {
        let count = try read().count
        try file.remove()
        return count
    }
}

extension PairedScreens.Screen: JSONRecord {
    package static var blank: Self { Self(digest: "", pairedAt: 0) }

    package mutating func map(_ json: inout JSONMapper) {
        json.map("digest", &digest)
        json.map("paired_at", &pairedAt)
    }
}

extension Shop {
    /// The paired screens of a ledger's counter.
    package func pairedScreens(_ ledger: LedgerRequest) throws -> PairedScreens {
        let file = try LedgerFile(ledger, in: environment)
        return PairedScreens(beside: file.realPath, shownLedger: file.shownPath)
    }

    /// Ends the pairing of every screen of a ledger's counter.
    ///
    /// - Returns: the number of screens that were paired.
    package func forgetScreens(_ ledger: LedgerRequest) throws -> Int {
        let file = try LedgerFile(ledger, in: environment)
        // Opening a missing ledger throws, since its path is probably wrong.
        if try file.isBlank() { _ = try file.open(.read) }
        return try PairedScreens(beside: file.realPath, shownLedger: file.shownPath).forget()
    }
}
