internal import CSV
internal import JuiceBatch
internal import JuiceReports

/// The destination of a run's reports.
struct RunTarget {
    /// The folder, and what is staged for it.
    let folder: ReportFolder
    /// The folder as the user named it.
    let shownFolder: String
    /// Whether the disk has to have the reports before the run is done.
    let isDurable: Bool
    /// The summary of the report set in that place; nil where there is none, or none that can be read.
    let earlier: ReportSummary?

    /// Names the folder, and checks that its reports replace no file but an earlier set.
    ///
    /// - Parameters:
    ///   - paths: the inputs as the user gave them.
    ///   - ledger: the run's ledger, if it has one.
    init(
        _ request: RunRequest, paths: [String], ledger: LedgerFile?, in surroundings: Surroundings
    ) throws(BatchError) {
        shownFolder = request.output ?? Self.defaultFolder(paths)
        folder = try ReportFolder(
            path: surroundings.path(shownFolder), ledger: ledger?.realPath, disk: surroundings.disk)
        isDurable = ledger != nil
        for path in paths where path != "-" && folder.holds(surroundings.path(path)) {
            throw BatchError.usage(.inputInOutput(input: path, output: shownFolder))
        }
        try folder.checkTarget()
        earlier = try? Self.summary(of: surroundings.path(shownFolder), surroundings.interruption)
    }

    private static func summary(of folder: String, _ interruption: Interruption) throws -> ReportSummary {
        // By a name, since the bytes are there only as long as what was read is.
        let content = try SmallFile.read(folder + "/summary.json", interruption: interruption)
        return try ReportSummary(of: Array(content.bytes))
    }

    /// The folder for copies of pipes, on the same disk as the reports.
    static func spoolFolder(_ request: RunRequest, in surroundings: Surroundings) throws(BatchError) -> String {
        let output = request.output ?? defaultFolder(request.input.paths)
        return try ReportFolder(path: surroundings.path(output)).existingParent
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
        of request: RunRequest, ledger: LedgerFile?, in surroundings: Surroundings
    ) throws(BatchError) {
        let output = request.output ?? defaultFolder(request.input.paths)
        let target = try ReportFolder.resolved(surroundings.path(output))
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
