/// An error in the grammar of a command line.
///
/// Options are spelled with their hyphens; `suggestion` is the known word that was probably meant.
package enum GrammarMistake: Error, Sendable, Equatable {
    /// The first word is no command.
    case unknownCommand(String, suggestion: String?)
    /// The first word is no command but a file; all words.
    case fileForCommand([String])
    /// Options stand in front of the command.
    case optionBeforeCommand(String, command: String?)
    /// An option that no command has.
    case unknownOption(String, suggestion: String?)
    /// An option that only other commands have.
    case optionOfOthers(String, command: String, others: [String])
    /// Nothing behind an option that takes a value, or another option.
    case missingValue(option: String, value: String)
    /// `--option=value` of an option that takes none.
    case needlessValue(option: String)
    /// An argument that has to be there.
    case missingArgument(String)
    /// An option that has to be there.
    case missingOption(String, value: String)
    /// The command takes fewer arguments.
    case needlessArgument(String)
    /// A value that an option or an argument does not take, and what it takes as far as that is a list.
    case badValue(String, of: String, allowed: [String])
}
