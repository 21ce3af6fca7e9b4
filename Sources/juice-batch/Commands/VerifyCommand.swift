internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

/// `juice-batch verify`: says whether a ledger holds together.
struct VerifyCommand: SpeakingCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Recompute a ledger from its history, and say whether all of it holds.",
        discussion: """
            Reports that a killed run has left behind are put in place first.

            EXAMPLES
              juice-batch verify --ledger shop.sqlite

            EXIT CODES
              0 all holds   70 something does not   75 the ledger is busy   78 no ledger
            """)

    @OptionGroup var ledger: LedgerArguments

    @OptionGroup var wait: LockWaitOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    func perform() throws -> ExitStatus {
        let listener = CommandListener(language: speech.language)
        let extent = try Shop.ofProcess.verify(ledger.request(wait), telling: listener)
        try StandardStream.output.writeAll(LedgerTables.sound(extent, speech.language))
        return .done
    }
}
