/// The words that help itself needs: headings, and what stands for what is left out.
package struct HelpMessages {
    private let language: MessageLanguage

    /// The words in a language.
    package init(_ language: MessageLanguage) {
        self.language = language
    }

    /// The label in front of a command's synopsis.
    package var usage: String { language.pick(ko: "사용법:", en: "Usage:") }

    /// The reference to a command's help; of the program where the command is nil.
    package func more(command: String?) -> String {
        let call = command.map { "juice-batch help \($0)" } ?? "juice-batch help"
        return language.pick(ko: "도움말: \(call)", en: "For more: \(call)")
    }

    /// The placeholder for all options.
    package var options: String { language.pick(ko: "옵션", en: "options") }

    /// The placeholder for a command.
    package var command: String { language.pick(ko: "명령", en: "command") }

    /// The heading above the arguments that are no options.
    package var argumentsHeading: String { language.pick(ko: "인자", en: "ARGUMENTS") }

    /// The heading above the options.
    package var optionsHeading: String { language.pick(ko: "옵션", en: "OPTIONS") }

    /// The heading above the commands.
    package var commandsHeading: String { language.pick(ko: "명령", en: "COMMANDS") }
}
