internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

/// `juice-batch index`: all nights of a folder of reports on one page.
struct IndexCommand: SpeakingCommand {
    static let configuration = CommandConfiguration("index", Says.command.index)

    @Argument(help: ArgumentHelp(Says.option.reportsFolder, valueName: Says.option.folder), completion: .directory)
    var folder: String

    @OptionGroup var closed: ClosedOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    func validate() throws {
        if folder.isEmpty { throw ValidationError(Says.mistake.namelessFolder) }
    }

    func perform() throws -> ExitStatus {
        let path = try Shop.ofProcess.index(folder, language: speech.language, closed: closed.days)
        try StandardStream.output.writeAll(SafeText.terminal(path) + "\n")
        return .done
    }
}
