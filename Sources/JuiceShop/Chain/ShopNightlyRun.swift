internal import CSV
internal import JuiceBatch
internal import JuiceReports

/// The nightly run of one shop of a chain: it applies the files of the shop's inbox, then its part of each export, and
/// writes the shop's facts.json. Each file and part is a run of its own. An error ends this shop's run only.
extension ShopRunCoordinator {
    /// A shop that is to be run, with the exports whose part for it is not applied yet.
    typealias ShopRun = (shop: ShopEntry, exports: [InFlightExport])

    /// A shop's part of an export as it is applied, or kept in the shop's folder.
    fileprivate func part(of export: InFlightExport, for shop: ShopEntry) throws -> OpenFolder.PendingPartition {
        guard let input = export.split.input(of: shop.folder), let names = export.record.shopNames[shop.folder] else {
            throw BatchError.invariant("a part of an export is missing")
        }
        let partition = ExportPartition(
            exportSHA256: export.split.sha256, shopNames: names, options: request.run.options)
        return (input, partition, date, request.date)
    }

    fileprivate func path(of shop: ShopEntry) -> String { "\(chain.path)/\(shop.folder)" }

    /// Runs a shop, and records its beginning and its result in the manifest.
    ///
    /// Errors other than `interrupted` become problems in the shop's facts.json.
    func run(_ shopRun: ShopRun) throws -> ShopFacts {
        try cancellation.check()
        let (shop, exports) = shopRun
        try manifest.begin(shop.folder)
        let listener = ShopRunListener(language, in: chain.path) { notify($0, of: shop) }
        var host: ShopRunHost?
        var isAnotherRunning = false
        do {
            // The shop's folder may not exist yet.
            _ = try OpenFolder(path(of: shop))
            let newHost = try ShopRunHost(self, shop, exports, listener)
            host = newHost
            _ = try NightlyRun(day: date, host: newHost).run()
            // A run that neither writes facts nor throws has found another active nightly run of the shop.
            isAnotherRunning = newHost.facts == nil
            if isAnotherRunning { listener.add(.anotherIsRunning, listener.lastLine) }
        } catch {
            if case BatchError.interrupted = error { throw error }
            listener.file = nil
            listener.failed(error)
        }
        var finishedExports = exports
        if host?.facts == nil {
            // The shop's folder or ledger could not be used, so its parts of exports wait in its folder for a later
            // run, unless the other active run may be about to apply them.
            finishedExports = isAnotherRunning ? [] : exports.filter { (try? keepPart(of: $0, for: shop)) != nil }
        }
        let facts = host?.facts ?? factsOfFailedRun(of: shop, listener, isAnotherRunning: isAnotherRunning)
        for problem in facts.problems { report(problem.line, of: shop) }
        // A run that has written no facts has no result, so it is repeated.
        try manifest.end(shop.folder, host?.facts?.state, exports: finishedExports.map(\.record.number))
        return facts
    }

    /// The facts of a shop whose run has written none, which are written here unless the shop's other active run does.
    private func factsOfFailedRun(
        of shop: ShopEntry, _ listener: ShopRunListener, isAnotherRunning: Bool
    ) -> ShopFacts {
        listener.addToLastProblem(filesWaiting: waitingCount(shop))
        // The ledger may be unusable, so the runs of an earlier attempt come from its facts.json.
        let earlier = try? chain.facts(of: shop, on: date, in: language)
        let facts = facts(of: shop, runs: earlier?.runs ?? [], listener.problems)
        if !isAnotherRunning, let folder = try? OpenFolder(root: path(of: shop)) {
            try? facts.write(in: folder, cancellation)
        }
        return facts
    }

    /// The number of files and parts that wait in a shop's folder; 0 if it cannot be read.
    fileprivate func waitingCount(_ shop: ShopEntry) -> Int {
        guard let folder = try? OpenFolder(root: path(of: shop)) else { return 0 }
        let inbox = try? folder.folder(FileName(NightlyRun.inboxFolder))
        let files = (try? inbox.map { try Inbox(folder: $0).entries().files.count }) ?? 0
        return files + ((try? folder.pendingPartitionNames().count) ?? 0)
    }

