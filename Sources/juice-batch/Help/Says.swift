internal import JuiceReports
internal import Synchronization

/// What the command line says of itself, in the language that was chosen before any of it was read.
///
/// The argument parser asks for help texts where it is told of an option, long before anybody knows what the user typed.
/// So the language is the process's, chosen once at the start, and again only by a night that finds another one settled in
/// its folder.
enum Says {
    private static let isEnglish = Atomic(false)

    /// The language.
    static var language: MessageLanguage { isEnglish.load(ordering: .relaxed) ? .english : .korean }

    /// Chooses the language of all that is said from here on.
    static func speak(_ language: MessageLanguage) {
        isEnglish.store(language == .english, ordering: .relaxed)
    }

    /// What help says of options.
    static var option: OptionWording { OptionWording(language) }

    /// What help says of commands.
    static var command: CommandWording { CommandWording(language) }

    /// What is said of options that make no sense.
    static var mistake: GrammarWording { GrammarWording(language) }
}
