internal import Glibc
internal import JuiceBatch

/// Standard output or standard error.
struct StandardStream {
    private let descriptor: Int32

    static let output = StandardStream(descriptor: STDOUT_FILENO)
    static let error = StandardStream(descriptor: STDERR_FILENO)

    /// Whether it is a terminal that understands control sequences.
    var isTerminal: Bool {
        isatty(descriptor) == 1 && getenv("TERM").map { String(cString: $0) } ?? "dumb" != "dumb"
    }

    /// Writes what can be written; there is nobody to tell of a failure.
    func write(_ text: String) {
        try? writeAll(text)
    }

    /// Writes all of a text. A reader that has gone wants no more of it, and that is no error.
    func writeAll(_ text: String) throws(BatchError) {
        try writeAll(Array(text.utf8))
    }

    /// Writes all of some bytes, likewise.
    func writeAll(_ bytes: [UInt8]) throws(BatchError) {
        var done = 0
        while done < bytes.count {
            let step = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
            }
            if step < 0 && errno == EINTR { continue }
            if step < 0 && errno == EPIPE { return }
            guard step > 0 else { throw .inputOutput(path: "stdout", errno: errno) }
            done += step
        }
    }
}
