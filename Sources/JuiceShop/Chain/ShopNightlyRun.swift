internal import CSV
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// The nightly run of one shop of a chain: it applies the files of the shop's inbox, then its part of each export, and
/// writes the shop's facts.json.
///
/// Each file and part is a run of its own on the shop's ledger. An error ends this shop's run only.
extension ShopRunCoordinator {
    /// A shop's part of an export, given by the index of the shop in `export.shops`.
    typealias Part = (export: InFlightExport, shop: Int)

    /// The nightly run of a shop that is to be performed, with the shop's parts of exports that are not applied yet.
    typealias ShopRun = (shop: ShopEntry, parts: [Part])

    /// The result of a shop's nightly run.
    ///
    /// `isRecorded` is whether facts.json was written, and `exports` has the numbers of the exports whose parts for this
    /// shop were applied, or were left in the shop's folder because the operator must decide about them.
    typealias Outcome = (facts: ShopFacts, isRecorded: Bool, exports: Set<Int>)

    /// Opens a shop's part as an input file.
    fileprivate static func open(_ part: Part) throws -> InputFile {
        guard let input = part.export.split.input(ofShop: part.shop) else {
            throw BatchError.invariant("a part of an export is missing")
        }
        return input
    }

    /// The identification of a shop's part that its run records.
    fileprivate func partition(_ part: Part) -> ExportPartition {
        ExportPartition(
            exportSHA256: part.export.split.sha256, shopNames: part.export.shops[part.shop].names,
            options: request.run.options)
    }

    /// The path of a shop's folder.
    private func path(of shop: ShopEntry) -> String { "\(path)/\(shop.folder)" }

    /// Performs a shop's nightly run.
    ///
    /// - Throws: only `interrupted`; all other errors become problems in the shop's facts.json.
    func outcome(of shopRun: ShopRun) throws -> Outcome {
        let (shop, parts) = shopRun
        let useCases = Shop(environment.ofShop(in: path(of: shop)))
        let listener = ShopRunListener(language, in: path) { notify($0, of: shop) }
        var host: ShopRunHost?
        var isAnotherRunning = false
        do {
            // The shop's folder may not exist yet.
            _ = try OpenFolder(path(of: shop))
            let newHost = try ShopRunHost(self, shop, parts, useCases: useCases, listener: listener)
            host = newHost
            let status = try NightlyRun(day: date, host: newHost).run()
            if newHost.outcome == nil && listener.problems.isEmpty {
                isAnotherRunning = status.reasons.contains(.anotherIsRunning)
                listener.add(status.reasons.first, listener.lastLine)
            }
        } catch {
            if case BatchError.interrupted = error { throw error }
            listener.file = nil
            listener.failed(error)
        }
        if let outcome = host?.outcome { return outcome }
        // The shop's folder or ledger could not be used, so its parts of exports are put into its inbox for a later
        // run, except when another nightly run of the shop is active: that run may be about to apply them.
        let waiting = isAnotherRunning ? [] : parts.filter { (try? putIntoInbox($0, of: shop)) != nil }
        listener.filesWait(waitingCount(shop))
        return (try storedFacts(of: shop, with: listener.problems), false, Set(waiting.map(\.export.number)))
    }

    /// The content of facts.json for a run that could not use the shop's ledger: the runs recorded by an earlier
    /// attempt, and the problems of this attempt.
    ///
    /// The file is written if possible, except when another nightly run of the shop is active: that run writes the
    /// file.
    private func storedFacts(of shop: ShopEntry, with newProblems: [ShopProblem]) throws -> ShopFacts {
        var runs: [RunFacts] = []
        let shopFolder = try? OpenFolder(root: path(of: shop))
        if let shopFolder,
            case .facts(let earlier)? = try? FactsFile(of: shop.folder, in: shopFolder, on: date, cancellation)
        {
            runs = earlier.runs
        }
        let facts = facts(of: shop, runs: runs, newProblems)
        if let shopFolder, !newProblems.contains(where: { $0.reason?.code == ExitReason.anotherIsRunning.code }) {
            try? FactsFile.write(facts, in: shopFolder, cancellation)
        }
        return facts
    }

    /// The number of files that wait in a shop's inbox; 0 if the inbox cannot be read.
    fileprivate func waitingCount(_ shop: ShopEntry) -> Int {
        let folder = try? OpenFolder(root: path(of: shop))
        let inbox = try? folder?.folder(FileName(NightlyRun.inboxFolder))
        return (try? inbox.map { try Inbox(folder: $0).entries().files.count }) ?? 0
    }

