package import JuiceBatch
internal import JuiceCore
package import JuiceInspect
package import JuiceReports

extension Shop {
    /// Applies inputs without recording anything, and lists every problem.
    ///
    /// - Parameters:
    ///   - language: the language of the problems.
    ///   - form: the format of the list.
    ///   - problems: also receives the refused input or the rejected rows; nil for no such listener.
    package func check(
        _ request: InputRequest, language: MessageLanguage, form: ProblemFormat,
        notifying listener: any RunListener, problems: (any RunListener)? = nil
    ) throws -> CheckOutcome {
        let steps = InputSteps(request: request, environment: environment)
        let settings = try steps.settings()
        let progress = listener.beginProgress()
        let files = try steps.open(spillFolder: environment.temporaryFolder, progress: progress)
        let list = try TemporaryText(folder: environment.temporaryFolder)
        let failures = FirstFailuresSink(menu: settings.menu, language: language)
        let problemList = ProblemSink(menu: settings.menu, language: language, form: form, spillFile: list)
        do {
            let result = try steps.apply(settings, to: files, sinks: [problemList, failures], progress: progress)
            problems?.rejected(
                RejectedRows(
                    first: failures.firstFailures, tally: result.tally, paths: files.paths,
                    givenPaths: files.givenPaths, failOn: request.failOn, hasReports: false))
            return CheckOutcome(
                tally: result.tally, first: failures.firstFailures,
                inputs: ReportModel.inputs(of: result, settings.reading), form: form, list: list,
                exitStatus: ExitStatus(of: result.tally, failOn: request.failOn))
        } catch BatchError.refused(let refusal) {
            problems?.refused(refusal, path: files.paths[refusal.file])
            let text: String? =
                switch form {
                case .text: nil
                case .json: ProblemFormat.json(refusal, exit: ExitReason.inputRefused.code, language)
                }
            throw CheckRefusal(text: text, cause: .refused(files.withPath(refusal)))
        }
    }

    /// Examines exports of a POS without settings, and proposes settings to read them; writes nothing.
    ///
    /// - Throws: the refusal of an input that cannot be read at all.
    package func inspect(_ request: InputRequest, notifying listener: any RunListener) throws -> Inspection {
        let steps = InputSteps(request: request, environment: environment)
        let settings = try steps.settings()
        let progress = listener.beginProgress()
        defer { progress.clear() }
        let files = try steps.open(spillFolder: environment.temporaryFolder, progress: progress)
        let totalBytes = files.reduce(0) { $0 + $1.sizeBytes }
        let nearest = NearestName(menu: settings.menu)
        do {
            return try Inspection(
                of: files, settings: settings, existing: try request.resolvedExportSettings(),
                cancellation: environment.cancellation,
                nearest: { nearest.nearest(to: $0, action: .order) },
                progress: { progress.update($0, totalBytes: totalBytes) })
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
package struct CheckOutcome {
    /// The tally of the rows, of which none was applied.
    package let tally: Tally
    /// The first failures, and the values that the settings do not list.
    package let first: FirstFailures
    /// The inputs and the way in which they were read.
    package let inputs: [ReportModel.Input]
    fileprivate let form: ProblemFormat
    /// The problems in that form, one after another.
    fileprivate let list: TemporaryText
    /// The exit status that a run of these inputs would have.
    package let exitStatus: ExitStatus

    /// Passes the list of problems to `body` in pieces, which may end within a UTF-8 character.
    package func read(_ body: ([UInt8]) throws -> Void) throws {
        switch form {
        case .text: try list.read(body)
        case .json: try ProblemFormat.writeJSON(tally, inputs, exit: exitStatus.code, problems: list, body)
        }
    }
}

/// The error of a check in which an input was refused.
package struct CheckRefusal: Error {
    /// The text to print in place of the list of problems; nil if the error's message is sufficient.
    package let text: String?
    /// The error that other use cases throw for the input.
    package let cause: BatchError
}
