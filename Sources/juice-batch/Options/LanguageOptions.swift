internal import ArgumentParser
internal import JuiceReports

/// The language in which a command speaks to people.
struct LanguageOptions: ParsableArguments {
    @Option(help: ArgumentHelp(Says.option.speech, valueName: Says.option.name))
    var language: MessageLanguage = .korean
}

extension MessageLanguage: ExpressibleByArgument {}
