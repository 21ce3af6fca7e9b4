internal import Glibc
internal import JuiceBatch
package import JuiceReports

/// What a chain's night came to.
package struct ChainOutcome: Sendable {
    /// The roll-up, of all shops.
    package let model: ChainModel
    /// The folder of its files, from the chain's.
    package let reports: String
    /// How it ended, for the shops that were to be run.
    package let ending: Ending
}

extension Shop {
    /// Lets the night of a chain happen: splits head office's exports, runs each shop's night, and rolls up what they came
    /// to.
    ///
    /// A night that was cut short goes on by asking for it again.
    package func chainNight(_ request: ChainRequest, telling listener: any ChainListener) throws -> ChainOutcome {
        let chain = try ChainFolder(request.folder, file: request.file, in: surroundings)
        let shops = try chain.open(fitting: request.shops)
        let lock = try ChainLock(in: chain.root, isShared: !request.shops.isEmpty, surroundings.interruption)
        defer { withExtendedLifetime(lock) {} }
        let date = request.date ?? surroundings.today
        try checkSettings(of: request, on: date)
        // Whoever is at work on other shops meanwhile sees the same exports under the same numbers.
        var (nights, intake) = try lock.alone {
            let nights = ShopNights(
                request, in: surroundings, date: date, path: chain.path,
                manifest: try Manifest(
                    of: date, shops: shops.map(\.folder), in: chain.root, surroundings.interruption),
                telling: listener)
            var intake = try ExportIntake(chain, nights)
            try intake.take()
            return (nights, intake)
        }
        let due = try nights.due(shops, of: chain, intake.taken)
        let visits = try nights.perform(due, request.jobs ?? surroundings.processorCount)
        let asked = Set(shops.map(\.folder))
        let rollUp = RollUp(chain: chain, date: date, language: request.run.language, surroundings: surroundings)
        let (model, facts, exports) = try lock.alone {
            let recorded = try nights.manifest.read(surroundings.interruption).shops
            let isSettled = { (folder: String, export: Int) in
                visits[folder]?.exports.contains(export) ?? false
                    || recorded[folder]?.exports.contains(export) ?? false
            }
            try intake.finish(isSettled: isSettled)
            let exports = intake.facts(isSettled: isSettled, isAsked: asked.contains)
            let facts = try rollUp.facts(exports: exports, known: visits.mapValues(\.facts))
            return (try rollUp.write(facts, exports), facts, exports)
        }
        let codes = facts.filter { asked.contains($0.folder) }.map(\.code) + exports.map(\.code)
        let leftOver = exports.contains { $0.leftOver > 0 } ? [Int(Ending.rejected.code)] : []
        return ChainOutcome(
            model: model, reports: rollUp.folder, ending: ChainEnding.ending(ChainEnding.worst(codes + leftOver)))
    }

    /// Checks what chain.json settles for all shops, its menu included, before anything begins.
    private func checkSettings(of request: ChainRequest, on date: String) throws(BatchError) {
        var input = request.run.input
        input.date = input.date ?? date
        _ = try InputWork(request: input, surroundings: surroundings).settings()
    }

    /// Rolls up what is on record of a chain's night, or what other machines have sent.
    ///
    /// - Parameter sent: facts of shops by their folders, which go before those that lie there.
    package func rollUp(
        chain path: String, date: String, sent: [ShopFacts], language: MessageLanguage
    ) throws -> ChainOutcome {
        let (_, chain) = try chain(path)
        let lock = try ChainLock(in: chain.root, isShared: true, surroundings.interruption)
        defer { withExtendedLifetime(lock) {} }
        let shops = try chain.open(fitting: [])
        let manifest = try Manifest(of: date, shops: [], in: chain.root, surroundings.interruption)
        let exports = manifest.content.exports.map { export in
            var facts = export.facts
            if facts.state != .refused && export.isPutAway { facts.state = .done }
            return facts
        }
        let rollUp = RollUp(chain: chain, date: date, language: language, surroundings: surroundings)
        let known = Dictionary(sent.filter { $0.date == date }.map { ($0.folder, $0) }) { $1 }
        let facts = try rollUp.facts(exports: exports, known: known)
        let model = try lock.alone { try rollUp.write(facts, exports) }
        precondition(!shops.isEmpty, "a chain without a shop was refused")
        return ChainOutcome(model: model, reports: rollUp.folder, ending: ChainEnding.ending(model.code))
    }
}

extension ShopNights {
    /// The nights that are still to happen: what is done, and has nothing new, is passed over.
    fileprivate func due(
        _ shops: [ShopEntry], of chain: ChainFolder, _ exports: [TakenExport]
    ) throws -> [ShopNight] {
        let places = Dictionary(uniqueKeysWithValues: chain.shops.enumerated().map { ($1.folder, $0) })
        var parts: [Int: [(export: TakenExport, part: SplitExport.Part)]] = [:]
        for export in exports {
            for part in export.split.parts { parts[part.shop, default: []].append((export, part)) }
        }
        return try shops.compactMap { shop in
            let visit = manifest.content.shops[shop.folder]
            let place = places[shop.folder] ?? 0
            let own = (parts[place] ?? []).filter { visit?.exports.contains($0.export.number) != true }.map { given in
                let split = given.export.split
                return ShopNight.Part(
                    export: given.export.number, file: split.name, exportSHA256: split.sha256,
                    modifiedSeconds: given.export.entry.identity.modifiedSeconds,
                    open: {
                        guard let input = split.input(ofShop: place) else {
                            throw BatchError.invariant("a part of an export is gone")
                        }
                        return input
                    })
            }
            let isOver = visit?.state.map { $0 != .failed && $0 != .missing } ?? false
            if isOver, own.isEmpty, try chain.isInboxEmpty(of: shop) { return nil }
            return ShopNight(night: self, shop: shop, parts: own)
        }
    }
}

extension ChainFolder {
    /// Whether nothing waits in a shop's inbox.
    fileprivate func isInboxEmpty(of shop: ShopEntry) throws(BatchError) -> Bool {
        guard case .folder(let folder) = try root.inner(FileName(shop.folder)),
            case .folder(let inbox) = try folder.inner(FileName(Night.inboxFolder))
        else { return false }
        return try inbox.names().allSatisfy(\.isHeldBack)
    }
}
