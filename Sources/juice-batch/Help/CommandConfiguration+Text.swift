internal import ArgumentParser
internal import JuiceReports

extension CommandConfiguration {
    /// The configuration of a command whose help says this.
    init(
        _ name: String, _ text: CommandText, version: String = "", subcommands: [any ParsableCommand.Type] = []
    ) {
        self.init(
            commandName: name, abstract: text.abstract, discussion: text.discussion, version: version,
            subcommands: subcommands)
    }
}
