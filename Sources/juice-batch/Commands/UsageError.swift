internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// An invalid command line, with the message to print.
struct UsageError: Error {
    /// The message in lines: the error, the synopsis, and where to find help.
    let text: String

    /// Creates an error in the arguments of `help`.
    init(_ error: GrammarError) {
        self.init(sentence: MessageLanguage.current.text(error), nil)
    }

    /// Creates an error from one of the argument parser or of an option's validation.
    init(_ error: any Error, arguments: [String], _ language: MessageLanguage) {
        HelpTexts.load(language)
        let command = arguments.first.flatMap { CommandInfo(ofSubcommand: $0) }
        let found = command.map { $0.error(in: arguments.dropFirst()) } ?? CommandInfo.program.error(before: arguments)
        let message = JuiceBatchCommand.message(for: error)
        // The parser's message about a value that an option does not accept.
        let refused = message.prefixMatch(of: /The value '(?<value>(?s:.*?))' is invalid for '(?<name>[^ ']*)/)
        let refusal = found ?? refused.map { .badValue(String($0.value), of: String($0.name), allowed: []) }
        self.init(sentence: refusal.map { language.text($0) } ?? String(message.prefix { $0 != "\n" }), command)
    }

    private init(sentence: String, _ command: CommandInfo?) {
        let page = HelpPage(command ?? .program)
        let lines = [Escaping.terminal("juice-batch: " + sentence)] + page.usage
        text = (lines + [HelpPage.reference(toHelpOf: command?.name)]).joined(separator: "\n")
    }
}

extension StandardStream {
    /// Writes the message for an error that ends a command, with `FILE:LINE:` if it has a position; returns its reason.
    @discardableResult
    func report(_ error: any Error, in language: MessageLanguage) -> ExitReason {
        let partly = error as? PartlyAppliedError
        if let cause = error as? BatchError ?? partly?.cause {
            let text = Escaping.terminal(language.text(cause, after: partly?.before ?? .nothing))
            switch cause {
            case .refused, .badSetting: write(text + "\n")
            default: write("juice-batch: " + text + "\n")
            }
            return ExitReason(of: error)
        }
        let usage = error as? UsageError
        write((usage?.text ?? Escaping.terminal(JuiceBatchCommand.message(for: error))) + "\n")
        return usage != nil || JuiceBatchCommand.exitCode(for: error) == .validationFailure ? .usage : .bug
    }
}

/// The errors in command lines that the argument parser has rejected.
///
/// The parser reports errors only in English, and suggests any name within four edits.
extension CommandInfo {
    /// Reads the description of one subcommand, much faster than all of them; nil if there is none of that name.
    init?(ofSubcommand name: String) {
        guard let type = JuiceBatchCommand.configuration.subcommands.first(where: { $0._commandName == name })
        else { return nil }
        self.init(of: type)
    }

    static let program = CommandInfo(of: JuiceBatchCommand.self)

    /// The error in a command line of the program that does not begin with a command; nil if its form is correct.
    fileprivate func error(before words: [String]) -> GrammarError? {
        guard let first = words.first else { return nil }
        if first.hasPrefix("-") && first != "-" {
            let option = Self.optionName(in: first)
            // The parser accepts this option but does not list it.
            let isKnown = argument(named: option) != nil || option == "--generate-completion-script"
            if isKnown { return nil }
            let name = words.first { CommandInfo(ofSubcommand: $0)?.argument(named: option) != nil }
            guard let name else { return unknownOption(option, among: arguments) }
            let ordered = ["juice-batch", name] + words.filter { $0 != name }.map { Escaping.shell($0) }
            return .unknownOption(option, suggestion: ordered.joined(separator: " "))
        }
        let isFile = first == "-" || first.lowercased().hasSuffix(".csv") || access(first, F_OK) == 0
        return isFile ? .fileForCommand(words) : unknownCommand(first)
    }

    func unknownCommand(_ word: String) -> GrammarError {
        .unknownCommand(
            word, suggestion: Self.nearestName(to: word, among: subcommands.map(\.name) + [HelpTexts.command]))
    }

