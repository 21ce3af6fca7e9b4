internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// An error on its way to its user.
struct Complaint {
    private let error: any Error

    /// Of no command's own: what is asked of it is the same for all commands.
    private struct AnyArguments: ParsableArguments {}

    /// What is to be told of an error.
    init(_ error: any Error) {
        self.error = error
    }

    /// What standard error says of it: `FILE:LINE: …` where it has a place in a file.
    func text(in language: MessageLanguage) -> String {
        if let error = error as? UsageError { return error.text }
        guard let error = error as? BatchError else { return SafeText.terminal(AnyArguments.message(for: error)) }
        let text = SafeText.terminal(ErrorMessages(language).text(error))
        switch error {
        case .refused, .badSetting: return text
        default: return "juice-batch: " + text
        }
    }

    /// The exit code that it brings about.
    var status: ExitStatus {
        switch error {
        case is BatchError: ExitStatus(Ending(of: error))
        case is UsageError: .misused
        default: ExitStatus(rawValue: AnyArguments.exitCode(for: error).rawValue)
        }
    }

    /// Tells it on standard error.
    func tell(in language: MessageLanguage) {
        StandardStream.error.write(text(in: language) + "\n")
    }
}
