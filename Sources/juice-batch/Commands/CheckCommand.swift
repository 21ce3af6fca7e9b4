internal import ArgumentParser
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch check`: applies inputs as `run` does, lists the problems, and writes nothing.
struct CheckCommand: ShopCommand {
    static let configuration = CommandConfiguration("check")

    @OptionGroup var input: InputOptions
    @OptionGroup var common: CommonOptions
    @OptionGroup var terminal: TerminalOptions
    @Flag(help: HelpTexts["check --json"]) var json = false
    @Flag(help: HelpTexts["--annotations"]) var annotations = false

    func perform() throws -> ExitStatus {
        let listener = CommandListener(
            language: common.language, showsProgress: !input.noProgress, isAnnotating: annotations)
        let outcome = try Shop.ofProcess.check(
            input.request, language: common.language,
            form: json ? .json : .text(terminal.output), notifying: listener,
            problems: annotations ? listener : nil, to: StandardStream.output.writeAll)
        if !json { try writeTotals(outcome) }
        return outcome.exitStatus
    }

    private func writeTotals(_ outcome: CheckOutcome) throws {
        let style = StandardStream.output.style(allowsColours: false)
        try StandardStream.output.writeAll(
            common.language.reading(outcome.inputs, outcome.tally, on: style))
        if let cells = common.language.unknownCells(outcome.first) {
            try StandardStream.output.writeAll(style.folded(Escaping.terminal(cells)) + "\n")
        }
        try StandardStream.output.writeAll(common.language.checked(outcome.tally))
    }
}
