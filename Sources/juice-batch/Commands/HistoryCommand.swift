internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The command `juice-batch history`: lists the runs of a ledger.
struct HistoryCommand: LocalizedCommand {
    static let configuration = CommandConfiguration("history")

    /// The default for the number of runs in the list.
    private static let runsUsual = 30

    @OptionGroup var ledger: LedgerArguments

    @OptionGroup var config: ConfigOptions

    @OptionGroup var speech: LanguageOptions

    @OptionGroup var terminal: TerminalOptions

    @Option(parsing: .unconditional, help: HelpTexts["history --last"])
    var last: Int?

    @Option(help: HelpTexts["history --since"])
    var since: String?

    @Flag(help: HelpTexts["--json"])
    var json = false

    func validate() throws {
        if let last, last < 1 { throw ValidationError(Strings.mistake.takes("--last", "1…", not: String(last))) }
        if let since, CalendarDay(since) == nil {
            throw ValidationError(Strings.mistake.takes("--since", "YYYY-MM-DD", not: since))
        }
    }

    func perform() throws -> ExitStatus {
        let shop = Shop.ofProcess
        let isShortened = last == nil && since == nil && !json
        let (runs, origin) = try shop.history(
            of: ledger.request(), countMax: last ?? (isShortened ? Self.runsUsual : .max),
            since: since.flatMap { CalendarDay($0) })
        if json {
            try StandardStream.output.writeAll(LedgerJSON.history(runs, origin))
        } else {
            let times = runs.map { shop.localTime(of: $0) }
            let earlier = isShortened ? (runs.last?.number ?? 1) - 1 : 0
            try StandardStream.output.writeAll(
                LedgerTables.history(
                    runs, localTimes: times, earlier: earlier, origin, speech.language, on: terminal.output))
        }
        return .done
    }
}
