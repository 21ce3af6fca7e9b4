internal import CSV
internal import Glibc
package import JuiceBatch
internal import Synchronization

/// A report file to which several threads write at different offsets.
///
/// The system allows one thread at a time to write to a file, and others spin meanwhile. A thread with other work can
/// use `writeIfFree` instead.
package final class OutputFile: Sendable {
    private let path: String
    private let descriptor: Int32
    private let turn = Mutex(())
    private let written = Atomic(0)
    private let isClosed = Atomic(false)

    /// Creates the file, which must not exist yet.
    package init(creating path: String) throws(BatchError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, errno: errno) }
    }

    deinit {
        if !isClosed.load(ordering: .relaxed) { close(descriptor) }
    }

    /// Writes bytes at an offset in the file.
    package func write(_ bytes: Span<UInt8>, at offset: Int) throws(BatchError) {
        try turn.withLock { _ throws(BatchError) in try writeInTurn(bytes, at: offset) }
    }

    /// Writes bytes as `write` does and returns true, or returns false if another thread is writing.
    package func writeIfFree(_ bytes: Span<UInt8>, at offset: Int) throws(BatchError) -> Bool {
        try turn.withLockIfAvailable { _ throws(BatchError) in try writeInTurn(bytes, at: offset) } != nil
    }

    /// The number of bytes written since the file was created or truncated.
    var writtenCount: Int { written.load(ordering: .relaxed) }

    private func writeInTurn(_ bytes: Span<UInt8>, at offset: Int) throws(BatchError) {
        let count = try writeAll(bytes.bytes, to: descriptor, at: offset)
            .orThrow { .inputOutput(path: path, errno: $0) }
        written.add(count, ordering: .relaxed)
    }

    /// Writes a text at the start of the file.
    package func write(_ text: String) throws(BatchError) { try write(text.utf8.span, at: 0) }

    /// Truncates the file, so that writing starts at its beginning.
    package func truncate() throws(BatchError) {
        guard ftruncate(descriptor, 0) == 0 else { throw .inputOutput(path: path, errno: errno) }
        written.store(0, ordering: .relaxed)
    }

    /// Closes the file, and throws errors of delayed writes.
    ///
    /// - Parameter durable: whether to wait until the content is on disk.
    package func finish(durable: Bool) throws(BatchError) {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        let isSynced = !durable || fsync(descriptor) == 0
        let reason = errno
        guard isSynced else {
            close(descriptor)
            throw .inputOutput(path: path, errno: reason)
        }
        guard close(descriptor) == 0 else { throw .inputOutput(path: path, errno: errno) }
    }
}

/// Creates or replaces small files as a whole.
package enum NewFile {
    /// Creates a file with a text; its content and its name in the folder are on disk when this returns.
    ///
    /// - Throws: `cannotCreate` if anything already exists at the path.
    package static func write(_ text: String, to path: String) throws(BatchError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, errno: errno) }
        defer { close(descriptor) }
        do throws(BatchError) {
            try write(text, to: descriptor, path: path)
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
            try SystemDisk().sync(folder)
        } catch {
            // The file is incomplete.
            unlink(path)
            throw error
        }
    }

    /// Replaces a file with one that contains a text, in one step.
    package static func replace(_ path: String, with text: String) throws(BatchError) {
        let staged = path + ".new"
        try write(text, to: staged)
        guard rename(staged, path) == 0 else {
            let number = errno
            unlink(staged)
            throw .cannotCreate(path: path, errno: number)
        }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        try SystemDisk().sync(folder)
    }

    private static func write(_ text: String, to descriptor: Int32, path: String) throws(BatchError) {
        _ = try writeAll(text.utf8.span.bytes, to: descriptor).orThrow { .inputOutput(path: path, errno: $0) }
        guard fsync(descriptor) == 0 else { throw .inputOutput(path: path, errno: errno) }
    }
}

/// The file mode creation mask of the process (`umask`).
///
/// It is read only once, since nothing in this program changes it. Calling `umask` would change it for a moment in all
/// threads, so that is a last resort.
let fileMask: mode_t =
    fileMaskOfStatus()
    ?? {
        let mask = umask(0)
        umask(mask)
        return mask
    }()

/// The mask as reported by the kernel in /proc/self/status.
private func fileMaskOfStatus() -> mode_t? {
    let file = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // The mask is in the second line.
    var block = [UInt8](repeating: 0, count: 1024)
    guard case .success(let count) = retryOnInterrupt({ read(file, &block, block.count) }) else { return nil }
    let lines = String(decoding: block[..<count], as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("Umask:") }.flatMap { line in
        line.split(whereSeparator: \.isWhitespace).last.flatMap { mode_t($0, radix: 8) }
    }
}

/// A text of any length that is kept in an unnamed temporary file until it may be shown.
package final class TextSpool: Sendable {
    private let folder: String
    private let file: AnonymousFile

    /// Creates an empty text in a folder for temporary files.
    package init(folder: String) throws(BatchError) {
        self.folder = folder
        file = try AnonymousFile(in: folder)
    }

    package func removeAll() throws(BatchError) { try file.removeAll() }

    package func append(_ text: String) throws(BatchError) { try file.append(Array(text.utf8)[...]) }

    /// Passes the complete text to `body` in pieces, which may end within a UTF-8 character.
    package func read(_ body: ([UInt8]) throws -> Void) throws {
        var block = [UInt8](repeating: 0, count: 64 * 1024)
        var offset = 0
        while true {
            let step = try retryOnInterrupt { pread(file.descriptor, &block, block.count, off_t(offset)) }
                .orThrow { .inputOutput(path: folder, errno: $0) }
            if step == 0 { return }
            try body(Array(block[..<step]))
            offset += step
        }
    }
}
