internal import JuiceBatch
internal import JuiceReports

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
