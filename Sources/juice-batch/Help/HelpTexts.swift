internal import ArgumentParser
internal import CBuild
internal import JuiceBatch
internal import JuiceReports
internal import Synchronization

/// The texts of help in one language: what each command, argument and option is for.
///
/// They stand in a resource per language, whose first lines describe its form. The argument parser asks for an option's
/// text when the option is declared, which is at each start. A start that shows no help must not wait for the resource to
/// be parsed, so there are no texts until they are loaded.
struct HelpTexts {
    /// The text below one heading of a resource.
    private struct Entry {
        /// The placeholder of the argument's value; nil for a command and for a flag.
        let valueName: String?
        private var lines: [String] = []

        /// An entry without text.
        init(valueName: String?) {
            self.valueName = valueName
        }

        /// The first paragraph of the text.
        var abstract: String { lines.first ?? "" }

        /// The paragraphs after the first one.
        var discussion: String {
            let end = lines.lastIndex { !$0.isEmpty } ?? 0
            return end < 2 ? "" : lines[2...end].joined(separator: "\n")
        }

        /// Adds a line: to the paragraph above, unless one of them is blank or indented.
        mutating func add(_ line: Substring) {
            if let last = lines.last, [last[...], line].allSatisfy({ !$0.isEmpty && !$0.hasPrefix(" ") }) {
                lines[lines.count - 1] += " " + line
            } else {
                lines.append(String(line))
            }
        }
    }

    /// The texts by the command's name, the option's, or both with a space between.
    private var entries: [String: Entry] = [:]
    private let language: MessageLanguage
    /// Whether lists of exit codes stand in the texts; else the texts name the page that has them.
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
        for line in String(cString: embedded_text(file)).split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("# ") {
                command = String(line.dropFirst(2))
                key = command
                entries[key] = Entry(valueName: nil)
            } else if line.hasPrefix("## ") {
                let heading = line.dropFirst(3)
                let name = heading.prefix { $0 != " " }
                key = command == Self.common ? String(name) : "\(command) \(name)"
                // Behind the name stands the value in angle brackets.
                let value = heading.dropFirst(name.count + 2).dropLast()
                entries[key] = Entry(valueName: value.isEmpty ? nil : String(value))
            } else {
                entries[key]?.add(line)
            }
        }
    }

    /// The word that asks for help.
    static let command = "help"

    /// The heading above options of several commands.
    private static let common = "*"

    private static let loaded = LockedValue<HelpTexts?>(nil)

    /// Makes the texts of a language available to all declarations of options from here on.
    ///
    /// - Parameter listsExitCodes: whether texts list exit codes, as manual pages do, instead of naming the page with them.
    static func load(_ language: MessageLanguage, listsExitCodes: Bool = false) {
        loaded.withLock { $0 = HelpTexts(language, listsExitCodes: listsExitCodes) }
    }

    /// Loads the texts if the argument parser is asked for what it knows, which manual pages and completions are made of.
    ///
    /// - Parameter words: the words behind the program's name.
    static func loadForParser(_ words: [String], _ language: MessageLanguage) {
        let isAsked = words.contains {
            $0 == "--experimental-dump-help" || $0.hasPrefix("--generate-completion-script")
        }
        if isAsked { load(language, listsExitCodes: true) }
    }

    /// The help of an argument or option, as its declaration takes it.
    ///
    /// - Parameters:
    ///   - key: its name, `--menu`; behind the command's name and a blank, `stock --menu`, if the command's differs.
    ///   - visibility: whether help and completions show it.
    static subscript(key: String, visibility: ArgumentVisibility = .default) -> ArgumentHelp? {
        loaded.withLock { texts in
            guard let entry = texts?.entries[key] else { return ArgumentHelp(visibility: visibility) }
            return ArgumentHelp(
                "\(entry.abstract)", discussion: entry.discussion, valueName: entry.valueName, visibility: visibility)
        }
    }

    /// A heading or another word of help itself.
    static func word(_ name: String) -> String { text(of: "words \(name)").abstract }

    /// The help text of a command, or of a topic that is no command.
    static func text(of key: String) -> (abstract: String, discussion: String) {
        loaded.withLock { texts in
            guard let texts, let entry = texts.entries[key] else { return ("", "") }
            let codes =
                texts.listsExitCodes ? ExitCodeList.text(of: key, texts.language) : "  juice-batch help exit-codes"
            return (entry.abstract, entry.discussion.replacing("  {exit-codes}", with: codes))
        }
    }
}

extension CommandConfiguration {
    /// The configuration of a command of this name.
    init(_ name: String, version: String = "", subcommands: [any ParsableCommand.Type] = []) {
        let text = HelpTexts.text(of: name)
        if subcommands.isEmpty {
            // One that is known to stand below another one is not asked for a completion script before it is parsed.
            self.init(
                commandName: name, _superCommandName: "juice-batch", abstract: text.abstract,
                discussion: text.discussion, version: version)
        } else {
            self.init(
                commandName: name, abstract: text.abstract, discussion: text.discussion, version: version,
                subcommands: subcommands)
        }
    }
}

/// The texts of the command line about itself, in the language that is chosen before the command line is parsed.
///
/// The argument parser asks for help texts when an option is declared, long before the user's arguments are parsed. So the
/// language is a property of the process. It is chosen once at the start, and again only by a command that finds another
/// language in the settings of its folder.
enum Strings {
    private static let isEnglish = Atomic(false)

    /// The language of the program's output.
    static var language: MessageLanguage { isEnglish.load(ordering: .relaxed) ? .english : .korean }

    /// Chooses the language of all that is said from here on.
    static func speak(_ language: MessageLanguage) {
        isEnglish.store(language == .english, ordering: .relaxed)
    }

    /// The messages about errors in the command line.
    static var mistake: GrammarMessages { GrammarMessages(language) }
}
