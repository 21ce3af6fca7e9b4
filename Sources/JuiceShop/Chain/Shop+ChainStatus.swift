internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
package import JuiceReports

extension Shop {
    /// Returns the state of a shop or a chain: its last nightly run, and what needs attention; changes nothing.
    ///
    /// Without the settings of a chain's runs, every shop has the built-in menu.
    package func status(_ request: StatusRequest, of chain: ChainRequest? = nil) throws -> ShopStatus {
        do {
            guard let path = request.folder,
                let search = try ChainStatusSearch.around(path, request, chain, environment)
            else { return try StatusSearch(request: request, environment: environment).status() }
            return try search.shop.map(search.status) ?? search.status()
        } catch BatchError.cannotCreate(let path, let errno) {
            // `status` creates and writes nothing, so a system error here is an error of reading.
            throw BatchError.unreadable(path: path, errno: errno)
        }
    }
}

/// Collects the state of a chain and its shops, or of one of them.
struct ChainStatusSearch {
    let folder: ChainFolder
    /// The shop whose state is wanted; nil for the chain's own folder.
    var shop: ShopEntry?
    let request: StatusRequest
    let settings: ChainRequest?
    let environment: Environment

    /// Looks for the chain of a folder, nil if there is none; throws `badChain` if chain.json or folders are invalid.
    static func around(
        _ path: String, _ request: StatusRequest, _ settings: ChainRequest?, _ environment: Environment
    ) throws(BatchError) -> ChainStatusSearch? {
        var (folder, shopFolder): (String, String?) = (path, nil)
        if !OpenFolder.isChain(environment.path(path)) {
            let location = ReportFolder.split(try ReportFolder.resolved(environment.path(path)))
            guard OpenFolder.isChain(location.parent), !ChainFolder.isReserved(location.name) else { return nil }
            (folder, shopFolder) = (location.parent, location.name)
        }
        let chain = try Shop(environment).chain(folder)
        let shop = chain.shops.first { $0.folder == shopFolder }
        if shopFolder != nil && shop == nil { return nil }
        return ChainStatusSearch(
            folder: chain, shop: shop, request: request, settings: settings, environment: environment)
    }

    /// The record of the last run of the chain, and whether the run is still active; nil if there was none.
    private func lastNightlyRun() throws(BatchError) -> NightlyState? {
        try folder.root.lastNightlyRun { ChainLock.isLocked(in: folder.path) }
    }

    /// Returns the state of the chain and its shops after a run that has just ended; nil to read its record.
    ///
    /// Without `readsLedgers`, only the results of the chain's last run are included, for the chain and each open shop.
    func status(after nightlyRun: NightlyState? = nil, readsLedgers: Bool = true) throws -> ShopStatus {
        var status = ShopStatus(.chain(folder.path), at: environment.now(), maxAgeSeconds: request.maxAgeSeconds)
        status.nightlyRun = try nightlyRun ?? lastNightlyRun()
        let date = try newestDate(status.nightlyRun)
        let exports = try date.map(exports(on:)) ?? []
        if let date {
            let problems =
                try exports.map(\.problem).filter { !$0.text.isEmpty }
                + folder.unfinishedExports(besides: date, exports, language)
            status.chainRun = (date, state: nil, problems, rowsWithoutShop: try folder.rowsWithoutShop())
        }
        let exportProblems = exports.shopProblems(language)
        status.members = try folder.shops.filter { !$0.isClosed(on: date ?? environment.today) }.map { shop in
            let known = try state(of: shop, status.nightlyRun, on: date, exportProblems)
            return (shop.name, readsLedgers ? try memberStatus(of: shop, known) : known)
        }
        guard readsLedgers else { return status }
        let search = UnresolvedFileSearch(root: folder.root, environment: environment)
        status.files = try search.files { try folder.distributedExports() }
        status.reasons = status.reasons(failOn: request.failOn)
        return status
    }

    func status(of shop: ShopEntry) throws -> ShopStatus {
        let nightlyRun = try lastNightlyRun()
        let date = shop.isClosed(on: environment.today) ? nil : try newestDate(nightlyRun)
        let problems = try date.map(exports(on:))?.shopProblems(language) ?? []
        return try status(of: shop, state(of: shop, nightlyRun, on: date, problems), request)
    }

    /// Returns the complete state of a shop, given its state without ledger and reports.
    private func status(of shop: ShopEntry, _ state: ShopStatus, _ request: StatusRequest) throws -> ShopStatus {
        let menu = "\(folder.path)/\(shop.folder)/\(ChainRequest.menuName)"
        var (state, request) = (state, request)
        if request.menu == nil, access(menu, F_OK) == 0 { request.menu = menu }
        state.closedSince = shop.isClosed(on: environment.today) ? shop.closedSince : nil
        return try StatusSearch(request: request, environment: environment, known: state).status()
    }

    /// The state of a shop according to the last run of the chain, without its ledger and reports.
    private func state(
        of shop: ShopEntry, _ nightlyRun: NightlyState?, on date: String?, _ exportProblems: [ShopProblem]
    ) throws -> ShopStatus {
        var state = ShopStatus(
            .folder("\(folder.path)/\(shop.folder)"), at: environment.now(), maxAgeSeconds: request.maxAgeSeconds)
        state.nightlyRun = nightlyRun
        // The result is unknown if this process may not read the shop's folder.
        if let date, !shop.isClosed(on: environment.today),
            case .success = try folder.root.subfolder(FileName(shop.folder))
        {
            let result = try folder.result(of: shop, on: date, exportProblems, in: language)
            state.chainRun = (date, result.state, result.problems, rowsWithoutShop: 0)
        }
        return state
    }

