internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch verify`: checks a ledger by recomputing it from its history.
struct VerifyCommand: LocalizedCommand {
    static let configuration = CommandConfiguration("verify")

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
