internal import ArgumentParser
internal import JuiceReports

/// The option for the file of the shop's settings.
struct ConfigOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(Says.option.config, valueName: Says.option.file))
    var config: String?

    func validate() throws {
        if config == "" { throw ValidationError(Says.mistake.isEmpty("--config")) }
    }
}