    /// The first error in a command line of this command; nil if its form is correct.
    fileprivate func error(in words: ArraySlice<String>) -> GrammarError? {
        let declared = arguments + (forwardsArguments ? CommandInfo(of: RunCommand.self).arguments : [])
        var given: Set<String> = []
        var positionals: [String] = []
        var rest = words
        while let word = rest.popFirst() {
            if word == "--" {
                positionals += rest
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                positionals.append(word)
                continue
            }
            let name = Self.optionName(in: word)
            guard let option = declared.first(where: { $0.names.contains(name) }) else {
                return unknownOption(name, among: declared)
            }
            given.insert(option.name)
            guard let valueName = option.valueName else {
                if name != word { return .needlessValue(option: name) }
                continue
            }
            var value = String(word.dropFirst(name.count + 1))
            if name == word {
                guard let next = rest.first, next == "-" || !next.hasPrefix("-") || Int(next) != nil else {
                    return .missingValue(option: name, value: valueName)
                }
                value = rest.removeFirst()
            }
            if let error = option.error(for: value) { return error }
        }
        let missing = arguments.first { !$0.isPositional && !$0.isOptional && !given.contains($0.name) }
        return error(inPositionals: positionals) ?? missing.map { .missingOption($0.name, value: $0.valueName ?? "") }
    }

    /// The first error in the positional arguments of this command; nil if there is none.
    private func error(inPositionals values: [String]) -> GrammarError? {
        let declared = positionals.filter { !$0.collectsUnknown }
        for (value, argument) in zip(values, declared) {
            if let error = argument.error(for: value) { return error }
        }
        if values.count < declared.count, let missing = declared[values.count...].first(where: { !$0.isOptional }) {
            return .missingArgument(missing.valueName ?? missing.name, readsInput: missing.isRepeating)
        }
        guard !forwardsArguments, values.count > declared.count, declared.last?.isRepeating != true else { return nil }
        return .needlessArgument(values[declared.count])
    }

    private func unknownOption(_ option: String, among arguments: [ArgumentInfo]) -> GrammarError {
        let shown = arguments.filter { $0.isShown && !$0.isPositional }.flatMap(\.names)
        return .unknownOption(option, suggestion: Self.nearestName(to: option, among: shown))
    }

    /// The option in a word, without a value after an equals sign.
    private static func optionName(in word: String) -> String { String(word.prefix { $0 != "=" }) }

    /// The first of the names that are most similar to a typed one, without leading hyphens; nil if none is similar.
    ///
    /// A name that begins with all typed letters, if there are at least two, is preferred. Otherwise, one letter or up
    /// to a quarter of the letters may differ; a letter in another place is one difference.
    static func nearestName(to typed: String, among names: [String]) -> String? {
        let letters = comparedLetters(of: typed)
        guard !letters.isEmpty else { return nil }
        if letters.count >= 2, let longer = names.first(where: { comparedLetters(of: $0).starts(with: letters) }) {
            return longer
        }
        let similar = names.compactMap { name -> (name: String, distance: Int)? in
            let other = comparedLetters(of: name)
            let change = other.difference(from: letters)
            let distance = max(change.insertions.count, change.removals.count)
            let length = max(letters.count, other.count)
            return distance <= max(1, length / 4) && distance < length ? (name, distance) : nil
        }
        return similar.min { $0.distance < $1.distance }?.name
    }

    /// The characters that are compared: at most 100, in lower case, without leading hyphens.
    private static func comparedLetters(of word: String) -> [Character] {
        Array(word.prefix(100).lowercased().drop { $0 == "-" })
    }
}

extension ArgumentInfo {
    /// The error for a value that is not one of the allowed ones; nil if it is, or if there is no list of them.
    fileprivate func error(for value: String) -> GrammarError? {
        if allowed.isEmpty || allowed.contains(value) { return nil }
        return .badValue(value, of: isPositional ? synopsis : name, allowed: allowed)
    }
}
