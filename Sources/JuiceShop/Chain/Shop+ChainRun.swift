internal import Glibc
internal import JuiceBatch
package import JuiceReports

/// The parameters of a nightly run of a chain.
package struct ChainRequest: Sendable {
    /// The allowed numbers of shops run at a time.
    package static let jobsAllowed = 1...256

    /// The path of the chain's folder.
    package var folder: String
    /// The business day of the run, `YYYY-MM-DD`, used for each file whose name does not contain a date; nil for today.
    package var date: String?
    /// Shell patterns for the names of the shops to run; empty for all shops.
    package var shops: [String] = []
    /// The number of shops run at a time; nil for one per processor.
    package var jobs: Int?
    /// Whether to accept an export whose name an earlier export of this run had.
    package var acceptsRepeatedNames = false
    /// The number of backups kept of each shop's ledger; 0 makes none and removes none.
    package var keepBackups = NightlyRequest.keepBackupsUsual
    /// The minimum number of files of all shops below which the run needs attention; nil for none.
    package var filesExpected: Int?
    /// The number of days that reports and archived files are kept; nil for all.
    package var keepDays: Int?
    /// The set of reports that each run writes.
    package var reports = ReportSelection.all
    /// The content of chain.json.
    package var file: ChainFile
    /// The name of the column of exports that names the shop; nil if it is not set.
    package var shopColumn: String?
    /// The expected totals of each export as a whole: `rows=N`, `quantity=N`.
    package var expectations: [String] = []
    /// The request for the run of each file and each part, without its input and the folder of its reports.
    package var run: RunRequest
    /// Returns the run request of a shop that has settings of its own, given its absolute path; nil if it has none.
    package var requestOfShop: @Sendable (_ folder: String) throws -> RunRequest?

    /// Creates a request for the run of all shops.
    package init(
        folder: String, file: ChainFile, run: RunRequest,
        requestOfShop: @escaping @Sendable (_ folder: String) throws -> RunRequest?
    ) {
        self.folder = folder
        self.file = file
        self.run = run
        self.requestOfShop = requestOfShop
    }

    /// The name of the menu file in a shop's folder, which is used even if the settings do not mention it.
    static let menuName = "menu.csv"

    /// The request for the run of each file and part of a shop.
    func run(of folder: String) throws -> RunRequest {
        var run = try requestOfShop(folder) ?? run
        if run.input.menu == nil, access("\(folder)/\(Self.menuName)", F_OK) == 0 {
            run.input.menu = "\(folder)/\(Self.menuName)"
        }
        run.input.threads = 1
        run.setShopColumn(shopColumn)
        run.reports = reports
        return run
    }
}

/// A listener for the run of a chain; several threads call it, one at a time.
package protocol ChainListener: Sendable {
    /// Begins the progress display of reading an export, which ends when the returned object is released; nil for none.
    func beginProgress() -> (any RunProgress)?
    /// Reports progress: the number of finished shops, and the number of shops with problems.
    func shops(done: Int, of count: Int, withProblems: Int)
    /// Reports a problem or a remark, on one line, about a shop, or without a name about the chain or an export.
    func message(_ line: String, of shop: String?)
    /// Reports a notice about a shop.
    func notice(_ notice: ShopNotice, of shop: String)
    /// Reports that the runs of all shops have ended.
    func shopsEnded()
}

/// The result of a chain's nightly run: the roll-up of all shops, the folder of its files relative to the chain's
/// folder, and the exit status of the shops that the request selected.
package typealias ChainOutcome = (model: ChainModel, reports: String, exitStatus: ExitStatus)

extension Shop {
    /// Runs a chain, or continues its interrupted run: splits the exports in its inbox, runs each shop's nightly run,
    /// writes the roll-up, and records the run for `status`.
    package func runChain(_ request: ChainRequest, notifying listener: any ChainListener) throws
        -> ChainOutcome
    {
        let (chain, shops, lock): (ChainFolder, [ShopEntry], ChainLock)
        let date = request.date ?? environment.today
        do {
            chain = try ChainFolder(request.folder, file: request.file, in: environment)
            try chain.checkDay(date)
            try Inbox.check(in: chain.root)
            shops = try chain.shops(on: date, chain.recordedContent(of: date), matching: request.shops)
            lock = try ChainLock(in: chain.root, isShared: !request.shops.isEmpty, environment.cancellation)
        } catch {
            recordFailedChainStart(error, in: request.folder, notifying: listener)
            throw error
        }
        defer { withExtendedLifetime(lock) {} }
        let notify = { (notice: ShopNotice) in listener.notice(notice, of: ReportFolder.split(chain.path).name) }
        let recorder = NightlyRecorder(in: chain.root, environment, notifying: notify, date: date) { nightlyRun in
            let ledger = LedgerRequest(
                path: LedgerRequest.shopPath,
                waitSeconds: request.run.ledger?.waitSeconds ?? LedgerRequest.waitSecondsUsual)
            let search = ChainStatusSearch(
                folder: chain, request: StatusRequest(folder: chain.path, ledger: ledger), settings: request,
                environment: environment)
            return try (try? search.status(after: nightlyRun)) ?? search.status(after: nightlyRun, readsLedgers: false)
        }
        return try recorder.record { status in
            let outcome = try runShops(of: chain, on: date, shops, request, lock, notifying: listener)
            recorder.willProcess(files: outcome.model.fileCount)
            status = outcome.exitStatus
            return outcome
        }.value
    }

