internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

/// `juice-batch history`: the runs of a ledger.
struct HistoryCommand: SpeakingCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the runs of a ledger, newest first.",
        discussion: """
            EXAMPLES
              juice-batch history --ledger shop.sqlite
              juice-batch history --ledger shop.sqlite --json
            """)

    @OptionGroup var ledger: LedgerArguments

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    @OptionGroup var terminal: TerminalOptions

    @Flag(help: "Print JSON (default: off, a table).")
    var json = false

    func perform() throws -> ExitStatus {
        let (runs, origin) = try Shop.ofProcess.history(of: ledger.request())
        try StandardStream.output.writeAll(
            json
                ? LedgerJSON.history(runs, origin)
                : LedgerTables.history(runs, origin, speech.language, on: terminal.output))
        return .done
    }
}
