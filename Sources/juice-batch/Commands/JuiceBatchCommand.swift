internal import ArgumentParser
internal import JuiceBatch

/// `juice-batch`, of which everything is a subcommand.
struct JuiceBatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "juice-batch",
        abstract: "Applies a juice shop's orders and stock instructions from CSV files, and reports what happened.",
        discussion: """
            EXAMPLES
              juice-batch run orders.csv                     reports go to reports/orders/
              juice-batch run a.csv b.csv --output night     several files as one sequence
              juice-batch check orders.csv                   list every problem, write nothing
              juice-batch inspect sales.csv                  what a till's export is, and how to read it
              juice-batch menu --csv > menu.csv              a menu file to edit
              juice-batch diff reports/fri reports/sat       two nights side by side
              juice-batch index reports                      all nights of a folder on one page
              juice-batch run orders.csv --ledger shop.db    carry stock and ids from run to run
              juice-batch stock --ledger shop.db             what there is by now
              juice-batch plan --ledger shop.db              what to buy for tomorrow
              juice-batch nightly --folder shop              apply what lies in shop/inbox, and put it away
            """,
        version: ProgramVersion.number,
        subcommands: [
            RunCommand.self, NightlyCommand.self, CheckCommand.self, InspectCommand.self, MenuCommand.self,
            DiffCommand.self, IndexCommand.self, StockCommand.self, PlanCommand.self, CounterCommand.self,
            HistoryCommand.self,
            ReverseCommand.self, VerifyCommand.self, ConfigCommand.self,
        ])
}
