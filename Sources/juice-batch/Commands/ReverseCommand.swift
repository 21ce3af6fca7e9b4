internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

/// `juice-batch reverse`: takes a run back.
struct ReverseCommand: SpeakingCommand {
    static let configuration = CommandConfiguration(
        commandName: "reverse",
        abstract: "Take a run of a ledger back: inverse movements; its ids and inputs are free again.",
        discussion: """
            Counts are undone by their net change. Rows that later runs skipped because of ids of this run stay skipped.

            EXAMPLES
              juice-batch history --ledger shop.sqlite
              juice-batch reverse 7 --ledger shop.sqlite

            EXIT CODES
              0 done   64 no such run, or it was taken back already   65 stock does not allow it
              75 the ledger is busy
            """)

    @Argument(help: ArgumentHelp("The run's number, as history shows it.", valueName: "run"))
    var number: Int

    @OptionGroup var ledger: LedgerArguments

    @OptionGroup var wait: LockWaitOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    func perform() throws -> ExitStatus {
        let listener = CommandListener(language: speech.language)
        try Shop.ofProcess.reverse(number, in: ledger.request(wait), telling: listener) { by in
            try StandardStream.output.writeAll(LedgerTables.reversed(number, by: by, speech.language))
        }
        return .done
    }
}
