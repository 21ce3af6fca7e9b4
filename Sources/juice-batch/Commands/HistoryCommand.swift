internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

/// `juice-batch history`: the runs of a ledger.
struct HistoryCommand: SpeakingCommand {
    static let configuration = CommandConfiguration("history", Says.command.history)

    @OptionGroup var ledger: LedgerArguments

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    @OptionGroup var terminal: TerminalOptions

    @Flag(help: ArgumentHelp(Says.option.json))
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
