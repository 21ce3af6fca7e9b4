internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch plan`: computes what to buy for the coming days.
struct PlanCommand: LocalizedCommand {
    static let configuration = CommandConfiguration("plan")

    @OptionGroup var ledger: LedgerArguments

    @Option(
        name: .customLong("for"),
        help: HelpTexts["plan --for"])
    var first: String?

    @Option(parsing: .unconditional, help: HelpTexts["plan --days"])
    var days: Int?

    @Option(help: HelpTexts["plan --cover"])
    var cover: String?

    @Option(
        help: HelpTexts["plan --ordered"],
        completion: .file())
    var ordered: String?

    @Option(
        help: HelpTexts["--menu"],
        completion: .file())
    var menu: String?

    @Option(
        name: .shortAndLong, help: HelpTexts["plan --output"],
        completion: .directory)
    var output: String?

    @OptionGroup var money: MoneyOptions

    @OptionGroup var shopName: ShopNameOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    @OptionGroup var terminal: TerminalOptions

    @Flag(help: HelpTexts["plan --csv"])
    var csv = false

    @Flag(help: HelpTexts["--json"])
    var json = false

    func validate() throws {
        if [csv, json, output != nil].count(where: \.self) > 1 {
            throw ValidationError(Strings.mistake.exclude("--csv", "--json", "--output"))
        }
        if let first, CalendarDay(first) == nil {
            throw ValidationError(Strings.mistake.takes("--for", "YYYY-MM-DD", not: first))
        }
        if let days, !BuyingPlan.Scope.daysAllowed.contains(days) {
            throw ValidationError(Strings.mistake.takes("--days", "1…7", not: String(days)))
        }
        if let cover, BuyingPlan.Cover(rawValue: cover) == nil {
            throw ValidationError(Strings.mistake.takes("--cover", "max|mean", not: cover))
        }
        if output == "" { throw ValidationError(Strings.mistake.isEmpty("--output")) }
    }

    func perform() throws -> ExitStatus {
        var request = PlanRequest(ledger: ledger.request(), language: speech.reportLanguage)
        request.scope = BuyingPlan.Scope(
            first: first.flatMap { CalendarDay($0) }, days: days ?? 1,
            cover: cover.flatMap { BuyingPlan.Cover(rawValue: $0) } ?? .max)
        request.menu = menu
        request.ordered = ordered
        request.output = output
        request.currency = money.sign
        request.shop = shopName.shop
        let model = try Shop.ofProcess.plan(request)
        if csv {
            try StandardStream.output.writeAll(StockReports.plan(model))
        } else if json {
            try StandardStream.output.writeAll(LedgerJSON.plan(model))
        } else {
            try StandardStream.output.writeAll(LedgerTables.plan(model, on: terminal.output))
        }
        return .done
    }
}
