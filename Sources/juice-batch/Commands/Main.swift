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
            end(BatchError.unreadableArguments, TypedArguments([]).language(variables: variables))
        }
        var arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "-V" { arguments[0] = "--version" }
        let typed = TypedArguments(arguments)
        var language = typed.language(variables: variables)
        // This answer does not use the argument parser, which would first initialize all commands.
        if arguments == ["--version"] { return answer(BuildInfo.version, language) }
        var completed = arguments
        do {
            // The argument parser answers `--version` itself and does not support a second option with it.
            let options = arguments.prefix { $0.hasPrefix("-") && $0 != "--" }
            if options.contains("--version") && options.contains("--verbose") {
                let report = language.buildReport(libcsv: libcsvVersion, sqlite: sqliteVersion)
                return try StandardStream.output.writeAll(report)
            }
            if let request = HelpRequest(arguments) {
                // A language option before the command is accepted as well.
                let typed = TypedArguments([HelpTexts.command] + arguments)
                return try request.printPage(in: typed.languageOfHelp(variables: variables))
            }
            completed = try typed.completed(variables: variables)
            language = TypedArguments(completed).language(variables: variables)
            MessageLanguage.current = language
            warn(of: variables, language)
            HelpTexts.loadForParser(arguments, language)
            var command = try Self.command(completed)
            // Version and completions are commands of the argument parser.
            guard let command = command as? any ShopCommand else { return try command.run() }
            let status = try command.perform()
            if !status.isDone { exit(Int32(status.code)) }
        } catch  where error is BatchError || error is PartlyAppliedError || error is UsageError {
            end(error, language)
        } catch {
            switch JuiceBatchCommand.exitCode(for: error) {
            case .success: answer(JuiceBatchCommand.fullMessage(for: error), language)
            case .validationFailure:
                let language = typed.languageOfHelp(variables: variables)
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

    /// Prints an answer of the argument parser, such as the version or completions.
    private static func answer(_ text: String, _ language: MessageLanguage) {
        do {
            try StandardStream.output.writeAll(text + "\n")
        } catch {
            end(error, language)
        }
    }

    /// Warns about environment variables that look like settings and are unknown.
    private static func warn(of variables: [String: String], _ language: MessageLanguage) {
        let known = Setting.allCases.compactMap(\.variable)
        for name in variables.keys.sorted() where !known.contains(name) && !Setting.otherVariables.contains(name) {
            StandardStream.error.write(Escaping.terminal("juice-batch: " + language.noVariable(name)) + "\n")
        }
    }

    private static func end(_ error: any Error, _ language: MessageLanguage) -> Never {
        exit(Int32(StandardStream.error.report(error, in: language).code))
    }
}

/// A request for help on the command line.
struct HelpRequest {
    private static let flags = ["-h", "--help", "--help-hidden"]

    private let topics: [String]
    /// An argument that a request for help does not accept.
    private let unknownArgument: String?
    private let extent: HelpPage.Extent

    /// Recognizes a request for help in the arguments of the program; nil if there is none.
    init?(_ arguments: [String]) {
        let options = arguments.prefix { $0 != "--" }
        let isCommand = arguments.isEmpty || arguments.first == HelpTexts.command
        guard isCommand || options.contains(where: Self.flags.contains) else { return nil }
        let isBrief = options.contains("-h") && !options.contains("--help") && arguments.first != HelpTexts.command
        extent = options.contains("--help-hidden") ? .full : isBrief ? .brief : .usual
        let words = isCommand ? Self.withoutLanguage(options.dropFirst()) : Array(options.prefix(1))
        topics = words.filter { !$0.hasPrefix("-") }
        unknownArgument = isCommand ? words.first { $0.hasPrefix("-") && !Self.flags.contains($0) } : nil
    }

    /// The arguments without options for the language.
    private static func withoutLanguage(_ arguments: ArraySlice<String>) -> [String] {
        let option = Setting.language.option
        return arguments.indices.filter { index in
            !arguments[index].hasPrefix(option + "=") && arguments[index] != option
                && (index == arguments.startIndex || arguments[index - 1] != option)
        }.map { arguments[$0] }
    }

    /// Prints the help page in a language, which all further output uses; throws `UsageError` if there is none.
    func printPage(in language: MessageLanguage) throws {
        MessageLanguage.current = language
        HelpTexts.load(language)
        try StandardStream.output.writeAll(page())
    }

    private func page() throws -> String {
        if let word = unknownArgument { throw usageError { _ in .unknownOption(word, suggestion: nil) } }
        guard let name = topics.first, name != HelpTexts.command else {
            return HelpPage(.program, extent).text
        }
        let arguments = topics.dropFirst()
        if let topic = HelpTopic(rawValue: name) {
            if let word = arguments.first { throw usageError { _ in .needlessArgument(word) } }
            return topic.page(run: CommandInfo(of: RunCommand.self), .current)
        }
        guard let command = CommandInfo(ofSubcommand: name) else { throw usageError { $0.unknownCommand(name) } }
        if let word = arguments.first(where: { !(command.positionals.first?.allowed.contains($0) ?? false) }) {
            throw usageError { _ in .needlessArgument(word) }
        }
        return HelpPage(command, extent).text
    }

    private func usageError(_ error: (_ program: CommandInfo) -> GrammarError) -> UsageError {
        UsageError(error(.program), command: nil, .current)
    }
}

/// The root command `juice-batch`, which only has subcommands.
struct JuiceBatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "juice-batch",
        version: BuildInfo.version,
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
