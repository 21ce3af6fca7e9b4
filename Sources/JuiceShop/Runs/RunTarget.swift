internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// Where the reports of a run go.
struct RunTarget {
    /// The folder, and what is staged for it.
    let folder: ReportFolder
    /// The folder as the user named it.
    let shownFolder: String
    /// The file that the report is appended to when the run is done; nil if there is none.
    let summary: SummaryFile?
    /// Whether the disk has to have the reports before the run is done.
    let isDurable: Bool
    /// What the set tells that stands there so far; nil where there is none, or none that can be read.
    let earlier: ReportSummary?

    /// Names the folder, checks that the run costs nobody a file, and opens the file for the summary.
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
        summary = try request.summaryFile.map { path throws(BatchError) in
            try SummaryFile(path: surroundings.path(path), interruption: surroundings.interruption)
        }
    }

    private static func summary(of folder: String, _ interruption: Interruption) throws -> ReportSummary {
        // By a name, since the bytes are there only as long as what was read is.
        let content = try SmallFile.read(folder + "/summary.json", interruption: interruption)
        return try ReportSummary(of: Array(content.bytes))
    }

    /// Where a copy of what comes through a pipe finds as much room as the reports.
    static func spoolFolder(_ request: RunRequest, in surroundings: Surroundings) throws(BatchError) -> String {
        let output = request.output ?? defaultFolder(request.input.paths)
        return try ReportFolder(path: surroundings.path(output)).existingParent
    }

    /// As `reports/<first input's name without extension>`.
    private static func defaultFolder(_ paths: [String]) -> String {
        "reports/" + OutputPattern.name(of: paths)
    }
}

extension RunTarget {
    /// Checks that what a run writes costs nobody a file that it needs, before anything is opened for writing.
    ///
    /// - Parameter ledger: the run's ledger, if it has one.
    static func checkPlaces(
        of request: RunRequest, ledger: LedgerFile?, in surroundings: Surroundings
    ) throws(BatchError) {
        let output = request.output ?? defaultFolder(request.input.paths)
        let target = try ReportFolder.resolved(surroundings.path(output))
        if let ledger {
            for path in ledger.realPaths where lies(path, in: target) || lies(target, in: path) {
                throw .usage(.ledgerInOutput(ledger: ledger.shownPath, output: output))
            }
        }
        guard let shown = request.summaryFile else { return }
        let summary = surroundings.path(shown)
        guard isFile(summary) else { return }
        let real = try end(of: summary)
        if lies(real, in: target) { throw .usage(.summaryTaken(summary: shown, use: output)) }
        for path in ledger?.realPaths ?? [] where path == real || isSame(summary, path) {
            throw .usage(.summaryTaken(summary: shown, use: ledger?.shownPath ?? path))
        }
        let settings = [request.input.menu, request.input.stock].compactMap(\.self) + request.settingFiles
        for path in request.input.paths + settings
        where isSame(summary, path == "-" ? "/dev/stdin" : surroundings.path(path)) {
            throw .usage(.summaryTaken(summary: shown, use: path))
        }
    }

    /// Whether one real path is the other, or lies below it.
    private static func lies(_ path: String, in folder: String) -> Bool {
        path == folder || path.hasPrefix(folder + "/")
    }

    /// Whether both paths lead to one file, which is there.
    private static func isSame(_ first: String, _ second: String) -> Bool {
        var ofFirst = stat()
        var ofSecond = stat()
        return stat(first, &ofFirst) == 0 && stat(second, &ofSecond) == 0
            && FileIdentity(ofFirst).isSameFile(as: FileIdentity(ofSecond))
    }

    /// Whether a path leads to a regular file, or to one that is yet to be made: devices and pipes lose nothing.
    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    }

    /// The real path of the file that opening a path would make, or find: links lead on, also to what is not there.
    private static func end(of path: String) throws(BatchError) -> String {
        var path = path
        for _ in 0..<linksMax {
            var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
            let length = readlink(path, &target, target.count)
            guard length > 0 else { return try ReportFolder.resolved(path) }
            let link = String(decoding: target[..<length], as: UTF8.self)
            let slash = path.lastIndex(of: "/")
            path = link.hasPrefix("/") ? link : (slash.map { String(path[...$0]) } ?? "") + link
        }
        throw .cannotCreate(path: path, errno: ELOOP)
    }

    /// How many links the system follows (`MAXSYMLINKS`).
    private static let linksMax = 40
}
