internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// An error as the program's user sees it: a message on standard error, and an exit status.
struct ErrorMessage {
    private let error: any Error

    /// A command without arguments of its own, for settings that all commands share.
    private struct AnyArguments: ParsableArguments {}

    /// The message of an error.
    init(_ error: any Error) {
        self.error = error
    }

    /// The message: `FILE:LINE: …` where the error has a place in a file.
    func text(in language: MessageLanguage) -> String {
        if let error = error as? UsageError { return error.text }
        let partly = error as? PartlyAppliedError
        guard let error = error as? BatchError ?? partly?.cause else {
            return Escaping.terminal(AnyArguments.message(for: error))
        }
        let text = Escaping.terminal(ErrorMessages(language, appliedBefore: partly?.before ?? .nothing).text(error))
        switch error {
        case .refused, .badSetting: return text
        default: return "juice-batch: " + text
        }
    }

    /// The reason for the exit status.
    var reason: ExitReason {
        if error is BatchError || error is PartlyAppliedError { return ExitReason(of: error) }
        return error is UsageError || AnyArguments.exitCode(for: error) == .validationFailure ? .usage : .bug
    }

    /// Writes the message to standard error.
    func tell(in language: MessageLanguage) {
        StandardStream.error.write(text(in: language) + "\n")
    }
}

/// A command line that makes no sense.
struct UsageError: Error {
    /// The message in lines: the error, the synopsis, and where to find help.
    let text: String
}