    /// Keeps a part in a shop's folder, where it waits until the problem is resolved.
    fileprivate func keepPart(of export: InFlightExport, for shop: ShopEntry) throws {
        try OpenFolder(root: path(of: shop)).addPendingPartition(
            part(of: export, for: shop), number: export.record.number, cancellation)
    }
}

/// The host of a shop's nightly run within a chain's run.
private final class ShopRunHost: NightlyHost {
    private let coordinator: ShopRunCoordinator
    private let shop: ShopEntry
    private let exports: [InFlightExport]
    private let shopListener: ShopRunListener
    /// The number of the listener's problems that are in the manifest.
    private var recordedCount = 0
    /// The content of facts.json, once this run has written it.
    private(set) var facts: ShopFacts?

    init(
        _ coordinator: ShopRunCoordinator, _ shop: ShopEntry, _ exports: [InFlightExport],
        _ listener: ShopRunListener
    ) throws {
        (self.coordinator, self.shop, self.exports, shopListener) = (coordinator, shop, exports, listener)
        let useCases = Shop(coordinator.environment.ofShop(in: coordinator.path(of: shop)))
        let chain = coordinator.request
        var run = try chain.run(of: useCases.environment.folder)
        // Messages are in the language of the reports, since the chain's reports contain them.
        run.messageLanguage = nil
        var request = NightlyRequest(run: run, quietPeriodMs: 0, keepDays: chain.keepDays)
        request.dateOfUndated = chain.date
        request.keepBackups = chain.keepBackups
        super.init(useCases, request, try NightlyLedger(request.ledger, in: useCases.environment), listener)
    }

    override func apply(_ input: InputFile, reports: String) throws -> NightlyRun.FileResult {
        shopListener.file = input.name
        return try apply(input, reports, (coordinator.date, nil), request)
    }

    override func record(_ steps: (_ status: inout ExitStatus) throws -> Void) throws -> ExitStatus {
        try ledger.check()
        var status = ExitStatus.done
        try steps(&status)
        shopListener.file = nil
        // The reason that stopped the inbox is a problem, too, unless the reported ones lead to the same exit code.
        let reported = ExitStatus(
            shopListener.problems.compactMap(\.reason) + shopListener.applied.reasons, isOfChain: true)
        let all = ExitStatus(reported.reasons + status.reasons, isOfChain: true)
        if all.code != reported.code { shopListener.add(all.reasons.first, shopListener.lastLines) }
        try applyParts()
        status.add(try renewBackups { shopListener.add(.ledgerNotBackedUp, $0) }.status)
        try writeFacts()
        // The facts are already recorded here, so that the retention rule counts this business day.
        let removal = try removeOld(reportError: shopListener.add)
        if removal.isDone { return status }
        shopListener.add(.oldNotRemoved, shopListener.lastLine)
        try writeFacts()
        status.add(removal)
        return status
    }

    override func willMoveAside(_ file: SetAsideRecord, reason: ExitReason) {
        super.willMoveAside(file, reason: reason)
        if reason == .inputRepeated { shopListener.add(reason, shopListener.lastLine) }
        // A failure is ignored here: the end of the run, which is recorded in the same manifest, reports it.
        try? recordProblems()
    }

    /// Closes the counter's shift; its orders are part of the chain's run.
    override func closeShift(by run: RunRequest) throws -> RunOutcome? {
        var run = run
        run.chainRunReference = (date: coordinator.date, partition: nil)
        return try super.closeShift(by: run)
    }

    override func remark(_ line: String) {
        coordinator.report(line, of: shop)
    }

    /// Applies an input of the shop's inbox or, with a partition, of an export, and writes its reports to a folder.
    private func apply(
        _ input: InputFile, _ reports: String, _ chainRun: ChainRunReference, _ request: NightlyRequest
    ) throws -> NightlyRun.FileResult {
        var run = request.run(of: input, reports: reports, in: environment)
        var partition = chainRun.partition
        if partition?.options == run.options { partition?.options = nil }
        run.chainRunReference = (date: chainRun.date, partition: partition)
        let result = try apply(input, by: run)
        switch result {
        case .applied(let number, let status, let notes):
            shopListener.applied.add(status)
            for note in notes {
                let line = messages.note(note, on: input.name)
                if partition == nil { coordinator.report(line, of: shop) } else { coordinator.reportOnce(line) }
            }
            return .applied(run: number, exitStatus: status)
        case .tooManyRejected(let count):
            let text = coordinator.language.tooManyRejected(count, max: request.run.maxRejected ?? 0)
            shopListener.add(
                .tooManyRejected, (["\(input.name): \(text)"] + shopListener.rejectedLines).joined(separator: " "))
            return result
        }
    }

