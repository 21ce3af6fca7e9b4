internal import ArgumentParser
internal import JuiceReports

/// Where a command finds what the shop has settled once.
struct ConfigOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(Says.option.config, valueName: Says.option.file))
    var config: String?

    func validate() throws {
        if config == "" { throw ValidationError(Says.mistake.isEmpty("--config")) }
    }
}
