internal import ArgumentParser
internal import JuiceReports

/// The language in which a command speaks to people.
struct LanguageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("ko or en: the language of reports and messages.", valueName: "name"))
    var language: MessageLanguage = .korean
}

extension MessageLanguage: ExpressibleByArgument {}
