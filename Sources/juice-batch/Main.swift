internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// The program: finds the subcommand, runs it, and turns whatever ends it into an exit code.
@main
enum Main {
    static func main() {
        Signals.install()
        let typed = ConfiguredArguments(Array(CommandLine.arguments.dropFirst()))
        let variables = ShopConfiguration.processVariables
        let said = typed.text(of: .language) ?? variables[Setting.language.variable]
        var language = said.flatMap { MessageLanguage(rawValue: $0) } ?? .korean
        do {
            var command = try JuiceBatchCommand.parseAsRoot(typed.completed(variables: variables))
            if let command = command as? any SpeakingCommand { language = command.speech.language }
            try command.run()
        } catch let error as BatchError {
            StandardStream.error.write(ExitStatus.diagnostic(for: error, in: language) + "\n")
            exit(ExitStatus(for: error).rawValue)
        } catch let status as ExitStatus {
            exit(status.rawValue)
        } catch {
            JuiceBatchCommand.exit(withError: error)
        }
    }
}

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
              juice-batch menu --csv > menu.csv              a menu file to edit
              juice-batch diff reports/fri reports/sat       two nights side by side
              juice-batch run orders.csv --ledger shop.db    carry stock and ids from run to run
              juice-batch stock --ledger shop.db             what there is by now
              juice-batch nightly --folder shop              apply what lies in shop/inbox, and put it away
            """,
        version: ProgramVersion.number,
        subcommands: [
            RunCommand.self, NightlyCommand.self, CheckCommand.self, MenuCommand.self, DiffCommand.self,
            StockCommand.self,
            HistoryCommand.self, ReverseCommand.self, VerifyCommand.self, ConfigCommand.self,
        ])
}
