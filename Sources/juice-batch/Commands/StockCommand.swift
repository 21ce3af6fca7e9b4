internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

/// `juice-batch stock`: what a ledger says there is.
struct StockCommand: LocalizedCommand {
    static let configuration = CommandConfiguration("stock", Strings.command.stock)

    @OptionGroup var ledger: LedgerArguments

    @Option(
        help: ArgumentHelp(Strings.option.menuForCups, valueName: Strings.option.file),
        completion: .file())
    var menu: String?

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    @OptionGroup var terminal: TerminalOptions

    @Flag(help: ArgumentHelp(Strings.option.stockFile))
    var csv = false

    @Flag(help: ArgumentHelp(Strings.option.json))
    var json = false

    func validate() throws {
        if csv && json { throw ValidationError(Strings.mistake.exclude("--csv", "--json")) }
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
