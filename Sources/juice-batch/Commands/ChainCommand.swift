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

    @Argument(help: HelpTexts["chain action"])
    var subcommand: Subcommand

    @Option(help: HelpTexts["chain --date"])
    var date: String?

    @Option(help: HelpTexts["chain --shops"])
    var shops: [String] = []

    @Option(parsing: .unconditional, help: HelpTexts["chain --jobs"])
    var jobs: Int?

    @OptionGroup var keeping: KeepingOptions

    @Option(help: HelpTexts["chain --reports"], completion: .list(ReportSelection.allCases.map(\.rawValue)))
    var reports = ReportSelection.all

    @Option(parsing: .unconditional, help: HelpTexts["--keep-backups"])
    var keepBackups: Int?

    @Option(help: HelpTexts["chain --facts"], completion: .file())
    var facts: String?

    @Flag(help: HelpTexts["chain --again"])
    var again = false

    @Argument(parsing: .allUnrecognized, help: HelpTexts["chain word"])
    var words: [String] = []

    func validate() throws {
        try check("--date", day: date)
        try check("--jobs", jobs, in: ChainRequest.jobsAllowed)
        try check("--keep-backups", keepBackups, in: NightlyRequest.keepBackupsAllowed)
        let isOfRun =
            !shops.isEmpty || jobs != nil || reports != .all || again || keepBackups != nil
            || keeping.expectFiles != nil || keeping.keepDays != nil
        if subcommand != .run && isOfRun {
            throw ValidationError(
                Strings.error.onlyFor(
                    "chain run", "--shops", "--jobs", "--reports", "--again", "--expect-files", "--keep-days",
                    "--keep-backups"))
        }
        if subcommand != .rollUp && facts != nil {
            throw ValidationError(Strings.error.onlyFor("chain rollup", "--facts"))
        }
    }

    var endLanguage: MessageLanguage? { nil }

    func perform() throws -> ExitStatus {
        let settings = try ChainSettings(words, nameCount: subcommand.wordCount)
        Strings.setLanguage(settings.language)
        do {
            if subcommand != .add, access(settings.folder, F_OK) != 0 {
                throw BatchError.unreadable(path: settings.folder, errno: errno)
            }
            return try perform(settings)
        } catch {
            // The language may come from chain.json, which the caller does not read, so the error is reported here.
            let message = ErrorMessage(error)
            message.notify(in: settings.language)
            return ExitStatus(message.reason)
        }
    }

    private func perform(_ settings: ChainSettings) throws -> ExitStatus {
        let shop = Shop.ofProcess
        let text = settings.language
        switch subcommand {
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
            try check("DATE", day: settings.names[1])
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
            shop.recordChainRun(endedBy: error, in: settings.folder, notifying: settings.listener)
            throw error
        }
        request.date = date
        request.filesExpected = keeping.expectFiles
        request.keepDays = keeping.keepDays
        request.shops = shops
        request.jobs = jobs
        request.acceptsRepeatedNames = again
        request.keepBackups = keepBackups ?? NightlyRequest.keepBackupsUsual
        request.reports = reports
        let outcome = try shop.runChain(request, notifying: settings.listener)
        try notify(outcome, settings)
        return outcome.exitStatus
    }

    private func rollUp(_ settings: ChainSettings) throws -> ExitStatus {
        var sent: [ShopFacts] = []
        if let facts {
            let bytes = try SmallFile.read(facts, sizeBytesMax: Self.factsBytesMax, cancellation: Signals.cancellation)
            for (number, line) in Array(bytes.bytes).split(separator: UInt8(ascii: "\n")).enumerated() {
                guard let value = try? JSONReader.value(of: Array(line)), let one = ShopFacts(value) else {
                    throw BatchError.badConfiguration(
                        origin: facts, error: .badValue(key: "\(number + 1)", expected: "{\"facts\": 1, …}"))
                }
                sent.append(one)
            }
        }
        let outcome = try Shop.ofProcess.rollUp(
            settings.request(), date: date ?? String(Clock.localTime().prefix(10)), sent: sent)
        try notify(outcome, settings)
        return outcome.exitStatus
    }

    private static let factsBytesMax = 1 << 31

    private func notify(_ outcome: ChainOutcome, _ settings: ChainSettings) throws {
        if settings.isQuiet { return }
        var model = outcome.model
        model.language = settings.language
        try StandardStream.output.writeAll(
            model.text(
                on: StandardStream.output.screen(allowsColours: settings.allowsColours),
                page: "\(settings.folder)/\(outcome.reports)/index.html")
                + NightlyMessages(settings.language).end(files: outcome.model.fileCount, outcome.exitStatus) + "\n")
    }
}

extension ReportSelection: ExpressibleByArgument {}

/// The settings of a chain's runs, from the command line, chain.json, and a shop's own juice-batch.json, in this order.
struct ChainSettings {
    /// The path of the chain's folder.
    let folder: String
    /// The other arguments, such as a shop's name.
    let names: [String]
    /// The options of `run` on the command line, including columns of roles.
    private let options: [String]
    /// The column that names the shop, if given on the command line.
    private let shopColumn: String?
    private let variables = ShopConfiguration.processVariables
    /// The content of chain.json, or the error of reading it.
    ///
    /// It is read only once, so that a change of the file during the command does not mix settings.
    private let chain: Result<ChainFile, BatchError>

