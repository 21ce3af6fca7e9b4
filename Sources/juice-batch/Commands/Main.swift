internal import ArgumentParser
internal import CSV
internal import Foundation
internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

// Foundation is not used here. When Swift's libraries are linked statically, its dependencies are included only if the
// executable target imports it, and other targets need it.

/// The entry point of the program: parses the command line, runs the subcommand, and exits with its status.
@main
enum Main {
    static func main() {
        CancellationToken.installSignalHandlers()
        let variables = ShopConfiguration.processVariables
        // Swift reads the arguments from /proc; without the program's name, they could not be read.
        if CommandLine.arguments.isEmpty {
            end(BatchError.unreadableArguments, TypedArguments(words: []).language(variables: variables))
        }
        var arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "-V" { arguments[0] = "--version" }
        let typed = TypedArguments(words: arguments)
        var language = typed.language(variables: variables)
        var completed = arguments
        do {
            // This answer does not use the argument parser, which would first initialize all commands.
            if arguments == ["--version"] { return try StandardStream.output.writeAll(BuildInfo.version + "\n") }
            // The argument parser answers `--version` itself and does not support a second option with it.
            let options = arguments.prefix { $0.hasPrefix("-") && $0 != "--" }
            if options.contains("--version") && options.contains("--verbose") {
                let report = language.buildReport(libcsv: libcsvVersion, sqlite: sqliteVersion)
                return try StandardStream.output.writeAll(report)
            }
            if let page = try HelpPage.requested(by: arguments, variables: variables) {
                return try StandardStream.output.writeAll(page)
            }
            completed = try typed.completed(variables: variables)
            language = TypedArguments(words: completed).language(variables: variables)
            MessageLanguage.current = language
            // Variables that look like settings may be misspelled, except those of the project's scripts.
            let known = ["JUICE_BATCH_PROGRAM", "JUICE_BATCH_SPARK_VENV"] + Setting.allCases.compactMap(\.variable)
            for name in variables.keys.sorted() where !known.contains(name) {
                StandardStream.error.writeLine(language.noVariable(name))
            }
            // Manual pages and completions are made from the parser's data.
            let isForData = arguments.contains {
                $0 == "--experimental-dump-help" || $0.hasPrefix("--generate-completion-script")
            }
            if isForData { HelpTexts.load(language, listsExitCodes: true) }
            var command = try Self.command(completed)
            // Version and completions are commands of the argument parser.
            guard let command = command as? any ShopCommand else { return try command.run() }
            let status = try command.perform()
            if !status.isDone { exit(Int32(status.code)) }
        } catch  where error is BatchError || error is PartlyAppliedError || error is UsageError {
            end(error, language)
        } catch {
            switch JuiceBatchCommand.exitCode(for: error) {
            case .success:
                // The version or completions.
                do {
                    try StandardStream.output.writeAll(JuiceBatchCommand.fullMessage(for: error) + "\n")
                } catch {
                    end(error, language)
                }
            case .validationFailure:
                let language = typed.language(variables: variables, forHelp: true)
                end(UsageError(error, arguments: completed, language), language)
            default: end(error, language)
            }
        }
    }

    /// The command that the arguments ask for.
    ///
    /// A subcommand is first parsed on its own: parsing it as part of the root command would take a fifth of the time
    /// of a small run. If that fails, the error comes from the root command.
    private static func command(_ arguments: [String]) throws -> any ParsableCommand {
        let type = JuiceBatchCommand.configuration.subcommands.first { $0._commandName == arguments.first }
        if let type, type.configuration.subcommands.isEmpty,
            let command = try? type.parseAsRoot(Array(arguments.dropFirst())), Swift.type(of: command) == type
        {
            return command
        }
        return try JuiceBatchCommand.parseAsRoot(arguments)
    }

    private static func end(_ error: any Error, _ language: MessageLanguage) -> Never {
        exit(Int32(StandardStream.error.report(error, in: language).code))
    }
}

extension HelpPage {
    /// Returns the help page that the program's arguments ask for; nil if they ask for none.
    ///
    /// For a page, it sets the language of all further output; it throws `UsageError` if there is no such page.
    static func requested(by arguments: [String], variables: [String: String]) throws -> String? {
        let flags = ["-h", "--help", "--help-hidden"]
        let options = arguments.prefix { $0 != "--" }
        let isCommand = arguments.isEmpty || arguments.first == HelpTexts.command
        guard isCommand || options.contains(where: flags.contains) else { return nil }
        // A language option before the command is accepted as well.
        let typed = TypedArguments(words: [HelpTexts.command] + arguments)
        MessageLanguage.current = typed.language(variables: variables, forHelp: true)
        HelpTexts.load(.current)
        let isBrief = options.contains("-h") && !options.contains("--help") && arguments.first != HelpTexts.command
        let extent: Extent = options.contains("--help-hidden") ? .full : isBrief ? .brief : .usual
        let language = Setting.language.option
        // The command whose flag asks for help, or the words after `help` without the option for the language.
        let words = options.indices.filter { index in
            guard isCommand else { return index == 0 }
            return index > 0 && !options[index].hasPrefix(language + "=") && options[index] != language
                && (index == 1 || options[index - 1] != language)
        }.map { options[$0] }
        if isCommand, let word = words.first(where: { $0.hasPrefix("-") && !flags.contains($0) }) {
            throw UsageError(.unknownOption(word, suggestion: nil))
        }
        let topics = words.filter { !$0.hasPrefix("-") }
        guard let name = topics.first, name != HelpTexts.command else { return HelpPage(.program, extent).text }
        if let topic = HelpTopic(rawValue: name) {
            if topics.count > 1 { throw UsageError(.needlessArgument(topics[1])) }
            return topic.page(run: CommandInfo(of: RunCommand.self))
        }
        guard let command = CommandInfo(ofSubcommand: name) else {
            throw UsageError(CommandInfo.program.unknownCommand(name))
        }
        if let word = topics.dropFirst().first(where: { command.positionals.first?.allowed.contains($0) != true }) {
            throw UsageError(.needlessArgument(word))
        }
        return HelpPage(command, extent).text
    }
}

/// The root command `juice-batch`, which only has subcommands.
struct JuiceBatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: HelpTexts.program, abstract: HelpTexts.text(of: HelpTexts.program).abstract,
        discussion: HelpTexts.text(of: HelpTexts.program).discussion, version: BuildInfo.version,
        subcommands: [
            InitCommand.self, RunCommand.self, NightlyCommand.self, ChainCommand.self, CheckCommand.self,
            InspectCommand.self, MenuCommand.self, DiffCommand.self, IndexCommand.self, StockCommand.self,
            PlanCommand.self, CounterCommand.self, HistoryCommand.self, StatusCommand.self, ReverseCommand.self,
            SettleCommand.self, RestoreCommand.self, VerifyCommand.self, ConfigCommand.self,
        ])
}

/// A subcommand that performs a use case, prints its result, and returns an exit status.
protocol ShopCommand: ParsableCommand {
    /// Runs the command to its end, and returns its exit status; errors are thrown.
    func perform() throws -> ExitStatus
}

extension ShopCommand {
    /// Prints the result of a command, and returns the status of a finished one.
    func finish(printing text: String) throws -> ExitStatus {
        try StandardStream.output.writeAll(text)
        return .done
    }
}
