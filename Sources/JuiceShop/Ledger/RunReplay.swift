internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// Applies runs of a run log again to a ledger that lacks them, from their original inputs.
struct RunReplay {
    /// The runs of the log.
    let log: [LoggedRun]
    let file: LedgerFile
    let environment: Environment
    let search: InputSearch
    /// Makes the request of a run from its recorded options.
    let parse: (_ options: [String]) throws -> RunRequest
    let listener: any NightlyListener
    let messages: RestoreMessages

    /// A listener that passes on notices and progress, and ignores reports about rows, which the user has already seen.
    private struct Listener: RunListener {
        let listener: any NightlyListener

        func beginProgress() -> any RunProgress { listener.beginProgress() }
        func notice(_ notice: ShopNotice) { listener.notice(notice) }
        func refused(_ input: RefusedInput) {}
        func rejected(_ rows: RejectedRows) {}
        func applied(_ model: ReportModel, reports: String?) {}
    }

    /// Applies all runs after a given one, in their order.
    ///
    /// - Parameter done: receives the number of each run after its commit.
    /// - Throws: `notRestored` if an input is missing or the result of a run differs, and other errors.
    func apply(after last: Int, _ done: (_ run: Int) -> Void) throws {
        for run in log.dropFirst(last) {
            try environment.cancellation.check()
            do {
                switch run.work {
                case .inputs(let words, let isShift): try apply(run, words, isShift: isShift)
                case .reversal(let reversed):
                    try file.replay(run, telling: Listener(listener: listener)) { transaction in
                        try transaction.reverse(reversed, recordedAt: run.recordedAt, log: run.content)
                    }
                case .settlement(let settlement):
                    try file.replay(run, telling: Listener(listener: listener)) { transaction in
                        try transaction.settle(settlement, recordedAt: run.recordedAt, log: run.content)
                    }
                }
            } catch let error as BatchError {
                // The run was applied once, so a refusal means that an input, option or ledger differs from the
                // original.
                switch error {
                case .refused, .irreversible, .usage: throw differentResult(of: run)
                default: throw error
                }
            }
            done(run.number)
            try listener.say(messages.applied(run.number, run.effect))
        }
    }

    /// Reports the steps of `apply` and the location of each input, without applying anything.
    ///
    /// - Returns: whether all inputs were found.
    func rehearse(after last: Int) throws -> Bool {
        var isComplete = true
        for run in log.dropFirst(last) {
            try listener.say(messages.wouldApply(run.number, run.effect))
            guard case .inputs(let words, _) = run.work else { continue }
            for input in words.inputs {
                // A shop's part of an export is split again from the export.
                let sha256 = run.partition?.exportSHA256 ?? input.sha256
                if let place = try search.input(sha256, called: input.name, from: input.path) {
                    try listener.say(messages.input(input.name, foundAt: place.path))
                } else if let maker = makers(of: input, before: run).first {
                    try listener.say(messages.input(input.name, madeByRun: maker.number))
                } else {
                    isComplete = false
                    try listener.say(messages.input(input.name, lostWith: sha256))
                }
            }
        }
        return isComplete
    }

    private func apply(_ run: LoggedRun, _ words: LoggedRun.InputWords, isShift: Bool) throws {
        let files = try inputs(run, words)
        var request = try request(words, isShift: isShift, files)
        request.isDryRun = !lacksReports(run)
        request.output = request.isDryRun ? scratch : words.output
        let work = try work(request, words)
        try LedgerRun(work: work, file: file, knownInputs: .applyAgain).replay(run, words, files)
    }

    /// Returns the steps of the run, with its recorded menu.
    private func work(_ request: RunRequest, _ words: LoggedRun.InputWords) throws -> RunWork {
        var work = RunWork(request: request, environment: environment, listener: Listener(listener: listener))
        if let menu = words.menu { work.menu = try MenuFile.parse(Array(menu.utf8), path: file.runLog.shownPath) }
        return work
    }

    /// Makes the request of a run from its recorded options, and from the run of a chain that it belonged to.
    private func request(
        _ words: LoggedRun.InputWords, isShift: Bool, _ files: [InputFile]
    ) throws -> RunRequest {
        var request = try reading(words.options, words, files, isShift: isShift)
        request.reports = words.reports
        request.chainNight = words.chainNight
        request.setShopColumn(words.shopColumn)
        return request
    }

    /// Makes a request from command line arguments, limited to the options for reading inputs.
    private func reading(
        _ options: [String], _ words: LoggedRun.InputWords, _ files: [InputFile], isShift: Bool = false
    ) throws -> RunRequest {
        var request = try parse(options)
        if isShift {
            // A shift log is applied with the shift's menu, and without settings for reading inputs.
            var input = InputRequest(paths: [])
            input.failOn = request.input.failOn
            request.input = input
        }
        request.input.paths = files.map(\.path)
        request.input.date = words.date
        request.input.dateOtherwise = words.dateOtherwise
        (request.input.menu, request.input.stock, request.ledger) = (nil, nil, nil)
        (request.maxRejected, request.index) = (nil, .left)
        request.input.expectations = []
        if let column = words.shopColumn { request.input.settled.rules.accept.append(column) }
        return request
    }

