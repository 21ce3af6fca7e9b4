/// Where the reports of a recorded run are, as far as its ledger knows.
package enum ReportsState: Sendable, Equatable {
    /// They were put in place, or there are none: the run took another one back.
    case inPlace
    /// The run was interrupted; the next command that writes to the ledger puts them in place.
    case staged
    /// They could not be put in place and are in this folder.
    case beside(String)
    /// They are not to be found. Where they were to be.
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
