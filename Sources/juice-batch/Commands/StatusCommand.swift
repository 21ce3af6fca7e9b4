internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// `juice-batch status`: whether there was a night, and what is left to do.
struct StatusCommand: SpeakingCommand {
    static let configuration = CommandConfiguration("status", Says.command.status)

    @Option(
        help: ArgumentHelp(Says.option.statusFolder, valueName: Says.option.folder), completion: .directory)
    var folder: String?

    @Option(
        help: ArgumentHelp(Says.option.statusLedger, valueName: Says.option.file), completion: .file())
    var ledger: String?

    @Option(help: ArgumentHelp(Says.option.maxAge, valueName: Says.option.time))
    var maxAge: String?

    @Option(help: ArgumentHelp(Says.option.statusFailOn, valueName: Says.option.choice))
    var failOn: FailOn = .rejected

    @Option(
        help: ArgumentHelp(Says.option.menu, valueName: Says.option.file),
        completion: .file())
    var menu: String?

    @OptionGroup var closed: ClosedOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    @OptionGroup var terminal: TerminalOptions

    @Flag(help: ArgumentHelp(Says.option.json))
    var json = false

    @Flag(help: ArgumentHelp(Says.option.metrics))
    var metrics = false

    func validate() throws {
        if folder != nil && ledger != nil { throw ValidationError(Says.mistake.exclude("--folder", "--ledger")) }
        if json && metrics { throw ValidationError(Says.mistake.exclude("--json", "--metrics")) }
        if folder == "" { throw ValidationError(Says.mistake.isEmpty("--folder")) }
        if ledger == "" { throw ValidationError(Says.mistake.isEmpty("--ledger")) }
        if let maxAge, TimeSpan.seconds(of: maxAge) == nil {
            throw ValidationError(Says.mistake.takes("--max-age", TimeSpan.expected, not: maxAge))
        }
    }

    func perform() throws -> ExitStatus {
        let shop = Shop.ofProcess
        let status = try shop.status(request, of: chain())
        if json {
            let wording = StatusWording(speech.language) { shop.localTime(of: $0) }
            try StandardStream.output.writeAll(StatusJSON.render(status, wording))
        } else if metrics {
            try StandardStream.output.writeAll(StatusMetrics.render(status))
        } else {
            let table = StatusTable(status, speech.language) { shop.localTime(of: $0) }
            try StandardStream.output.writeAll(table.render(on: terminal.output))
        }
        return status.exitStatus
    }

    /// Returns the settings of the chain whose folder is examined; nil for any other folder.
    private func chain() throws -> ChainRequest? {
        let folder = folder ?? "."
        guard ledger == nil, access("\(folder)/\(ChainFile.name)", F_OK) == 0 else { return nil }
        return try ChainSettings([folder, "--language", speech.language.rawValue], takes: 0).request()
    }

    private var request: StatusRequest {
        let folder = folder ?? "."
        let path = folder == "." ? NightRequest.ledgerPath : "\(folder)/\(NightRequest.ledgerPath)"
        var request = StatusRequest(
            ledger.map { .ledger(LedgerRequest(path: $0)) } ?? .folder(folder, ledger: LedgerRequest(path: path)))
        request.menu = menu
        request.maxAgeSeconds = maxAge.flatMap { TimeSpan.seconds(of: $0) } ?? StatusRequest.maxAgeSecondsUsual
        request.closed = closed.days
        request.failOn = failOn
        return request
    }
}
