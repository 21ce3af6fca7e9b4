internal import JuiceReports
internal import Synchronization

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
