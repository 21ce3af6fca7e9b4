package import JuiceReports

/// A request to open a counter.
package struct ShiftRequest: Sendable {
    /// The ledger; it is begun if it is missing.
    package var ledger: LedgerRequest
    /// The folder of the journals; nil for `journal` beside the ledger.
    package var journalFolder: String?
    /// The menu file; nil for the built-in menu.
    ///
    /// A shift that is open keeps its own.
    package var menu: String?
    /// The process that will be at work.
    package var process: Int32
    /// The language of error messages on the screens.
    package var language = MessageLanguage.korean

    /// A counter on a ledger.
    package init(ledger: LedgerRequest, process: Int32) {
        self.ledger = ledger
        self.process = process
    }
}

/// A request to close a shift.
package struct ClosingRequest: Sendable {
    /// The ledger that has it.
    package var ledger: LedgerRequest
    /// The form of reports and messages, and where the reports go; its inputs are none.
    package var run: RunRequest
    /// Whether the shift ends also where its journal is not to be had: gone, replaced, or of a ledger that has gone on.
    package var endsWithoutJournal = true

    /// The shift of a ledger.
    ///
    /// - Parameter run: how its journal is to be reported; inputs, menu, ledger and date are the shift's.
    package init(ledger: LedgerRequest, run: RunRequest) {
        self.ledger = ledger
        self.run = run
    }
}
