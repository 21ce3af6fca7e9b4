internal import ArgumentParser
// Nothing of it is named here; but only what the program's own target imports brings along what it stands on, and others
// of our targets need it, when Swift's libraries go into the program.
internal import Foundation
internal import Glibc
internal import JuiceBatch

/// The program: finds the subcommand, runs it, and turns whatever ends it into an exit code.
@main
enum Main {
    static func main() {
        Signals.install()
        let words = Array(CommandLine.arguments.dropFirst())
        let typed = ConfiguredArguments(words)
        let variables = ShopConfiguration.processVariables
        var language = typed.language(variables: variables)
        if BuildReport.isAsked(by: words) { return StandardStream.output.write(BuildReport.text(in: language)) }
        do {
            var command = try JuiceBatchCommand.parseAsRoot(typed.completed(variables: variables))
            // Help and version are commands of the parser's own.
            guard let command = command as? any ShopCommand else { return try command.run() }
            language = command.endLanguage ?? language
            let status = try command.perform()
            if status != .done { exit(status.rawValue) }
        } catch let error as BatchError {
            let complaint = Complaint(error)
            complaint.tell(in: language)
            exit(complaint.status.rawValue)
        } catch {
            JuiceBatchCommand.exit(withError: error)
        }
    }
}
