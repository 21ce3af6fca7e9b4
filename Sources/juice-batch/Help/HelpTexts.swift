internal import ArgumentParser
internal import CBuild
internal import JuiceBatch
internal import JuiceReports
internal import Synchronization

/// The help texts for all commands, arguments and options in one language.
///
/// They are in one resource per language, whose first lines describe its format. The argument parser asks for the texts
/// of declared options at each start; since most starts show no help, they are empty until `load` is called.
struct HelpTexts {
    /// The text below one heading of a resource.
    private struct Entry {
        /// The placeholder of the argument's value; nil for a command and for a flag.
        let valueName: String?
        var lines: [String] = []

        var abstract: String { lines.first ?? "" }

        var discussion: String {
            let end = lines.lastIndex { !$0.isEmpty } ?? 0
            return end < 2 ? "" : lines[2...end].joined(separator: "\n")
        }

        /// Adds a line to the last paragraph, or as a new one if one of the two lines is blank or indented.
        mutating func add(_ line: Substring) {
            if let last = lines.last, [last[...], line].allSatisfy({ !$0.isEmpty && !$0.hasPrefix(" ") }) {
                lines[lines.count - 1] += " " + line
            } else {
                lines.append(String(line))
            }
        }
    }

    /// The entries by the name of a command, of a shared option (below `*` in the resource), or both with a space.
    private var entries: [String: Entry] = [:]
    private let language: MessageLanguage
    /// Whether the texts contain lists of exit codes; if not, they refer to the page with the list.
    private let listsExitCodes: Bool

    private init(_ language: MessageLanguage, listsExitCodes: Bool) {
        self.language = language
        self.listsExitCodes = listsExitCodes
        let file: EmbeddedFile =
            switch language {
            case .korean: .helpKorean
            case .english: .helpEnglish
            }
        var (command, key) = ("", "")
        for line in embeddedText(file).split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("# ") {
                command = String(line.dropFirst(2))
                key = command
                entries[key] = Entry(valueName: nil)
            } else if line.hasPrefix("## ") {
                let heading = line.dropFirst(3)
                let name = heading.prefix { $0 != " " }
                key = command == "*" ? String(name) : "\(command) \(name)"
                // The placeholder of the value follows the name in angle brackets.
                let value = heading.dropFirst(name.count + 2).dropLast()
                entries[key] = Entry(valueName: value.isEmpty ? nil : String(value))
            } else {
                entries[key]?.add(line)
            }
        }
    }

    static let program = "juice-batch"
    static let command = "help"

    private static let loaded = LockedValue<HelpTexts?>(nil)

    /// Loads the texts of a language for all option declarations that follow.
    static func load(_ language: MessageLanguage, listsExitCodes: Bool = false) {
        loaded.withLock { $0 = HelpTexts(language, listsExitCodes: listsExitCodes) }
    }

    /// The help of an option by its name, such as `--menu`, or with the command that has its own text, `stock --menu`.
    static subscript(key: String, visibility: ArgumentVisibility = .default) -> ArgumentHelp? {
        loaded.withLock { texts in
            guard let entry = texts?.entries[key] else { return ArgumentHelp(visibility: visibility) }
            return ArgumentHelp(
                "\(entry.abstract)", discussion: entry.discussion, valueName: entry.valueName, visibility: visibility)
        }
    }

    /// A heading or another word of the help pages.
    static func word(_ name: String) -> String { text(of: "words \(name)").abstract }

    static func text(of key: String) -> (abstract: String, discussion: String) {
        loaded.withLock { texts in
            guard let texts, let entry = texts.entries[key] else { return ("", "") }
            let codes =
                texts.listsExitCodes ? ExitReason.list(of: key, texts.language) : "  juice-batch help exit-codes"
            return (entry.abstract, entry.discussion.replacing("  {exit-codes}", with: codes))
        }
    }
}

