internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch settle`: closes rejected rows of a run that will not be run again.
struct SettleCommand: LocalizedCommand {
    static let configuration = CommandConfiguration("settle")

    @Argument(help: HelpTexts["run-number"])
    var number: Int

    @Option(name: .customLong("row"), help: HelpTexts["settle --row"])
    var rows: [String] = []

    @Option(help: HelpTexts["settle --why"])
    var why: String?

    @OptionGroup var ledger: LedgerArguments

    @OptionGroup var wait: LockWaitOptions

    @OptionGroup var closed: ClosedOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    func validate() throws {
        for row in rows where SettleRequest.RowName(row) == nil {
            throw ValidationError(Strings.mistake.takes("--row", "[FILE:]LINE", not: row))
        }
    }

    func perform() throws -> ExitStatus {
        let request = SettleRequest(
            run: number, rows: rows.compactMap { SettleRequest.RowName($0) }, why: why,
            index: IndexSettings(language: speech.reportLanguage, closed: closed.days))
        let listener = CommandListener(language: speech.language)
        try Shop.ofProcess.settle(request, in: ledger.request(wait), telling: listener) { by, rows in
            try StandardStream.output.writeAll(LedgerTables.settled(number, rows: rows, by: by, speech.language))
        }
        return .done
    }
}
