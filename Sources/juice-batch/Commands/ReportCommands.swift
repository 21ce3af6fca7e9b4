internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch diff`: compares the reports of two runs.
struct DiffCommand: ShopCommand {
    static let configuration = CommandConfiguration("diff")

    @Argument(help: HelpTexts["diff first"], completion: .file()) var first: String
    @Argument(help: HelpTexts["diff second"], completion: .file()) var second: String
    @Flag(help: HelpTexts["diff --json"]) var json = false
    @OptionGroup var common: CommonOptions
    @OptionGroup var terminal: TerminalOptions

    func perform() throws -> ExitStatus {
        let comparison = try Shop.ofProcess.compare(first, second)
        let reports = (first: first, second: second)
        return try finish(
            printing: json
                ? comparison.json(reports: reports)
                : comparison.text(reports: reports, common.language, on: terminal.output))
    }
}

/// The command `juice-batch index`: writes a page with all runs of a folder of reports.
struct IndexCommand: ShopCommand {
    static let configuration = CommandConfiguration("index")

    @Argument(help: HelpTexts["index folder"], completion: .directory) var folder: String
    @Option(help: HelpTexts["index --from"]) var from: String?
    @Option(help: HelpTexts["index --to"]) var to: String?
    @Flag(help: HelpTexts["index --text"]) var text = false
    @OptionGroup var closed: ClosedOptions
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if folder.isEmpty { throw ValidationError { $0.emptyName("FOLDER") } }
        try check("--from", day: from)
        try check("--to", day: to)
        if let from, let to, from > to { throw ValidationError { $0.wrongValue("--to", "≥ \(from)", not: to) } }
    }

    func perform() throws -> ExitStatus {
        let (shop, language) = (Shop.ofProcess, text ? common.language : common.reportLanguage)
        if from == nil && to == nil && !text {
            let path = try shop.index(folder, language: language, closed: closed.days)
            return try finish(printing: Escaping.terminal(path) + "\n")
        }
        let content = try shop.indexContent(
            folder, from: from.flatMap { CalendarDay($0) }, to: to.flatMap { CalendarDay($0) }, language: language,
            closed: closed.days)
        let answer = text ? content.periodMessage : Escaping.terminal(try shop.writePeriod(content, in: folder))
        return try finish(printing: answer + "\n")
    }
}
