internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// Standard output or standard error.
struct StandardStream {
    private let descriptor: Int32

    static let output = StandardStream(descriptor: STDOUT_FILENO)
    static let error = StandardStream(descriptor: STDERR_FILENO)

    /// The width in columns of a terminal that does not report one.
    private static let defaultWidth = 80

    /// Whether the stream is a terminal that understands control sequences.
    var isTerminal: Bool {
        isatty(descriptor) == 1 && environmentVariable("TERM") ?? "dumb" != "dumb"
    }

    /// The current width in columns; nil if the stream is not a terminal.
    var width: Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return Self.defaultWidth }
        return Int(size.ws_col)
    }

    /// The style for text that is written to the stream.
    ///
    /// - Parameter allowsColours: false if the command line turns colours off; the variable `NO_COLOR` is checked as
    ///   well.
    func screen(allowsColours: Bool) -> TerminalStyle {
        let isForbidden = environmentVariable("NO_COLOR")?.isEmpty == false
        return TerminalStyle(isColoured: allowsColours && !isForbidden && isTerminal, widthMax: width)
    }

    /// The number of bytes that a pipe accepts at once if it accepts any (`PIPE_BUF`).
    private static let pieceMax = 4096
    /// The maximum time, in milliseconds, before a signal is noticed while the reader does not read.
    private static let pauseMs: Int32 = 50

    /// Writes as much of a text as possible; ignores failures.
    func write(_ text: String) {
        try? writeAll(Array(text.utf8), cancellation: CancellationToken())
    }

    /// Writes a complete text.
    ///
    /// It is not an error if the reader has closed the stream.
    func writeAll(_ text: String) throws(BatchError) {
        try writeAll(Array(text.utf8))
    }

    /// Writes bytes completely; it is not an error if the reader has closed the stream.
    func writeAll(_ bytes: [UInt8]) throws(BatchError) {
        try writeAll(bytes, cancellation: Signals.cancellation)
    }

    private func writeAll(_ bytes: [UInt8], cancellation: CancellationToken) throws(BatchError) {
        var done = 0
        while done < bytes.count {
            // The reader may never read again, and a signal just before a blocking write would go unnoticed, so the
            // stream is polled.
            try cancellation.check()
            let count = waitUntilReady(descriptor, for: POLLOUT, timeoutMs: Self.pauseMs)
            if count == 0 || count < 0 && errno == EINTR { continue }
            let step = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), min($0.count - done, Self.pieceMax))
            }
            if step < 0 && errno == EINTR { continue }
            if step < 0 && errno == EPIPE { return }
            guard step > 0 else { throw .inputOutput(path: "stdout", errno: errno) }
            done += step
        }
    }
}

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
    func notify(in language: MessageLanguage) {
        StandardStream.error.write(text(in: language) + "\n")
    }
}

/// An invalid command line, with the message to print.
struct UsageError: Error {
    /// The message in lines: the error, the synopsis, and where to find help.
    let text: String
}
