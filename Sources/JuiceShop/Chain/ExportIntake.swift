internal import JuiceBatch
internal import JuiceReports

/// An export in the chain's inbox that was split, and its record in the manifest.
typealias InFlightExport = (record: ChainRunManifest.Export, entry: Inbox.Entry, split: PartitionedExport)

/// Processes the chain's own inbox: reads each export as a whole, and splits or refuses it.
struct ExportIntake {
    /// The prefix for the names of files with rows that belong to no shop.
    static let unknownStem = "unknown-shop"

    private let coordinator: ShopRunCoordinator
    private let inbox: Inbox
    private let archive: FileArchive
    /// The names of all open shops, by folder.
    private let shopNames: [String: [String]]
    /// All exports of the run, including those of earlier attempts, as recorded in its manifest.
    private(set) var exports: [ChainRunManifest.Export]
    private(set) var inFlight: [InFlightExport] = []

    private var chain: ChainFolder { coordinator.chain }

    init(_ coordinator: ShopRunCoordinator) throws(BatchError) {
        self.coordinator = coordinator
        let chain = coordinator.chain
        inbox = try Inbox(in: chain.root)
        archive = try FileArchive(root: chain.root, inbox: inbox.folder, day: coordinator.date)
        exports = coordinator.manifest.content.exports
        let shops = chain.shops.filter { !$0.isClosed(on: coordinator.date) }
        shopNames = Dictionary(uniqueKeysWithValues: shops.map { ($0.folder, $0.names) })
    }

    /// Splits, refuses or leaves each export in the inbox, and records in the manifest which.
    mutating func splitAll() throws {
        _ = try archive.recover()
        let listing = try inbox.entries()
        let messages = coordinator.messages
        for other in listing.others { coordinator.report(messages.noFile(other.text)) }
        for checksum in listing.orphans { coordinator.report(messages.orphanChecksum(checksum.text)) }
        for file in listing.files {
            try coordinator.cancellation.check()
            try split(file)
        }
        // An unread export that was removed from the inbox needs no attention, so it counts as archived.
        let present = Set(listing.files.map(\.name.text))
        for (index, export) in exports.enumerated()
        where export.isUnread && !export.isArchived && !present.contains(export.facts.file) {
            try markArchived(at: index)
        }
    }

    /// Splits one export; throws only errors that concern more than this export.
    private mutating func split(_ file: Inbox.Entry) throws {
        let name = file.name.text
        let language = coordinator.language
        var openedInput: InputFile?
        do {
            let opened: ReadDescriptor
            switch try inbox.open(file, cancellation: coordinator.cancellation) {
            case .opened(let descriptor): opened = descriptor
            case .changed: throw BatchError.changedWhileRead(path: name)
            case .missing: return
            case .unreadable(let error): return try recordUnread(file, .unreadable, language.text(error))
            }
            let input = try inbox.input(file, opened, cancellation: coordinator.cancellation)
            openedInput = input
            if let digest = try inbox.digest(of: file, cancellation: coordinator.cancellation) {
                input.expectedSHA256 = digest
            }
            // A run that has begun to distribute the export continues with the same shops.
            let begun = exports.filter { $0.facts.file == name && $0.isInProgress }
            let sha256 = try begun.isEmpty ? "" : input.sha256(cancellation: coordinator.cancellation)
            let names = begun.last { $0.facts.sha256 == sha256 }?.shopNames ?? shopNames
            try accept(try split(input, names), names, file)
        } catch BatchError.changedWhileRead {
            try recordUnread(file, .inputChanged, coordinator.messages.unfinished(name))
        } catch let error as BatchError {
            if case .usage(.chain) = error {
                // The split settings are wrong: the export waits for a correction, and the shops are run without it.
                try recordUnread(file, .badChain, "\(name): " + language.text(error))
            } else if let input = openedInput, FileDisposition(of: error, path: input.path) == .failed {
                let sha256 = (try? input.sha256(cancellation: coordinator.cancellation)) ?? ""
                let facts = ExportFacts(
                    file: name, sha256: sha256, bytes: file.identity.sizeBytes, state: .refused, .inputRefused,
                    text: language.text(error))
                try setAside(file, facts, in: .failed)
            } else {
                throw error
            }
        }
    }

