internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// `juice-batch restore`: puts a backup in the place of a shop's ledger, and applies the later runs of its run log again.
struct RestoreCommand: SpeakingCommand {
    static let configuration = CommandConfiguration("restore", Says.command.restore)

    @Argument(help: ArgumentHelp(Says.option.backup, valueName: Says.option.file), completion: .file())
    var backup: String?

    @Option(help: ArgumentHelp(Says.option.nightFolder, valueName: Says.option.folder), completion: .directory)
    var folder: String?

    @Flag(help: ArgumentHelp(Says.option.restoreDryRun))
    var dryRun = false

    @Option(help: ArgumentHelp(Says.option.restoreFrom, valueName: Says.option.folder), completion: .directory)
    var from: [String] = []

    @OptionGroup var wait: LockWaitOptions

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    func validate() throws {
        if backup == "" { throw ValidationError(Says.mistake.isEmpty("BACKUP")) }
        if from.contains("") { throw ValidationError(Says.mistake.isEmpty("--from")) }
        if let folder, folder.isEmpty || access(folder, F_OK) != 0 {
            throw ValidationError(Says.mistake.noFolder(folder))
        }
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
