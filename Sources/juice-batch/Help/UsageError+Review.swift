internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports

/// The analysis of an invalid command line.
extension UsageError {
    /// A mistake that is known.
    ///
    /// - Parameters:
    ///   - program: what the parser tells of the program.
    ///   - command: the command that was called, if any was.
    init(_ mistake: GrammarMistake, program: CommandInfo, command: CommandInfo?, _ language: MessageLanguage) {
        self.init(sentence: GrammarWording(language).text(mistake), program, command, language)
    }

    /// Creates an error from the argument parser's, or from an option's own rule.
    ///
    /// - Parameters:
    ///   - error: the parser's error.
    ///   - words: the arguments behind the program's name.
    ///   - root: the program's command.
    init(_ error: any Error, words: [String], root: any ParsableCommand.Type, _ language: MessageLanguage) {
        let program = CommandInfo(of: root)
        let review = CommandLineReview(program)
        let command = words.first.flatMap { review.command(named: $0) }
        let said = Self.refusal(root.message(for: error))
        let mistake = review.mistake(in: words) ?? said.mistake
        let sentence = mistake.map { GrammarWording(language).text($0) } ?? said.sentence
        self.init(sentence: sentence, program, command, language)
    }

    private init(sentence: String, _ program: CommandInfo, _ command: CommandInfo?, _ language: MessageLanguage) {
        let page = HelpPage(command ?? program, isOfCommand: command != nil, language)
        let lines = [SafeText.terminal("juice-batch: " + sentence)] + page.usage
        self.init(text: (lines + [HelpWording(language).more(command: command?.name)]).joined(separator: "\n"))
    }

    /// The parts of the parser's message for a value that an option does not accept: `The value 'x' is invalid for
    /// '--days <n>'`, and behind a colon the option's own message.
    private static func refusal(_ message: String) -> (mistake: GrammarMistake?, sentence: String) {
        let (start, middle) = ("The value '", "' is invalid for '")
        guard message.hasPrefix(start), let (value, rest) = cut(message.dropFirst(start.count), middle) else {
            return (nil, String(message.prefix { $0 != "\n" }))
        }
        if let (_, own) = cut(rest, "': ") { return (nil, String(own)) }
        let name = rest.prefix { $0 != " " && $0 != "'" }
        return (.badValue(String(value), of: String(name), allowed: []), message)
    }

    /// The texts before and behind a mark.
    private static func cut(_ text: Substring, _ mark: String) -> (before: Substring, behind: Substring)? {
        var start = text.startIndex
        while start < text.endIndex {
            if text[start...].hasPrefix(mark) { return (text[..<start], text[start...].dropFirst(mark.count)) }
            start = text.index(after: start)
        }
        return nil
    }
}
