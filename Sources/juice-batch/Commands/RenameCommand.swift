internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

/// `juice-batch rename`: calls a fruit or juice otherwise.
struct RenameCommand: SpeakingCommand {
    static let configuration = CommandConfiguration("rename", Says.command.rename)

    @Argument(help: ArgumentHelp(Says.option.formerName, valueName: Says.option.name))
    var former: String

    @Argument(help: ArgumentHelp(Says.option.newName, valueName: Says.option.newNameValue))
    var name: String

    @OptionGroup var ledger: LedgerArguments

    @OptionGroup var wait: LockWaitOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    func perform() throws -> ExitStatus {
        let listener = CommandListener(language: speech.language)
        try Shop.ofProcess.rename(former, to: name, in: ledger.request(wait), telling: listener) { renamed, run in
            try StandardStream.output.writeAll(LedgerTables.renamed(renamed, run: run, speech.language))
        }
        return .done
    }
}
