internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

extension Shop {
    /// Makes all reports of what a shop applied in a night, where few were left; nothing is applied.
    ///
    /// - Parameters:
    ///   - name: the shop's.
    ///   - date: the night, `YYYY-MM-DD`.
    ///   - request: says how files are read, as it did then.
    /// - Returns: the folders of the reports, one a run.
    package func chainReports(of name: String, date: String, _ request: ChainRequest) throws -> [String] {
        let chain = try ChainFolder(request.folder, file: request.file, in: surroundings)
        guard let shop = chain.shop(named: name) else { throw BatchError.usage(.chain(.unknownShop(name))) }
        let work = try NightReports(chain, shop, date, request, surroundings)
        return try work.make()
    }
}

/// The reports of a shop's night in a chain, made again from the files that were put away.
private struct NightReports {
    let chain: ChainFolder
    let shop: ShopEntry
    let date: String
    let request: ChainRequest
    let own: Shop
    let ledger: NightLedger

    init(
        _ chain: ChainFolder, _ shop: ShopEntry, _ date: String, _ request: ChainRequest, _ surroundings: Surroundings
    ) throws {
        self.chain = chain
        self.shop = shop
        self.date = date
        self.request = request
        own = Shop(surroundings.ofShop(in: "\(chain.path)/\(shop.folder)"))
        ledger = try NightLedger(LedgerRequest(path: NightRequest.ledgerPath), in: own.surroundings)
    }

    func make() throws -> [String] {
        let records = try ledger.look { try $0.facts(ofNight: date) } ?? []
        if records.isEmpty { throw BatchError.usage(.chain(.noNight(shop: shop.name, date: date))) }
        let night = NightRequest(run: try run(), settleMs: 0)
        return try records.map { record in
            guard let value = try? JSONReader.value(of: Array(record.json.utf8)), let facts = RunFacts(value) else {
                throw BatchError.badLedger(path: ledger.file.shownPath, fault: .damaged)
            }
            let input = try facts.isPart ? part(facts, night) : file(facts)
            var run = night.run(of: input.path, reports: facts.reports)
            if run.input.needsDate { run.input.date = run.input.date ?? date }
            let watch = ShopWatch(run.language, in: chain.path) { _ in }
            _ = try own.remake(record.run, by: run, opened: [input], telling: watch)
            return "\(request.folder)/\(shop.folder)/\(facts.reports)"
        }
    }

    private func run() throws -> RunRequest {
        try request.run(of: "\(chain.path)/\(shop.folder)")
    }

    /// The file that the shop put away in that night.
    private func file(_ facts: RunFacts) throws -> InputFile {
        for shelf in [Night.Shelf.done, .repeated, .failed].map(\.rawValue) {
            guard case .folder(let folder) = try ledger.root.inner(FileName(shelf)) else { continue }
            for day in try folder.names() {
                guard case .folder(let inner) = try folder.inner(day) else { continue }
                if let found = try find(facts, in: inner) { return found }
            }
        }
        throw BatchError.usage(.chain(.inputGone(facts.file)))
    }

    /// The shop's part of the export, split once more.
    private func part(_ facts: RunFacts, _ night: NightRequest) throws -> InputFile {
        guard let column = request.shopColumn else { throw BatchError.usage(.chain(.noShopColumn)) }
        let places = chain.shops.firstIndex(of: shop) ?? 0
        for shelf in [Night.Shelf.done.rawValue, Night.inboxFolder] {
            for path in ["\(shelf)/\(date)", shelf] {
                let names = path.split(separator: "/").map(String.init)
                var folder = chain.root
                var isThere = true
                for name in names {
                    guard isThere, case .folder(let inner) = try folder.inner(FileName(name)) else {
                        isThere = false
                        continue
                    }
                    folder = inner
                }
                if !isThere { continue }
                for name in try folder.names() where name.text.hasPrefix(FileName(facts.file).stem.text) {
                    guard let export = try open(name, as: facts.file, in: folder) else { continue }
                    var input = night.run(of: export.path, reports: "-").input
                    if input.needsDate { input.date = input.date ?? date }
                    let settings = try InputWork(request: input, surroundings: own.surroundings).settings()
                    let split = try ExportSplitter(
                        settings: settings, file: export, column: column,
                        shops: ShopNames(([shop.name] + shop.also).map { (name: $0, shop: places) }),
                        spoolFolder: chain.path, interruption: own.surroundings.interruption
                    ).split()
                    if let part = split.input(ofShop: places),
                        try part.sha256(interruption: own.surroundings.interruption) == facts.inputSHA256
                    {
                        return part
                    }
                }
            }
        }
        throw BatchError.usage(.chain(.inputGone(facts.file)))
    }

    /// The file of a folder that has the content of a run's input.
    private func find(_ facts: RunFacts, in folder: OpenFolder) throws -> InputFile? {
        for name in try folder.names() where name.text.hasPrefix(FileName(facts.file).stem.text) {
            guard let input = try open(name, as: facts.file, in: folder) else { continue }
            if try input.sha256(interruption: own.surroundings.interruption) == facts.inputSHA256 { return input }
        }
        return nil
    }

    private func open(_ name: FileName, as shown: String, in folder: OpenFolder) throws -> InputFile? {
        guard let (file, _) = try folder.file(name), let identity = file.identity else { return nil }
        return try InputFile(
            opened: file, path: "\(folder.path)/\(name.text)", name: shown, identity: identity,
            interruption: own.surroundings.interruption)
    }
}
