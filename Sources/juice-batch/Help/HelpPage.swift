internal import ArgumentParser
internal import JuiceReports

/// The help page of the program or of a command, in lines that fit a terminal of 80 columns.
struct HelpPage {
    /// The amount of detail on a page, as `-h`, `--help` and `--help-hidden` show it.
    enum Extent {
        /// The usage, examples and the most used options.
        case brief
        /// All options except those that describe exports and the least used ones.
        case usual
        case full
    }

    static let widthMax = 80
    /// The column, from 0, at which the descriptions of options begin.
    private static let textStart = 26
    private static let margin = "  "

    private let command: CommandInfo
    private let extent: Extent
    /// Whether the page is about a subcommand and not about the program.
    private var isOfCommand: Bool { command.subcommands.isEmpty }

    /// Creates a page in the language of the loaded texts.
    init(_ command: CommandInfo, _ extent: Extent = .usual) {
        self.command = command
        self.extent = command.subcommands.isEmpty || extent == .full ? extent : .usual
    }

    /// The options that `-h` shows, most used first; at most ten are shown.
    private static let mostUsed = [
        "--ledger", "--output", "--menu", "--column", "--date", "--dry-run", "--json", "--excel", "--language",
        "--help", "--folder", "--fail-on", "--write", "--update", "--for", "--days", "--csv", "--listen", "--open",
        "--max-age", "--settle", "--keep-days", "--keep-backups", "--expect-files", "--shops",
    ]

    /// The least used options, which only `--help-hidden` shows for commands that read exports.
    private static let leastUsed = ["--threads", "--currency", "--annotations", "--no-progress", "--no-color"]
    /// The least used options of commands that write reports, shown in the same way.
    private static let leastUsedOfReports = ["--closed", "--missing-percent", "--overstock-days"]

    /// The groups of options for a command that has many; options in no group come last.
    private static let groups: [(heading: String, options: [String])] = [
        ("inputs", ["--menu", "--stock", "--column", "--date"]),
        ("ledger", ["--ledger", "--again", "--skip-known", "--lock-wait", "--remake"]),
        ("reports", ["--output", "--excel", "--shop", "--language", "--json", "--quiet"]),
    ]

    private var readsExports: Bool { command.argument(named: "--column") != nil }

    private var shown: [ArgumentInfo] {
        let visible = Self.merged(command.arguments.filter { $0.isShown || extent == .full })
        if extent == .full { return visible }
        let omitted =
            (readsExports ? Self.leastUsed + HelpTopic.exportOptions : [])
            + (command.argument(named: "--overstock-days") == nil ? [] : Self.leastUsedOfReports)
        let usual = visible.filter { argument in !argument.names.contains(where: omitted.contains) }
        if extent == .usual { return usual }
        let most = Self.mostUsed.filter(usual.flatMap(\.names).contains).prefix(10)
        return usual.filter { $0.isPositional || usual.count <= most.count || $0.names.contains(where: most.contains) }
    }

    var text: String {
        let parts =
            [
                Self.paragraphs(command.abstract), usage,
                Self.paragraphs(extent == .brief ? examples : command.discussion),
            ] + commands + [Self.list("arguments", shown.filter(\.isPositional))] + options + [references]
        return Self.text(of: parts)
    }

    /// Joins the parts of a page with a blank line between them; empty parts are left out.
    static func text(of parts: [[String]]) -> String {
        parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    var usage: [String] {
        let start = HelpTexts.word("usage")
        var words = [start, isOfCommand ? "juice-batch \(command.name)" : "juice-batch"]
        if !command.subcommands.isEmpty { words.append("<\(HelpTexts.word("command"))>") }
        words += command.positionals.filter { !$0.collectsUnknown && $0.isShown }
            .map { $0.isOptional ? "[\($0.synopsis)]" : $0.synopsis }
        words += command.arguments.filter { !$0.isPositional && !$0.isOptional }.map(\.synopsis)
        words.append("[\(HelpTexts.word("option"))]")
        let indent = String(repeating: " ", count: start.displayWidth + 1)
        let lines = words.joined(separator: " ").folded(to: Self.widthMax - indent.count)
        return lines.prefix(1) + lines.dropFirst().map { indent + $0 }
    }

    /// The section of examples in the discussion; empty if there is none.
    private var examples: String {
        let sections = command.discussion.split(separator: "\n\n")
        return String(sections.first { $0.hasPrefix(HelpTexts.word("examples") + "\n") } ?? "")
    }

    /// The groups of commands with their headings; commands in no group come last.
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

    /// The sections of options, in groups if there are at least 16.
    private var options: [[String]] {
        let all = shown.filter { !$0.isPositional }
        guard extent == .usual, all.count >= 16 else { return [Self.list("options", all)] }
        let groups = Self.groups.map { heading, names in
            Self.list(heading, names.compactMap { name in all.first { $0.names.contains(name) } })
        }
        let grouped = Self.groups.flatMap(\.options)
        return groups + [Self.list("options", all.filter { !$0.names.contains(where: grouped.contains) })]
    }

    private var references: [String] {
        guard isOfCommand else {
            let topics = HelpTopic.allCases.flatMap {
                Self.entry($0.rawValue, HelpTexts.text(of: $0.rawValue).abstract)
            }
            return [HelpTexts.word("topics")] + topics + [
                "", Self.reference(toHelpOf: "<\(HelpTexts.word("command"))>"),
            ]
        }
        if extent == .brief { return [Self.reference(toHelpOf: command.name)] }
        guard readsExports, extent == .usual else { return [] }
        return [HelpTexts.word("more-of-exports"), HelpTexts.word("all-options") + " \(command.name) --help-hidden"]
    }

    /// The line that refers to the help page of a command, or of the program if nil.
    static func reference(toHelpOf command: String?) -> String {
        HelpTexts.word("more") + " juice-batch help" + (command.map { " " + $0 } ?? "")
    }

    /// A list of arguments or options under a heading; empty if there are none.
    static func list(_ heading: String, _ arguments: [ArgumentInfo]) -> [String] {
        guard !arguments.isEmpty else { return [] }
        return [HelpTexts.word(heading)] + arguments.flatMap { entry($0.synopsis, $0.descriptionWithDefault) }
    }

    /// Merges a flag and its opposite, which have the same description, into one entry.
    private static func merged(_ options: [ArgumentInfo]) -> [ArgumentInfo] {
        options.reduce(into: []) { merged, option in
            if let last = merged.last, last.valueName == nil, last.abstract == option.abstract {
                merged[merged.count - 1].names += option.names
            } else {
                merged.append(option)
            }
        }
    }

    /// A name with its description, which starts on the next line if the name is long.
    private static func entry(_ label: String, _ text: String) -> [String] {
        var lines = text.folded(to: widthMax - textStart)[...]
        var start = margin + label
        if start.displayWidth + margin.count <= textStart, let first = lines.popFirst() {
            start = start.padded(to: textStart) + first
        }
        return [start] + lines.map { String(repeating: " ", count: textStart) + $0 }
    }

    /// A text as lines: paragraphs are wrapped, indented lines are unchanged.
    static func paragraphs(_ text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            line.hasPrefix(margin) ? [String(line)] : String(line).folded(to: widthMax)
        }
    }
}