    private func recordProblems() throws {
        let new = shopListener.problems[recordedCount...]
        if new.isEmpty { return }
        recordedCount = shopListener.problems.count
        let known = coordinator.manifest.content.shops[shop.folder]?.problems ?? []
        let runs = try runs()
        for problem in new {
            let runsBefore = ChainRunManifest.count(of: problem.file, in: runs)
            if !known.contains(where: { $0 == (problem, runsBefore) }) {
                try coordinator.manifest.record((problem, runsBefore), of: shop.folder)
            }
        }
    }

    /// Applies the parts that wait in the shop's folder, and then its part of each export that is not applied yet.
    ///
    /// After a problem that affects all parts, the remaining ones wait for the next run.
    private func applyParts() throws {
        for name in try ledger.root.pendingPartitionNames() where !shopListener.isStopped {
            let part = try ledger.root.pendingPartition(name, environment.cancellation)
            if try applyOrArchive(part) { try ledger.root.removePendingPartition(name) }
        }
        for export in exports {
            let part = try coordinator.part(of: export, for: shop)
            if try shopListener.isStopped || !applyOrArchive(part) { try coordinator.keepPart(of: export, for: shop) }
        }
        shopListener.file = nil
    }

    /// Applies a part, or archives one that cannot be applied; false if a problem that affects all
    /// parts makes it wait.
    private func applyOrArchive(_ part: OpenFolder.PendingPartition) throws -> Bool {
        try environment.cancellation.check()
        let input = part.input
        shopListener.file = input.name
        do {
            // An earlier attempt, killed after its commit, may have applied the part.
            let isApplied = try ledger.runs(on: part.date).map(\.facts).contains {
                try $0.exportSHA256 == part.partition.exportSHA256 && $0.file == input.name
                    && $0.inputSHA256 == input.sha256(cancellation: environment.cancellation)
            }
            if isApplied { return true }
            let reports = NightlyRun.freeReports(
                for: FileName(input.name), day: coordinator.date, in: ledger.root)
            var request = request
            request.dateOfUndated = part.dateOfUndated
            let result = try apply(input, reports, (part.date, part.partition), request)
            if case .tooManyRejected = result { try setAside(input, in: .failed) }
        } catch BatchError.knownInputs(let inputs) {
            shopListener.add(
                .inputRepeated, messages.repeated(input.name, run: inputs.first?.run ?? 0, on: nil))
            try setAside(input, in: .repeated)
        } catch {
            if case BatchError.interrupted = error { throw error }
            shopListener.failed(error)
            if shopListener.isStopped { return false }
            try setAside(input, in: .failed)
        }
        return true
    }

    /// Archives a part that cannot be applied as it is, after recording the reason.
    private func setAside(_ input: InputFile, in archiveFolder: NightlyRun.ArchiveFolder) throws {
        try recordProblems()
        let day = try OpenFolder(coordinator.date, in: OpenFolder(archiveFolder.rawValue, in: ledger.root))
        try day.add(input, as: FileName(input.name), environment.cancellation)
    }

    private func runs() throws -> [RunFacts] { try ledger.runs(on: coordinator.date).map(\.facts) }

    private func writeFacts() throws {
        let runs = try runs()
        if shopListener.isStopped { shopListener.addToLastProblem(filesWaiting: coordinator.waitingCount(shop)) }
        let newFacts = coordinator.facts(of: shop, runs: runs, shopListener.problems)
        try newFacts.write(in: ledger.root, environment.cancellation)
        facts = newFacts
    }
}

/// The parts of exports that wait in a shop's folder because its ledger or settings could not be used.
///
/// A part is in `.parts/` as a file of its rows, `DATE-NUMBER.csv`, and a record, `DATE-NUMBER`, with the date of the
/// chain's run that split the export, and the export's number in that run. The next run applies it after the shop's own
/// files, and counts it for that date. The record has the line numbers that the rows have in the export, for messages.
extension OpenFolder {
    /// A waiting part, with the business day that its chain's run was given for undated files, if any.
    typealias PendingPartition = (input: InputFile, partition: ExportPartition, date: String, dateOfUndated: String?)

