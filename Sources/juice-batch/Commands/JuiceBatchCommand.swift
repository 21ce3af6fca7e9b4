internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports

/// `juice-batch`, of which everything is a subcommand.
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

/// A subcommand: parses, asks for a use case, prints what came of it, and says how it ended.
protocol ShopCommand: ParsableCommand {
    /// Runs the command to its end.
    ///
    /// - Returns: the exit status of a finished command; errors are thrown.
    func perform() throws -> ExitStatus

    /// The language of the error that ends the command; nil if the command prints it itself.
    ///
    /// It is a requirement of every command, since a dynamic cast to a protocol takes the time of some hundred rows.
    var endLanguage: MessageLanguage? { get }
}

/// A subcommand whose language is an option, which its output and its errors use.
protocol LocalizedCommand: ShopCommand {
    var speech: LanguageOptions { get }
}

extension LocalizedCommand {
    var endLanguage: MessageLanguage? { speech.language }
}
