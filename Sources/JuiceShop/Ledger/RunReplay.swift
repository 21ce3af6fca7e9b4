internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// The runs of a run log, to be applied again from their original inputs to a ledger that lacks them.
struct RunReplay {
    let log: [LoggedRun]
    let file: LedgerFile
    let environment: Environment
    let search: InputSearch
    /// Makes the request of a run from its recorded options.
    let parse: (_ options: [String]) throws -> RunRequest
    let listener: any NightlyListener
    let language: MessageLanguage

    /// A listener that does not report rows, which the user has already seen.
    private var quietListener: QuietListener { QuietListener(listener: listener) }

    /// Applies all later runs in order; throws `notRestored` if an input is missing or a result differs, and others.
    func apply(after last: Int, _ didApply: (_ run: Int) -> Void) throws {
        for run in log.dropFirst(last) {
            try environment.cancellation.check()
            do {
                switch run.content.kind {
                case .run, .shift: try apply(run)
                case .reverse, .settle: try file.replay(run, notifying: quietListener)
                }
            } catch let error as BatchError {
                // The run was applied once, so a refusal means that an input, option or ledger differs.
                switch error {
                case .refused, .irreversible, .usage: throw file.differentResult(of: run)
                default: throw error
                }
            }
            didApply(run.number)
            try writeLine(about: run, isDryRun: false)
        }
        // Removes the reports that were rebuilt as inputs.
        let folder = environment.path(scratch)
        for name in ReportFolder.names { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    private func writeLine(about run: LoggedRun, isDryRun: Bool) throws {
        try listener.writeLine(
            language.appliedAgain(
                run.number, reversed: run.content.reverses, settled: run.content.settlement?.run, isDryRun: isDryRun))
    }

    /// Reports the steps of `apply` and each input's location without applying; returns whether all inputs were found.
    func dryRun(after last: Int) throws -> Bool {
        var isComplete = true
        for run in log.dropFirst(last) {
            try writeLine(about: run, isDryRun: true)
            for input in run.content.inputs {
                // A shop's part of an export is split again from the export.
                let sha256 = run.partition?.exportSHA256 ?? input.sha256
                if let index = try search.input(sha256, called: input.name, from: input.path) {
                    try listener.writeLine(language.replayedInput(input.name, existingAt: index.path))
                } else if let producer = producers(of: input, before: run).first {
                    try listener.writeLine(language.replayedInput(input.name, writtenByRun: producer.number))
                } else {
                    isComplete = false
                    try listener.writeLine(language.replayedInput(input.name, lostCopy: sha256))
                }
            }
        }
        return isComplete
    }

    /// Applies the inputs of a run again, and rebuilds its reports if they are missing and no later run replaced them.
    ///
    /// Existing reports are kept: their failure.csv may have been corrected.
    private func apply(_ run: LoggedRun) throws {
        let files = try inputs(of: run)
        var request = try request(run.content, files)
        let output = run.content.output
        let isLast = output != nil && log.last(where: { $0.content.output == output })?.number == run.number
        let path = environment.path(output ?? "")
        // An empty folder counts as missing.
        let lacksReports = isLast && (access(path, F_OK) == 0 ? rmdir(path) == 0 : errno == ENOENT)
        request.isDryRun = !lacksReports
        // The folder is not made; it must not be one that contains an input.
        request.output = lacksReports ? output : file.shownPath + ".restore.unused"
        try ledgerRun(request).replay(run, files)
    }

    private func ledgerRun(_ request: RunRequest) -> LedgerRun {
        let steps = RunSteps(request: request, environment: environment, listener: quietListener)
        return LedgerRun(steps: steps, file: file, knownInputs: .applyAgain)
    }

    /// Makes the request by which a run is applied again.
    private func request(_ recorded: RunLog.Content, _ files: [InputFile]) throws -> RunRequest {
        var request = try inputRequest(recorded.options, recorded, files)
        request.reports = recorded.reports ?? .all
        request.chainRunReference = recorded.chainRunReference
        request.setShopColumn(recorded.shopColumn)
        return request
    }

    /// Makes a request that reads inputs by the given command line arguments as the recorded run did.
    private func inputRequest(
        _ options: [String], _ recorded: RunLog.Content, _ files: [InputFile]
    ) throws -> RunRequest {
        var request = try parse(options)
        if recorded.kind == .shift {
            // A shift log is applied with the shift's menu, and without settings for reading inputs.
            var input = InputRequest(paths: [])
            input.failOn = request.input.failOn
            request.input = input
        }
        request.input.paths = files.map(\.path)
        request.input.date = recorded.date
        request.input.placeholderDate = recorded.placeholderDate
        // The menu and the stock come from the run log and the ledger, and checks that stopped no run then may not now.
        request.input.menu = nil
        request.input.recordedMenu = recorded.menu.map { ($0, file.runLog.shownPath) }
        request.input.stock = nil
        request.input.expectations = []
        request.maxRejected = nil
        request.ledger = nil
        request.index = .unchanged
        if let column = recorded.shopColumn { request.input.fileSettings.accept.append(column) }
        return request
    }

    /// Finds the inputs of a run; throws `notRestored` with those that cannot be found.
    private func inputs(of run: LoggedRun) throws -> [InputFile] {
        var found: [InputFile] = []
        var missing: [(name: String, sha256: String)] = []
        let partition = run.partition
        for input in run.content.inputs {
            let file =
                if let partition {
                    try self.input(partition, input, of: run)
                } else {
                    try search.input(input.sha256, called: input.name, from: input.path)
                        ?? regeneratedInput(input, before: run)
                }
            if let file {
                found.append(file)
            } else {
                missing.append((input.name, partition?.exportSHA256 ?? input.sha256))
            }
        }
        guard missing.isEmpty else {
            throw BatchError.notRestored(
                path: file.shownPath,
                error: .missingInputs(run: run.number, inputs: missing, areExports: partition != nil))
        }
        return found
    }

    /// The shop's part of an export, split again in the same way; nil if the export cannot be found.
    private func input(
        _ partition: ExportPartition, _ input: RunLog.Content.Input, of run: LoggedRun
    ) throws -> InputFile? {
        let recorded = run.content
        guard let export = try search.input(partition.exportSHA256, called: input.name, from: input.path) else {
            return nil
        }
        let request = try inputRequest(partition.options ?? recorded.options, recorded, [export])
        let part = try InputSteps(request: request.input, environment: environment).settings().split(
            export, by: recorded.shopColumn ?? "", ["": partition.shopNames],
            spillFolder: environment.folder, cancellation: environment.cancellation
        ).input(of: "")
        guard let part, try part.sha256(cancellation: environment.cancellation) == input.sha256 else {
            throw file.differentResult(of: run)
        }
        return part
    }

    /// The earlier runs, newest first, of which an input may be the failure.csv or restock.csv.
    private func producers(of input: RunLog.Content.Input, before run: LoggedRun) -> [LoggedRun] {
        let (folder, name) = ReportFolder.split(environment.path(input.path))
        guard ["failure.csv", "restock.csv"].contains(name) else { return [] }
        return log.prefix(run.number - 1).reversed().filter { earlier in
            earlier.content.output.map { ReportFolder.split(environment.path($0) + "/\(name)").parent } == folder
        }
    }

    /// Rebuilds an input that was a report of an earlier run and no longer exists; nil if no run can have made it.
    private func regeneratedInput(_ input: RunLog.Content.Input, before run: LoggedRun) throws -> InputFile? {
        for producer in producers(of: input, before: run) {
            try regenerateReports(of: producer, producer.content.reports ?? .all, in: scratch, purpose: .restore)
            let path = "\(scratch)/\(ReportFolder.split(input.path).name)"
            if let found = try search.input(input.sha256, called: input.name, from: path) { return found }
        }
        return nil
    }

    /// Writes all reports of a run that is in the ledger; throws `notRestored` if an input is missing, and others.
    func regenerateReports(of number: Int) throws {
        guard let run = log.first(where: { $0.number == number }) else {
            throw BatchError.invariant("the run log lacks run \(number)")
        }
        try regenerateReports(of: run, .all, in: run.content.output, purpose: .change)
    }

    private func regenerateReports(
        of run: LoggedRun, _ reports: ReportSelection, in output: String?, purpose: Ledger.Purpose
    ) throws {
        let files = try inputs(of: run)
        var request = try request(run.content, files)
        request.output = output
        request.reports = reports
        request.chainRunReference = nil
        _ = try ledgerRun(request).regenerateReports(of: run.number, purpose: purpose, files)
    }

    private var scratch: String { file.shownPath + ".restore.reports" }
}

/// Finds the inputs of earlier runs by their content, even if moved or renamed; each file is read at most once.
final class InputSearch {
    private static let depthMax = 8

    /// A file in one of the folders: the index of that folder, the file's path within it, and the file's name.
    private typealias Candidate = (base: Int, path: FileName, name: FileName)

    /// The folders, with their paths as they were given.
    private var bases: [(folder: OpenFolder, shownPath: String)] = []
    private let environment: Environment
    private var unread: [Candidate] = []
    private var listed: Set<String> = []
    private var found: [String: Candidate] = [:]

    /// Lists the files of folders in the order of the search, without missing folders and without following links.
    init(_ folders: [String], in environment: Environment) throws(BatchError) {
        self.environment = environment
        for folder in folders {
            do throws(BatchError) {
                bases.append((try OpenFolder(root: environment.path(folder)), folder))
            } catch .unreadable(_, ENOENT) {
                continue
            }
        }
        try list()
    }

    /// Finds an input by its content, first at its original path, then in files with its name; nil if no file has it.
    func input(_ sha256: String, called name: String, from path: String = "-") throws(BatchError) -> InputFile? {
        let original = environment.path(path)
        if path != "-", fileStatus(original)?.isRegularFile == true,
            let input = try? InputFile(
                path: original, name: name, spillFolder: environment.temporaryFolder,
                cancellation: environment.cancellation),
            try self.sha256(of: input) == sha256
        {
            return input
        }
        if let candidate = found[sha256], let input = try open(candidate, as: name) { return input }
        if let input = try read(until: sha256, name) { return input }
        // Reports that were rebuilt since the last listing may be inputs, too.
        try list()
        return try read(until: sha256, name)
    }

    private func sha256(of input: InputFile) throws(BatchError) -> String? {
        let digest = try? input.sha256(cancellation: environment.cancellation)
        try environment.cancellation.check()
        return digest
    }

    /// Lists the files that are new since the last listing.
    private func list() throws(BatchError) {
        for base in bases.indices { try list(bases[base].folder, base, FileName([]), depth: 1) }
    }

    private func list(_ folder: OpenFolder, _ base: Int, _ path: FileName, depth: Int) throws(BatchError) {
        try environment.cancellation.check()
        for name in try folder.names() {
            guard let status = folder.status(of: name) else { continue }
            let inner = FileName(path.bytes + (path.bytes.isEmpty ? [] : [UInt8(ascii: "/")]) + name.bytes)
            switch status.st_mode & S_IFMT {
            case S_IFREG:
                if listed.insert(FileIdentity(status).text).inserted { unread.append((base, inner, name)) }
            case S_IFDIR where depth < Self.depthMax:
                if let next = try folder.folder(name) { try list(next, base, inner, depth: depth + 1) }
            default: continue
            }
        }
    }

    /// Reads files not read yet, those with the input's name first, until one has the digest; nil if none has.
    private func read(until sha256: String, _ name: String) throws(BatchError) -> InputFile? {
        let preferredName = FileName(name)
        let likely = unread.indices.filter { unread[$0].name == preferredName }
        var read: Set<Int> = []
        defer { unread = unread.indices.filter { !read.contains($0) }.map { unread[$0] } }
        for index in likely + unread.indices.filter({ unread[$0].name != preferredName }) {
            try environment.cancellation.check()
            guard let input = try open(unread[index], as: name) else { continue }
            let digest = try self.sha256(of: input)
            read.insert(index)
            if let digest, found[digest] == nil { found[digest] = unread[index] }
            if digest == sha256 { return input }
        }
        return nil
    }

    private func open(_ candidate: Candidate, as name: String) throws(BatchError) -> InputFile? {
        try bases[candidate.base].folder.input(
            candidate.path, path: "\(bases[candidate.base].shownPath)/\(candidate.path.text)", name: name,
            environment.cancellation)
    }
}