/// The argument parser's description of an argument or option.
struct ArgumentInfo {
    /// The spellings with their hyphens, the long one last; empty for a positional argument.
    fileprivate(set) var names: [String]
    private let dump: JSONValue

    /// Reads an element of a command's `arguments` in the output of `--experimental-dump-help`.
    init(_ dump: JSONValue) {
        names = (dump[["names"]]?.elements ?? []).map {
            ($0[["kind"]]?.string == "short" ? "-" : "--") + ($0[["name"]]?.string ?? "")
        }
        self.dump = dump
    }

    /// The placeholder for the value; nil for a flag.
    var valueName: String? { dump[["kind"]]?.string == "flag" ? nil : dump[["valueName"]]?.string }
    /// The allowed values, if there is a list of them.
    var allowed: [String] { dump[["allValues"]]?.strings ?? [] }
    fileprivate var abstract: String { dump[["abstract"]]?.string ?? "" }
    var discussion: String { dump[["discussion"]]?.string ?? "" }
    var isShown: Bool { dump[["shouldDisplay"]]?.bool ?? true }
    var isOptional: Bool { dump[["isOptional"]]?.bool ?? true }
    var isRepeating: Bool { dump[["isRepeating"]]?.bool ?? false }
    /// Whether the argument collects all arguments that the command does not know.
    var collectsUnknown: Bool { dump[["parsingStrategy"]]?.string == "allUnrecognized" }
    var isPositional: Bool { names.isEmpty }
    /// The spelling that messages use.
    var name: String { names.last ?? valueName ?? "" }

    var descriptionWithDefault: String {
        // The parser's descriptions of these options are only in English.
        if ["--help", "--version"].contains(name) { return HelpTexts.word(name) }
        guard let defaultValue = dump[["defaultValue"]]?.string else { return abstract }
        let isOff = valueName == nil && defaultValue.hasPrefix("--no-")
        // The default is placed before the full stop of the description.
        let end = abstract.hasSuffix(".") ? "." : ""
        let value = isOff ? HelpTexts.word("off") : defaultValue
        return abstract.dropLast(end.count) + " (\(HelpTexts.word("default")): \(value))" + end
    }

    /// The spelling with the placeholder, as shown before the description.
    var synopsis: String {
        let value = valueName.map { "<\($0)>" } ?? ""
        if isPositional { return value + (isRepeating ? "..." : "") }
        return names.joined(separator: ", ") + (value.isEmpty ? "" : " " + value)
    }
}

/// The argument parser's description of a command.
struct CommandInfo {
    private let dump: JSONValue

    var name: String { dump[["commandName"]]?.string ?? "" }
    var abstract: String { dump[["abstract"]]?.string ?? "" }
    var discussion: String { dump[["discussion"]]?.string ?? "" }
    var arguments: [ArgumentInfo] { (dump[["arguments"]]?.elements ?? []).map { ArgumentInfo($0) } }
    /// The subcommands without the command `help`, which the parser adds to each command.
    var subcommands: [CommandInfo] {
        (dump[["subcommands"]]?.elements ?? []).map { CommandInfo(dump: $0) }.filter { $0.name != "help" }
    }
    /// The argument or option with a given spelling; nil if there is none.
    func argument(named name: String) -> ArgumentInfo? { arguments.first { $0.names.contains(name) } }
    var positionals: [ArgumentInfo] { arguments.filter(\.isPositional) }
    /// Whether the command passes unknown arguments on to another command.
    var forwardsArguments: Bool { arguments.contains(where: \.collectsUnknown) }
}

extension CommandInfo {
    /// Reads the description of a command from the argument parser.
    init(of command: any ParsableCommand.Type) {
        let dump = try? JSONReader.value(of: Array(command._dumpHelp().utf8))
        self.init(dump: dump?[["command"]] ?? .null)
    }
}
