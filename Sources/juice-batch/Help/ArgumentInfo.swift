internal import ArgumentParser
internal import JuiceReports

/// The argument parser's description of an argument or option.
struct ArgumentInfo {
    /// The spellings with their hyphens, the long one last; empty for a positional argument.
    private(set) var names: [String]
    /// The placeholder for the value; nil for a flag.
    let valueName: String?
    /// The default value, if the parser knows it.
    let defaultValue: String?
    /// The allowed values, if there is a list of them.
    let allowed: [String]
    /// A description of the argument.
    let abstract: String
    /// The further description; empty if there is none.
    let discussion: String
    /// Whether help shows the argument.
    let isShown: Bool
    /// Whether the argument can be left out.
    let isOptional: Bool
    /// Whether the argument can be given any number of times.
    let isRepeating: Bool
    /// Whether the argument collects all arguments that the command does not know.
    let takesUnknown: Bool

    /// Returns an option with the names of both, for a flag and its opposite.
    func together(with opposite: ArgumentInfo) -> ArgumentInfo {
        var both = self
        both.names += opposite.names
        return both
    }

    /// Reads the description of an argument.
    ///
    /// - Parameter dump: an element of a command's `arguments` in the output of `--experimental-dump-help`.
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
        // The parser's descriptions of these options are only in English.
        if ["--help", "--version"].contains(name) { return HelpTexts.word(name) }
        guard let defaultValue else { return abstract }
        let isOff = valueName == nil && defaultValue.hasPrefix("--no-")
        // The default is placed before the full stop of the description.
        let end = abstract.hasSuffix(".") ? "." : ""
        let value = isOff ? HelpTexts.word("off") : defaultValue
        return abstract.dropLast(end.count) + " (\(HelpTexts.word("default")): \(value))" + end
    }

    /// The spelling with the placeholder, as shown before the description.
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

    /// Reads the description of a command from the argument parser.
    ///
    /// - Parameter command: the root command or one of its subcommands.
    init(of command: any ParsableCommand.Type) {
        let dump = try? JSONReader.value(of: Array(command._dumpHelp().utf8))
        self.init(dump?[["command"]] ?? .null)
    }

    private init(_ dump: JSONValue) {
        name = dump[["commandName"]]?.string ?? ""
        abstract = dump[["abstract"]]?.string ?? ""
        discussion = dump[["discussion"]]?.string ?? ""
        arguments = (dump[["arguments"]]?.elements ?? []).map { ArgumentInfo($0) }
        // The parser adds the command `help` to each command.
        subcommands = (dump[["subcommands"]]?.elements ?? []).map { CommandInfo($0) }.filter { $0.name != "help" }
    }

    /// The argument or option with a given spelling; nil if there is none.
    func argument(named name: String) -> ArgumentInfo? {
        arguments.first { $0.names.contains(name) }
    }

    /// The arguments that are positional.
    var positionals: [ArgumentInfo] { arguments.filter(\.isPositional) }

    /// Whether the command passes unknown arguments on to another command.
    var handsOn: Bool { arguments.contains(where: \.takesUnknown) }
}
