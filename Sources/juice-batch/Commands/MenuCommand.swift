internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// `juice-batch menu`: the recipes.
struct MenuCommand: SpeakingCommand {
    static let configuration = CommandConfiguration(
        commandName: "menu",
        abstract: "Show the recipes as a table, or as a menu file to edit.",
        discussion: """
            EXAMPLES
              juice-batch menu
              juice-batch menu --csv > menu.csv
            """)

    @Option(
        help: ArgumentHelp("Menu file: juice,fruit,quantity (default: the built-in menu).", valueName: "file"),
        completion: .file())
    var menu: String?

    @OptionGroup var money: MoneyOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    @OptionGroup var terminal: TerminalOptions

    @Flag(help: "Print a menu file (default: off, a table).")
    var csv = false

    func perform() throws -> ExitStatus {
        let menu = try Shop.ofProcess.menu(at: menu)
        let text =
            csv
            ? String(decoding: CellStyle(isForExcel: false).file(MenuFile.rows(menu)), as: UTF8.self)
            : MenuTable.render(menu, speech.language, currency: money.sign, on: terminal.output)
        try StandardStream.output.writeAll(text)
        return .done
    }
}
