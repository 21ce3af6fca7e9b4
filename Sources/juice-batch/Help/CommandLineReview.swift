internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// Finds the error in a command line that the argument parser has rejected.
///
/// The parser reports errors in English, and suggests any name within four edits. Only rejected command lines are
/// reviewed, so that valid ones cost nothing.
struct CommandLineReview {
    /// The option that the parser accepts but does not list.
    private static let completions = "--generate-completion-script"

    private let program: CommandInfo

    /// Creates a checker of command lines.
    ///
    /// - Parameter program: the parser's description of the program.
    init(_ program: CommandInfo) {
        self.program = program
    }

    /// The first error in the command line; nil if its form is correct.
    ///
    /// - Parameter arguments: the arguments after the program's name.
    func error(in arguments: [String]) -> GrammarError? {
        guard let first = arguments.first else { return nil }
        if first.hasPrefix("-") && first != "-" { return errorBeforeCommand(first, arguments) }
        guard let command = command(named: first) else { return noCommand(first, arguments) }
        return error(in: arguments.dropFirst(), of: command)
    }

    /// The command with a name; nil if there is none.
    func command(named name: String) -> CommandInfo? {
        program.subcommands.first { $0.name == name }
    }

    /// The error for an unknown command name.
    func unknownCommand(_ word: String) -> GrammarError {
        .unknownCommand(
            word,
            suggestion: NearestWord.nearest(to: word, among: program.subcommands.map(\.name) + [HelpTexts.command]))
    }

    private func noCommand(_ first: String, _ arguments: [String]) -> GrammarError {
        let isFile = first == "-" || first.lowercased().hasSuffix(".csv") || access(first, F_OK) == 0
        return isFile ? .fileForCommand(arguments) : unknownCommand(first)
    }

    private func errorBeforeCommand(_ first: String, _ arguments: [String]) -> GrammarError? {
        let option = Self.name(of: first)
        if program.argument(named: option) != nil || option == Self.completions { return nil }
        let all = program.subcommands.flatMap(\.arguments).flatMap(\.names)
        if all.contains(option) {
            return .optionBeforeCommand(option, command: arguments.first { command(named: $0) != nil })
        }
        let optionNames = program.arguments.flatMap(\.names)
        return .unknownOption(option, suggestion: NearestWord.nearest(to: option, among: optionNames + all))
    }

    private func error(in arguments: ArraySlice<String>, of command: CommandInfo) -> GrammarError? {
        let declared =
            command.forwardsArguments
            ? command.arguments + (self.command(named: "run")?.arguments ?? []) : command.arguments
        var given: Set<String> = []
        var values: [String] = []
        var rest = arguments
        while let word = rest.popFirst() {
            if word == "--" {
                values += rest
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                values.append(word)
                continue
            }
            let name = Self.name(of: word)
            guard let option = declared.first(where: { $0.names.contains(name) }) else {
                return unknownOption(name, of: command, among: declared)
            }
            given.insert(option.name)
            guard let valueName = option.valueName else {
                if name != word { return .needlessValue(option: name) }
                continue
            }
            if name == word {
                guard let next = rest.first, next == "-" || !next.hasPrefix("-") || Int(next) != nil else {
                    return .missingValue(option: name, value: valueName)
                }
                rest.removeFirst()
                if let error = Self.badValue(next, of: option) { return error }
            } else if let error = Self.badValue(String(word.dropFirst(name.count + 1)), of: option) {
                return error
            }
        }
        return Self.error(in: values, of: command) ?? Self.missingOption(of: command, given: given)
    }

    /// The first error in positional arguments; nil if there is none.
    private static func error(in values: [String], of command: CommandInfo) -> GrammarError? {
        let places = command.positionals.filter { !$0.collectsUnknown }
        for (value, index) in zip(values, places) {
            if let error = badValue(value, of: index) { return error }
        }
        if values.count < places.count, let missing = places[values.count...].first(where: { !$0.isOptional }) {
            return .missingArgument(missing.valueName ?? missing.name, readsInput: missing.isRepeating)
        }
        if command.forwardsArguments { return nil }
        if values.count > places.count, places.last?.isRepeating != true {
            return .needlessArgument(values[places.count])
        }
        return nil
    }

    private static func missingOption(of command: CommandInfo, given: Set<String>) -> GrammarError? {
        let missing = command.arguments.first { !$0.isPositional && !$0.isOptional && !given.contains($0.name) }
        return missing.map { .missingOption($0.name, value: $0.valueName ?? "") }
    }

    private static func badValue(_ value: String, of argument: ArgumentInfo) -> GrammarError? {
        if argument.allowed.isEmpty || argument.allowed.contains(value) { return nil }
        return .badValue(value, of: argument.isPositional ? argument.head : argument.name, allowed: argument.allowed)
    }

