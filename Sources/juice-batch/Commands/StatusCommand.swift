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
        try check("--max-age", maxAge, Self.ageExpected) { Self.seconds(of: $0) != nil }
    }

    func perform() throws -> ExitStatus {
        let shop = Shop.ofProcess
        let status = try shop.status(request, of: chainRequest())
        let messages = StatusMessages(common.language) { shop.localTime(of: $0) }
        let text =
            if json {
                status.json(messages).text
            } else if metrics {
                status.metrics
            } else {
                messages.table(status, on: terminal.output)
            }
        try StandardStream.output.writeAll(text)
        return status.exitStatus
    }

    /// The settings of the chain if the folder is a chain's; nil otherwise.
    private func chainRequest() throws -> ChainRequest? {
        let folder = folder ?? "."
        guard ledger == nil, access("\(folder)/\(ChainFile.name)", F_OK) == 0 else { return nil }
        return try ChainSettings([folder, "--language", common.language.rawValue], nameCount: 0).request()
    }

    private var request: StatusRequest {
        let folder = folder ?? "."
        let path = folder == "." ? LedgerRequest.shopPath : "\(folder)/\(LedgerRequest.shopPath)"
        var request = StatusRequest(
            folder: ledger == nil ? folder : nil, ledger: LedgerRequest(path: ledger ?? path))
        request.menu = menu
        request.maxAgeSeconds = maxAge.flatMap { Self.seconds(of: $0) } ?? StatusRequest.maxAgeSecondsUsual
        request.closed = closed.days
        request.failOn = failOn
        request.language = common.language
        return request
    }

    /// The description of valid time spans, such as `90m`, `26h` and `3d`, for messages.
    private static let ageExpected = "1m…366d"
    private static let ageSecondsMax = 366 * 86_400

    /// Parses a time span into seconds; nil for any other text.
    private static func seconds(of text: String) -> Int? {
        let digits = text.dropLast()
        guard let factor = ["m": 60, "h": 3_600, "d": 86_400][text.suffix(1)],
            (1...7).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits), number > 0, number * factor <= ageSecondsMax
        else { return nil }
        return number * factor
    }
}
