internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch menu`: prints the recipes of a menu.
struct MenuCommand: ShopCommand {
    static let configuration = CommandConfiguration("menu")

    @Option(help: HelpTexts["--menu"], completion: .file()) var menu: String?
    @OptionGroup var money: MoneyOptions
    @OptionGroup var common: CommonOptions
    @OptionGroup var terminal: TerminalOptions
    @Flag(help: HelpTexts["menu --csv"]) var csv = false

    func perform() throws -> ExitStatus {
        let menu = try Shop.ofProcess.menu(at: menu)
        let text =
            csv
            ? String(decoding: CellStyle(isForExcel: false).file(menu.fileRows), as: UTF8.self)
            : menu.table(common.language, currency: money.sign, on: terminal.output)
        return try finish(printing: text)
    }
}
