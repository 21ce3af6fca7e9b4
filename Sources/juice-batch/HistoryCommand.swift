internal import ArgumentParser
internal import JuiceLedger
internal import JuiceReports

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

    func run() throws {
        let (runs, origin) = try ledger.open(.read).read { (try $0.runs(), try $0.origin()) }
        try StandardStream.output.writeAll(
            json
                ? LedgerJSON.history(runs, origin)
                : LedgerTables.history(runs, origin, speech.language, on: terminal.output))
    }
}
