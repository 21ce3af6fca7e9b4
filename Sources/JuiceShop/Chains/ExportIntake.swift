internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// An export of head office that was split, on its way to the shops.
struct TakenExport: Sendable {
    /// Its number in the night, from 1.
    let number: Int
    let entry: Inbox.Entry
    let split: SplitExport
}

/// Takes in what lies in the chain's own inbox: each export is looked at as a whole and split, or refused.
struct ExportIntake {
    let chain: ChainFolder
    let nights: ShopNights
    let inbox: Inbox
    let shelves: Shelves

    /// All exports that the night has met, those of earlier beginnings too, as its manifest has them.
    private(set) var exports: [Manifest.Export]
    /// Those that are split now.
    private(set) var taken: [TakenExport] = []
    /// Those that stay where they are for now, with why.
    private(set) var left: [ExportFacts] = []

    init(_ chain: ChainFolder, _ nights: ShopNights) throws(BatchError) {
        self.chain = chain
        self.nights = nights
        inbox = Inbox(folder: try OpenFolder(Night.inboxFolder, in: chain.root))
        shelves = try Shelves(root: chain.root, inbox: inbox.folder, day: nights.date)
        exports = nights.manifest.content.exports
    }

    /// Takes in everything.
    mutating func take() throws {
        _ = try shelves.recover()
        let files = try inbox.entries().files
        guard !files.isEmpty else { return }
        guard let column = nights.request.shopColumn else { throw BatchError.usage(.chain(.noShopColumn)) }
        for file in files {
            try nights.surroundings.interruption.check()
            try take(file, column)
        }
    }

    private mutating func take(_ file: Inbox.Entry, _ column: String) throws {
        let name = file.name.text
        let surroundings = nights.surroundings
        do {
            guard case .opened(let opened) = try inbox.open(file, interruption: surroundings.interruption) else {
                return
            }
            let input = try InputFile(
                opened: opened, path: "\(inbox.folder.path)/\(name)", name: name, identity: file.identity,
                interruption: surroundings.interruption)
            do {
                if let digest = try inbox.digest(of: file, interruption: surroundings.interruption) {
                    input.expect(sha256: digest)
                }
                try accept(try split(input, file, column), file)
            } catch let error as BatchError {
                switch FileFate(of: error, path: input.path) {
                case .failed: try refuse(file, input, error)
                case .unsettled, .stopped, .known: throw error
                }
            }
        } catch BatchError.changedWhileRead {
            let text = NightMessages(nights.request.run.language).unfinished(name)
            left.append(
                ExportFacts(
                    file: name, sha256: "", bytes: file.identity.sizeBytes, state: .waiting,
                    code: Int(Ending.inputOutput.code), text: text))
        }
    }

    private func split(_ input: InputFile, _ file: Inbox.Entry, _ column: String) throws -> SplitExport {
        let surroundings = nights.surroundings
        let request = NightRequest(run: nights.request.run, settleMs: 0)
        var run = request.run(
            of: input.path, reports: "-",
            otherwise: surroundings.businessDay(
                at: file.identity.modifiedSeconds, from: request.run.input.till.dayStart))
        run.input.date = run.input.date ?? nights.request.date
        run.input.expectations = nights.request.expectations
        let settings = try InputWork(request: run.input, surroundings: surroundings).settings()
        let progress = nights.listener.beginProgress()
        defer { progress.clear() }
        let sizeBytes = input.sizeBytes
        let split = try ExportSplitter(
            settings: settings, file: input, column: column, shops: shopNames, spoolFolder: nights.path,
            interruption: surroundings.interruption
        ).split { progress.update($0, totalBytes: sizeBytes) }
        let header = Set(split.header.map(nameKey))
        for filled in run.input.settled.rules.fill + run.input.rules.fill
        where nameKey(filled) != nameKey(column) && header.contains(nameKey(filled)) {
            throw BatchError.usage(.chain(.fillAcrossShops(filled)))
        }
        return split
    }

    /// The names of the open shops, by their places among all.
    private var shopNames: ShopNames {
        ShopNames(
            chain.shops.enumerated().filter { $0.element.closedSince == nil }.flatMap { place, shop in
                ([shop.name] + shop.also).map { (name: $0, shop: place) }
            })
    }
}

extension ExportIntake {
    /// Takes an export that makes sense, unless the night has had one of its name.
    private mutating func accept(_ split: SplitExport, _ file: Inbox.Entry) throws {
        let earlier = exports.filter { $0.facts.file == split.name && $0.facts.state != .refused }
        if let same = earlier.last, same.facts.sha256 == split.sha256, !same.isPutAway {
            try keepUnknown(split, as: same.facts.unknownFile)
            taken.append(TakenExport(number: same.number, entry: file, split: split))
            return
        }
        if let first = earlier.first {
            let isSame = earlier.contains { $0.facts.sha256 == split.sha256 }
            guard nights.request.takesNamesAgain && !isSame else {
                let text = ChainMessages(nights.request.run.language)
                    .secondExport(first.facts.file, isSame: isSame, date: nights.date)
                try putAside(
                    file, facts(of: split, .refused, code: isSame ? .rejected : .refused, text),
                    in: isSame ? .repeated : .failed)
                return
            }
        }
        var facts = facts(of: split, .waiting, code: .done, "")
        if split.unknown.rows > 0 {
            let number = exports.count { $0.facts.unknownFile != nil } + 1
            facts.unknownFile = number == 1 ? "unknown-shop.csv" : "unknown-shop.\(number).csv"
        }
        try keepUnknown(split, as: facts.unknownFile)
        let export = Manifest.Export(
            number: exports.count + 1, facts: facts,
            rows: Dictionary(
                uniqueKeysWithValues: split.parts.map { (chain.shops[$0.shop].folder, $0.rows) }))
        try nights.manifest.plan([export])
        exports.append(export)
        taken.append(TakenExport(number: export.number, entry: file, split: split))
    }

