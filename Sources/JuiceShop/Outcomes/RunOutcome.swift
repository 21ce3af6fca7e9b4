package import JuiceBatch
package import JuiceReports

/// The result of a run that was carried out or refused for its rejected rows.
package enum RunOutcome: Sendable {
    /// It is done, as far as was asked for.
    case done(DoneRun)
    /// The request allows fewer rejected rows, so nothing was applied; the tally of the rows.
    case tooManyRejected(Tally)
    /// The ledger knows all inputs, and such inputs were to be left out; there was nothing to do.
    case nothingLeft([KnownInput])

    package var exitStatus: ExitStatus {
        switch self {
        case .done(let run): run.exitStatus
        case .tooManyRejected: ExitStatus(.tooManyRejected)
        case .nothingLeft: .done
        }
    }
}

/// A run that is done.
package struct DoneRun: Sendable {
    /// Everything that the reports show: tally, inputs, first failures, what to restock.
    package let model: ReportModel
    /// Its number in its ledger, from 1; nil if nothing was kept.
    package let number: Int?
    /// The folder of the reports, as its user named it; nil if none were written.
    package let reports: String?
    /// The inputs that were left out since the ledger knows them, in their order.
    package let leftOut: [KnownInput]
    package let exitStatus: ExitStatus

    /// The tally of the run's rows.
    package var tally: Tally { model.tally }
}

extension ExitStatus {
    /// The status of a run that is done.
    package init(of tally: Tally, failOn: FailOn) {
        var reasons: [ExitReason] = []
        if failOn != .none && tally.count(.rejected) > 0 { reasons.append(.rowsRejected) }
        if failOn != .none && tally.isAllIgnored { reasons.append(.allRowsIgnored) }
        if failOn == .shortage && tally.count(.shortage) > 0 { reasons.append(.rowsShort) }
        self.init(reasons)
    }
}
