package import JuiceBatch
package import JuiceReports

extension Shop {
    /// Applies inputs, opened by the caller or those of the request, writes reports, records the run: all or nothing.
    ///
    /// A dry run only computes and reports the result.
    package func run(
        _ request: RunRequest, opened: [InputFile]? = nil, notifying listener: any RunListener
    ) throws -> RunOutcome {
        try outcome(of: request, listener) { steps, ledger in
            guard let ledger, let ledgerRequest = request.ledger else { return try steps.runWithoutLedger(opened) }
            return try LedgerRun(steps: steps, file: ledger, knownInputs: ledgerRequest.knownInputs).run(opened)
        }
    }

    /// Rebuilds the reports of a recorded run from its inputs; nothing is applied.
    ///
    /// - Parameter request: the inputs and settings of that run; it must have a ledger and not be a dry run.
    package func regenerateReports(
        _ number: Int, by request: RunRequest, opened: [InputFile]? = nil, notifying listener: any RunListener
    ) throws -> RunOutcome {
        precondition(!request.isDryRun && request.input.stock == nil, "A dry run or a given stock is not allowed")
        return try outcome(of: request, listener) { steps, ledger in
            guard let ledger else { throw BatchError.invariant("reports of an earlier run need a ledger") }
            return try LedgerRun(steps: steps, file: ledger).regenerateReports(of: number, opened)
        }
    }

    /// Checks that the reports of a run do not replace its ledger, and performs the run by `body`.
    private func outcome(
        of request: RunRequest, _ listener: any RunListener, _ body: (RunSteps, LedgerFile?) throws -> CompletedRun
    ) throws -> RunOutcome {
        precondition(!request.input.paths.isEmpty, "a run has an input")
        let ledger = try request.ledger.map { ledgerRequest throws(BatchError) in
            try LedgerFile(ledgerRequest, in: environment)
        }
        try RunTarget.checkLocations(of: request, ledger: ledger, in: environment)
        do {
            return .done(try body(RunSteps(request: request, environment: environment, listener: listener), ledger))
        } catch let outcome as RunOutcome {
            if case .allInputsSkipped = outcome { listener.notice(.allInputsSkipped) }
            return outcome
        }
    }
}

/// The result of a run; its steps throw one without effect, so that no transaction commits.
package enum RunOutcome: Error {
    /// The run was carried out as requested.
    case done(CompletedRun)
    /// More rows were rejected than the request allows, so nothing was applied; the value is the tally of all rows.
    case tooManyRejected(Tally)
    /// The ledger already contains all inputs, and such inputs were to be skipped.
    case allInputsSkipped([KnownInput])

    package var exitStatus: ExitStatus {
        switch self {
        case .done(let run): run.exitStatus
        case .tooManyRejected: ExitStatus(.tooManyRejected)
        case .allInputsSkipped: .done
        }
    }
}

/// The result of a run that was carried out.
package struct CompletedRun: Sendable {
    /// The model of the reports: tally, inputs, first failures, restocks.
    package let model: ReportModel
    /// The run's number in its ledger, from 1; nil without a ledger.
    package let number: Int?
    /// The folder of the reports as the user named it; nil if none were written.
    package let reports: String?
    /// The inputs that were skipped because the ledger already contains them, in their order.
    package let skipped: [KnownInput]
    package let exitStatus: ExitStatus

    /// The tally of the run's rows.
    package var tally: Tally { model.tally }
}

extension ExitStatus {
    /// Derives the status of a finished run from its tally.
    package init(of tally: Tally, failOn: FailOn) {
        var reasons: [ExitReason] = []
        if failOn != .none && tally.count(.rejected) > 0 { reasons.append(.rowsRejected) }
        if failOn != .none && tally.isAllIgnored { reasons.append(.allRowsIgnored) }
        if failOn == .shortage && tally.count(.shortage) > 0 { reasons.append(.rowsShort) }
        self.init(reasons)
    }
}
