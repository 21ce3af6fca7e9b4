internal import ArgumentParser
internal import JuiceReports

/// The argument parser's description of an argument or option.
struct ArgumentInfo {
    /// The spellings with their hyphens, the long one last; empty for an argument that is no option.
    private(set) var names: [String]
    /// The placeholder of its value; nil for a flag.
    let valueName: String?
    /// The value that holds without it, where the parser knows one.
    let defaultValue: String?
    /// The values that it takes, where they are a list.
    let allowed: [String]
    /// A description of the argument.
    let abstract: String
    /// The further description; empty if there is none.
    let discussion: String
    /// Whether help shows it.
    let isShown: Bool
    /// Whether the argument can be left out.
    let isOptional: Bool
    /// Whether the argument can be given any number of times.
    let isRepeating: Bool
    /// Whether the argument takes whatever the command itself does not know.
    let takesUnknown: Bool

    /// An option with the names of both, as for a flag and its opposite.
    func together(with opposite: ArgumentInfo) -> ArgumentInfo {
        var both = self
        both.names += opposite.names
        return both
    }

    /// - Parameter dump: an element of `arguments` of a command, as `--experimental-dump-help` has it.
    init(_ dump: JSONValue) {
        names = (dump[["names"]]?.elements ?? []).map {
            ($0[["kind"]]?.string == "short" ? "-" : "--") + ($0[["name"]]?.string ?? "")
        }
        valueName = dump[["kind"]]?.string == "flag" ? nil : dump[["valueName"]]?.string
        defaultValue = dump[["defaultValue"]]?.string
        allowed = dump[["allValues"]]?.strings ?? []
        abstract = dump[["abstract"]]?.string ?? ""
        discussion = dump[["discussion"]]?.string ?? ""
        isShown = dump[["shouldDisplay"]]?.bool ?? true
        isOptional = dump[["isOptional"]]?.bool ?? true
        isRepeating = dump[["isRepeating"]]?.bool ?? false
        takesUnknown = dump[["parsingStrategy"]]?.string == "allUnrecognized"
    }

    /// Whether the argument has no name and is known by its position.
    var isPositional: Bool { names.isEmpty }

    /// The spelling that messages use.
    var name: String { names.last ?? valueName ?? "" }

    /// The description with the default value.
    var sentence: String {
        // The parser's own speak English only.
        if ["--help", "--version"].contains(name) { return HelpTexts.word(name) }
        guard let defaultValue else { return abstract }
        let isOff = valueName == nil && defaultValue.hasPrefix("--no-")
        // The default stands within the sentence, as it does where the text itself says it.
        let end = abstract.hasSuffix(".") ? "." : ""
        let value = isOff ? HelpTexts.word("off") : defaultValue
        return abstract.dropLast(end.count) + " (\(HelpTexts.word("default")): \(value))" + end
    }

    /// The spelling in help, in front of the description.
    var head: String {
        let value = valueName.map { "<\($0)>" } ?? ""
        if isPositional { return value + (isRepeating ? "..." : "") }
        return names.joined(separator: ", ") + (value.isEmpty ? "" : " " + value)
    }
}

/// The argument parser's description of a command.
struct CommandInfo {
    /// The program's or the subcommand's name.
    let name: String
    /// A one-sentence summary of the command.
    let abstract: String
    /// The further description of the command.
    let discussion: String
    /// The arguments in the order of their declaration.
    let arguments: [ArgumentInfo]
    /// The subcommands in their order.
    let subcommands: [CommandInfo]

    /// - Parameter command: the program as a whole, or one of its commands.
    init(of command: any ParsableCommand.Type) {
        let dump = try? JSONReader.value(of: Array(command._dumpHelp().utf8))
        self.init(dump?[["command"]] ?? .null)
    }

    private init(_ dump: JSONValue) {
        name = dump[["commandName"]]?.string ?? ""
        abstract = dump[["abstract"]]?.string ?? ""
        discussion = dump[["discussion"]]?.string ?? ""
        arguments = (dump[["arguments"]]?.elements ?? []).map { ArgumentInfo($0) }
        // Help is the parser's own, and stands in each command.
        subcommands = (dump[["subcommands"]]?.elements ?? []).map { CommandInfo($0) }.filter { $0.name != "help" }
    }

    /// The argument or option that is spelled so.
    func argument(named name: String) -> ArgumentInfo? {
        arguments.first { $0.names.contains(name) }
    }

    /// The arguments that are positional.
    var positionals: [ArgumentInfo] { arguments.filter(\.isPositional) }

    /// Whether the command hands on to another one what it does not know.
    var handsOn: Bool { arguments.contains(where: \.takesUnknown) }
}
