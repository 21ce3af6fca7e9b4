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
    /// Does all that it is there for.
    ///
    /// - Returns: the exit code of something that is done; what is not is thrown.
    func perform() throws -> ExitStatus

    /// The language in which what ends it is told; nil where the command tells it itself.
    ///
    /// It is asked of every command, since asking a command whether it has one takes the time of some hundred rows.
    var endLanguage: MessageLanguage? { get }
}

/// A subcommand whose language is an option: what it says, and what ends it, is told in that one.
protocol LocalizedCommand: ShopCommand {
    var speech: LanguageOptions { get }
}

extension LocalizedCommand {
    var endLanguage: MessageLanguage? { speech.language }
}
