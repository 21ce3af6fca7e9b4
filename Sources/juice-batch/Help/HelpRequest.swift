/// The subject that a user asks help about.
struct HelpRequest {
    /// The word that asks for help.
    static let command = "help"

    /// The words that should name a command; none for the program as a whole.
    let topics: [String]
    /// A word that asks for nothing.
    let stranger: String?
    /// The part of a command's help that is shown.
    let extent: HelpPage.Extent

    /// - Parameter words: the words behind the program's name; nil where they do not ask for help.
    init?(_ words: [String]) {
        let options = words.prefix { $0 != "--" }
        let isBrief = options.contains("-h") && !options.contains("--help") && words.first != Self.command
        extent = options.contains("--help-hidden") ? .full : isBrief ? .brief : .usual
        if words.isEmpty || words.first == Self.command {
            let asked = Self.withoutLanguage(options.dropFirst())
            topics = asked.filter { !$0.hasPrefix("-") }
            stranger = asked.first { $0.hasPrefix("-") && !Self.flags.contains($0) }
        } else {
            guard options.contains(where: Self.flags.contains) else { return nil }
            topics = options.prefix(1).filter { !$0.hasPrefix("-") }
            stranger = nil
        }
    }

    private static let flags = ["-h", "--help", "--help-hidden"]

    private static let language = "--language"

    /// The words without those that say in which language to answer.
    private static func withoutLanguage(_ words: ArraySlice<String>) -> [String] {
        words.indices.filter { index in
            !words[index].hasPrefix(language + "=") && words[index] != language
                && (index == words.startIndex || words[index - 1] != language)
        }.map { words[$0] }
    }
}
