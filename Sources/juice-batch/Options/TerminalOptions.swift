internal import ArgumentParser
internal import JuiceReports

/// The options for output to a terminal.
struct TerminalOptions: ParsableArguments {
    @Flag(help: ArgumentHelp(Says.option.noColor))
    var noColor = false

    /// The screen of standard output.
    var output: Screen { StandardStream.output.screen(isColourWanted: !noColor) }
}
