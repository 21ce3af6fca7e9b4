internal import CSV
internal import JuiceBatch
internal import JuiceReports

/// The destination of a run's reports.
struct RunTarget {
    /// The folder and its staged reports.
    let folder: ReportFolder
    /// The folder as the user named it.
    let shownFolder: String
    /// Whether the disk has to have the reports before the run is done.
    let isDurable: Bool
    /// The summary of the report set in that place; nil if there is none, or none that can be read.
    let earlier: ReportSummary?

    /// Names the folder, and checks that its reports replace no file but an earlier set.
    ///
    /// - Parameters:
    ///   - paths: the inputs as the user gave them.
    ///   - ledger: the run's ledger, if it has one.
    init(
        _ request: RunRequest, paths: [String], ledger: LedgerFile?, in environment: Environment
    ) throws(BatchError) {
        shownFolder = request.output ?? Self.defaultFolder(paths)
        folder = try ReportFolder(
            path: environment.path(shownFolder), ledger: ledger?.realPath, disk: environment.disk)
        isDurable = ledger != nil
        for path in paths where path != "-" && folder.holds(environment.path(path)) {
            throw BatchError.usage(.inputInOutput(input: path, output: shownFolder))
        }
        try folder.checkTarget()
        earlier = try? Self.summary(of: environment.path(shownFolder), environment.cancellation)
    }

    private static func summary(of folder: String, _ cancellation: CancellationToken) throws -> ReportSummary {
        // By a name, since the bytes are there only as long as what was read is.
        let content = try SmallFile.read(folder + "/summary.json", cancellation: cancellation)
        return try ReportSummary(of: Array(content.bytes))
    }

    /// The folder for copies of pipes, on the same disk as the reports.
    static func spillFolder(_ request: RunRequest, in environment: Environment) throws(BatchError) -> String {
        let output = request.output ?? defaultFolder(request.input.paths)
        return try ReportFolder(path: environment.path(output)).existingParent
    }

    /// The default folder `reports/<first input's name without extension>`.
    private static func defaultFolder(_ paths: [String]) -> String {
        "reports/" + OutputPattern.name(of: paths)
    }
}

extension RunTarget {
    /// Checks that the reports of a run do not replace its ledger, before anything is opened for writing.
    ///
    /// - Parameter ledger: the run's ledger, if it has one.
    static func checkPlaces(
        of request: RunRequest, ledger: LedgerFile?, in environment: Environment
    ) throws(BatchError) {
        let output = request.output ?? defaultFolder(request.input.paths)
        let target = try ReportFolder.resolved(environment.path(output))
        guard let ledger else { return }
        for path in ledger.realPaths where lies(path, in: target) || lies(target, in: path) {
            throw .usage(.ledgerInOutput(ledger: ledger.shownPath, output: output))
        }
    }

    /// Whether one real path is the other, or lies below it.
    private static func lies(_ path: String, in folder: String) -> Bool {
        path == folder || path.hasPrefix(folder + "/")
    }
}

/// A pattern for the folder of the reports: `{date}` stands for the run's date, `{name}` for the first input's name
/// without extension.
package enum OutputPattern {
    /// The error of a pattern that does not name a folder.
    package enum Mistake: Error, Equatable {
        /// The text in braces, or a single brace, has no meaning.
        case unknown(String)
        /// The pattern contains a date, and the run has none.
        case noDate
    }

    /// The folder that a pattern names for a run.
    ///
    /// - Parameters:
    ///   - date: of the run, `YYYY-MM-DD`, if it has one.
    ///   - inputs: the paths of its inputs as their user gave them.
    package static func folder(_ pattern: String, date: String?, inputs: [String]) throws(Mistake) -> String {
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
            case "{name}": folder += name(of: inputs)
            default: throw .unknown(String(rest[brace...end]))
            }
            rest = rest[rest.index(after: end)...]
        }
        return folder + rest
    }

    /// The name of a run: its first input's without extension, or `stdin` for standard input.
    static func name(of inputs: [String]) -> String {
        let name = InputWork.names(of: inputs).first ?? "-"
        if name == "-" { return "stdin" }
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}