    private static let pendingPartitions = FileName(".parts")
    private static let partitionVersion = 1

    /// The names of the waiting parts, in the order in which they are applied.
    func pendingPartitionNames() throws(BatchError) -> [FileName] {
        guard let folder = try folder(Self.pendingPartitions) else { return [] }
        return try folder.names().filter { !$0.isHiddenOrUnfinished && !$0.text.hasSuffix(".csv") }
    }

    /// Adds a part of the export with a number, from 1, in the chain's run, unless the part waits already.
    func addPendingPartition(_ part: PendingPartition, number: Int, _ cancellation: CancellationToken) throws {
        let (input, partition) = (part.input, part.partition)
        guard let metadata = input.partition else { throw BatchError.invariant("a part of an export has no metadata") }
        let folder = try OpenFolder(Self.pendingPartitions.text, in: self, followsLink: false)
        // Names of equal length are in the order of their numbers.
        let digits = String(number)
        let name = "\(part.date)-\(String(repeating: "0", count: max(0, 6 - digits.count)))\(digits)"
        // The record is written last, so a part with a record is complete.
        if folder.status(of: FileName(name)) != nil { return }
        let rows = FileName(name + ".csv")
        folder.remove(rows)
        try folder.add(input, as: rows, cancellation)
        let header: JSONValue = [
            "part": Self.partitionVersion, "export": partition.exportSHA256, "path": metadata.path,
            "file": metadata.name, "encoding": metadata.encoding.rawValue, "delimiter": metadata.delimiter.name,
            "shop_column": metadata.shopColumn, "line_bytes": metadata.lines.count,
            "shop_names": partition.shopNames, "split_options": partition.options, "date": part.date,
            "date_of_undated": part.dateOfUndated, "sha256": try input.sha256(cancellation: cancellation),
        ]
        let headerLine = header.line + "\n"
        try folder.replace(name) { write throws(BatchError) in
            try write(headerLine.utf8.span)
            try write(metadata.lines.span)
        }
    }

    /// Opens a waiting part; throws `badChain` if its record or its rows are damaged.
    func pendingPartition(_ name: FileName, _ cancellation: CancellationToken) throws(BatchError) -> PendingPartition {
        let path = "\(Self.pendingPartitions.text)/\(name.text)"
        guard let folder = try folder(Self.pendingPartitions),
            let bytes = try folder.content(of: name.text, sizeBytesMax: growingFileBytesMax, cancellation),
            let end = bytes.firstIndex(of: Ascii.lineFeed),
            let header = try? JSONReader.value(of: Array(bytes[..<end])),
            let exportPath = header["path"]?.string, let exportName = header["file"]?.string,
            let encoding = header["encoding"]?.string.flatMap({ TextEncoding(rawValue: $0) }),
            let delimiter = header["delimiter"]?.string.flatMap({ Delimiter(name: $0) }),
            case let lines = Array(bytes[(end + 1)...]), header["line_bytes"]?.int == lines.count,
            header["part"]?.int == Self.partitionVersion, let export = header["export"]?.string,
            let names = header["shop_names"]?.strings, let date = header["date"]?.string,
            let sha256 = header["sha256"]?.string,
            let file = try folder.file(FileName(name.text + ".csv")), let identity = file.identity,
            try InputFile(
                opened: file, path: path + ".csv", name: exportName, identity: identity, cancellation: cancellation
            ).sha256(cancellation: cancellation) == sha256
        else { throw .badChain(path: path, error: .badManifest(line: 1)) }
        let metadata = PartitionMetadata(
            path: exportPath, name: exportName, encoding: encoding, delimiter: delimiter,
            shopColumn: header["shop_column"]?.string, lines: lines)
        let input = try InputFile(
            opened: file, path: exportPath, name: exportName, identity: identity, partition: metadata,
            cancellation: cancellation)
        let options = header["split_options"]?.strings
        return (
            input, ExportPartition(exportSHA256: export, shopNames: names, options: options), date,
            header["date_of_undated"]?.string
        )
    }

    func removePendingPartition(_ name: FileName) throws(BatchError) {
        guard let folder = try folder(Self.pendingPartitions) else { return }
        folder.remove(name)
        folder.remove(FileName(name.text + ".csv"))
    }
}
