internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// Standard output or standard error.
struct StandardStream {
    private let descriptor: Int32

    static let output = StandardStream(descriptor: STDOUT_FILENO)
    static let error = StandardStream(descriptor: STDERR_FILENO)

    /// Whether the stream is a terminal that understands control sequences.
    var isTerminal: Bool {
        isatty(descriptor) == 1 && environmentVariable("TERM") ?? "dumb" != "dumb"
    }

    /// The current width in columns, 80 if the terminal does not report it; nil if the stream is not a terminal.
    var width: Int? { isatty(descriptor) == 1 ? terminalWidth(of: descriptor) ?? 80 : nil }

    /// The style for text on the stream; no colours if the command line or the variable `NO_COLOR` turns them off.
    func style(allowsColours: Bool) -> TerminalStyle {
        let isForbidden = environmentVariable("NO_COLOR")?.isEmpty == false
        return TerminalStyle(isColoured: allowsColours && !isForbidden && isTerminal, widthMax: width)
    }

    /// Writes as much of a text as possible, without throwing an error.
    func write(_ text: String) {
        try? writeAll(Array(text.utf8), cancellation: CancellationToken())
    }

    /// Writes a line about the command as `write`, with the program's name and without control characters.
    func writeLine(_ text: String) { write(Escaping.terminal("juice-batch: " + text) + "\n") }

    /// Writes a complete text; it is not an error if the reader has closed the stream.
    func writeAll(_ text: String) throws(BatchError) { try writeAll(Array(text.utf8)) }

    /// Writes bytes completely; it is not an error if the reader has closed the stream.
    func writeAll(_ bytes: [UInt8], cancellation: CancellationToken = .ofProcess) throws(BatchError) {
        var done = 0
        while done < bytes.count {
            // The reader may stop reading, and a signal before a blocking write would go unnoticed: poll.
            try cancellation.check()
            let count = waitUntilReady(descriptor, for: POLLOUT, timeoutMs: 50)
            if count == 0 || count < 0 && errno == EINTR { continue }
            // A pipe that accepts any bytes accepts `PIPE_BUF` bytes at once, so this write does not block.
            let written = writeBytes(bytes[done...].prefix(Int(PIPE_BUF)), to: descriptor)
            if written < 0 && errno == EINTR { continue }
            if written < 0 && errno == EPIPE { return }
            guard written > 0 else { throw .inputOutput(path: "stdout", errno: errno) }
            done += written
        }
    }
}