extension CommandConfiguration {
    /// Creates the configuration of a subcommand with its help texts.
    init(_ name: String) {
        let text = HelpTexts.text(of: name)
        // With its parent's name, a command is not asked for a completion script before it is parsed.
        self.init(
            commandName: name, _superCommandName: HelpTexts.program, abstract: text.abstract,
            discussion: text.discussion)
    }
}

extension MessageLanguage {
    private static let isEnglish = Atomic(false)

    /// The language of the process for errors in the command line, chosen before the argument parser validates options.
    ///
    /// Only a command that finds another language in the settings of its folder chooses it again.
    static var current: MessageLanguage {
        get { isEnglish.load(ordering: .relaxed) ? .english : .korean }
        set { isEnglish.store(newValue == .english, ordering: .relaxed) }
    }
}

extension ValidationError {
    /// Creates a usage error with a message in the language of the process.
    init(_ message: (MessageLanguage) -> String) { self.init(message(.current)) }
}

/// A help topic that is not a command.
enum HelpTopic: String, CaseIterable {
    case input
    /// The settings and options that describe the exports of a POS.
    case export
    case exitCodes = "exit-codes"

    /// The options that describe exports, which only the page about exports explains.
    static let exportOptions = settings.map(\.option).filter { $0 != Setting.idColumn.option } + typedOnly

    /// The options about exports without a setting, since they may differ for each export.
    private static let typedOnly = ["--delimiter", "--encoding", "--expect"]

    /// The settings that describe exports, one for each option.
    private static let settings: [Setting] = Setting.allCases.reduce(into: []) { list, setting in
        let single: [Setting] = [.negative, .decimal, .header, .trailing, .sequence, .dayStart, .dateOrder]
        let describesExports = setting.isResolvedExportSetting || single.contains(setting)
        if describesExports, !list.contains(where: { $0.option == setting.option }) { list.append(setting) }
    }

    func page(run: CommandInfo) -> String {
        let text = HelpTexts.text(of: rawValue)
        let head = [HelpPage.paragraphs(text.abstract), HelpPage.paragraphs(text.discussion)]
        switch self {
        case .input: return HelpPage.text(of: head)
        case .export:
            let settings = Self.settings.flatMap { setting in
                run.argument(named: setting.option).map { Self.lines(about: setting, $0) } ?? []
            }
            let typed = Self.typedOnly.compactMap { run.argument(named: $0) }
            return HelpPage.text(
                of: head + [[HelpTexts.word("settings")] + settings, HelpPage.list("typed-only", typed)])
        case .exitCodes:
            return HelpPage.text(of: head + [[ExitReason.list(of: nil, .current)]])
        }
    }

    /// The lines about a setting in the form of juice-batch.json, with the placeholder of its option.
    private static func lines(about setting: Setting, _ option: ArgumentInfo) -> [String] {
        let valueName = option.valueName ?? ""
        let names = valueName.split { ":=".contains($0) }.map { "\"\($0)\"" }
        let value =
            switch setting.kind {
            case .column, .meanings: names.dropLast().reversed().reduce(names.last ?? "") { "{\($1): \($0)}" }
            case .cells: "{\(names[0]): [\(names.last ?? "")]}"
            case .list: setting.path.dropFirst().reduce("[\(names[0])]") { "{\"\($1)\": \($0)}" }
            case .choice(let choices): choices.map { "\"\($0)\"" }.joined(separator: " | ")
            case .path, .number, .flag, .text, .days: "\"\(valueName)\""
            }
        let form = "  \"\(setting.path[0])\": \(value)"
        let text = option.descriptionWithDefault + (option.discussion.isEmpty ? "" : " " + option.discussion)
        let indent = "      "
        // Options begin beside their settings, at column 45, counted from 0.
        return [form.padded(to: 44) + " " + option.synopsis]
            + text.folded(to: HelpPage.widthMax - indent.count).map { indent + $0 }
    }
}
