internal import ArgumentParser
internal import JuiceReports

/// The help page of the program or of a command, in lines of at most 78 columns.
struct HelpPage {
    /// The width of a page in columns.
    static let widthMax = 78
    /// The column, from 0, at which the descriptions of options begin.
    private static let textStart = 28
    private static let margin = "  "

    private let language: MessageLanguage
    private let command: CommandInfo
    /// Whether it is about a command, not about the program as a whole.
    private let isOfCommand: Bool
    /// Whether it shows what is not for everyday, too.
    private let showsHidden: Bool

    /// A page in the language of what the command says of itself.
    init(_ command: CommandInfo, isOfCommand: Bool, showsHidden: Bool = false, _ language: MessageLanguage) {
        self.command = command
        self.isOfCommand = isOfCommand
        self.showsHidden = showsHidden
        self.language = language
    }

    private var wording: HelpMessages { HelpMessages(language) }

    /// The text of the page.
    var text: String {
        let shown = command.arguments.filter { $0.isShown || showsHidden }
        let parts = [
            Self.paragraphs(command.abstract), usage, Self.paragraphs(command.discussion),
            commands, list(wording.argumentsHeading, shown.filter(\.isPositional)),
            list(wording.optionsHeading, Self.merged(shown.filter { !$0.isPositional })),
            isOfCommand ? [] : [wording.more(command: "<\(wording.command)>")],
        ]
        return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    /// The synopsis of the command.
    var usage: [String] {
        var words = [wording.usage, isOfCommand ? "juice-batch \(command.name)" : "juice-batch"]
        if !command.subcommands.isEmpty { words.append("<\(wording.command)>") }
        for argument in command.positionals where !argument.takesUnknown && argument.isShown {
            words.append(argument.isOptional ? "[\(argument.head)]" : argument.head)
        }
        for option in command.arguments where !option.isPositional && !option.isOptional { words.append(option.head) }
        words.append("[\(wording.options)]")
        let indent = String(repeating: " ", count: DisplayWidth.of(wording.usage) + 1)
        return Self.folded(words.joined(separator: " "), behind: indent)
    }

    private var commands: [String] {
        guard !command.subcommands.isEmpty else { return [] }
        return [wording.commandsHeading] + command.subcommands.flatMap { Self.entry($0.name, $0.abstract) }
    }

    private func list(_ heading: String, _ arguments: [ArgumentInfo]) -> [String] {
        guard !arguments.isEmpty else { return [] }
        return [heading] + arguments.flatMap { Self.entry($0.head, sentence(about: $0)) }
    }

    private func sentence(about argument: ArgumentInfo) -> String {
        let words = OptionHelp(language)
        switch argument.name {
        // The parser's own speak English only.
        case "--help": return words.help
        case "--version": return words.version
        default:
            guard let value = argument.defaultValue else { return argument.abstract }
            let isOff = argument.valueName == nil && value.hasPrefix("--no-")
            // The default stands within the sentence, as it does where the text itself says it.
            let end = argument.abstract.hasSuffix(".") ? "." : ""
            return argument.abstract.dropLast(end.count) + " " + words.byDefault(isOff ? words.off : value) + end
        }
    }

    /// A flag and its opposite, which say the same of themselves, as one entry.
    private static func merged(_ options: [ArgumentInfo]) -> [ArgumentInfo] {
        var merged: [ArgumentInfo] = []
        for option in options {
            if let last = merged.last, last.valueName == nil, last.abstract == option.abstract {
                merged[merged.count - 1] = last.together(with: option)
            } else {
                merged.append(option)
            }
        }
        return merged
    }

    /// A name and what it is for: beside it, or below where it is long.
    private static func entry(_ head: String, _ text: String) -> [String] {
        let lines = DisplayWidth.folded(text, to: widthMax - textStart)
            .map { String(repeating: " ", count: textStart) + $0 }
        let start = margin + head
        guard DisplayWidth.of(start) + margin.count <= textStart, let first = lines.first else {
            return [start] + lines
        }
        return [DisplayWidth.padded(start, to: textStart) + first.dropFirst(textStart)] + lines.dropFirst()
    }

    /// A text in lines: paragraphs are folded, indented lines stay as they are.
    private static func paragraphs(_ text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            line.hasPrefix(margin) ? [String(line)] : DisplayWidth.folded(String(line), to: widthMax)
        }
    }

    /// A line, and what does not fit into it below, behind an indent.
    private static func folded(_ line: String, behind indent: String) -> [String] {
        let lines = DisplayWidth.folded(line, to: widthMax - indent.count)
        return lines.prefix(1) + lines.dropFirst().map { indent + $0 }
    }
}

extension CommandConfiguration {
    /// The configuration of a command whose help says this.
    init(
        _ name: String, _ text: CommandText, version: String = "", subcommands: [any ParsableCommand.Type] = []
    ) {
        self.init(
            commandName: name, abstract: text.abstract, discussion: text.discussion, version: version,
            subcommands: subcommands)
    }
}