    /// Puts a part into a shop's inbox, where it waits until the problem is resolved.
    fileprivate func putIntoInbox(_ part: Part, of shop: ShopEntry) throws {
        let shopFolder = try OpenFolder(root: path(of: shop))
        let input = try Self.open(part)
        let inbox = try Inbox(in: shopFolder)
        try shopFolder.addPendingPartition(
            input, partition(part), date: date, dateOfUndated: request.date, cancellation)
        try inbox.folder.add(input, as: FileName(part.export.split.name), cancellation)
    }
}

/// The host of a shop's nightly run within a chain's run.
private final class ShopRunHost: NightlyHost {
    private let coordinator: ShopRunCoordinator
    private let shop: ShopEntry
    /// The shop's parts of exports that are not applied yet.
    private let parts: [ShopRunCoordinator.Part]
    /// The listener of the shop's runs, which collects its problems.
    private let shopListener: ShopRunListener

    /// The outcome, once facts.json is written; nil if the run failed before, or if another nightly run holds the lock.
    private(set) var outcome: ShopRunCoordinator.Outcome?

    init(
        _ coordinator: ShopRunCoordinator, _ shop: ShopEntry, _ parts: [ShopRunCoordinator.Part], useCases: Shop,
        listener: ShopRunListener
    ) throws {
        (self.coordinator, self.shop, self.parts, shopListener) = (coordinator, shop, parts, listener)
        let chain = coordinator.request
        var run = try chain.run(of: useCases.environment.folder)
        // Messages are in the language of the reports, since the chain's reports contain them.
        run.messageLanguage = nil
        var request = NightlyRequest(run: run, quietPeriodMs: 0, keepDays: chain.keepDays)
        request.dateOfUndated = chain.date
        request.keepBackups = chain.keepBackups
        let ledger = try NightlyLedger(request.ledger, in: useCases.environment)
        super.init(useCases, request, ledger, listener)
    }

    override func apply(_ input: InputFile, modifiedSeconds: Int, reports: String) throws -> NightlyRun.FileResult {
        shopListener.file = input.name
        guard let part = try pendingPartition(input) else { return try apply(input, modifiedSeconds, reports) }
        var request = request
        request.dateOfUndated = part.dateOfUndated
        return try apply(part.input, modifiedSeconds, reports, part.partition, date: part.date, request)
    }

    /// Puts parts that wait in the inbox behind the shop's own files, by the date of the chain's run that split them.
    override func ordered(_ files: [Inbox.Entry], in inbox: Inbox) throws -> [Inbox.Entry] {
        let dates = try files.map { file in
            guard case .opened(let opened) = try inbox.open(file, cancellation: environment.cancellation) else {
                return ""
            }
            return try pendingPartition(inbox.input(file, opened, cancellation: environment.cancellation))?.date ?? ""
        }
        return Set(dates).sorted().flatMap { date in zip(files, dates).filter { $1 == date }.map(\.0) }
    }

    /// The part of an export that a file of the inbox is; nil if it is a file of the shop's own.
    private func pendingPartition(_ input: InputFile) throws -> OpenFolder.PendingPartition? {
        try ledger.root.pendingPartition(input, spillFolder: environment.folder, environment.cancellation)
    }

    override func record(_ steps: (_ status: inout ExitStatus) throws -> Void) throws -> ExitStatus {
        try ledger.check()
        var status = ExitStatus.done
        try steps(&status)
        shopListener.file = nil
        addProblem(for: status)
        try applyParts()
        status.add(try renewBackups { shopListener.add(.ledgerNotBackedUp, $0) }.status)
        outcome = try record()
        // The facts are already recorded here, so that the retention rule counts this business day.
        let removal = try removeOld(reportError: shopListener.note)
        if removal.isDone { return status }
        shopListener.add(.oldNotRemoved, shopListener.lastLine)
        outcome = try record()
        status.add(removal)
        return status
    }

    override func willMoveAside(_ file: QuarantineEntry, reason: ExitReason) {
        try? ledger.root.addToQuarantineLog(
            file, at: environment.now(), lastRun: try? ledger.lastRun())
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
        coordinator.notify(ShopProblem(file: nil, nil, text: line), of: shop.name)
    }

    /// Applies an input and writes its reports to a folder.
    ///
    /// - Parameters:
    ///   - partition: the part of an export that the input is; nil for a file of the shop's own inbox.
    ///   - date: the date of the chain's run that split the export; nil for this run's.
    ///   - request: the request of that run; nil for this run's.
    private func apply(
        _ input: InputFile, _ modifiedSeconds: Int, _ reports: String, _ partition: ExportPartition? = nil,
        date: String? = nil, _ request: NightlyRequest? = nil
    ) throws -> NightlyRun.FileResult {
        let request = request ?? self.request
        var run = request.run(of: input, modifiedSeconds: modifiedSeconds, reports: reports, in: environment)
        run.chainRunReference = (date: date ?? coordinator.date, partition: partition?.without(run.options))
        let result = try apply(input, by: run)
        switch result {
        case .applied(let number, let status, let notes):
            shopListener.applied.add(status)
            for note in notes {
                coordinator.notify(
                    note, ofFile: input.name, of: partition == nil ? shop.name : nil)
            }
            return .applied(run: number, exitStatus: status)
        case .tooManyRejected(let count):
            shopListener.tooManyRejected(count, allowed: request.run.maxRejected ?? 0)
            return result
        }
    }

