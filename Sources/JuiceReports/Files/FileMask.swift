internal import Glibc
internal import JuiceBatch

/// The mask of the process, which says how open a new file or folder is (`umask`).
enum FileMask {
    /// Looked at once: nothing here changes it.
    static let bits: mode_t = ofStatus() ?? ofCall()

    /// The mask from the system's status of this process.
    private static func ofStatus() -> mode_t? {
        let file = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        // It stands in the second line.
        var block = [UInt8](repeating: 0, count: 1024)
        guard case .success(let count) = retryOnInterrupt({ read(file, &block, block.count) }) else { return nil }
        let lines = String(decoding: block[..<count], as: UTF8.self).split(separator: "\n")
        return lines.first { $0.hasPrefix("Umask:") }.flatMap { line in
            line.split(whereSeparator: \.isWhitespace).last.flatMap { mode_t($0, radix: 8) }
        }
    }

    /// The call that tells it changes it for a moment, for all threads: only where nothing else tells it.
    private static func ofCall() -> mode_t {
        let mask = umask(0)
        umask(mask)
        return mask
    }
}
