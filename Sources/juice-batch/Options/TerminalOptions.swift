internal import ArgumentParser
internal import JuiceReports

/// How a command writes to a terminal.
struct TerminalOptions: ParsableArguments {
    @Flag(help: ArgumentHelp(Says.option.noColor))
    var noColor = false

    /// How standard output shows what is written to it.
    var output: Screen { StandardStream.output.screen(isColourWanted: !noColor) }
}