    /// Records the new problems in the manifest before their file is archived.
    private func recordProblems() throws {
        let new = shopListener.drainNew()
        if new.isEmpty { return }
        let known = coordinator.manifest.content.shops[shop.folder]?.problems ?? []
        let runs = try runs()
        for problem in new {
            let runsBefore = ChainRunManifest.count(of: problem.file, in: runs)
            if !known.contains(where: { $0 == (problem, runsBefore) }) {
                try coordinator.manifest.record((problem, runsBefore), of: shop.folder)
            }
        }
    }

    /// Adds the reason that stopped the processing of the inbox as a problem, unless the reported problems already lead
    /// to the same exit code.
    private func addProblem(for status: ExitStatus) {
        let reportedStatus = ExitStatus(
            shopListener.problems.compactMap(\.reason) + shopListener.applied.reasons, isOfChain: true)
        let all = ExitStatus(reportedStatus.reasons + status.reasons, isOfChain: true)
        guard all.code != reportedStatus.code else { return }
        shopListener.add(all.reasons.first, shopListener.lastLines)
    }
}

extension ShopRunHost {
    /// Applies the shop's part of each export that is not applied yet; a part that cannot be applied is left with the
    /// shop.
    private func applyParts() throws {
        for part in parts {
            try environment.cancellation.check()
            shopListener.file = part.export.split.name
            // The problem affects all parts, so they wait for the next run.
            guard !shopListener.isStopped else {
                try coordinator.putIntoInbox(part, of: shop)
                continue
            }
            do {
                let input = try ShopRunCoordinator.open(part)
                guard try !isApplied(part, input) else { continue }
                let reports = NightlyRun.freeReports(
                    for: FileName(part.export.split.name), day: coordinator.date, in: ledger.root)
                let modifiedSeconds = part.export.entry.identity.modifiedSeconds
                if case .tooManyRejected = try apply(input, modifiedSeconds, reports, coordinator.partition(part)) {
                    try quarantine(part, in: .failed)
                }
            } catch BatchError.knownInputs(let inputs) {
                shopListener.add(
                    .inputRepeated,
                    NightlyMessages(request.run.language).repeated(
                        part.export.split.name, run: inputs.first?.run ?? 0, on: nil))
                try quarantine(part, in: .repeated)
            } catch {
                if case BatchError.interrupted = error { throw error }
                shopListener.failed(error)
                if shopListener.isStopped {
                    try coordinator.putIntoInbox(part, of: shop)
                } else {
                    try quarantine(part, in: .failed)
                }
            }
        }
        shopListener.file = nil
    }

    /// Archives a part that cannot be applied as it is, after recording the reason.
    private func quarantine(_ part: ShopRunCoordinator.Part, in archiveFolder: NightlyRun.ArchiveFolder) throws {
        try recordProblems()
        let day = try OpenFolder(
            coordinator.date, in: OpenFolder(archiveFolder.rawValue, in: ledger.root))
        try day.add(
            try ShopRunCoordinator.open(part), as: FileName(part.export.split.name), environment.cancellation)
    }

    /// Whether an earlier attempt for this business day, killed after its commit, has applied the part.
    private func isApplied(_ part: ShopRunCoordinator.Part, _ input: InputFile) throws -> Bool {
        let runs = try runs().filter { $0.exportSHA256 == part.export.split.sha256 && $0.file == input.name }
        if runs.isEmpty { return false }
        let sha256 = try input.sha256(cancellation: environment.cancellation)
        return runs.contains { $0.inputSHA256 == sha256 }
    }

    /// The facts.json entries of the runs that the ledger has recorded for this chain run.
    private func runs() throws -> [RunFacts] { try ledger.runs(on: coordinator.date).map(\.facts) }

    /// Writes facts.json into the folder of the run's reports.
    private func record() throws -> ShopRunCoordinator.Outcome {
        let runs = try runs()
        let waitingCount = coordinator.waitingCount(shop)
        if shopListener.isStopped { shopListener.filesWait(waitingCount) }
        // No part waits any more: a copy that was archived is an ordinary file from now on.
        if waitingCount == 0 { try ledger.root.removePendingPartitions() }
        let facts = coordinator.facts(of: shop, runs: runs, shopListener.problems)
        try FactsFile.write(facts, in: ledger.root, environment.cancellation)
        return (facts, true, Set(parts.map(\.export.number)))
    }
}
