internal import CLinux
package import CSV
internal import Glibc

/// A temporary file without a name, which the system removes however the program ends.
package final class AnonymousFile: Sendable {
    package let descriptor: Int32
    private let folder: String

    /// Creates an empty file without a name.
    ///
    /// - Parameter folder: A folder on the file system that is to hold the file.
    package init(in folder: String) throws(BatchError) {
        self.folder = folder
        let made = open(folder, Self.nameless | O_RDWR | O_CLOEXEC, 0o600)
        descriptor = made < 0 && [EOPNOTSUPP, EISDIR].contains(errno) ? Self.makeNamed(in: folder) : made
        guard descriptor >= 0 else { throw .cannotCreate(path: folder, errno: errno) }
    }

    /// The flag `O_TMPFILE`, which Swift does not import because C defines it as a combination of flags.
    private static let nameless = 0o20_000_000 | O_DIRECTORY

    /// Creates a file on a file system without support for unnamed files; the file has a name for a moment.
    package static func makeNamed(in folder: String) -> Int32 {
        var template = Array("\(folder)/.juice-batch-spool-XXXXXX".utf8CString)
        // With O_CLOEXEC, a process that is started meanwhile does not inherit the descriptor.
        let descriptor = mkostemp(&template, O_CLOEXEC)
        if descriptor >= 0 { unlink(template) }
        return descriptor
    }

    /// The number of free bytes on its file system for this user; `Int.max` if unknown.
    package var freeBytes: Int {
        var status = statvfs()
        guard fstatvfs(descriptor, &status) == 0 else { return .max }
        return Int(
            clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }

    deinit {
        close(descriptor)
    }

    /// Appends bytes to the file.
    package func append(_ bytes: ArraySlice<UInt8>) throws(BatchError) {
        try writeAll(bytes.span.bytes, to: descriptor).orThrow { .inputOutput(path: folder, errno: $0) }
    }

    /// Writes bytes at an offset from 0.
    ///
    /// Several threads can write to different ranges at the same time.
    ///
    /// - Returns: The number of bytes that were written.
    @discardableResult
    package func write(_ bytes: Span<UInt8>, at offset: Int) throws(BatchError) -> Int {
        try writeAll(bytes.bytes, to: descriptor, at: offset).orThrow { .inputOutput(path: folder, errno: $0) }
    }

    /// Appends a range of bytes of the file to a buffer; several threads can read at the same time.
    package func read(_ range: Range<Int>, into buffer: inout ByteBuffer) throws(BatchError) {
        buffer.reserve(range.count)
        var at = range.lowerBound
        while at < range.upperBound {
            let count = try retryOnInterrupt {
                pread(descriptor, buffer.base + buffer.count, range.upperBound - at, off_t(at))
            }.orThrow { .inputOutput(path: folder, errno: $0) }
            // The bytes were written but can no longer be read, so they are lost.
            guard count > 0 else { throw .inputOutput(path: folder, errno: EIO) }
            buffer.count += count
            at += count
        }
    }

    /// Removes all bytes from the file.
    package func removeAll() throws(BatchError) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw .inputOutput(path: folder, errno: errno)
        }
    }
}
