internal import CSV
internal import Glibc
package import JuiceBatch
internal import Synchronization

/// A report file that several threads write to, each at places of its own.
///
/// The system lets one thread at a time write to a file, and others spin meanwhile; so who has something else to do asks
/// `writeIfFree`.
package final class OutputFile: Sendable {
    private let path: String
    private let descriptor: Int32
    private let turn = Mutex(())
    private let written = Atomic(0)
    private let isClosed = Atomic(false)

    /// Creates the file; it must not exist.
    package init(creating path: String) throws(BatchError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, errno: errno) }
    }

    deinit {
        if !isClosed.load(ordering: .relaxed) { close(descriptor) }
    }

    /// Writes bytes at an offset (from 0) of the file.
    package func write(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) throws(BatchError) {
        try turn.withLock { _ throws(BatchError) in try writeInTurn(bytes, at: offset) }
    }

    /// Writes bytes like `write`, unless another thread is writing; returns false then.
    package func writeIfFree(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) throws(BatchError) -> Bool {
        try turn.withLockIfAvailable { _ throws(BatchError) in try writeInTurn(bytes, at: offset) } != nil
    }

    /// The number of bytes written since the file was created or emptied.
    var writtenCount: Int { written.load(ordering: .relaxed) }

    private func writeInTurn(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) throws(BatchError) {
        let count = try writeAll(bytes.span.bytes, to: descriptor, at: offset)
            .orThrow { .inputOutput(path: path, errno: $0) }
        written.add(count, ordering: .relaxed)
    }

    /// Writes a text at the start of the file.
    package func write(_ text: String) throws(BatchError) {
        var text = text
        // A typed throw does not pass through withUTF8.
        let result = text.withUTF8 { bytes -> BatchError? in
            do throws(BatchError) {
                try write(bytes, at: 0)
                return nil
            } catch {
                return error
            }
        }
        if let result { throw result }
    }

    /// Empties the file and starts again at its beginning.
    package func truncate() throws(BatchError) {
        guard ftruncate(descriptor, 0) == 0 else { throw .inputOutput(path: path, errno: errno) }
        written.store(0, ordering: .relaxed)
    }

    /// Ends writing; what the system could not write at once it has to say now.
    ///
    /// - Parameter durable: whether to wait until the disk has the content.
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
