internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The options of nightly runs, of a shop or a chain, for expected files and retention.
struct NightlyRunOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: HelpTexts["--expect-files"]) var expectFiles: Int?
    @Option(parsing: .unconditional, help: HelpTexts["--keep-days"]) var keepDays: Int?

    func validate() throws {
        try check("--expect-files", expectFiles, in: 0...Int.max)
        try check("--keep-days", keepDays, in: NightlyRequest.keepDaysAllowed)
    }
}

/// The command `juice-batch nightly`: applies the files of an inbox and archives them.
struct NightlyCommand: ShopCommand {
    static let configuration = CommandConfiguration("nightly")

    @Option(help: HelpTexts["--folder"], completion: .directory) var folder: String?
    @Option(help: HelpTexts["nightly --settle"]) var settle: String?
    @OptionGroup var nightlyRunOptions: NightlyRunOptions
    @Option(parsing: .unconditional, help: HelpTexts["--keep-backups"]) var keepBackups: Int?
    @Flag(name: [.customShort("n"), .long], help: HelpTexts["nightly --dry-run"]) var dryRun = false

    @Argument(parsing: .allUnrecognized, help: HelpTexts["nightly option"])
    var options: [String] = []

    func validate() throws {
        let secondsMax = Int(NightlyRequest.settleSecondsAllowed.upperBound)
        try check("--settle", settle, "0…\(secondsMax)") { _ in quietPeriodMs != nil }
        try check("--keep-backups", keepBackups, in: NightlyRequest.keepBackupsAllowed)
        if folder == "" { throw ValidationError { $0.emptyName("--folder") } }
    }

    private var quietPeriodMs: Int? {
        let seconds = Double(settle ?? "10")
        guard let seconds, NightlyRequest.settleSecondsAllowed.contains(seconds) else { return nil }
        return Int(seconds * 1_000)
    }

    func perform() throws -> ExitStatus {
        if let folder, chdir(folder) != 0 { throw BatchError.unreadable(path: folder, errno: errno) }
        let command: RunCommand
        do {
            command = try self.command()
        } catch {
            return try refuse(error)
        }
        do {
            return try run(command)
        } catch {
            // The language may come from the folder's settings, which the caller does not read: report the error here.
            return ExitStatus(StandardStream.error.report(error, in: command.common.language))
        }
    }

    /// Reports options or settings with which no nightly run can start, and records that for `status`.
    private func refuse(_ error: any Error) throws -> ExitStatus {
        let language = MessageLanguage.current
        let reason = StandardStream.error.report(
            error is BatchError ? error : UsageError(error, arguments: ["nightly"] + options, language), in: language)
        try StandardStream.output.writeAll(NightlyMessages(language).cannotBegin(code: reason.code) + "\n")
        Shop.ofProcess.recordFailedNightlyStart(reason, notifying: CommandListener(language: language))
        return ExitStatus(reason)
    }

    /// Calls the nightly run or its dry run; with --quiet, its output appears only if the run needs attention.
    private func run(_ command: RunCommand) throws -> ExitStatus {
        var nightlyRun = NightlyRequest(
            run: try command.request(), quietPeriodMs: quietPeriodMs ?? 0, keepDays: nightlyRunOptions.keepDays)
        nightlyRun.filesExpected = nightlyRunOptions.expectFiles
        nightlyRun.keepBackups = keepBackups ?? NightlyRequest.keepBackupsUsual
        var listener = command.listener
        listener.heldLines = command.quiet ? LockedValue(("", "")) : nil
        let shop = Shop.ofProcess
        let result = Result {
            try dryRun
                ? shop.dryRunNightly(nightlyRun, notifying: listener)
                : shop.runNightly(nightlyRun, notifying: listener)
        }
        if case .success(let status) = result, status.isDone { return status }
        if let (lines, notices) = listener.heldLines?.withLock({ $0 }) {
            StandardStream.error.write(notices)
            try StandardStream.output.writeAll(lines)
        }
        return try result.get()
    }

