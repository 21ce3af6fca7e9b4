internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports

/// The program's answer to a request for help.
struct HelpAnswer {
    private let request: HelpRequest
    private let language: MessageLanguage

    /// An answer in a language, in which all else is said from here on.
    init(_ request: HelpRequest, _ language: MessageLanguage) {
        self.request = request
        self.language = language
        Strings.speak(language)
        HelpTexts.load(language)
    }

    /// Prints the help that is asked for.
    ///
    /// - Throws: a `UsageError` where there is none.
    func tell() throws {
        try StandardStream.output.writeAll(page())
    }

    private func page() throws -> String {
        if let word = request.stranger { throw refusal { _ in .unknownOption(word, suggestion: nil) } }
        guard let name = request.topics.first, name != "help" else {
            return HelpPage(CommandInfo(of: JuiceBatchCommand.self), isOfCommand: false, request.extent).text
        }
        let words = request.topics.dropFirst()
        if let topic = HelpTopic(rawValue: name) {
            if let word = words.first { throw refusal { _ in .needlessArgument(word) } }
            return topic.page(run: CommandInfo(of: RunCommand.self), language)
        }
        // Only the one that is asked about is looked at.
        let types = JuiceBatchCommand.configuration.subcommands
        guard let type = types.first(where: { $0.configuration.commandName == name }) else {
            throw refusal { $0.unknownCommand(name) }
        }
        let command = CommandInfo(of: type)
        if let word = words.first(where: { !(command.positionals.first?.allowed.contains($0) ?? false) }) {
            throw refusal { _ in .needlessArgument(word) }
        }
        return HelpPage(command, isOfCommand: true, request.extent).text
    }

    private func refusal(_ mistake: (CommandLineReview) -> GrammarError) -> UsageError {
        let program = CommandInfo(of: JuiceBatchCommand.self)
        return UsageError(mistake(CommandLineReview(program)), program: program, command: nil, language)
    }
}
