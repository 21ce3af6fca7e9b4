internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch reverse`: undoes a run by recording a further one.
struct ReverseCommand: LocalizedCommand {
    static let configuration = CommandConfiguration("reverse")

    @Argument(help: HelpTexts["run-number"])
    var number: Int

    @OptionGroup var ledger: LedgerArguments

    @OptionGroup var wait: LockWaitOptions

    @OptionGroup var closed: ClosedOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    func perform() throws -> ExitStatus {
        let listener = CommandListener(language: speech.language)
        let index = IndexSettings(language: speech.reportLanguage, closed: closed.days)
        try Shop.ofProcess.reverse(number, in: ledger.request(wait), index: index, telling: listener) { reversal in
            try StandardStream.output.writeAll(
                LedgerTables.reversed(number, by: reversal.by, settled: reversal.settled, speech.language))
        }
        return .done
    }
}
