internal import ArgumentParser
internal import JuiceReports

/// How a command writes to a terminal.
struct TerminalOptions: ParsableArguments {
    @Flag(help: "Use no colours (default: colours on a terminal, unless NO_COLOR is set or TERM is dumb).")
    var noColor = false

    /// How standard output shows what is written to it.
    var output: Screen { StandardStream.output.screen(isColourWanted: !noColor) }
}
