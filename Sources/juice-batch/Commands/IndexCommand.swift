internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

/// `juice-batch index`: all nights of a folder of reports on one page.
struct IndexCommand: SpeakingCommand {
    static let configuration = CommandConfiguration(
        commandName: "index",
        abstract: "Make index.html of a folder of reports: all its nights, and what is still open.",
        discussion: """
            Reports are looked for in the folders of the folder, and in those of one that is called by a date. Once there is
            an index, each run that puts its reports there makes it anew; nightly, and a run without --output, make the first.

            EXAMPLES
              juice-batch index reports
              juice-batch index reports --language en

            EXIT CODES
              0 done   66 no such folder, or it cannot be read
              73 it cannot be written, or its index.html is not ours   130, 143 interrupted
            """)

    @Argument(
        help: ArgumentHelp("The folder that the reports lie in.", valueName: "folder"), completion: .directory)
    var folder: String

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    func validate() throws {
        if folder.isEmpty { throw ValidationError("'' names no folder") }
    }

    func perform() throws -> ExitStatus {
        let path = try Shop.ofProcess.index(folder, language: speech.language)
        try StandardStream.output.writeAll(SafeText.terminal(path) + "\n")
        return .done
    }
}