    /// The reason to leave an export in the inbox, since parts may be applied under another name or day; nil if none.
    private func reasonToWait(for split: PartitionedExport) throws(BatchError) -> (reason: ExitReason, text: String)? {
        let messages = coordinator.language
        let isBegun = { (export: ChainRunManifest.Export) in
            export.facts.sha256 == split.sha256 && export.isInProgress
        }
        if let other = exports.last(where: isBegun) {
            return (.inputOutput, messages.begun(split.name, as: other.facts.file))
        }
        do throws(BatchError) {
            for date in try ChainRunManifest.openDates(besides: coordinator.date, in: chain.root)
            where try chain.recordedContent(of: date).exports.contains(where: isBegun) {
                return (.inputOutput, messages.begun(split.name, in: date))
            }
            return nil
        } catch {
            // The other run's manifest is damaged, so whether that run has begun to distribute the export is unknown.
            guard case .badChain = error else { throw error }
            return (.badChain, "\(split.name): " + messages.text(error))
        }
    }

    /// Leaves an export unread in the inbox, and records the reason.
    private mutating func recordUnread(
        _ file: Inbox.Entry, _ reason: ExitReason, _ text: String
    ) throws(BatchError) {
        let facts = ExportFacts(
            file: file.name.text, sha256: "", bytes: file.identity.sizeBytes, state: .unread, reason, text: text)
        try record(facts)
        coordinator.report(facts.problem.line)
    }

    private func split(_ input: InputFile, _ names: [String: [String]]) throws -> PartitionedExport {
        guard let column = coordinator.request.shopColumn else { throw BatchError.usage(.chain(.noShopColumn)) }
        let environment = coordinator.environment
        var request = NightlyRequest(run: coordinator.request.run, quietPeriodMs: 0)
        request.dateOfUndated = coordinator.request.date
        var run = request.run(of: input, reports: "-", in: environment)
        run.input.expectations = coordinator.request.expectations
        let settings = try InputSteps(request: run.input, environment: environment).settings()
        let progress = coordinator.listener.beginProgress()
        defer { progress?.clear() }
        let sizeBytes = input.sizeBytes
        let split = try settings.split(
            input, by: column, names, spillFolder: chain.path, cancellation: environment.cancellation
        ) { progress?.update($0, totalBytes: sizeBytes) }
        let header = Set(split.header.map(nameKey))
        for filled in run.input.fileSettings.fill + (run.input.rules[.fill] ?? [])
        where nameKey(filled) != nameKey(column) && header.contains(nameKey(filled)) {
            throw BatchError.usage(.chain(.fillAcrossShops(filled)))
        }
        return split
    }

    /// Accepts a valid export, unless the run already has an export of its name.
    private mutating func accept(
        _ split: PartitionedExport, _ names: [String: [String]], _ file: Inbox.Entry
    ) throws {
        let earlier = exports.filter { $0.facts.file == split.name && $0.facts.isPartitioned }
        if let same = earlier.last(where: { $0.facts.sha256 == split.sha256 && $0.isInProgress }) {
            guard same.rows == split.rows && same.assignment == split.assignment else {
                throw BatchError.badChain(
                    path: "\(ChainRunManifest.folderName)/\(coordinator.date)", error: .splitOtherwise(split.name))
            }
            _ = try writeUnknownRows(split, as: same.facts.unknownFile)
            inFlight.append((same, file, split))
            return
        }
        let (language, date) = (coordinator.language, coordinator.date)
        let duplicate = inFlight.map(\.split).first { $0.sha256 == split.sha256 }?.name
        // A run that has begun to split the same bytes, on another date or under another name, needs the file.
        if duplicate == nil, let (reason, text) = try reasonToWait(for: split) {
            return try recordUnread(file, reason, text)
        }
        if let known = duplicate ?? earlier.first(where: { $0.facts.sha256 == split.sha256 })?.facts.file {
            let text = language.repeatedExport(split.name, as: known, date: date)
            return try setAside(file, facts(of: split, .refused, .inputRepeated, text), in: .repeated)
        }
        guard earlier.isEmpty || coordinator.request.acceptsRepeatedNames else {
            let text = language.secondExport(split.name, date: date)
            return try setAside(file, facts(of: split, .refused, .inputRefused, text), in: .failed)
        }
        var facts = facts(of: split, .waiting, nil, "")
        if split.counts.rowsWithoutShop > 0 {
            let number = exports.count { $0.facts.unknownFile != nil } + 1
            facts.unknownFile = "\(Self.unknownStem)\(number == 1 ? "" : ".\(number)").csv"
        }
        facts.unknownSHA256 = try writeUnknownRows(split, as: facts.unknownFile)
        let index = try record(facts, rows: split.rows, names: names, assignment: split.assignment)
        inFlight.append((exports[index], file, split))
    }

