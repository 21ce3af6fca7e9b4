internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch restore`: replaces a shop's ledger by a backup, and applies the later runs of its run log.
struct RestoreCommand: LocalizedCommand {
    static let configuration = CommandConfiguration("restore")

    @Argument(help: HelpTexts["restore backup"], completion: .file())
    var backup: String?

    @Option(help: HelpTexts["--folder"], completion: .directory)
    var folder: String?

    @Flag(name: [.customShort("n"), .long], help: HelpTexts["restore --dry-run"])
    var dryRun = false

    @Option(help: HelpTexts["restore --from"], completion: .directory)
    var from: [String] = []

    @OptionGroup var wait: LockWaitOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    func validate() throws {
        if backup == "" { throw ValidationError(Strings.mistake.isEmpty("BACKUP")) }
        if from.contains("") { throw ValidationError(Strings.mistake.isEmpty("--from")) }
        if folder == "" { throw ValidationError(Strings.mistake.isEmpty("--folder")) }
    }

    func perform() throws -> ExitStatus {
        if let folder, chdir(folder) != 0 { throw BatchError.unreadable(path: folder, errno: errno) }
        var request = RestoreRequest(waitSeconds: wait.waitSeconds, language: speech.language)
        request.backup = backup
        request.from = from
        request.isDryRun = dryRun
        return try Shop.ofProcess.restore(
            request, parsing: { try RunCommand.parse($0 + ["-"]).request() },
            telling: CommandListener(language: speech.language))
    }
}
