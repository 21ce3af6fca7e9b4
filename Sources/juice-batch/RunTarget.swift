internal import JuiceBatch
internal import JuiceReports

/// Where the reports of a run go.
struct RunTarget {
    let folder: ReportFolder
    /// The folder as the user named it.
    let shownFolder: String
    /// The file that the report is appended to when the run is done; nil if there is none.
    let summary: SummaryFile?

    /// Names the folder, and checks that the run costs nobody a file.
    ///
    /// - Parameters:
    ///   - paths: the inputs as the user gave them.
    ///   - ledger: the run's ledger, if it has one.
    init(command: RunCommand, paths: [String], ledger: LedgerFile?) throws(BatchError) {
        shownFolder = command.output ?? Self.defaultFolder(paths)
        folder = try ReportFolder(path: shownFolder, ledger: ledger?.realPath)
        for path in paths where path != "-" && folder.holds(path) {
            throw BatchError.usage(.inputInOutput(input: path, output: shownFolder))
        }
        try folder.checkTarget()
        summary = try command.reporting.openSummary()
    }

    /// Where a copy of what comes through a pipe finds as much room as the reports.
    static func spoolFolder(_ command: RunCommand) throws(BatchError) -> String {
        try ReportFolder(path: command.output ?? defaultFolder(command.input.files)).existingParent
    }

    /// `reports/<first input's name without extension>`
    private static func defaultFolder(_ paths: [String]) -> String {
        let name = InputOptions.names(of: paths).first ?? "-"
        if name == "-" { return "reports/stdin" }
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "reports/" + name }
        return "reports/" + name[..<dot]
    }
}
