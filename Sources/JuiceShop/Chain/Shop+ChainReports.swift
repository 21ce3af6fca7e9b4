internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

extension Shop {
    /// Writes all reports of a shop's runs for a business day from archived files, for runs that wrote only some of
    /// them.
    ///
    /// Nothing is applied to the ledger.
    ///
    /// - Parameter request: the settings for reading, which must be those of the original runs.
    /// - Returns: the folder of the reports of each run.
    package func chainReports(of name: String, date: String, _ request: ChainRequest) throws -> [String] {
        let chain = try ChainFolder(request.folder, file: request.file, in: environment)
        guard let shop = chain.shop(named: name) else { throw BatchError.usage(.chain(.unknownShop(name))) }
        let own = Shop(environment.ofShop(in: "\(chain.path)/\(shop.folder)"))
        let ledger = try NightlyLedger(LedgerRequest(path: NightlyRequest.ledgerPath), in: own.environment)
        return try ShopReports(chain: chain, shop: shop, date: date, request: request, own: own, ledger: ledger).make()
    }
}

/// Rebuilds the reports of a shop's runs in a chain from archived files.
private struct ShopReports {
    let chain: ChainFolder
    let shop: ShopEntry
    let date: String
    let request: ChainRequest
    let own: Shop
    let ledger: NightlyLedger

    private static let shelves = [NightlyRun.Shelf.done, .repeated, .failed].map(\.rawValue)

    func make() throws -> [String] {
        let runs = try ledger.runs(ofNight: date)
        if runs.isEmpty { throw BatchError.usage(.chain(.noNight(shop: shop.name, date: date))) }
        let night = NightlyRequest(run: try request.run(of: "\(chain.path)/\(shop.folder)"), settleMs: 0)
        return try runs.map { number, facts in
            let input =
                try facts.exportSHA256.map { try part(facts, of: $0, night) }
                ?? open(facts.file, facts.inputSHA256, in: Self.shelves, of: ledger.root)
            var run = night.run(of: input.path, reports: facts.reports)
            run.input.dateOtherwise = run.input.dateOtherwise ?? date
            let watch = ShopWatch(run.language, in: chain.path) { _ in }
            _ = try own.remake(number, by: run, opened: [input], telling: watch)
            return "\(request.folder)/\(shop.folder)/\(facts.reports)"
        }
    }

    /// The shop's part of an export, split again from the archived export.
    private func part(_ facts: RunFacts, of exportSHA256: String, _ night: NightlyRequest) throws -> InputFile {
        guard let column = request.shopColumn else { throw BatchError.usage(.chain(.noShopColumn)) }
        let export = try open(
            facts.file, exportSHA256, in: [NightlyRun.Shelf.done.rawValue, NightlyRun.inboxFolder], of: chain.root)
        var input = night.run(of: export.path, reports: "-").input
        input.dateOtherwise = input.dateOtherwise ?? date
        let settings = try InputWork(request: input, environment: own.environment).settings()
        let splitter = ExportPartitioner(
            settings: settings, file: export, column: column,
            shops: ShopNames(try names(in: exportSHA256).map { (name: $0, shop: 0) }),
            spillFolder: chain.path, cancellation: own.environment.cancellation)
        guard let part = try splitter.partition(sha256: facts.inputSHA256) else {
            throw BatchError.usage(.chain(.inputGone(facts.file)))
        }
        return part
    }

    /// The names by which rows of an export were assigned to the shop when it was split.
    private func names(in exportSHA256: String) throws(BatchError) -> [String] {
        let content = try ChainNightManifest.content(of: date, in: chain.root, own.environment.cancellation)
        let export = content.exports.last { $0.facts.sha256 == exportSHA256 && $0.facts.isGivenOut }
        return export?.names?.shops.first { $0.folder == shop.folder }?.names ?? [shop.name] + shop.also
    }

    /// Opens an archived file by its content, from some folders or the folders of days within them.
    private func open(
        _ name: String, _ sha256: String, in folders: [String], of root: OpenFolder
    ) throws -> InputFile {
        for folder in folders {
            guard case .folder(let shelf) = try root.inner(FileName(folder)) else { continue }
            // A part may have waited in the inbox and have been applied on a later day than its export.
            for day in try [FileName(date)] + shelf.names().reversed() {
                if case .folder(let inner) = try shelf.inner(day), let found = try find(name, sha256, in: inner) {
                    return found
                }
            }
            if let found = try find(name, sha256, in: shelf) { return found }
        }
        throw BatchError.usage(.chain(.inputGone(name)))
    }

    /// The archived file in a folder that had a given name in the inbox and has a given content.
    private func find(_ shown: String, _ sha256: String, in folder: OpenFolder) throws -> InputFile? {
        for name in try folder.names() where name.text.hasPrefix(FileName(shown).stem.text) {
            guard let (file, _) = try folder.file(name), let identity = file.identity else { continue }
            let input = try InputFile(
                opened: file, path: "\(folder.path)/\(name.text)", name: shown, identity: identity,
                cancellation: own.environment.cancellation)
            if try input.sha256(cancellation: own.environment.cancellation) == sha256 { return input }
        }
        return nil
    }
}
