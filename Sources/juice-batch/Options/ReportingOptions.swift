internal import ArgumentParser
internal import JuiceReports

/// How `run` tells of itself in continuous integration.
struct ReportingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(Says.option.summaryFile, valueName: Says.option.file))
    var summaryFile: String?

    @Flag(help: ArgumentHelp(Says.option.annotations))
    var annotations = false

    func validate() throws {
        if summaryFile == "" { throw ValidationError(Says.mistake.isEmpty("--summary-file")) }
    }
}
