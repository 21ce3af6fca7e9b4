/// The operations that a nightly run needs from its ledger.
package struct LedgerDoor {
    /// Throws what `verify` finds in the ledger, and `badLedger` where it is gone, though the shop's folder shows that there
    /// was one.
    let check: () throws -> Void
    /// A line that identifies the ledger's current state.
    let state: () throws -> String
    /// The run that has applied an input of this content since the ledger was so far, and stands; nil if there is none, or
    /// the ledger has never been so far.
    let run: (_ sha256: String, _ state: String) throws -> Int?
    /// The day here on which a run was recorded; nil if that cannot be told.
    let day: (_ run: Int) -> String?

    package init(
        check: @escaping () throws -> Void = {}, state: @escaping () throws -> String = { "-" },
        run: @escaping (_ sha256: String, _ state: String) throws -> Int? = { _, _ in nil },
        day: @escaping (_ run: Int) -> String? = { _ in nil }
    ) {
        self.check = check
        self.state = state
        self.run = run
        self.day = day
    }
}