    /// The date of the reported run: the newest date, even if an older date was run later.
    ///
    /// A future date, which a wrong clock may have caused, counts only if the last run had it.
    private func newestDate(_ nightlyRun: NightlyState?) throws(BatchError) -> String? {
        guard let last = nightlyRun?.date else { return nil }
        let today = environment.today
        return max(last, try folder.runDates().map(\.date).last { $0 <= today } ?? last)
    }

    private var language: MessageLanguage { settings?.run.language ?? request.language }

    /// The state of a shop as a member of the chain, or the reason why it is unknown.
    private func memberStatus(of shop: ShopEntry, _ known: ShopStatus) throws -> ShopStatus {
        let path = "\(folder.path)/\(shop.folder)"
        var memberRequest = request
        memberRequest.folder = path
        memberRequest.ledger = LedgerRequest(path: "\(path)/\(LedgerRequest.shopPath)")
        var status = known
        do {
            try environment.cancellation.check()
            if try folder.root.readable(FileName(shop.folder)) == nil {
                status.reasons = known.reasons(failOn: request.failOn)
            } else {
                if let run = try settings?.run(of: path) {
                    memberRequest.menu = run.input.menu
                    memberRequest.closed = run.closed
                }
                status = try self.status(of: shop, known, memberRequest)
            }
            // Reasons that concern the chain's run as a whole are reported once, with the chain.
            status.reasons.removeAll {
                switch $0 {
                case .noNightlyRun, .nightlyRunLate, .nightlyRunInterrupted, .clockWrong: true
                default: false
                }
            }
            return status
        } catch {
            if case BatchError.interrupted = error { throw error }
            status.reasons = [.shopUnreadable(ExitReason(of: error), language.text(of: error))]
            return status
        }
    }

    private func exports(on date: String) throws -> [ExportFacts] {
        try folder.recordedContent(of: date).exports.facts()
    }
}

/// The manifests that are kept of the chain's runs.
extension ChainFolder {
    /// The dates of the runs, oldest first, each with the time of its last change in seconds since 1970.
    func runDates() throws(BatchError) -> [(date: String, changedSeconds: Int)] {
        guard let manifests = try root.readable(FileName(ChainRunManifest.folderName)) else { return [] }
        return try manifests.names().compactMap { name in
            guard CalendarDay(name.text) != nil, let status = manifests.status(of: name) else { return nil }
            return (name.text, status.st_mtim.tv_sec)
        }
    }

    /// The exports that the runs of other dates have begun to split and not finished, as problems, except those about
    /// which the exports of this date already say so.
    func unfinishedExports(
        besides date: String, _ exports: [ExportFacts], _ language: MessageLanguage
    ) throws(BatchError) -> [ShopProblem] {
        try ChainRunManifest.openDates(besides: date, in: root).flatMap { other in
            ((try? recordedContent(of: other))?.exports ?? []).filter(\.isInProgress).map(\.facts.file).map { file in
                ShopProblem(file: file, .inputOutput, text: language.begun(file, in: other))
            }
        }.filter { problem in !exports.contains { $0.text == problem.text } }
    }

    /// The distributed exports as inputs of runs; each counts as recorded when its manifest last changed.
    func distributedExports() throws -> [LedgerSnapshot.UnreversedInput] {
        try runDates().flatMap { date, changedSeconds in
            let exports = try recordedContent(of: date).exports
            return exports.enumerated().filter { index, export in
                // A file of the same name that was refused later is a different file.
                let later = exports[(index + 1)...].contains {
                    $0.facts.file == export.facts.file && $0.facts.state == .refused
                }
                return export.facts.isPartitioned && !later
            }.map { _, export -> LedgerSnapshot.UnreversedInput in
                (
                    run: 0, recordedAt: utcText(of: changedSeconds + 1), name: export.facts.file,
                    bytes: export.facts.bytes, sha256: export.facts.sha256, day: nil
                )
            }
        }
    }

    /// The number of rows that belong to no shop in all runs whose file of such rows still exists and was not applied.
    func rowsWithoutShop() throws(BatchError) -> Int {
        guard let reports = try root.readable(FileName(NightlyRun.reportsFolder)) else { return 0 }
        var exports: [ExportFacts] = []
        for (date, _) in try runDates() {
            let day = try reports.readable(FileName(date))
            // Dates before the first one that left such rows cannot have applied them.
            let hasUnknownRows = try day?.names().contains { $0.text.hasPrefix(ExportIntake.unknownStem) } ?? false
            if exports.isEmpty && !hasUnknownRows { continue }
            exports += try recordedContent(of: date).exports.facts().map { facts in
                guard let file = facts.unknownFile, day?.status(of: FileName(file)) == nil else { return facts }
                var facts = facts
                facts.counts.unknownShopRows = 0
                facts.counts.unnamedShopRows = 0
                facts.counts.wrongFieldCountRows = 0
                return facts
            }
        }
        return exports.rowsWithoutShop
    }
}
