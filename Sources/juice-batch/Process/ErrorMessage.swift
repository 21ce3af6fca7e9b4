internal import ArgumentParser
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The message for an error on standard error, and the exit status that it causes.
struct ErrorMessage {
    private let error: any Error

    /// A command without arguments, which classifies errors of the argument parser.
    private struct AnyArguments: ParsableArguments {}

    /// Creates the message for an error.
    init(_ error: any Error) {
        self.error = error
    }

    /// The message; it begins with `FILE:LINE:` if the error has a position in a file.
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

/// An invalid command line, with the message to print.
struct UsageError: Error {
    /// The message in lines: the error, the synopsis, and where to find help.
    let text: String
}