    /// Finds the inputs of a run.
    ///
    /// - Throws: `notRestored` with the inputs that cannot be found.
    private func inputs(_ run: LoggedRun, _ words: LoggedRun.InputWords) throws -> [InputFile] {
        var found: [InputFile] = []
        var lost: [RestoreError.LostInput] = []
        for input in words.inputs {
            let partition = run.partition
            let file =
                if let partition {
                    try self.input(partition, input, of: run, words)
                } else {
                    try search.input(input.sha256, called: input.name, from: input.path)
                        ?? madeAgain(input, before: run)
                }
            if let file {
                found.append(file)
            } else {
                let sha256 = partition?.exportSHA256 ?? input.sha256
                lost.append(RestoreError.LostInput(name: input.name, sha256: sha256, isExport: partition != nil))
            }
        }
        guard lost.isEmpty else {
            throw BatchError.notRestored(path: file.shownPath, fault: .missingInputs(run: run.number, inputs: lost))
        }
        return found
    }

    /// The shop's part of an export, split again in the same way; nil if the export cannot be found.
    private func input(
        _ partition: ChainNight.Partition, _ input: LoggedRun.Input, of run: LoggedRun, _ words: LoggedRun.InputWords
    ) throws -> InputFile? {
        guard let export = try search.input(partition.exportSHA256, called: input.name, from: input.path) else {
            return nil
        }
        let request = try reading(partition.options ?? words.options, words, [export])
        let splitter = ExportPartitioner(
            settings: try work(request, words).input.settings(), file: export, column: words.shopColumn ?? "",
            shops: ShopNames(partition.shopNames.map { (name: $0, shop: 0) }), spillFolder: environment.folder,
            cancellation: environment.cancellation)
        guard let part = try splitter.partition(sha256: input.sha256) else { throw differentResult(of: run) }
        return part
    }

    /// The error of a run whose result differs from the run log's.
    private func differentResult(of run: LoggedRun) -> BatchError {
        .notRestored(path: file.shownPath, fault: .different(run: run.number, log: file.runLog.shownPath))
    }

    /// The earlier runs whose reports were in the folder of an input, newest first.
    ///
    /// The input may be the failure.csv or restock.csv of one of them.
    private func makers(of input: LoggedRun.Input, before run: LoggedRun) -> [LoggedRun] {
        let (folder, name) = ReportFolder.split(environment.path(input.path))
        guard ["failure.csv", "restock.csv"].contains(name) else { return [] }
        return log.prefix(run.number - 1).reversed().filter { earlier in
            earlier.output.map { ReportFolder.split(environment.path($0) + "/\(name)").parent } == folder
        }
    }

    /// Rebuilds an input that was a report of an earlier run and no longer exists; nil if no run can have made it.
    private func madeAgain(_ input: LoggedRun.Input, before run: LoggedRun) throws -> InputFile? {
        for maker in makers(of: input, before: run) {
            guard case .inputs(let words, let isShift) = maker.work else { continue }
            let files = try inputs(maker, words)
            var request = try request(words, isShift: isShift, files)
            request.output = scratch
            request.chainNight = nil
            let remake = LedgerRemake(
                work: try work(request, words), file: file, run: maker.number, purpose: .restore)
            _ = try remake.perform(files)
            let path = "\(scratch)/\(ReportFolder.split(input.path).name)"
            if let found = try search.input(input.sha256, called: input.name, from: path) { return found }
        }
        return nil
    }

    /// The folder for reports that are rebuilt temporarily.
    private var scratch: String { file.shownPath + ".restore.reports" }

    /// Removes the temporary files of the replay.
    func tidy() {
        let folder = environment.path(scratch)
        for name in ReportFolder.names { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    /// Whether the reports of a run are missing and have to be rebuilt.
    ///
    /// Existing reports are kept: their failure.csv may have been corrected. If several runs used one folder, only the
    /// reports of the last run are rebuilt.
    private func lacksReports(_ run: LoggedRun) -> Bool {
        guard let output = run.output, log.last(where: { $0.output == output })?.number == run.number else {
            return false
        }
        let path = environment.path(output)
        var status = stat()
        if stat(path, &status) != 0 { return errno == ENOENT }
        // An empty folder counts as missing.
        return rmdir(path) == 0
    }
}

extension LoggedRun {
    /// The effect of the run, in the form that messages need.
    fileprivate var effect: RestoreMessages.Effect {
        switch work {
        case .inputs: .inputs
        case .reversal(let run): .reversal(of: run)
        case .settlement(let settlement): .settlement(of: settlement.run)
        }
    }
}