    /// Parses the arguments of the command.
    ///
    /// - Parameters:
    ///   - arguments: the names and options of the command line.
    ///   - count: the number of names in addition to the folder, which may be omitted.
    init(_ arguments: [String], nameCount count: Int) throws {
        var rest: [String] = []
        var column: String?
        var index = arguments.startIndex
        while index < arguments.endIndex {
            let isPair = arguments[index] == "--column" && index + 1 < arguments.endIndex
            let text =
                isPair
                ? arguments[index + 1]
                : arguments[index].hasPrefix("--column=") ? String(arguments[index].dropFirst(9)) : ""
            if let sign = text.firstIndex(of: "="), nameKey(String(text[..<sign])) == "shop" {
                column = String(text[text.index(after: sign)...])
                index += isPair ? 2 : 1
            } else {
                rest.append(arguments[index])
                index += 1
            }
        }
        if column == "" { throw ValidationError(Strings.error.isEmpty("--column shop=")) }
        shopColumn = column
        do {
            let command = try RunCommand.parse(Self.places + rest + [Self.sentinel])
            var positionals = command.input.files.filter { $0 != Self.sentinel }
            options = rest.indices.filter { !Self.isPositional($0, of: rest, among: positionals) }.map { rest[$0] }
            guard (count...count + 1).contains(positionals.count) else {
                throw ValidationError(Strings.error.chainWords(count))
            }
            folder = positionals.count > count ? positionals.removeFirst() : "."
            names = positionals
            let path = "\(folder)/\(ChainFile.name)"
            chain = Result { () throws(BatchError) in
                try ChainFile(path: path, cancellation: Signals.cancellation)
            }
        } catch let error as ValidationError {
            throw error
        } catch {
            throw UsageError(error, arguments: ["chain"] + rest, root: JuiceBatchCommand.self, Strings.language)
        }
        for option in [
            "--ledger", "--output", "-o", "--config", "--dry-run", "-n", "--remake", "--skip-known", "--json",
        ]
        where options.contains(where: { $0 == option || $0.hasPrefix(option + "=") }) {
            throw ValidationError(Strings.error.notForChain(option))
        }
    }

    /// The options for the paths in a shop's folder, which no setting overrides.
    private static let places = ["--ledger=\(NightlyRequest.ledgerPath)", "--output=reports"]
    /// Whether an argument is positional, although an option may have an equal value.
    private static func isPositional(_ position: Int, of arguments: [String], among positionals: [String]) -> Bool {
        guard positionals.contains(arguments[position]) else { return false }
        var equated = arguments
        equated[position] = sentinel
        let command = try? RunCommand.parse(places + equated)
        return command?.input.files.contains(sentinel) ?? false
    }

    /// A placeholder for the input of a run, which is not known yet.
    private static let sentinel = "inbox/\u{1}"

    /// The language of all output.
    var language: MessageLanguage {
        let typed = ConfiguredArguments(["run"] + options)
        let configuredLanguage = try? ShopConfiguration(file, variables: variables).value(of: .language)?.text
        return typed.text(of: .language).flatMap { MessageLanguage(rawValue: $0) }
            ?? configuredLanguage.flatMap { MessageLanguage(rawValue: $0) } ?? typed.language(variables: variables)
    }

    /// Whether a finished run prints no summary.
    var isQuiet: Bool { options.contains { ["-q", "--quiet"].contains($0) } }

    /// Whether colours are allowed on terminals that support them.
    var allowsColours: Bool { !options.contains("--no-color") }

    /// The content of chain.json as a settings file.
    private var file: ConfigurationFile {
        get throws {
            let chain = try chain.get()
            return try ConfigurationFile(chain.settings, path: chain.path)
        }
    }

    /// Creates the request for a run of the chain.
    func request() throws -> ChainRequest {
        let chain = try chain.get()
        let configuration = try file
        let (run, expectations) = try run(configuration)
        let isParsing = LockedValue(())
        let settings = self
        var request = ChainRequest(folder: folder, file: chain, run: run) { folder in
            let settingsPath = "\(folder)/\(ConfigurationFile.defaultName)"
            guard access(settingsPath, F_OK) == 0 else { return nil }
            return try isParsing.withLock { _ in
                try settings.run(configuration.overlaid(by: ConfigurationFile(path: settingsPath))).run
            }
        }
        request.expectations = expectations
        request.shopColumn = shopColumn ?? chain.shopColumn
        return request
    }

    /// The request for a shop's run with these settings, and the expected totals of a complete export.
    private func run(_ file: ConfigurationFile) throws -> (run: RunRequest, expectations: [String]) {
        let arguments = try ConfiguredArguments(["run"] + Self.places + options + [Self.sentinel])
            .completed(from: ShopConfiguration(file, variables: variables))
        let command: RunCommand
        do {
            command = try RunCommand.parse(Array(arguments.dropFirst()))
        } catch {
            throw UsageError(error, arguments: arguments, root: JuiceBatchCommand.self, Strings.language)
        }
        var run = try command.request()
        run.input.menu = run.input.menu.map { ConfigurationFile.absolute($0) }
        run.input.stock = run.input.stock.map { ConfigurationFile.absolute($0) }
        // The column was used to split the export, so a shop's run accepts it without reading it.
        if let column = try shopColumn ?? chain.get().shopColumn {
            run.input.resolvedSettings.rules.accept.append(column)
        }
        let expectations = run.input.expectations
        run.input.expectations = []
        return (run, expectations)
    }

    /// The listener that prints the progress of a run and its problems.
    var listener: ChainProgress {
        ChainProgress(language: language, showsProgress: !isQuiet && !options.contains("--no-progress"))
    }
}
