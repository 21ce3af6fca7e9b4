internal import ArgumentParser

/// A subcommand: parses, asks for a use case, prints what came of it, and says how it ended.
protocol ShopCommand: ParsableCommand {
    /// Does all that it is there for.
    ///
    /// - Returns: the exit code of something that is done; what is not is thrown.
    func perform() throws -> ExitStatus
}

/// A subcommand whose language is an option: what it says, and what ends it, is told in that one.
protocol SpeakingCommand: ShopCommand {
    /// The language.
    var speech: LanguageOptions { get }
}