    /// Records an export before it is processed, unless the last record of its name is the same; returns its index.
    @discardableResult
    private mutating func record(
        _ facts: ExportFacts, rows: [String: Int] = [:], names: [String: [String]] = [:], assignment: String = ""
    ) throws(BatchError) -> Int {
        if let last = exports.lastIndex(where: { $0.facts.file == facts.file }), exports[last].facts == facts,
            !exports[last].isArchived
        {
            return last
        }
        let export = ChainRunManifest.Export(
            number: (exports.last?.number ?? 0) + 1, facts: facts, rows: rows, shopNames: names, assignment: assignment)
        try coordinator.manifest.plan(export)
        exports.append(export)
        return exports.count - 1
    }

    private func facts(
        of split: PartitionedExport, _ state: ExportFacts.State, _ reason: ExitReason?, _ text: String
    ) -> ExportFacts {
        var facts = ExportFacts(
            file: split.name, sha256: split.sha256, bytes: split.byteCount, state: state, reason, text: text)
        facts.counts = split.counts
        for index in facts.counts.unknownNames.indices {
            let name = facts.counts.unknownNames[index].name
            facts.counts.unknownNames[index].closedSince =
                chain.shop(named: name, closedOn: coordinator.date)?.closedSince
        }
        return facts
    }

    /// Moves an export that no shop gets to failed/ or repeated/; the manifest records this before the file is moved.
    private mutating func setAside(
        _ file: Inbox.Entry, _ facts: ExportFacts, in archiveFolder: NightlyRun.ArchiveFolder
    ) throws {
        let index = try record(facts)
        coordinator.report(facts.problem.line)
        if case .remaining(let error) = try archive.moveToArchive(file, in: { archiveFolder }) {
            throw BatchError.inputOutput(path: "\(inbox.folder.path)/\(file.name.text)", errno: error.number)
        }
        try markArchived(at: index)
    }

    private mutating func markArchived(at index: Int) throws(BatchError) {
        try coordinator.manifest.markArchived(exports[index].number)
        exports[index].isArchived = true
    }

    /// Writes the rows that belong to no known shop to a file beside the reports, if named; returns its SHA-256.
    private func writeUnknownRows(_ split: PartitionedExport, as name: String?) throws -> String? {
        guard let name else { return nil }
        let digest = SHA256()
        let reports = try OpenFolder(NightlyRun.reportsFolder, in: chain.root)
        try OpenFolder(coordinator.date, in: reports).replace(name) { write throws(BatchError) in
            try split.readUnknown { piece throws(BatchError) in
                digest.update(piece)
                try write(piece)
            }
        }
        return digest.finishHex()
    }

    /// Archives the recorded exports, including those of other processes, whose parts are all applied or set aside;
    /// returns the results of all exports for the roll-up, given the current record and which shops this run includes.
    mutating func finish(
        _ recorded: ChainRunManifest.Content, includesShop: (_ folder: String) -> Bool
    ) throws -> [ExportFacts] {
        func isFinished(_ folder: String, _ export: ChainRunManifest.Export) -> Bool {
            recorded.shops[folder]?.exports.contains(export.number) ?? false
        }
        exports = recorded.exports
        for index in exports.indices
        where exports[index].isInProgress && exports[index].rows.keys.allSatisfy({ isFinished($0, exports[index]) }) {
            try finish(at: index)
        }
        if !exports.contains(where: \.isInProgress) { try coordinator.manifest.recordAllArchived() }
        return exports.facts { export in
            guard export.rows.keys.contains(where: { includesShop($0) && !isFinished($0, export) }) else { return nil }
            return (.inputOutput, coordinator.language.waiting(export.facts.file))
        }
    }

    /// Archives an export whose parts are all applied or set aside, unless it has to stay in the inbox.
    private mutating func finish(at index: Int) throws {
        let export = exports[index]
        guard let entry = inFlight.first(where: { $0.record.number == export.number })?.entry else {
            // An export that is in the inbox nevertheless was accepted by another process, which archives it.
            if inbox.folder.status(of: FileName(export.facts.file)) == nil { try markArchived(at: index) }
            return
        }
        if let current = inbox.folder.status(of: entry.name).map({ FileIdentity($0) }),
            current.isSameFile(as: entry.identity), !current.hasSameContent(as: entry.identity)
        {
            // A file that was written to after it was split stays in the inbox, and the next run refuses it.
            try markArchived(at: index)
            exports[index].facts.reason = .inputOutgrown
            exports[index].facts.text = coordinator.language.changed(export.facts.file)
            coordinator.report(exports[index].facts.problem.line)
        } else if case .archived = try archive.moveToArchive(entry, in: { .done }) {
            try markArchived(at: index)
        }
    }
}
