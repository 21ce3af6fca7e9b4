internal import ArgumentParser

/// How `run` tells of itself in continuous integration.
struct ReportingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Append report.md to a file when the run is done, as to $GITHUB_STEP_SUMMARY (default: none).",
            valueName: "file"))
    var summaryFile: String?

    @Flag(help: "List rejected rows on standard error as GitHub's ::error lines, 10 at most (default: off).")
    var annotations = false

    func validate() throws {
        if summaryFile == "" { throw ValidationError("--summary-file names no file") }
    }
}
