internal import JuiceReports

/// The help page of the program or of a command, in lines that fit a terminal of 80 columns.
struct HelpPage {
    /// The amount of help that a page shows.
    enum Extent {
        /// The call, examples and the options used most: `-h`.
        case brief
        /// The page shows all options but those that describe an export and those used least, as `--help` does.
        case usual
        /// The page shows all options, as `--help-hidden` does.
        case full
    }

    /// The width of a page in columns.
    static let widthMax = 80
    /// The column, from 0, at which the descriptions of options begin.
    private static let textStart = 26
    private static let margin = "  "

    private let command: CommandInfo
    /// Whether the page is about a command, not about the program as a whole.
    private let isOfCommand: Bool
    private let extent: Extent

    /// A page in the language of the texts that are loaded.
    init(_ command: CommandInfo, isOfCommand: Bool, _ extent: Extent = .usual) {
        self.command = command
        self.isOfCommand = isOfCommand
        self.extent = isOfCommand || extent == .full ? extent : .usual
    }

    /// The options of `-h`, the most used first; it shows ten at most.
    private static let mostUsed = [
        "--ledger", "--output", "--menu", "--column", "--date", "--dry-run", "--json", "--excel", "--language",
        "--help",
        "--folder", "--fail-on", "--write", "--update", "--for", "--days", "--csv", "--listen", "--open", "--max-age",
        "--settle",
        "--keep-days", "--keep-backups", "--expect-files", "--shops",
    ]

    /// The options that only `--help-hidden` shows of a command that reads exports, besides those that describe exports.
    private static let leastUsed = [
        "--threads", "--currency", "--annotations",
        "--no-progress", "--no-color",
    ]

    /// The least used options of a command that makes reports.
    private static let leastUsedOfReports = ["--closed", "--missing-percent", "--overstock-days"]

    /// The options of a command that has many, by the word that heads them; the others come behind them.
    private static let groups: [(heading: String, options: [String])] = [
        ("inputs", ["--menu", "--stock", "--column", "--date"]),
        ("ledger", ["--ledger", "--again", "--skip-known", "--lock-wait", "--remake"]),
        ("reports", ["--output", "--excel", "--shop", "--language", "--json", "--quiet"]),
    ]

    /// The number of options from which on they are shown in groups.
    private static let optionsForGroups = 16

    private var readsExports: Bool { command.argument(named: "--column") != nil }

    /// The arguments and options that this page shows.
    private var shown: [ArgumentInfo] {
        let visible = Self.merged(command.arguments.filter { $0.isShown || extent == .full })
        if extent == .full { return visible }
        let left =
            (readsExports ? Self.leastUsed + HelpTopic.exportOptions : [])
            + (command.argument(named: "--overstock-days") == nil ? [] : Self.leastUsedOfReports)
        let usual = visible.filter { argument in !argument.names.contains(where: left.contains) }
        if extent == .usual { return usual }
        let names = usual.flatMap(\.names)
        let most = Self.mostUsed.filter(names.contains).prefix(10)
        return usual.filter { $0.isPositional || usual.count <= most.count || $0.names.contains(where: most.contains) }
    }

    /// The text of the page.
    var text: String {
        let parts =
            [
                Self.paragraphs(command.abstract), usage,
                Self.paragraphs(extent == .brief ? examples : command.discussion),
            ] + commands + [Self.list("arguments", shown.filter(\.isPositional))] + options + [more]
        return Self.text(of: parts)
    }

    /// Parts of a page with a blank line between; parts without lines are left out.
    static func text(of parts: [[String]]) -> String {
        parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    /// The synopsis of the command.
    var usage: [String] {
        let start = HelpTexts.word("usage")
        var words = [start, isOfCommand ? "juice-batch \(command.name)" : "juice-batch"]
        if !command.subcommands.isEmpty { words.append("<\(HelpTexts.word("command"))>") }
        for argument in command.positionals where !argument.takesUnknown && argument.isShown {
            words.append(argument.isOptional ? "[\(argument.head)]" : argument.head)
        }
        for option in command.arguments where !option.isPositional && !option.isOptional { words.append(option.head) }
        words.append("[\(HelpTexts.word("option"))]")
        let indent = String(repeating: " ", count: DisplayWidth.of(start) + 1)
        let lines = DisplayWidth.folded(words.joined(separator: " "), to: Self.widthMax - indent.count)
        return lines.prefix(1) + lines.dropFirst().map { indent + $0 }
    }

    /// The discussion's section of examples.
    private var examples: String {
        let sections = command.discussion.split(separator: "\n\n")
        return String(sections.first { $0.hasPrefix(HelpTexts.word("examples") + "\n") } ?? "")
    }

    /// The commands by the word that heads them; all others come last.
    private static let commandGroups: [(heading: String, commands: [String])] = [
        ("daily", ["run", "check", "inspect", "nightly", "status", "plan", "counter"]),
        ("keeping", ["init", "history", "stock", "reverse", "settle", "restore", "verify", "chain"]),
    ]

    private var commands: [[String]] {
        let all = command.subcommands
        let grouped = Self.commandGroups.map { heading, names in
            (heading, names.compactMap { name in all.first { $0.name == name } })
        }
        let rest = all.filter { info in !Self.commandGroups.contains { $0.commands.contains(info.name) } }
        return (grouped + [("commands", rest)]).filter { !$0.1.isEmpty }.map { heading, commands in
            [HelpTexts.word(heading)] + commands.flatMap { Self.entry($0.name, $0.abstract) }
        }
    }

    /// The options, in groups where they are many.
    private var options: [[String]] {
        let all = shown.filter { !$0.isPositional }
        guard extent == .usual, all.count >= Self.optionsForGroups else { return [Self.list("options", all)] }
        let groups = Self.groups.map { heading, names in
            Self.list(heading, names.compactMap { name in all.first { $0.names.contains(name) } })
        }
        let grouped = Self.groups.flatMap(\.options)
        return groups + [Self.list("options", all.filter { !$0.names.contains(where: grouped.contains) })]
    }

    /// The references to further help.
    private var more: [String] {
        guard isOfCommand else {
            let topics = HelpTopic.allCases.flatMap {
                Self.entry($0.rawValue, HelpTexts.text(of: $0.rawValue).abstract)
            }
            return [HelpTexts.word("topics")] + topics + ["", Self.more(of: "<\(HelpTexts.word("command"))>")]
        }
        if extent == .brief { return [Self.more(of: command.name)] }
        guard readsExports, extent == .usual else { return [] }
        return [HelpTexts.word("more-of-exports"), HelpTexts.word("all-options") + " \(command.name) --help-hidden"]
    }

    /// The line that names the page with more; nil for the program's.
    static func more(of command: String?) -> String {
        HelpTexts.word("more") + " juice-batch help" + (command.map { " " + $0 } ?? "")
    }

    /// A list of arguments or options under a heading; no line without them.
    static func list(_ heading: String, _ arguments: [ArgumentInfo]) -> [String] {
        guard !arguments.isEmpty else { return [] }
        return [HelpTexts.word(heading)] + arguments.flatMap { entry($0.head, $0.sentence) }
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
    static func paragraphs(_ text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            line.hasPrefix(margin) ? [String(line)] : DisplayWidth.folded(String(line), to: widthMax)
        }
    }
}
