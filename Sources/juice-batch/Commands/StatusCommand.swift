internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

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
