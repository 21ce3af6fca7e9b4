package import Glibc

/// A file descriptor that is open for reading, and closed when its last reference is released.
package final class ReadDescriptor {
    /// The number of the descriptor.
    package let number: Int32

    /// The interval, in milliseconds, at which cancellation is checked while no data arrives.
    private static let pauseMs: Int32 = 50

    /// Takes ownership of an open descriptor.
    package init(_ number: Int32) { self.number = number }

    /// Opens a path, or standard input for `-`, without waiting for a process to open the other end of a pipe.
    package init(opening path: String, cancellation: CancellationToken) throws(BatchError) {
        while true {
            try cancellation.check()
            // With O_NONBLOCK, opening a named pipe without a writer returns immediately; `read` then waits for data.
            let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            if opened >= 0 {
                number = opened
                return
            }
            // EAGAIN: another process has been asked to release its lease on the file. EINTR: a signal arrived.
            guard errno == EAGAIN || errno == EINTR else { throw Self.error(path: path) }
            poll(nil, 0, Self.pauseMs)
        }
    }

    deinit { close(number) }

    /// The error of a failed call, by `errno`: `inputOutput` if the system lacks a resource, otherwise `unreadable`.
    static func error(path: String) -> BatchError {
        let reason = errno
        return [EMFILE, ENFILE, ENOMEM].contains(reason)
            ? .inputOutput(path: path, errno: reason) : .unreadable(path: path, errno: reason)
    }

    /// Waits for bytes, and returns their number, 0 at the file's end; throws `interrupted` on a signal.
    package func read(into block: inout [UInt8], path: String, cancellation: CancellationToken) throws(BatchError)
        -> Int
    {
        while true {
            try cancellation.check()
            let ready = waitUntilReady(number, for: POLLIN, timeoutMs: Self.pauseMs)
            if ready == 0 || ready < 0 && errno == EINTR { continue }
            let count = readBytes(from: number, into: &block)
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            guard count >= 0 else { throw Self.error(path: path) }
            return count
        }
    }
}

/// The usual maximum size in bytes of a small file, far above that of real ones.
package let smallFileBytesMax = 16 << 20

/// The maximum size in bytes of a file to which each run or booking appends, such as a run log.
package let growingFileBytesMax = 1 << 30

/// Reads a whole small file or pipe, such as a file that was written by hand or made for other programs.
package func readSmallFile(
    _ path: String, sizeBytesMax: Int = smallFileBytesMax, cancellation: CancellationToken
) throws(BatchError) -> [UInt8] {
    let source = try ReadDescriptor(opening: path, cancellation: cancellation)
    return try readSmallFile(source, path: path, sizeBytesMax: sizeBytesMax, cancellation: cancellation)
}

/// Reads a whole small file or pipe that is already open, whose `path` messages show.
package func readSmallFile(
    _ source: ReadDescriptor, path: String, sizeBytesMax: Int, cancellation: CancellationToken
) throws(BatchError) -> [UInt8] {
    let status = fileStatus(of: source.number)
    let sizeBytes = status.map { $0.isRegularFile ? Int($0.st_size) : 0 } ?? 0
    var raw: [UInt8] = []
    raw.reserveCapacity(min(sizeBytes, sizeBytesMax))
    var block = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
        let count = try source.read(into: &block, path: path, cancellation: cancellation)
        if count == 0 { return raw }
        guard raw.count + count <= sizeBytesMax else { throw .unreadable(path: path, errno: EFBIG) }
        raw += block[..<count]
    }
}

/// The identity and state of a file, of which a write to the file changes at least one value.
package struct FileIdentity: Sendable, Equatable {
    /// The file system, within which the inode number is unique; numbers of removed files are reused.
    private let device: dev_t
    private let inode: ino_t
    package let sizeBytes: Int
    /// The content's change time in nanoseconds since 1970; 128 bits hold every time that a program can give a file.
    private let modifiedNs: Int128
    /// The inode's change time in nanoseconds; unlike the modification time, it cannot be set by a program.
    private let changedNs: Int128

    /// Creates the identity of a file with the result of `stat(2)`.
    package init(_ status: stat) {
        (device, inode, sizeBytes) = (status.st_dev, status.st_ino, Int(status.st_size))
        modifiedNs = Int128(status.st_mtim.tv_sec) * Self.nsPerSecond + Int128(status.st_mtim.tv_nsec)
        changedNs = Int128(status.st_ctim.tv_sec) * Self.nsPerSecond + Int128(status.st_ctim.tv_nsec)
    }

    private static let nsPerSecond: Int128 = 1_000_000_000

    /// The time, in nanoseconds, after which a change of a file certainly changes its times on most file systems.
    package static let timestampResolutionNs = 100_000_000

    /// Whether a later change than a time, in nanoseconds since 1970, is certainly visible in the file's times.
    package func wasUnchanged(before timeNs: Int) -> Bool {
        // On file systems whose times have no fraction of a second, a change is certain to show after three seconds.
        [modifiedNs, changedNs].allSatisfy {
            $0 < Int128(timeNs) - ($0 % 1_000_000 == 0 ? 3 * Self.nsPerSecond : Int128(Self.timestampResolutionNs))
        }
    }

    /// Parses the output of `text`; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 5, let device = dev_t(parts[0]), let inode = ino_t(parts[1]),
            let sizeBytes = Int(parts[2]), sizeBytes >= 0, let modifiedNs = Int128(parts[3]),
            let changedNs = Int128(parts[4])
        else { return nil }
        (self.device, self.inode, self.sizeBytes) = (device, inode, sizeBytes)
        (self.modifiedNs, self.changedNs) = (modifiedNs, changedNs)
        if self.text != text { return nil }
    }

    /// The values as five numbers separated by spaces, from which `init(_:)` creates an equal value.
    package var text: String { "\(device) \(inode) \(sizeBytes) \(modifiedNs) \(changedNs)" }

    /// The time of the content's last change, in seconds since 1970-01-01 00:00 UTC.
    package var modifiedSeconds: Int {
        let (seconds, ns) = modifiedNs.quotientAndRemainder(dividingBy: Self.nsPerSecond)
        return Int(clamping: ns < 0 ? seconds - 1 : seconds)
    }

    /// Whether two values belong to the same file, even if its content has changed.
    package func isSameFile(as other: FileIdentity) -> Bool { device == other.device && inode == other.inode }

    /// Whether two values belong to the same file with the same content, even if it has been moved or renamed.
    package func hasSameContent(as other: FileIdentity) -> Bool {
        isSameFile(as: other) && sizeBytes == other.sizeBytes && modifiedNs == other.modifiedNs
    }
}
