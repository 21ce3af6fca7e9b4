internal import ArgumentParser
internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch chain`: nightly runs of many shops, and the management of those shops.
struct ChainCommand: ShopCommand {
    static let configuration = CommandConfiguration("chain")

    /// The subcommands of `chain`.
    enum Subcommand: String, ExpressibleByArgument, CaseIterable {
        case run, add, close, rename, report
        case rollUp = "rollup"

        /// The number of arguments in addition to the folder.
        var wordCount: Int {
            switch self {
            case .run, .rollUp: 0
            case .add, .close: 1
            case .rename, .report: 2
            }
        }
    }

    /// The reports that shops' runs write.
    enum Reports: String, ExpressibleByArgument, CaseIterable {
        case all, few
    }

    @Argument(
        help: HelpTexts["chain action"])
    var deed: Subcommand

    @Option(help: HelpTexts["chain --date"])
    var date: String?

    @Option(help: HelpTexts["chain --shops"])
    var shops: [String] = []

    @Option(parsing: .unconditional, help: HelpTexts["chain --jobs"])
    var jobs: Int?

    @OptionGroup var keeping: KeepingOptions

    @Option(
        help: HelpTexts["chain --reports"],
        completion: .list(Reports.allCases.map(\.rawValue)))
    var reports = Reports.all

    @Option(parsing: .unconditional, help: HelpTexts["--keep-backups"])
    var keepBackups: Int?

    @Option(help: HelpTexts["chain --facts"], completion: .file())
    var facts: String?

    @Flag(help: HelpTexts["chain --again"])
    var again = false

    @Argument(
        parsing: .allUnrecognized, help: HelpTexts["chain word"])
    var words: [String] = []

    func validate() throws {
        if let date, CalendarDay(date) == nil {
            throw ValidationError(Strings.mistake.takes("--date", "YYYY-MM-DD", not: date))
        }
        if let jobs, !ChainRequest.jobsAllowed.contains(jobs) {
            throw ValidationError(
                Strings.mistake.takes("--jobs", "1…\(ChainRequest.jobsAllowed.upperBound)", not: String(jobs)))
        }
        try NightlyCommand.check(keepBackups: keepBackups)
        let isOfRun =
            !shops.isEmpty || jobs != nil || reports != .all || again || keepBackups != nil
            || keeping.expectFiles != nil || keeping.keepDays != nil
        if deed != .run && isOfRun {
            throw ValidationError(
                Strings.mistake.onlyFor(
                    "chain run", "--shops", "--jobs", "--reports", "--again", "--expect-files", "--keep-days",
                    "--keep-backups"))
        }
        if deed != .rollUp && facts != nil { throw ValidationError(Strings.mistake.onlyFor("chain rollup", "--facts")) }
    }

    var endLanguage: MessageLanguage? { nil }

    func perform() throws -> ExitStatus {
        let settings = try ChainSettings(words, takes: deed.wordCount)
        Strings.speak(settings.language)
        do {
            if deed != .add, access(settings.folder, F_OK) != 0 {
                throw BatchError.unreadable(path: settings.folder, errno: errno)
            }
            return try perform(settings)
        } catch {
            // The language may come from chain.json, which the caller does not read, so the error is reported here.
            let message = ErrorMessage(error)
            message.tell(in: settings.language)
            return ExitStatus(message.reason)
        }
    }

    private func perform(_ settings: ChainSettings) throws -> ExitStatus {
        let shop = Shop.ofProcess
        let text = settings.language
        switch deed {
        case .run: return try run(settings)
        case .add:
            let folder = try shop.addShop(settings.names[0], toChain: settings.folder)
            try StandardStream.output.writeAll(text.added(settings.names[0], folder: folder) + "\n")
        case .close:
            let since = try shop.closeShop(settings.names[0], ofChain: settings.folder, since: date)
            try StandardStream.output.writeAll(text.closed(settings.names[0], since: since) + "\n")
        case .rename:
            try shop.renameShop(settings.names[0], to: settings.names[1], inChain: settings.folder)
            try StandardStream.output.writeAll(text.renamed(settings.names[0], to: settings.names[1]) + "\n")
        case .report:
            guard CalendarDay(settings.names[1]) != nil else {
                throw ValidationError(Strings.mistake.takes("DATE", "YYYY-MM-DD", not: settings.names[1]))
            }
            let request = try settings.request()
            let folders = try shop.chainReports(of: settings.names[0], date: settings.names[1], request)
            for folder in folders { try StandardStream.output.writeAll("\(folder)/report.html\n") }
        case .rollUp: return try rollUp(settings)
        }
        return .done
    }

    private func run(_ settings: ChainSettings) throws -> ExitStatus {
        raiseOpenFileLimit()
        let shop = Shop.ofProcess
        var request: ChainRequest
        do {
            request = try settings.request()
        } catch {
            shop.recordChainRun(endedBy: error, in: settings.folder, telling: settings.listener)
            throw error
        }
        request.date = date
        request.filesExpected = keeping.expectFiles
        request.keepDays = keeping.keepDays
        request.shops = shops
        request.jobs = jobs
        request.takesNamesAgain = again
        request.keepBackups = keepBackups ?? NightlyRequest.keepBackupsUsual
        request.reports = reports == .few ? .few : .all
        let outcome = try shop.chainNight(request, telling: settings.listener)
        try tell(outcome, settings)
        return outcome.exitStatus
    }

    private func rollUp(_ settings: ChainSettings) throws -> ExitStatus {
        var sent: [ShopFacts] = []
        if let facts {
            let bytes = try SmallFile.read(facts, sizeBytesMax: Self.factsBytesMax, cancellation: Signals.cancellation)
            for (number, line) in Array(bytes.bytes).split(separator: UInt8(ascii: "\n")).enumerated() {
                guard let value = try? JSONReader.value(of: Array(line)), let one = ShopFacts(value) else {
                    throw BatchError.badConfiguration(
                        origin: facts, mistake: .badValue(key: "\(number + 1)", expected: "{\"facts\": 1, …}"))
                }
                sent.append(one)
            }
        }
        let outcome = try Shop.ofProcess.rollUp(
            settings.request(), date: date ?? String(Clock.localTime().prefix(10)), sent: sent)
        try tell(outcome, settings)
        return outcome.exitStatus
    }

    private static let factsBytesMax = 1 << 31

    private func tell(_ outcome: ChainOutcome, _ settings: ChainSettings) throws {
        if settings.isQuiet { return }
        var model = outcome.model
        model.language = settings.language
        try StandardStream.output.writeAll(
            ChainText.render(
                model, on: StandardStream.output.screen(isColourWanted: settings.isColourWanted),
                page: "\(settings.folder)/\(outcome.reports)/index.html")
                + NightlyMessages(settings.language).end(files: outcome.model.fileCount, outcome.exitStatus) + "\n")
    }
}
