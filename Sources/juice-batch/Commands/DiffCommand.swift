internal import ArgumentParser
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
