internal import ArgumentParser
internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch chain`: nightly runs of many shops, and the management of those shops.
struct ChainCommand: ShopCommand {
    static let configuration = CommandConfiguration("chain")

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

    @Argument(help: HelpTexts["chain action"]) var subcommand: Subcommand
    @Option(help: HelpTexts["chain --date"]) var date: String?
    @Option(help: HelpTexts["chain --shops"]) var shops: [String] = []
    @Option(parsing: .unconditional, help: HelpTexts["chain --jobs"]) var jobs: Int?
    @OptionGroup var nightlyRunOptions: NightlyRunOptions

    @Option(help: HelpTexts["chain --reports"], completion: .list(of: ReportSelection.self))
    var reports = ReportSelection.all

    @Option(parsing: .unconditional, help: HelpTexts["--keep-backups"]) var keepBackups: Int?
    @Flag(help: HelpTexts["chain --again"]) var again = false
    @Argument(parsing: .allUnrecognized, help: HelpTexts["chain word"]) var words: [String] = []

    func validate() throws {
        try check("--date", day: date)
        try check("--jobs", jobs, in: ChainRequest.jobsAllowed)
        try check("--keep-backups", keepBackups, in: NightlyRequest.keepBackupsAllowed)
        let isOfRun =
            !shops.isEmpty || jobs != nil || reports != .all || again || keepBackups != nil
            || nightlyRunOptions.expectFiles != nil || nightlyRunOptions.keepDays != nil
        if subcommand != .run && isOfRun {
            let options = "--shops, --jobs, --reports, --again, --expect-files, --keep-days, --keep-backups"
            throw ValidationError { $0.onlyFor("chain run", options) }
        }
    }

    func perform() throws -> ExitStatus {
        let settings = try ChainSettings(words, nameCount: subcommand.wordCount)
        MessageLanguage.current = settings.language
        do {
            if subcommand != .add, access(settings.folder, F_OK) != 0 {
                throw BatchError.unreadable(path: settings.folder, errno: errno)
            }
            return try perform(settings)
        } catch {
            // The language may come from chain.json, which the caller does not read, so the error is reported here.
            return ExitStatus(StandardStream.error.report(error, in: settings.language))
        }
    }

    private func perform(_ settings: ChainSettings) throws -> ExitStatus {
        let (shop, folder, names, text) = (Shop.ofProcess, settings.folder, settings.names, settings.language)
        let message: String
        switch subcommand {
        case .run: return try run(settings)
        case .rollUp:
            var request = try settings.request()
            request.date = date
            return try report(shop.rollUp(request), settings)
        case .add: message = text.added(names[0], folder: try shop.addShop(names[0], toChain: folder))
        case .close:
            message = text.closed(names[0], since: try shop.closeShop(names[0], ofChain: folder, since: date))
        case .rename:
            try shop.renameShop(names[0], to: names[1], inChain: folder)
            message = text.renamed(names[0], to: names[1])
        case .report:
            try check("DATE", day: names[1])
            let folders = try shop.chainReports(
                of: names[0], date: names[1], inChain: folder, language: text,
                parsing: { try RunCommand.parse($0 + ["-"]).request() })
            message = folders.map { "\($0)/report.html" }.joined(separator: "\n")
        }
        try StandardStream.output.writeAll(message + "\n")
        return .done
    }

    private func run(_ settings: ChainSettings) throws -> ExitStatus {
        raiseOpenFileLimit()
        let shop = Shop.ofProcess
        var request: ChainRequest
        do {
            request = try settings.request()
        } catch {
            shop.recordFailedChainStart(error, in: settings.folder, notifying: settings.listener)
            throw error
        }
        request.date = date
        request.filesExpected = nightlyRunOptions.expectFiles
        request.keepDays = nightlyRunOptions.keepDays
        request.shops = shops
        request.jobs = jobs
        request.acceptsRepeatedNames = again
        request.keepBackups = keepBackups ?? NightlyRequest.keepBackupsUsual
        request.reports = reports
        return try report(shop.runChain(request, notifying: settings.listener), settings)
    }

    /// Prints the roll-up unless the command is quiet, and returns the exit status.
    private func report(_ outcome: ChainOutcome, _ settings: ChainSettings) throws -> ExitStatus {
        if settings.typed.quiet { return outcome.exitStatus }
        var model = outcome.model
        model.language = settings.language
        try StandardStream.output.writeAll(
            model.text(
                on: settings.typed.terminal.output, page: "\(settings.folder)/\(outcome.reports)/index.html")
                + NightlyMessages(settings.language).end(files: outcome.model.fileCount, outcome.exitStatus) + "\n")
        return outcome.exitStatus
    }
}

/// The settings of a chain's runs, from the command line, chain.json, and a shop's own juice-batch.json, in this order.
struct ChainSettings {
    let folder: String
    let names: [String]
    /// The options on the command line, including `--column shop=NAME`, and the positional arguments.
    private let words: [String]
    /// The options on the command line, without settings.
    let typed: RunCommand
    /// The column that names the shop, if given on the command line.
    private let shopColumn: String?
    private let variables = ShopConfiguration.processVariables
    /// The content of chain.json, read once, so that a change meanwhile does not mix settings; or the error.
    private let chain: Result<ChainFile, BatchError>

    /// Parses the arguments, with a number of names in addition to the folder, which may be omitted.
    init(_ arguments: [String], nameCount count: Int) throws {
        words = arguments
        typed = try Self.command(RunCommand.shopFolderWords + words, of: ["chain"] + words)
        shopColumn = typed.input.columns.compactMap { Self.shopColumn(in: $0) }.last
        if shopColumn == "" { throw ValidationError { $0.emptyName("--column shop=") } }
        var positionals = typed.input.files.dropFirst()
        if positionals.count < count {
            throw ValidationError { $0.text(.missingArgument($0.pick(ko: "이름", en: "name"), readsInput: false)) }
        }
        if let word = positionals.last, positionals.count > count + 1 {
            throw ValidationError { $0.text(.needlessArgument(word)) }
        }
        folder = positionals.count > count ? positionals.removeFirst() : "."
        names = Array(positionals)
        let path = "\(folder)/\(ChainFile.name)"
        chain = Result { () throws(BatchError) in try ChainFile(path: path, cancellation: .ofProcess) }
        // Options of `run` that would change which files are used or applied.
        let refused = [
            "--ledger", "--output", "-o", "--config", "--dry-run", "-n", "--remake", "--skip-known", "--json",
        ]
        for option in refused where words.contains(where: { $0 == option || $0.hasPrefix(option + "=") }) {
            throw ValidationError { $0.notFor("chain", option) }
        }
    }

    /// The name in `shop=NAME`, a value of `--column` that `run` does not have; nil for any other value.
    private static func shopColumn(in text: String) -> String? {
        guard let sign = text.firstIndex(of: "="), nameKey(String(text[..<sign])) == "shop" else { return nil }
        return String(text[text.index(after: sign)...])
    }

    /// Parses the options of `run`; errors show the given command line.
    private static func command(_ words: [String], of commandLine: [String]) throws -> RunCommand {
        do {
            return try RunCommand.parse(words)
        } catch {
            throw UsageError(error, arguments: commandLine, .current)
        }
    }

    var language: MessageLanguage {
        typed.common.typedLanguage ?? ShopConfiguration(try? file, variables: variables).language ?? .ofLocale
    }

    /// The content of chain.json as a settings file.
    private var file: ConfigurationFile {
        get throws {
            let chain = try chain.get()
            return try ConfigurationFile(chain.settings, path: chain.path)
        }
    }

    func request() throws -> ChainRequest {
        let chain = try chain.get()
        let configuration = try file
        let parserLock = LockedValue(())
        var request = try ChainRequest(folder: folder, file: chain, run: run(configuration)) { folder in
            guard let path = ConfigurationFile.path(in: folder) else { return nil }
            return try parserLock.withLock { _ in
                try run(configuration.overlaid(by: ConfigurationFile(path: path)))
            }
        }
        request.expectations = typed.input.expectations
        request.shopColumn = shopColumn ?? chain.shopColumn
        return request
    }

    /// The request for a shop's run with these settings, without the expected totals of the complete export.
    private func run(_ file: ConfigurationFile) throws -> RunRequest {
        let arguments = try TypedArguments(words: ["run"] + RunCommand.shopFolderWords + words)
            .completed(from: ShopConfiguration(file, variables: variables))
        var command = try Self.command(Array(arguments.dropFirst()), of: arguments)
        command.input.expectations = []
        command.input.columns.removeAll { Self.shopColumn(in: $0) != nil }
        var run = try command.request()
        run.input.menu = run.input.menu.map { ConfigurationFile.absolute($0) }
        run.input.stock = run.input.stock.map { ConfigurationFile.absolute($0) }
        // The column was used to split the export, so a shop's run accepts it without reading it.
        if let column = try shopColumn ?? chain.get().shopColumn {
            run.input.fileSettings.accept.append(column)
        }
        return run
    }

    var listener: ChainProgress {
        ChainProgress(line: ProgressLine(language: language, isEnabled: !typed.quiet && !typed.input.noProgress))
    }
}
