internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

/// `juice-batch stock`: what a ledger says there is.
struct StockCommand: SpeakingCommand {
    static let configuration = CommandConfiguration(
        commandName: "stock",
        abstract: "Show the stock of a ledger and how many cups it is enough for, as tables, a stock file or JSON.",
        discussion: """
            EXAMPLES
              juice-batch stock --ledger shop.sqlite
              juice-batch stock --ledger shop.sqlite --csv > stock.csv
            """)

    @OptionGroup var ledger: LedgerArguments

    @Option(
        help: ArgumentHelp("Menu file, for the cups that can be made (default: the built-in menu).", valueName: "file"),
        completion: .file())
    var menu: String?

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    @OptionGroup var terminal: TerminalOptions

    @Flag(help: "Print a stock file: fruit,stock (default: off, a table).")
    var csv = false

    @Flag(help: "Print JSON (default: off, a table).")
    var json = false

    func validate() throws {
        if csv && json { throw ValidationError("--csv and --json exclude each other") }
    }

    func perform() throws -> ExitStatus {
        let shop = Shop.ofProcess
        let (stock, last) = try shop.stock(of: ledger.request())
        if csv {
            try StandardStream.output.writeAll(StockReports.stock(stock, style: CellStyle(isForExcel: false)))
            return .done
        }
        let cups = try shop.cupsPossible(with: stock, menuAt: menu)
        if json {
            try StandardStream.output.writeAll(LedgerJSON.stock(stock, cups, run: last))
        } else {
            try StandardStream.output.writeAll(LedgerTables.stock(stock, cups, speech.language, on: terminal.output))
        }
        return .done
    }
}