    private func unknownOption(_ name: String, of command: CommandInfo, among arguments: [ArgumentInfo]) -> GrammarError
    {
        let others = program.subcommands.filter { $0.argument(named: name)?.isShown ?? false }.map(\.name)
        if !others.isEmpty { return .optionOfOthers(name, command: command.name, others: others) }
        let shown = arguments.filter { $0.isShown && !$0.isPositional }.flatMap(\.names)
        return .unknownOption(name, suggestion: NearestWord.nearest(to: name, among: shown))
    }

    /// The name of an option without a value after an equals sign.
    private static func name(of word: String) -> String {
        word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? word
    }
}

/// An error of the command line as a message with help.
extension UsageError {
    /// Creates an error from a known mistake.
    ///
    /// - Parameters:
    ///   - program: the parser's description of the program.
    ///   - command: the command on the command line, if any.
    init(_ error: GrammarError, program: CommandInfo, command: CommandInfo?, _ language: MessageLanguage) {
        self.init(sentence: GrammarMessages(language).text(error), program, command, language)
    }

    /// Creates an error from one of the argument parser or of an option's validation.
    ///
    /// - Parameters:
    ///   - error: the parser's error.
    ///   - arguments: the arguments after the program's name.
    ///   - root: the root command.
    init(_ error: any Error, arguments: [String], root: any ParsableCommand.Type, _ language: MessageLanguage) {
        HelpTexts.load(language)
        let program = CommandInfo(of: root)
        let review = CommandLineReview(program)
        let command = arguments.first.flatMap { review.command(named: $0) }
        let parsed = Self.refusal(root.message(for: error))
        let grammarError = review.error(in: arguments) ?? parsed.error
        let sentence = grammarError.map { GrammarMessages(language).text($0) } ?? parsed.sentence
        self.init(sentence: sentence, program, command, language)
    }

    private init(sentence: String, _ program: CommandInfo, _ command: CommandInfo?, _ language: MessageLanguage) {
        let page = HelpPage(command ?? program, isOfCommand: command != nil)
        let lines = [Escaping.terminal("juice-batch: " + sentence)] + page.usage
        self.init(text: (lines + [HelpPage.more(of: command?.name)]).joined(separator: "\n"))
    }

    /// The parts of the parser's message about a value that an option does not accept.
    ///
    /// Its form is `The value 'x' is invalid for '--days <n>'`; the option's own message may follow after a colon.
    private static func refusal(_ message: String) -> (error: GrammarError?, sentence: String) {
        let (start, middle) = ("The value '", "' is invalid for '")
        guard message.hasPrefix(start), let (value, rest) = cut(message.dropFirst(start.count), middle) else {
            return (nil, String(message.prefix { $0 != "\n" }))
        }
        if let (_, reason) = cut(rest, "': ") { return (nil, String(reason)) }
        let name = rest.prefix { $0 != " " && $0 != "'" }
        return (.badValue(String(value), of: String(name), allowed: []), message)
    }

    /// The parts of a text before and after a separator; nil if the separator does not occur.
    private static func cut(_ text: Substring, _ separator: String) -> (before: Substring, after: Substring)? {
        var start = text.startIndex
        while start < text.endIndex {
            if text[start...].hasPrefix(separator) {
                return (text[..<start], text[start...].dropFirst(separator.count))
            }
            start = text.index(after: start)
        }
        return nil
    }
}

/// Finds the command or option that a user probably meant.
enum NearestWord {
    /// The word most similar to a typed one; nil if none is similar enough.
    ///
    /// If at least two letters were typed, a word that begins with them is preferred. Otherwise, at most a third of the
    /// letters, but at least one, may differ; two swapped letters count as one difference. Of equally similar words,
    /// the first one is returned. Leading hyphens are ignored.
    static func nearest(to typed: String, among arguments: [String]) -> String? {
        let letters = lettersAndDigits(typed)
        guard !letters.isEmpty else { return nil }
        if letters.count >= 2, let longer = arguments.first(where: { lettersAndDigits($0).starts(with: letters) }) {
            return longer
        }
        var best: (word: String, distance: Int)?
        for word in arguments {
            let other = lettersAndDigits(word)
            let distance = distance(letters, other)
            guard distance <= max(1, max(letters.count, other.count) / 3), distance < max(letters.count, other.count)
            else { continue }
            if distance < best?.distance ?? .max { best = (word, distance) }
        }
        return best?.word
    }

    private static func lettersAndDigits(_ word: String) -> [Character] {
        Array(word.prefix(100).lowercased().drop { $0 == "-" })
    }

    /// The edit distance, in which swapping adjacent letters counts as one edit.
    private static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var before: [Int] = []
        var above = Array(0...second.count)
        for row in first.indices {
            var line = [row + 1]
            for column in second.indices {
                let isSame = first[row] == second[column]
                var least = min(above[column] + (isSame ? 0 : 1), above[column + 1] + 1, line[column] + 1)
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    least = min(least, before[column - 1] + 1)
                }
                line.append(least)
            }
            (before, above) = (above, line)
        }
        return above[second.count]
    }
}