    /// Parses the options for the run of each file with the folder's settings, whose errors are `BatchError`s.
    private func command() throws -> RunCommand {
        let typed = TypedArguments(words: ["run"] + options)
        for option in ["--ledger", "--output", "-o"] where typed.value(of: option) != nil {
            throw ValidationError { $0.notFor("nightly", option) }
        }
        let variables = ShopConfiguration.processVariables
        let arguments = try TypedArguments(words: ["run"] + RunCommand.shopFolderWords + options)
            .completed(variables: variables)
        // The settings file in the shop's folder may select another language.
        MessageLanguage.current = TypedArguments(words: arguments).language(variables: variables)
        let command = try RunCommand.parse(Array(arguments.dropFirst()))
        if command.input.files.count > 1 {
            throw ValidationError { $0.nightlyTakesNoFile(command.input.files[1]) }
        }
        // With these options, a nightly run that is continued after a kill would apply a file twice.
        if command.again || command.remake != nil {
            throw ValidationError { $0.notFor("nightly", "--again, --remake") }
        }
        return command
    }
}

/// The command `juice-batch status`: prints the last nightly run and what needs attention.
struct StatusCommand: ShopCommand {
    static let configuration = CommandConfiguration("status")

    @Option(help: HelpTexts["--folder"], completion: .directory) var folder: String?
    @Option(help: HelpTexts["status --ledger"], completion: .file()) var ledger: String?
    @Option(help: HelpTexts["status --max-age"]) var maxAge: String?
    @Option(help: HelpTexts["status --fail-on"]) var failOn: FailOn = .rejected
    @Option(help: HelpTexts["--menu"], completion: .file()) var menu: String?
    @OptionGroup var closed: ClosedOptions
    @OptionGroup var common: CommonOptions
    @OptionGroup var terminal: TerminalOptions
    @Flag(help: HelpTexts["--json"]) var json = false
    @Flag(help: HelpTexts["status --metrics"]) var metrics = false

    func validate() throws {
        if folder != nil && ledger != nil { throw ValidationError { $0.cannotCombine("--folder, --ledger") } }
        if json && metrics { throw ValidationError { $0.cannotCombine("--json, --metrics") } }
        if folder == "" { throw ValidationError { $0.emptyName("--folder") } }
        if ledger == "" { throw ValidationError { $0.emptyName("--ledger") } }
        try check("--max-age", maxAge, "1m…366d") { Self.seconds(of: $0) != nil }
    }

    func perform() throws -> ExitStatus {
        let (shop, folder) = (Shop.ofProcess, folder ?? ".")
        let path = folder == "." ? LedgerRequest.shopPath : "\(folder)/\(LedgerRequest.shopPath)"
        var request = StatusRequest(
            folder: ledger == nil ? folder : nil, ledger: LedgerRequest(path: ledger ?? path))
        request.menu = menu
        request.maxAgeSeconds = maxAge.flatMap { Self.seconds(of: $0) } ?? StatusRequest.maxAgeSecondsUsual
        request.closed = closed.days
        request.failOn = failOn
        request.language = common.language
        let isChain = ledger == nil && access("\(folder)/\(ChainFile.name)", F_OK) == 0
        let chain =
            isChain
            ? try ChainSettings([folder, "--language", common.language.rawValue], nameCount: 0).request() : nil
        let status = try shop.status(request, of: chain)
        let messages = StatusMessages(common.language) { shop.localTime(of: $0) }
        try StandardStream.output.writeAll(
            json
                ? status.json(messages).text
                : metrics ? status.metrics : messages.table(status, on: terminal.output))
        return status.exitStatus
    }

    /// Parses a time span such as `90m`, `26h` or `3d` into seconds; nil for any other text.
    private static func seconds(of text: String) -> Int? {
        guard let (_, digits, unit) = text.wholeMatch(of: /([0-9]{1,7})([mhd])/)?.output, let number = Int(digits),
            let factor = ["m": 60, "h": 3_600, "d": 86_400][unit], (1...366 * 86_400).contains(number * factor)
        else { return nil }
        return number * factor
    }
}
