internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports

/// The root command `juice-batch`, which only has subcommands.
struct JuiceBatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "juice-batch",
        version: ProgramVersion.number,
        subcommands: [
            InitCommand.self, RunCommand.self, NightlyCommand.self, ChainCommand.self, CheckCommand.self,
            InspectCommand.self,
            MenuCommand.self,
            DiffCommand.self, IndexCommand.self, StockCommand.self, PlanCommand.self, CounterCommand.self,
            HistoryCommand.self, StatusCommand.self, ReverseCommand.self, SettleCommand.self, RestoreCommand.self,
            VerifyCommand.self,
            ConfigCommand.self,
        ])
}

/// A subcommand that performs a use case, prints its result, and returns an exit status.
protocol ShopCommand: ParsableCommand {
    /// Runs the command to its end.
    ///
    /// - Returns: the exit status of a finished command; errors are thrown.
    func perform() throws -> ExitStatus

    /// The language in which the caller prints the error of the command; nil if the command prints it itself.
    ///
    /// It is a requirement of this protocol, since a dynamic cast to another protocol would take as long as some
    /// hundred rows.
    var endLanguage: MessageLanguage? { get }
}

/// A subcommand with an option for the language of its output and errors.
protocol LocalizedCommand: ShopCommand {
    var speech: LanguageOptions { get }
}

extension LocalizedCommand {
    var endLanguage: MessageLanguage? { speech.language }
}
