internal import ArgumentParser
internal import JuiceReports

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
    /// Its commands, in order.
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
        arguments = Self.elements(dump[["arguments"]]).map { ArgumentInfo($0) }
        // Help is the parser's own, and stands in each command.
        subcommands = Self.elements(dump[["subcommands"]]).map { CommandInfo($0) }.filter { $0.name != "help" }
    }

    private static func elements(_ list: JSONValue?) -> [JSONValue] {
        if case .array(let elements) = list { elements } else { [] }
    }

    /// The argument or option that is spelled so.
    func argument(named name: String) -> ArgumentInfo? {
        arguments.first { $0.names.contains(name) }
    }

    /// The arguments that are positional.
    var positionals: [ArgumentInfo] { arguments.filter(\.isPositional) }

    /// Whether it hands on to another command what it does not know.
    var handsOn: Bool { arguments.contains(where: \.takesUnknown) }
}
