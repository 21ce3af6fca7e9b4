internal import ArgumentParser
internal import CSV
internal import Foundation
internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
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
        var words = Array(CommandLine.arguments.dropFirst())
        if words.first == "-V" { words[0] = "--version" }
        let typed = ConfiguredArguments(words)
        var language = typed.language(variables: variables)
        // Without the parser, which first builds what it knows of every command.
        if words == ["--version"] { return answer(ProgramVersion.number, language) }
        var completed = words
        do {
            // For bug reports and inventories of software: the parser answers --version by itself, and takes no word with it.
            let options = words.prefix { $0.hasPrefix("-") && $0 != "--" }
            if options.contains("--version") && options.contains("--verbose") {
                let report = language.buildReport(.ofThisProgram, libcsv: libcsvVersion, sqlite: sqliteVersion)
                return try StandardStream.output.writeAll(report)
            }
            if let request = HelpRequest(words) {
                // In front of a command, too, a language is one.
                let typed = ConfiguredArguments([HelpRequest.command] + words)
                return try HelpAnswer(request, typed.languageOfHelp(variables: variables)).tell()
            }
            completed = try typed.completed(variables: variables)
            language = ConfiguredArguments(completed).language(variables: variables)
            Strings.speak(language)
            warn(of: variables, language)
            HelpTexts.loadForParser(words, language)
            var command = try Self.command(completed)
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
                return answer(JuiceBatchCommand.fullMessage(for: error), language)
            }
            let language = typed.languageOfHelp(variables: variables)
            end(UsageError(error, words: completed, root: JuiceBatchCommand.self, language), language)
        }
    }

    /// The command that some words ask for.
    ///
    /// A subcommand is parsed by itself at first: on its way through the program's own command the parser would take a fifth
    /// of the time of a small run. Where that fails, the error is that of the whole.
    private static func command(_ words: [String]) throws -> any ParsableCommand {
        let type = JuiceBatchCommand.configuration.subcommands.first { $0._commandName == words.first }
        if let type, type.configuration.subcommands.isEmpty,
            let command = try? type.parseAsRoot(Array(words.dropFirst())), Swift.type(of: command) == type
        {
            return command
        }
        return try JuiceBatchCommand.parseAsRoot(words)
    }

    /// Prints what the parser itself answers: the version, completions, or what it knows.
    private static func answer(_ text: String, _ language: MessageLanguage) {
        do {
            try StandardStream.output.writeAll(text + "\n")
        } catch {
            end(error, language)
        }
    }

    /// Names the variables that are meant as settings and are none.
    private static func warn(of variables: [String: String], _ language: MessageLanguage) {
        let known = Setting.allCases.compactMap(\.variable)
        for name in variables.keys.sorted() where !known.contains(name) && !Setting.otherVariables.contains(name) {
            let names = known.map { String($0.dropFirst(Setting.variablePrefix.count)) }
            let nearest = NearestWord.nearest(to: String(name.dropFirst(Setting.variablePrefix.count)), among: names)
            let text = GrammarMessages(language).noVariable(name, nearest.map { Setting.variablePrefix + $0 })
            StandardStream.error.write(Escaping.terminal("juice-batch: " + text) + "\n")
        }
    }

    /// Ends the program by what went wrong.
    private static func end(_ error: any Error, _ language: MessageLanguage) -> Never {
        let message = ErrorMessage(error)
        message.tell(in: language)
        exit(Int32(message.reason.code))
    }
}
