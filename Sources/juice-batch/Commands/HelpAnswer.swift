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
    }

    /// Prints the help that is asked for.
    ///
    /// - Throws: a `UsageError` where there is none.
    func tell() throws {
        let page = try page()
        try StandardStream.output.writeAll(page.text)
    }

    private func page() throws -> HelpPage {
        if let word = request.stranger { throw refusal { _ in .unknownOption(word, suggestion: nil) } }
        guard let topic = request.topics.first, topic != "help" else {
            return HelpPage(
                CommandInfo(of: JuiceBatchCommand.self), isOfCommand: false, showsHidden: request.showsHidden, language)
        }
        // Only the one that is asked about is looked at.
        let types = JuiceBatchCommand.configuration.subcommands
        guard let type = types.first(where: { $0.configuration.commandName == topic }) else {
            throw refusal { $0.unknownCommand(topic) }
        }
        let command = CommandInfo(of: type)
        let words = request.topics.dropFirst()
        if let word = words.first(where: { !(command.positionals.first?.allowed.contains($0) ?? false) }) {
            throw refusal { _ in .needlessArgument(word) }
        }
        return HelpPage(command, isOfCommand: true, showsHidden: request.showsHidden, language)
    }

    private func refusal(_ mistake: (CommandLineReview) -> GrammarError) -> UsageError {
        let program = CommandInfo(of: JuiceBatchCommand.self)
        return UsageError(mistake(CommandLineReview(program)), program: program, command: nil, language)
    }
}
