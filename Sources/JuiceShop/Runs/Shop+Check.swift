package import JuiceBatch
internal import JuiceCore
package import JuiceInspect
package import JuiceReports

extension Shop {
    /// Applies inputs without recording anything, and writes a list of all problems.
    ///
    /// `write` receives the list in pieces, which may end within a UTF-8 character. In the text format, it receives
    /// nothing for a refused input, since the error says the same. `problems` also receives it, or the rejected rows.
    package func check(
        _ request: InputRequest, language: MessageLanguage, form: ProblemFormat,
        notifying listener: any RunListener, problems: (any RunListener)? = nil, to write: ([UInt8]) throws -> Void
    ) throws -> CheckOutcome {
        let steps = InputSteps(request: request, environment: environment, listener: listener)
        let settings = try steps.settings()
        let files = try steps.open(spillFolder: environment.temporaryFolder)
        let list = try AnonymousFile(in: environment.temporaryFolder)
        let failures = FirstFailuresSink(menu: settings.menu, language: language)
        let problemList = ProblemSink(menu: settings.menu, language: language, form: form, spillFile: list)
        let result: RunResult
        do {
            result = try steps.apply(settings, to: files, sinks: [problemList, failures])
        } catch BatchError.refused(let refusal) {
            problems?.refused(refusal, path: files.paths[refusal.file])
            if case .json = form {
                try write(Array(ProblemFormat.json(refusal, exit: ExitReason.inputRefused.code, language).utf8))
            }
            throw BatchError.refused(files.withPath(refusal))
        }
        let (tally, first) = (result.tally, failures.firstFailures)
        problems?.rejected((first, tally, files.paths, files.givenPaths, request.failOn, hasReports: false))
        let inputs = result.inputs.indices.map { ReportModel.Input($0, of: result, settings.reading) }
        let exitStatus = ExitStatus(of: tally, failOn: request.failOn)
        switch form {
        case .text: try list.read(write)
        case .json: try ProblemFormat.writeJSON(tally, inputs, exit: exitStatus.code, problems: list, write)
        }
        return (tally, first, inputs, exitStatus)
    }

    /// Proposes settings for exports of a POS without writing; throws the refusal of an input that cannot be read.
    package func inspect(_ request: InputRequest, notifying listener: any RunListener) throws -> Inspection {
        let steps = InputSteps(request: request, environment: environment, listener: listener)
        let settings = try steps.settings()
        let files = try steps.open(spillFolder: environment.temporaryFolder)
        let progress = listener.beginProgress()
        defer { progress?.clear() }
        let totalBytes = files.reduce(0) { $0 + $1.sizeBytes }
        let nearest = NearestName(menu: settings.menu)
        // The settings of the settings file and the typed options, in the form of a proposal.
        var existing = try RawExportSettings(request.rules).adding(request.fileSettings)
        existing.columns = settings.reading.columns.columns
        // A proposal may replace a default, even one that is set.
        if existing.negative == .reject { existing.negative = nil }
        if existing.header == .first { existing.header = nil }
        if existing.trailing == .keep { existing.trailing = nil }
        if existing.dayStart == .midnight { existing.dayStart = nil }
        do {
            return try Inspection(
                of: files, settings: settings, existing: existing,
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

/// The result of a check: the tally of the rows, the first failures and the values that the settings do not list, how
/// the inputs were read, and the exit status that a run of them would have.
package typealias CheckOutcome = (
    tally: Tally, first: FirstFailures, inputs: [ReportModel.Input], exitStatus: ExitStatus
)
