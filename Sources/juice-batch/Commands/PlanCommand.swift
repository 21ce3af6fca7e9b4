internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// `juice-batch plan`: what to buy.
struct PlanCommand: SpeakingCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Say what to buy so that the next days sell out of nothing.",
        discussion: """
            EXAMPLES
              juice-batch plan --ledger shop.sqlite
              juice-batch plan --ledger shop.sqlite --days 3 --ordered coming.csv
              juice-batch plan --ledger shop.sqlite --csv > plan.csv
            """)

    @OptionGroup var ledger: LedgerArguments

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("First day to plan for (default: the day after the newest one).", valueName: "YYYY-MM-DD"))
    var first: String?

    @Option(help: ArgumentHelp("How many days, up to 7 (default: 1).", valueName: "n"))
    var days: Int?

    @Option(help: ArgumentHelp("What a day needs: the max or mean of days like it (default: max).", valueName: "rule"))
    var cover: String?

    @Option(
        help: ArgumentHelp("File of restocks that are on their way (default: none).", valueName: "file"),
        completion: .file())
    var ordered: String?

    @Option(
        help: ArgumentHelp("Menu file: juice,fruit,quantity (default: the built-in menu).", valueName: "file"),
        completion: .file())
    var menu: String?

    @Option(
        help: ArgumentHelp("Folder for plan.html, .md, .csv and .json (default: none).", valueName: "folder"),
        completion: .directory)
    var output: String?

    @OptionGroup var money: MoneyOptions

    @OptionGroup var shopName: ShopNameOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    @OptionGroup var terminal: TerminalOptions

    @Flag(help: "Print a file of restocks, to run once the goods are there (default: off, a table).")
    var csv = false

    @Flag(help: "Print JSON (default: off, a table).")
    var json = false

    func validate() throws {
        if [csv, json, output != nil].count(where: \.self) > 1 {
            throw ValidationError("--csv, --json and --output exclude each other")
        }
        if let first, CalendarDay(first) == nil { throw ValidationError("--for takes YYYY-MM-DD, not '\(first)'") }
        if let days, !BuyingPlan.Scope.daysAllowed.contains(days) { throw ValidationError("--days takes 1 to 7") }
        if let cover, BuyingPlan.Cover(rawValue: cover) == nil {
            throw ValidationError("--cover takes max or mean, not '\(cover)'")
        }
        if output == "" { throw ValidationError("--output names no folder") }
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
