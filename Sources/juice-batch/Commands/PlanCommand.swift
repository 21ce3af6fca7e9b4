internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// `juice-batch plan`: what to buy.
struct PlanCommand: LocalizedCommand {
    static let configuration = CommandConfiguration("plan", Strings.command.plan)

    @OptionGroup var ledger: LedgerArguments

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(Strings.option.firstDay, valueName: Strings.option.date))
    var first: String?

    @Option(help: ArgumentHelp(Strings.option.dayCount, valueName: Strings.option.days))
    var days: Int?

    @Option(help: ArgumentHelp(Strings.option.cover, valueName: Strings.option.rule))
    var cover: String?

    @Option(
        help: ArgumentHelp(Strings.option.ordered, valueName: Strings.option.file),
        completion: .file())
    var ordered: String?

    @Option(
        help: ArgumentHelp(Strings.option.menu, valueName: Strings.option.file),
        completion: .file())
    var menu: String?

    @Option(
        help: ArgumentHelp(Strings.option.planFolder, valueName: Strings.option.folder),
        completion: .directory)
    var output: String?

    @OptionGroup var money: MoneyOptions

    @OptionGroup var shopName: ShopNameOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    @OptionGroup var terminal: TerminalOptions

    @Flag(help: ArgumentHelp(Strings.option.planCSV))
    var csv = false

    @Flag(help: ArgumentHelp(Strings.option.json))
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
        var request = PlanRequest(ledger: ledger.request(), language: speech.language)
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
            try StandardStream.output.writeAll(PlanCSV.render(model))
        } else if json {
            try StandardStream.output.writeAll(PlanJSON.render(model))
        } else {
            try StandardStream.output.writeAll(PlanTable.render(model, on: terminal.output))
        }
        return .done
    }
}