    /// Records a chain's run that an error kept from starting, unless chain.json is missing or another run is active.
    package func recordFailedChainStart(_ error: any Error, in folder: String, notifying listener: any ChainListener) {
        guard let root = try? OpenFolder(root: environment.path(folder)),
            root.status(of: FileName(ChainFile.name)) != nil,
            let path = try? ReportFolder.resolved(environment.path(folder)),
            let lock = try? ChainLock(in: root, isShared: false, CancellationToken())
        else { return }
        let notify = { (notice: ShopNotice) in listener.notice(notice, of: ReportFolder.split(path).name) }
        let recorder = NightlyRecorder(in: root, environment, notifying: notify) { nightlyRun in
            var status = ShopStatus(
                .chain(path), at: environment.now(), maxAgeSeconds: StatusRequest.maxAgeSecondsUsual)
            status.nightlyRun = nightlyRun
            return status
        }
        recorder.recordFailedStart(ExitReason(of: error))
        withExtendedLifetime(lock) {}
    }

    /// Runs some shops, and writes the roll-up; the caller holds the lock of the chain.
    private func runShops(
        of chain: ChainFolder, on date: String, _ shops: [ShopEntry], _ request: ChainRequest, _ lock: ChainLock,
        notifying listener: any ChainListener
    ) throws -> ChainOutcome {
        // The settings that all shops share, including the menu, are checked before any shop is run.
        var input = request.run.input
        input.date = input.date ?? date
        _ = try InputSteps(request: input, environment: environment).settings()
        // Under the exclusive lock, so that processes that run other shops see the same exports and numbers.
        var (coordinator, intake) = try lock.withExclusiveLock {
            let coordinator = ShopRunCoordinator(
                request: request, environment: environment, listener: listener, date: date, chain: chain,
                manifest: try ChainRunManifest(
                    of: date, shops: shops.map(\.folder), in: chain.root, environment.cancellation))
            var intake = try ExportIntake(coordinator)
            try intake.splitAll()
            return (coordinator, intake)
        }
        let (due, finished) = try coordinator.due(shops, intake.inFlight)
        do {
            let results = try coordinator.runAll(due, jobs: request.jobs ?? environment.processorCount)
            let folders = Set(shops.map(\.folder))
            let rollUp = RollUp(chain: chain, date: date, run: request.run, environment: environment)
            let model = try lock.withExclusiveLock {
                let recorded = try chain.recordedContent(of: date)
                let exports = try intake.finish(recorded) { request.shops.isEmpty || folders.contains($0) }
                return try rollUp.write(exports, known: finished.merging(results) { $1 }, recorded)
            }
            for problem in try chain.unfinishedExports(besides: date, model.exports, coordinator.language) {
                coordinator.report(problem.line)
            }
            var reasons =
                model.shops.filter { folders.contains($0.folder) }.flatMap(\.exitStatus.reasons)
                + model.exports.exitReasons
            if let expected = request.filesExpected, model.fileCount < expected {
                let reason = ExitReason.filesMissing
                coordinator.report(coordinator.messages.fewerFiles(than: expected, code: reason.code))
                reasons.append(reason)
            }
            // Old exports are kept while a shop has failed: restoring its ledger may need them.
            if request.shops.isEmpty && model.count(.failed) == 0 {
                reasons += try lock.withExclusiveLock { try removeOld(of: coordinator) }
            }
            return (model, rollUp.folder, ExitStatus(reasons, isOfChain: true))
        } catch let cause as BatchError {
            // Some shops may already have been run.
            throw PartlyAppliedError(cause, after: .shops)
        }
    }

