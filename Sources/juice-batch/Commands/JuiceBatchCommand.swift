internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports

/// `juice-batch`, of which everything is a subcommand.
struct JuiceBatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "juice-batch", Says.command.program,
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
