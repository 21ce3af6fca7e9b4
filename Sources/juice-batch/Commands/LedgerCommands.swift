internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch history`: lists the runs of a ledger.
struct HistoryCommand: ShopCommand {
    static let configuration = CommandConfiguration("history")

    @OptionGroup var ledger: LedgerArguments
    @OptionGroup var common: CommonOptions
    @OptionGroup var terminal: TerminalOptions
    @Option(parsing: .unconditional, help: HelpTexts["history --last"]) var last: Int?
    @Option(help: HelpTexts["history --since"]) var since: String?
    @Flag(help: HelpTexts["--json"]) var json = false

    func validate() throws {
        try check("--last", last, in: 1...Int.max)
        try check("--since", day: since)
    }

    func perform() throws -> ExitStatus {
        let shop = Shop.ofProcess
        let isShortened = last == nil && since == nil && !json
        let (runs, origin) = try shop.history(
            of: ledger.request(), countMax: last ?? (isShortened ? 30 : .max),
            since: since.flatMap { CalendarDay($0) })
        if json { return try finish(printing: runs.json(origin)) }
        let times = runs.map { shop.localTime(of: $0.recordedAt) }
        let earlier = isShortened ? (runs.last?.number ?? 1) - 1 : 0
        return try finish(
            printing: common.language.historyTable(
                runs, localTimes: times, earlier: earlier, origin, on: terminal.output))
    }
}

/// The command `juice-batch plan`: computes what to buy for the coming days.
struct PlanCommand: ShopCommand {
    static let configuration = CommandConfiguration("plan")

    @OptionGroup var ledger: LedgerArguments
    @Option(name: .customLong("for"), help: HelpTexts["plan --for"]) var first: String?
    @Option(parsing: .unconditional, help: HelpTexts["plan --days"]) var days: Int?
    @Option(help: HelpTexts["plan --cover"]) var cover: String?
    @Option(help: HelpTexts["plan --ordered"], completion: .file()) var ordered: String?
    @Option(help: HelpTexts["--menu"], completion: .file()) var menu: String?

    @Option(name: .shortAndLong, help: HelpTexts["plan --output"], completion: .directory)
    var output: String?

    @OptionGroup var money: MoneyOptions
    @OptionGroup var shopName: ShopNameOptions
    @OptionGroup var common: CommonOptions
    @OptionGroup var terminal: TerminalOptions
    @Flag(help: HelpTexts["plan --csv"]) var csv = false
    @Flag(help: HelpTexts["--json"]) var json = false

    func validate() throws {
        if [csv, json, output != nil].count(where: \.self) > 1 {
            throw ValidationError { $0.cannotCombine("--csv, --json, --output") }
        }
        try check("--for", day: first)
        try check("--days", days, in: BuyingPlan.Scope.daysAllowed)
        try check("--cover", cover, "max|mean") { BuyingPlan.Cover(rawValue: $0) != nil }
        if output == "" { throw ValidationError { $0.emptyName("--output") } }
    }

    func perform() throws -> ExitStatus {
        let scope = BuyingPlan.Scope(
            first: first.flatMap { CalendarDay($0) }, days: days ?? 1,
            cover: cover.flatMap { BuyingPlan.Cover(rawValue: $0) } ?? .max)
        let model = try Shop.ofProcess.plan(
            from: ledger.request(), scope: scope, menuAt: menu, pendingDelivery: ordered, output: output,
            shop: shopName.shop, currency: money.sign, language: common.reportLanguage)
        if csv { return try finish(printing: String(decoding: model.csv, as: UTF8.self)) }
        return try finish(printing: json ? model.json : model.text(on: terminal.output))
    }
}

/// The command `juice-batch reverse`: undoes a run by recording a further one.
struct ReverseCommand: ShopCommand {
    static let configuration = CommandConfiguration("reverse")

    @Argument(help: HelpTexts["run-number"]) var number: Int
    @OptionGroup var ledger: LedgerArguments
    @OptionGroup var wait: LockWaitOptions
    @OptionGroup var closed: ClosedOptions
    @OptionGroup var common: CommonOptions

    func perform() throws -> ExitStatus {
        let index: IndexSettings = (common.reportLanguage, closed.days)
        try Shop.ofProcess.reverse(number, in: ledger.request(wait), index: index, notifying: common.listener) {
            try StandardStream.output.writeAll(common.language.reversed(number, by: $0.by, closed: $0.closed))
        }
        return .done
    }
}

/// The command `juice-batch settle`: closes rejected rows of a run that will not be run again.
struct SettleCommand: ShopCommand {
    static let configuration = CommandConfiguration("settle")

    @Argument(help: HelpTexts["run-number"]) var number: Int
    @Option(name: .customLong("row"), help: HelpTexts["settle --row"]) var rows: [String] = []
    @Option(help: HelpTexts["settle --why"]) var why: String?
    @OptionGroup var ledger: LedgerArguments
    @OptionGroup var wait: LockWaitOptions
    @OptionGroup var closed: ClosedOptions
    @OptionGroup var common: CommonOptions

    func validate() throws {
        for row in rows { try check("--row", row, "[FILE:]LINE") { Shop.rowName($0) != nil } }
    }

    func perform() throws -> ExitStatus {
        try Shop.ofProcess.settle(
            number, rows: rows.compactMap { Shop.rowName($0) }, reason: why, in: ledger.request(wait),
            index: (common.reportLanguage, closed.days), notifying: common.listener
        ) { by, rows in
            try StandardStream.output.writeAll(common.language.closed(number, rows: rows, by: by))
        }
        return .done
    }
}

/// The command `juice-batch restore`: replaces a shop's ledger by a backup, and applies the later runs of its run log.
struct RestoreCommand: ShopCommand {
    static let configuration = CommandConfiguration("restore")

    @Argument(help: HelpTexts["restore backup"], completion: .file()) var backup: String?
    @Option(help: HelpTexts["--folder"], completion: .directory) var folder: String?
    @Flag(name: [.customShort("n"), .long], help: HelpTexts["restore --dry-run"]) var dryRun = false
    @Option(help: HelpTexts["restore --from"], completion: .directory) var from: [String] = []
    @OptionGroup var wait: LockWaitOptions
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if backup == "" { throw ValidationError { $0.emptyName("BACKUP") } }
        if from.contains("") { throw ValidationError { $0.emptyName("--from") } }
        if folder == "" { throw ValidationError { $0.emptyName("--folder") } }
    }

    func perform() throws -> ExitStatus {
        // As other paths on the command line, these are relative to the working folder, not to the shop's. A backup
        // that is not there is searched in the shop's folder.
        let inputFolders = folder == nil ? from : from.map { ConfigurationFile.absolute($0) }
        let backup =
            folder == nil ? backup : backup.map { access($0, F_OK) == 0 ? ConfigurationFile.absolute($0) : $0 }
        if let folder, chdir(folder) != 0 { throw BatchError.unreadable(path: folder, errno: errno) }
        return try Shop.ofProcess.restore(
            from: backup, inputFolders: inputFolders, isDryRun: dryRun, waitSeconds: wait.waitSeconds,
            language: common.language, parsing: { try RunCommand.parse($0 + ["-"]).request() },
            notifying: common.listener)
    }
}

/// The command `juice-batch verify`: checks a ledger by recomputing it from its history.
struct VerifyCommand: ShopCommand {
    static let configuration = CommandConfiguration("verify")

    @OptionGroup var ledger: LedgerArguments
    @OptionGroup var wait: LockWaitOptions
    @OptionGroup var common: CommonOptions

    func perform() throws -> ExitStatus {
        let extent = try Shop.ofProcess.verify(ledger.request(wait), notifying: common.listener)
        return try finish(printing: common.language.sound(extent))
    }
}

/// The command `juice-batch stock`: prints the stock of a ledger.
struct StockCommand: ShopCommand {
    static let configuration = CommandConfiguration("stock")

    @OptionGroup var ledger: LedgerArguments
    @Option(help: HelpTexts["stock --menu"], completion: .file()) var menu: String?
    @OptionGroup var common: CommonOptions
    @OptionGroup var terminal: TerminalOptions
    @Flag(help: HelpTexts["stock --csv"]) var csv = false
    @Flag(help: HelpTexts["--json"]) var json = false

    func validate() throws {
        if csv && json { throw ValidationError { $0.cannotCombine("--csv, --json") } }
    }

    func perform() throws -> ExitStatus {
        let shop = Shop.ofProcess
        let (stock, last) = try shop.stock(of: ledger.request())
        if csv {
            return try finish(printing: String(decoding: stock.csv(CellStyle(isForExcel: false)), as: UTF8.self))
        }
        let cups = try shop.cupsPossible(with: stock, menuAt: menu)
        return try finish(
            printing: json
                ? stock.json(cups, run: last) : common.language.stockTables(stock, cups, on: terminal.output))
    }
}
