internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// Asks a person at the terminal.
struct Answers {
    /// Whether anybody is there to be asked.
    static var isSomebodyThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Asks until an answer makes sense; an empty one is nil.
    ///
    /// - Parameters:
    ///   - isGood: whether it does.
    ///   - advice: what is said where it does not.
    /// - Throws: `interrupted` where nobody answers any more.
    func ask(_ question: String, isGood: (String) -> Bool, advice: (String) -> String) throws(BatchError) -> String? {
        while true {
            try StandardStream.output.writeAll(question)
            let answer = trimmedText(try line())
            if answer.isEmpty { return nil }
            if isGood(answer) { return answer }
            try StandardStream.output.writeAll(SafeText.terminal(advice(answer)) + "\n")
        }
    }

    private func line() throws(BatchError) -> String {
        let input = try ReadDescriptor(opening: "-", interruption: Signals.interruption)
        var bytes: [UInt8] = []
        var byte: [UInt8] = [0]
        while byte != Array("\n".utf8) {
            guard try input.read(into: &byte, path: "-", interruption: Signals.interruption) > 0 else {
                throw .interrupted(signal: SIGINT)
            }
            bytes += byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
