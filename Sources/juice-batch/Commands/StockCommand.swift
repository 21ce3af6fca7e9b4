internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

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
        if csv && json { throw ValidationError { $0.cannotCombine("--csv", "--json") } }
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
