internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import JuiceBatch
internal import JuiceReports

// Foundation is not used here. When Swift's libraries are linked statically, its dependencies are included only if the
// executable target imports it, and other targets need it.

/// The program: finds the subcommand, runs it, and turns whatever ends it into an exit code.
@main
enum Main {
    static func main() {
        Signals.install()
        let variables = ShopConfiguration.processVariables
        // Swift finds the arguments by way of /proc. The first is the program's name, so none at all means that they could
        // not be read, and must not pass for a call without any.
        if CommandLine.arguments.isEmpty {
            end(BatchError.unreadableArguments, ConfiguredArguments([]).language(variables: variables))
        }
        let words = Array(CommandLine.arguments.dropFirst())
        let typed = ConfiguredArguments(words)
        var language = typed.language(variables: variables)
        if BuildReport.isAsked(by: words) { return StandardStream.output.write(BuildReport.text(in: language)) }
        var completed = words
        do {
            if let request = HelpRequest(words) {
                // In front of a command, too, a language is one.
                let typed = ConfiguredArguments([HelpRequest.command] + words)
                return try HelpAnswer(request, typed.languageOfHelp(variables: variables)).tell()
            }
            completed = try typed.completed(variables: variables)
            language = ConfiguredArguments(completed).language(variables: variables)
            Strings.speak(language)
            HelpTexts.loadForParser(words, language)
            var command = try JuiceBatchCommand.parseAsRoot(completed)
            // Version and completions are commands of the parser's own.
            guard let command = command as? any ShopCommand else { return try command.run() }
            language = command.endLanguage ?? language
            let status = try command.perform()
            if !status.isDone { exit(Int32(status.code)) }
        } catch let error as BatchError {
            end(error, language)
        } catch let error as PartlyAppliedError {
            end(error, language)
        } catch let error as UsageError {
            end(error, language)
        } catch {
            guard JuiceBatchCommand.exitCode(for: error) == .validationFailure else {
                JuiceBatchCommand.exit(withError: error)
            }
            let language = typed.languageOfHelp(variables: variables)
            end(UsageError(error, words: completed, root: JuiceBatchCommand.self, language), language)
        }
    }

    /// Ends the program by what went wrong.
    private static func end(_ error: any Error, _ language: MessageLanguage) -> Never {
        let message = ErrorMessage(error)
        message.tell(in: language)
        exit(Int32(message.reason.code))
    }
}
