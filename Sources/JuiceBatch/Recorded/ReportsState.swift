/// The location of a recorded run's reports, as far as its ledger knows.
package enum ReportsState: Sendable, Equatable {
    /// The reports are in their folder, or there are none because the run is a reversal.
    case inPlace
    /// The run was interrupted; the next command that writes to the ledger puts them in place.
    case staged
    /// The reports could not be moved to their folder and are in this one.
    case beside(String)
    /// The reports of the target folder cannot be found.
    case lost(target: String)
}

/// Reports of a run that are not where they belong.
package struct UnplacedReports: Sendable, Equatable {
    package let run: Int
    package let state: ReportsState

    package init(run: Int, state: ReportsState) {
        self.run = run
        self.state = state
    }
}
