internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// The answers of the user at the terminal.
struct Answers {
    /// Whether standard input and standard output are terminals, so that a user can be asked.
    static var isSomebodyThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Asks a question until the answer is valid.
    ///
    /// - Parameters:
    ///   - isGood: whether an answer is valid.
    ///   - advice: the message for an answer that is not valid.
    /// - Returns: the answer without white space around it; nil if it is empty.
    /// - Throws: `interrupted` if standard input ends, or on a signal.
    func ask(_ question: String, isGood: (String) -> Bool, advice: (String) -> String) throws(BatchError) -> String? {
        while true {
            try StandardStream.output.writeAll(question)
            let answer = trimmedText(try line())
            if answer.isEmpty { return nil }
            if isGood(answer) { return answer }
            try StandardStream.output.writeAll(Escaping.terminal(advice(answer)) + "\n")
        }
    }

    private func line() throws(BatchError) -> String {
        let input = try ReadDescriptor(opening: "-", cancellation: Signals.cancellation)
        var bytes: [UInt8] = []
        var byte: [UInt8] = [0]
        while byte != Array("\n".utf8) {
            guard try input.read(into: &byte, path: "-", cancellation: Signals.cancellation) > 0 else {
                throw .interrupted(signal: SIGINT)
            }
            bytes += byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
