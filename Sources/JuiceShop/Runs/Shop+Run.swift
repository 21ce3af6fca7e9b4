package import JuiceBatch
internal import JuiceLedger
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

    /// Puts the reports of killed runs in place, if the ledger exists.
    func putReportsInPlace(of ledger: LedgerRequest, notifying listener: any RunListener) throws {
        let file = try LedgerFile(ledger, in: environment)
        guard try !file.isBlank() else { return }
        try file.commit(.change, notifying: listener).write { _ in }
    }

    /// Checks that the reports of a run do not replace its ledger, and calls `body` for the run.
    private func outcome(
        of request: RunRequest, _ listener: any RunListener, _ body: (RunSteps, LedgerFile?) throws -> CompletedRun
    ) throws -> RunOutcome {
        precondition(!request.input.paths.isEmpty, "a run has an input")
        let ledger = try request.ledger.map { try LedgerFile($0, in: environment) }
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
    case done(CompletedRun)
    /// More rows were rejected than the request allows, so nothing was applied; the value is the tally of all rows.
    case tooManyRejected(Tally)
    /// The ledger already contains all inputs, and such inputs were to be skipped.
    case allInputsSkipped

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
    package let exitStatus: ExitStatus
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

/// The destination folder of a run's reports.
struct RunTarget {
    let folder: ReportFolder
    let shownFolder: String
    /// The figures of the reports that were in the folder before the run; nil if there are none that can be read.
    let earlierReports: RunSummaryFigures?

    /// Determines the folder, and checks that it contains neither an input nor files other than earlier reports.
    init(_ steps: RunSteps, paths: [String], ledger: LedgerFile?) throws(BatchError) {
        let environment = steps.environment
        shownFolder = steps.request.output ?? Self.defaultFolder(paths)
        folder = try ReportFolder(
            path: environment.path(shownFolder), ledger: ledger?.realPath, disk: environment.disk)
        for path in paths where path != "-" && folder.holds(environment.path(path)) {
            throw BatchError.usage(.inputInOutput(input: path, output: shownFolder))
        }
        try folder.checkTarget()
        let summary = environment.path(shownFolder) + "/summary.json"
        earlierReports = try? RunSummaryFigures(of: readSmallFile(summary, cancellation: environment.cancellation))
    }

    /// The default folder: `reports/` and the name of the first input without its extension.
    static func defaultFolder(_ paths: [String]) -> String { "reports/" + name(of: paths) }

    /// The name of a run: that of its first input without extension, or `stdin` for standard input.
    fileprivate static func name(of inputs: [String]) -> String {
        let name = InputSteps.names(of: inputs).first ?? "-"
        if name == "-" { return "stdin" }
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// Throws a usage error if the reports would contain the ledger or be inside of it; called before all writing.
    static func checkLocations(
        of request: RunRequest, ledger: LedgerFile?, in environment: Environment
    ) throws(BatchError) {
        let output = request.output ?? defaultFolder(request.input.paths)
        let target = try ReportFolder.resolved(environment.path(output))
        guard let ledger else { return }
        for path in ledger.realPaths.map({ $0 + "/" })
        where path.hasPrefix(target + "/") || (target + "/").hasPrefix(path) {
            throw .usage(.ledgerInOutput(ledger: ledger.shownPath, output: output))
        }
    }
}

/// The error for a pattern that does not name a folder.
package enum OutputPatternError: Error, Equatable {
    /// The braces contain an unknown word, or a brace is unpaired.
    case unknown(String)
    /// The pattern contains `{date}`, and the run has no date.
    case noDate
}

extension RunRequest {
    /// Expands a pattern for a folder: `{date}` is the run's date, `{name}` the first input's name without extension.
    package static func output(
        pattern: String, date: String?, inputs: [String]
    ) throws(OutputPatternError) -> String {
        var folder = ""
        var rest = pattern[...]
        while let brace = rest.firstIndex(where: { "{}".contains($0) }) {
            folder += rest[..<brace]
            guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else {
                throw .unknown(String(rest[brace...]))
            }
            switch rest[brace...end] {
            case "{date}":
                guard let date else { throw .noDate }
                folder += date
            case "{name}": folder += RunTarget.name(of: inputs)
            default: throw .unknown(String(rest[brace...end]))
            }
            rest = rest[rest.index(after: end)...]
        }
        return folder + rest
    }
}
