internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch index`: all runs of a folder of reports on one page.
struct IndexCommand: LocalizedCommand {
    static let configuration = CommandConfiguration("index")

    @Argument(help: HelpTexts["index folder"], completion: .directory)
    var folder: String

    @OptionGroup var closed: ClosedOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    func validate() throws {
        if folder.isEmpty { throw ValidationError(Strings.mistake.namelessFolder) }
    }

    func perform() throws -> ExitStatus {
        let path = try Shop.ofProcess.index(folder, language: speech.language, closed: closed.days)
        try StandardStream.output.writeAll(Escaping.terminal(path) + "\n")
        return .done
    }
}