    /// Removes the old files of earlier runs from the chain's own folder; returns reasons if that fails.
    private func removeOld(of coordinator: ShopRunCoordinator) throws -> [ExitReason] {
        guard let keepDays = coordinator.request.keepDays else { return [] }
        do {
            let failures = try coordinator.chain.removeOld(keepDays: keepDays, in: environment)
            for (item, error) in failures {
                coordinator.report(coordinator.messages.notRemoved(item.text, errno: error.number))
            }
            return failures.isEmpty ? [] : [.oldNotRemoved]
        } catch let error as BatchError {
            if case .interrupted = error { throw error }
            let text = coordinator.language.text(error, after: .reportedElsewhere)
            coordinator.report("\(text) \(coordinator.messages.removalStopped)")
            return [.oldNotRemoved, ExitReason(of: error)]
        }
    }

    /// Writes a chain's roll-up from the recorded results of its shops.
    package func rollUp(_ request: ChainRequest) throws -> ChainOutcome {
        let date = request.date ?? environment.today
        let chain = try ChainFolder(request.folder, file: request.file, in: environment)
        let lock = try ChainLock(in: chain.root, isShared: true, environment.cancellation)
        defer { withExtendedLifetime(lock) {} }
        try chain.checkDay(date)
        let content = try chain.recordedContent(of: date)
        _ = try chain.shops(on: date, content)
        let rollUp = RollUp(chain: chain, date: date, run: request.run, environment: environment)
        let model = try lock.withExclusiveLock { try rollUp.write(content.exports.facts(), known: [:], content) }
        return (model, rollUp.folder, model.exitStatus)
    }

    /// Writes all reports of a shop's runs for a business day from archived files, for runs that wrote only some of
    /// them; nothing is applied to the ledger.
    ///
    /// - Parameter parse: makes the request of a run from its options in the run log, without inputs and ledger.
    /// - Returns: the folder of the reports of each run.
    package func chainReports(
        of name: String, date: String, inChain path: String, language: MessageLanguage,
        parsing parse: @escaping (_ options: [String]) throws -> RunRequest
    ) throws -> [String] {
        let chain = try chain(path)
        guard let shop = chain.shop(named: name) else { throw BatchError.usage(.chain(.unknownShop(name))) }
        let environment = environment.ofShop(in: "\(chain.path)/\(shop.folder)")
        let ledger = try NightlyLedger(LedgerRequest(path: LedgerRequest.shopPath), in: environment)
        let runs = try ledger.runs(on: date)
        if runs.isEmpty { throw BatchError.usage(.chain(.noNightlyRun(shop: shop.name, date: date))) }
        let listener = ShopRunListener(language, in: chain.path) { _ in }
        // A killed run may be missing in the run log, which this completes.
        try Shop(environment).putReportsInPlace(of: LedgerRequest(path: LedgerRequest.shopPath), notifying: listener)
        let archive = ["done", "repeated", "failed", "../done"]
        let search = try InputSearch(archive.map { "\($0)/\(date)" } + archive + ["../inbox"], in: environment)
        let replay = RunReplay(
            log: try ledger.file.runLog.runs(), file: ledger.file, environment: environment, search: search,
            parse: parse, listener: listener, language: language)
        return try runs.map { number, facts in
            do {
                try replay.regenerateReports(of: number)
            } catch BatchError.notRestored(_, .missingInputs(_, let inputs, _)) {
                throw BatchError.usage(.chain(.inputMissing(inputs.first?.name ?? facts.file)))
            }
            return "\(path)/\(shop.folder)/\(facts.reports)"
        }
    }
}

extension ShopRunCoordinator {
    /// The nightly runs still to do, and the facts.json contents of shops that are done and have no new files.
    fileprivate func due(
        _ shops: [ShopEntry], _ exports: [InFlightExport]
    ) throws -> (shopRuns: [ShopRun], finished: [String: ShopFacts]) {
        var finished: [String: ShopFacts] = [:]
        let shopRuns: [ShopRun] = try shops.compactMap { shop in
            let record = manifest.content.shops[shop.folder]
            let pending = exports.filter {
                $0.split.rows[shop.folder] != nil && record?.exports.contains($0.record.number) != true
            }
            let isOver = record?.state.map { $0 != .failed && $0 != .missing } ?? false
            if isOver, pending.isEmpty, try hasNoFiles(shop),
                // Missing or damaged facts are written again from the ledger.
                let facts = try chain.facts(of: shop, on: date, in: language), facts.state != .failed
            {
                finished[shop.folder] = facts
                return nil
            }
            return (shop, pending)
        }
        return (shopRuns, finished)
    }

    /// Whether a shop's inbox is empty, and no part of an export waits in its folder.
    private func hasNoFiles(_ shop: ShopEntry) throws(BatchError) -> Bool {
        guard let folder = try chain.root.folder(FileName(shop.folder)),
            let inbox = try folder.folder(FileName(NightlyRun.inboxFolder))
        else { return false }
        guard try inbox.names().allSatisfy(\.isHiddenOrUnfinished) else { return false }
        return try folder.pendingPartitionNames().isEmpty
    }
}
