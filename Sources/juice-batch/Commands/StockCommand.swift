internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch stock`: prints the stock of a ledger.
struct StockCommand: ShopCommand {
    static let configuration = CommandConfiguration("stock")

    @OptionGroup var ledger: LedgerArguments

    @Option(help: HelpTexts["stock --menu"], completion: .file())
    var menu: String?

    @OptionGroup var common: CommonOptions

    @OptionGroup var terminal: TerminalOptions

    @Flag(help: HelpTexts["stock --csv"])
    var csv = false

    @Flag(help: HelpTexts["--json"])
    var json = false

    func validate() throws {
        if csv && json { throw ValidationError { $0.exclude("--csv", "--json") } }
    }

    func perform() throws -> ExitStatus {
        let shop = Shop.ofProcess
        let (stock, last) = try shop.stock(of: ledger.request())
        if csv {
            try StandardStream.output.writeAll(stock.csv(CellStyle(isForExcel: false)))
            return .done
        }
        let cups = try shop.cupsPossible(with: stock, menuAt: menu)
        if json {
            try StandardStream.output.writeAll(stock.json(cups, run: last))
        } else {
            try StandardStream.output.writeAll(common.language.stockTables(stock, cups, on: terminal.output))
        }
        return .done
    }
}