    private func facts(
        of split: SplitExport, _ state: ExportFacts.State, code: Ending, _ text: String
    ) -> ExportFacts {
        var facts = ExportFacts(
            file: split.name, sha256: split.sha256, bytes: split.byteCount, state: state, code: Int(code.code),
            text: text)
        facts.rows = split.rows
        facts.blank = split.blankRows
        facts.totals = split.totalsRows
        facts.given = split.parts.reduce(0) { $0 + $1.rows }
        facts.unknown = split.unknown.unknownName
        facts.unnamed = split.unknown.noShop
        facts.wrongFieldCount = split.unknown.wrongFieldCount
        facts.names = split.unknown.names.map { unknown in
            var name = ExportFacts.UnknownName(name: unknown.name, rows: unknown.rows, line: unknown.firstLine)
            name.closedSince = chain.closedShop(named: unknown.name)?.closedSince
            return name
        }
        facts.moreNames = split.unknown.furtherNames
        return facts
    }

    /// Refuses an export whole.
    private mutating func refuse(_ file: Inbox.Entry, _ input: InputFile, _ error: BatchError) throws {
        let text = ErrorMessages(nights.request.run.language).text(error)
        let sha256 = (try? input.sha256(interruption: nights.surroundings.interruption)) ?? ""
        try putAside(
            file,
            ExportFacts(
                file: input.name, sha256: sha256, bytes: file.identity.sizeBytes, state: .refused,
                code: Int(Ending.refused.code), text: text), in: .failed)
    }

    /// Puts an export aside that nobody is given anything of; that is on record before.
    private mutating func putAside(_ file: Inbox.Entry, _ facts: ExportFacts, in shelf: Night.Shelf) throws {
        if !exports.contains(where: { $0.facts == facts && !$0.isPutAway }) {
            let export = Manifest.Export(number: exports.count + 1, facts: facts, rows: [:])
            try nights.manifest.plan([export])
            exports.append(export)
        }
        nights.tell(
            ShopFacts.Problem(file: facts.file, code: facts.code, text: facts.text), of: nil)
        if case .kept(let error) = try shelves.putAway(file, in: { shelf.rawValue }) {
            throw BatchError.inputOutput(path: "\(inbox.folder.path)/\(file.name.text)", errno: error.number)
        }
        if let number = exports.last(where: { $0.facts == facts })?.number { try putAway(number) }
    }

    /// Notes that an export is put away.
    private mutating func putAway(_ number: Int) throws {
        try nights.manifest.putAway(number)
        if let place = exports.firstIndex(where: { $0.number == number }) { exports[place].isPutAway = true }
    }

    /// Keeps the rows that nobody could be given.
    private func keepUnknown(_ split: SplitExport, as name: String?) throws {
        guard let name else { return }
        let reports = try OpenFolder(Night.reportsFolder, in: chain.root)
        try OpenFolder(nights.date, in: reports).replace(name, staging: ".\(name).new") { write in
            try split.readUnknown { try write($0) }
        }
    }

    /// Puts the exports away of which every part is settled.
    ///
    /// - Parameter isSettled: says whether a shop, by its folder, has its part of an export.
    mutating func finish(isSettled: (_ folder: String, _ export: Int) -> Bool) throws {
        for export in exports where !export.isPutAway && export.facts.state != .refused {
            guard export.rows.keys.allSatisfy({ isSettled($0, export.number) }) else { continue }
            if let own = taken.first(where: { $0.number == export.number }) {
                guard case .shelved = try shelves.putAway(own.entry, in: { Night.Shelf.done.rawValue }) else {
                    continue
                }
            }
            try putAway(export.number)
        }
    }

    /// What the roll-up is to know of all exports.
    ///
    /// - Parameter isAsked: says whether a shop, by its folder, was to be run.
    func facts(isSettled: (_ folder: String, _ export: Int) -> Bool, isAsked: (String) -> Bool) -> [ExportFacts] {
        left
            + exports.map { export in
                var facts = export.facts
                if facts.state == .refused { return facts }
                if export.isPutAway {
                    facts.state = .done
                } else if export.rows.keys.contains(where: { isAsked($0) && !isSettled($0, export.number) }) {
                    facts.code = Int(Ending.inputOutput.code)
                    facts.text = ChainMessages(nights.request.run.language).waiting(facts.file)
                }
                return facts
            }
    }
}
