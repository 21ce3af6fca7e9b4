package import JuiceBatch
internal import JuiceCore
package import JuiceInspect
package import JuiceReports

extension Shop {
    /// Applies inputs in their order, writes their reports, and records the run if it has a ledger: all of this or
    /// nothing.
    ///
    /// A dry run only computes and reports the result.
    ///
    /// - Parameter opened: the inputs, if the caller has opened them already; nil to open those of the request.
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
    /// - Parameters:
    ///   - number: the number of the run in the ledger.
    ///   - request: the inputs and settings of that run; it must have a ledger and not be a dry run.
    ///   - opened: the inputs, if the caller has opened them already; nil to open those of the request.
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

/// The result of a run: carried out, refused for its rejected rows, or without new inputs.
///
/// The steps of a run throw an outcome without effect, so that no transaction commits.
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

extension Shop {
    /// Applies inputs without recording anything, and writes a list of all problems.
    ///
    /// - Parameters:
    ///   - language: the language of the problems.
    ///   - form: the format of the list.
    ///   - problems: also receives the refused input or the rejected rows; nil for no such listener.
    ///   - write: receives the list in pieces, which may end within a UTF-8 character. In the text format, it receives
    ///     nothing for a refused input, since the error says the same.
    package func check(
        _ request: InputRequest, language: MessageLanguage, form: ProblemFormat,
        notifying listener: any RunListener, problems: (any RunListener)? = nil, to write: ([UInt8]) throws -> Void
    ) throws -> CheckOutcome {
        let steps = InputSteps(request: request, environment: environment)
        let settings = try steps.settings()
        let progress = listener.beginProgress()
        let files = try steps.open(spillFolder: environment.temporaryFolder, progress: progress)
        let list = try AnonymousFile(in: environment.temporaryFolder)
        let failures = FirstFailuresSink(menu: settings.menu, language: language)
        let problemList = ProblemSink(menu: settings.menu, language: language, form: form, spillFile: list)
        let result: RunResult
        do {
            result = try steps.apply(settings, to: files, sinks: [problemList, failures], progress: progress)
        } catch BatchError.refused(let refusal) {
            problems?.refused(refusal, path: files.paths[refusal.file])
            switch form {
            case .text: break
            case .json:
                let text = ProblemFormat.json(refusal, exit: ExitReason.inputRefused.code, language)
                try write(Array(text.utf8))
            }
            throw BatchError.refused(files.withPath(refusal))
        }
        let (tally, first) = (result.tally, failures.firstFailures)
        problems?.rejected(
            RejectedRows(
                first: first, tally: tally, paths: files.paths, givenPaths: files.givenPaths, failOn: request.failOn,
                hasReports: false))
        let inputs = ReportModel.inputs(of: result, settings.reading)
        let exitStatus = ExitStatus(of: tally, failOn: request.failOn)
        switch form {
        case .text: try list.read(write)
        case .json: try ProblemFormat.writeJSON(tally, inputs, exit: exitStatus.code, problems: list, write)
        }
        return (tally, first, inputs, exitStatus)
    }

    /// Examines exports of a POS without settings, and proposes settings to read them; writes nothing.
    ///
    /// - Throws: the refusal of an input that cannot be read at all.
    package func inspect(_ request: InputRequest, notifying listener: any RunListener) throws -> Inspection {
        let steps = InputSteps(request: request, environment: environment)
        let settings = try steps.settings()
        let progress = listener.beginProgress()
        defer { progress?.clear() }
        let files = try steps.open(spillFolder: environment.temporaryFolder, progress: progress)
        let totalBytes = files.reduce(0) { $0 + $1.sizeBytes }
        let nearest = NearestName(menu: settings.menu)
        do {
            return try Inspection(
                of: files, settings: settings, existing: try request.resolvedExportSettings(),
                cancellation: environment.cancellation,
                nearest: { nearest.nearest(to: $0, action: .order) },
                progress: { progress?.update($0, totalBytes: totalBytes) })
        } catch BatchError.refused(let refusal) {
            throw BatchError.refused(files.withPath(refusal))
        }
    }
}

extension Inspection {
    /// The exit status: `done` if a run with the proposed settings would neither reject a row nor refuse an input.
    package var exitStatus: ExitStatus { after.isAcceptable ? .done : ExitStatus(.proposalLacking) }
}

extension InputRequest {
    /// The settings of the settings file and the typed options, in the form of a proposal.
    fileprivate func resolvedExportSettings() throws(BatchError) -> SettingsProposal {
        var proposal = SettingsProposal()
        proposal.columns = try ColumnOptions(parsing: columns, defaults: resolvedSettings.columns).columns
        proposal.rules = try RowFilterSettings(rules)
        var before = SettingsProposal()
        before.rules = resolvedSettings.rules
        proposal = proposal.adding(before)
        proposal.negative = exportSettings.negative == .reject ? nil : exportSettings.negative
        proposal.decimal = exportSettings.decimal
        proposal.header = exportSettings.header == .first ? nil : exportSettings.header
        proposal.trailing = exportSettings.trailing == .keep ? nil : exportSettings.trailing
        proposal.sequence = exportSettings.sequence
        proposal.dayStart = exportSettings.dayStart == .midnight ? nil : exportSettings.dayStart
        proposal.dateOrder = exportSettings.dateOrder
        return proposal
    }
}

/// The result of a check.
///
/// `tally` is that of the rows, of which none was applied, and `first` has the first failures and the values that the
/// settings do not list. `inputs` tells how the inputs were read. `exitStatus` is the one that a run of these inputs
/// would have.
package typealias CheckOutcome = (
    tally: Tally, first: FirstFailures, inputs: [ReportModel.Input], exitStatus: ExitStatus
)
