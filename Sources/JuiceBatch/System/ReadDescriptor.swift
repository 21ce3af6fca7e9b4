package import CSV
package import Glibc

/// A descriptor that is open for reading, and closed with its last reference.
package final class ReadDescriptor {
    /// The system's number of the descriptor.
    package let number: Int32

    /// The interval at which signals are checked while no data arrives, in milliseconds.
    private static let pauseMs: Int32 = 50

    /// Creates an owner of an open descriptor.
    package init(_ number: Int32) {
        self.number = number
    }

    /// Opens a path, or `-` for standard input, without waiting for a process to open the other end of a pipe.
    package init(opening path: String, cancellation: CancellationToken) throws(BatchError) {
        while true {
            try cancellation.check()
            // With O_NONBLOCK a named pipe without a writer opens at once; `read` waits for data.
            let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            if opened >= 0 {
                number = opened
                return
            }
            // EAGAIN: another process has a lease on the file and is being asked to release it. EINTR: a signal came.
            guard errno == EAGAIN || errno == EINTR else { throw Self.error(path: path) }
            poll(nil, 0, Self.pauseMs)
        }
    }

    deinit {
        close(number)
    }

    /// The error for a failed call on a path: the path's, unless the system lacks a resource.
    static func error(path: String) -> BatchError {
        switch errno {
        case EMFILE, ENFILE, ENOMEM: .inputOutput(path: path, errno: errno)
        default: .unreadable(path: path, errno: errno)
        }
    }

    /// Reads the next bytes, waiting until some arrive.
    ///
    /// - Returns: the number of bytes read; 0 at the end of the file.
    /// - Throws: `interrupted` if a signal asks the run to end meanwhile, or the error of a failed read.
    package func read(into block: inout [UInt8], path: String, cancellation: CancellationToken) throws(BatchError)
        -> Int
    {
        while true {
            try cancellation.check()
            var state = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            let ready = poll(&state, 1, Self.pauseMs)
            if ready == 0 || ready < 0 && errno == EINTR { continue }
            let count = Glibc.read(number, &block, block.count)
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            guard count >= 0 else { throw Self.error(path: path) }
            return count
        }
    }
}

/// Files that are read as a whole because they are small: those written by hand, and those made for programs.
package enum SmallFile {
    /// The longest such file, in bytes.
    package static let sizeBytesMax = 16 * 1024 * 1024

    /// The bytes of a file, or of a pipe; no more of it is read than may be.
    ///
    /// - Parameter sizeBytesMax: the longest that it may be.
    package static func read(
        _ path: String, sizeBytesMax: Int = SmallFile.sizeBytesMax, cancellation: CancellationToken
    ) throws(BatchError) -> ByteBuffer {
        let source = try ReadDescriptor(opening: path, cancellation: cancellation)
        return try read(source, path: path, sizeBytesMax: sizeBytesMax, cancellation: cancellation)
    }

    /// Reads the whole of an open file.
    ///
    /// - Parameter path: the path in messages.
    package static func read(
        _ source: ReadDescriptor, path: String, sizeBytesMax: Int, cancellation: CancellationToken
    ) throws(BatchError) -> ByteBuffer {
        var status = stat()
        let isFile = fstat(source.number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        var raw = ByteBuffer(capacity: isFile ? min(Int(status.st_size), sizeBytesMax) : 0)
        var block = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = try source.read(into: &block, path: path, cancellation: cancellation)
            if count == 0 { return raw }
            guard raw.count + count <= sizeBytesMax else { throw .unreadable(path: path, errno: EFBIG) }
            raw.append(block.span.extracting(first: count))
        }
    }
}

/// Identifies a file and its state: a write to the file changes one of these values.
package struct FileIdentity: Sendable, Equatable {
    /// A file's number is its own only within its file system, and may be given again once the file is gone.
    private let device: dev_t
    private let inode: ino_t
    package let sizeBytes: Int
    private let modifiedNs: Int
    /// The inode's change time in nanoseconds; unlike the modification time, a program cannot set it.
    private let changedNs: Int

    package init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
        sizeBytes = Int(status.st_size)
        modifiedNs = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
        changedNs = status.st_ctim.tv_sec &* 1_000_000_000 &+ status.st_ctim.tv_nsec
    }

    /// The values as numbers, which `init(numbers:)` reads back.
    package var numbers: [Int] {
        [Int(truncatingIfNeeded: device), Int(truncatingIfNeeded: inode), sizeBytes, modifiedNs, changedNs]
    }

    package init(numbers: (Int, Int, Int, Int, Int)) {
        device = dev_t(truncatingIfNeeded: numbers.0)
        inode = ino_t(truncatingIfNeeded: numbers.1)
        (sizeBytes, modifiedNs, changedNs) = (numbers.2, numbers.3, numbers.4)
    }

    /// The time for which a file has to be unchanged before a change is sure to show in its times, in nanoseconds: longer
    /// than a clock of file systems ticks.
    package static let restNs = 100_000_000
    /// The time for which a file must have been unchanged, in nanoseconds, where times have no fraction.
    private static let coarseRestNs = 3_000_000_000

    /// The present moment, in nanoseconds since 1970.
    package static func clockNs() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return now.tv_sec &* 1_000_000_000 &+ now.tv_nsec
    }

    /// Whether the file had been unchanged for a while before a moment, so that any change since then shows in its times.
    ///
    /// - Parameter momentNs: the moment, in nanoseconds since 1970.
    package func wasUnchanged(before momentNs: Int) -> Bool {
        [modifiedNs, changedNs].allSatisfy { time in
            let rest = time % 1_000_000 == 0 ? Self.coarseRestNs : Self.restNs
            return time < momentNs - rest
        }
    }

    /// Parses the output of `text`; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 5, let device = dev_t(parts[0]), let inode = ino_t(parts[1]),
            let sizeBytes = Int(parts[2]),
            let modifiedNs = Int(parts[3]), let changedNs = Int(parts[4])
        else { return nil }
        self.device = device
        self.inode = inode
        self.sizeBytes = sizeBytes
        self.modifiedNs = modifiedNs
        self.changedNs = changedNs
    }

    /// The values as five numbers, separated by spaces, which `init(_:)` reads back.
    package var text: String { "\(device) \(inode) \(sizeBytes) \(modifiedNs) \(changedNs)" }

    /// The time of the content's last change, in seconds since 1970-01-01 00:00 UTC.
    package var modifiedSeconds: Int {
        modifiedNs >= 0 ? modifiedNs / 1_000_000_000 : (modifiedNs - 999_999_999) / 1_000_000_000
    }

    /// Whether both are the same file, even if its content has changed.
    package func isSameFile(as other: FileIdentity) -> Bool {
        device == other.device && inode == other.inode
    }

    /// Whether both are the same file with the same content, as far as can be seen of a file that has been moved.
    package func hasSameContent(as other: FileIdentity) -> Bool {
        isSameFile(as: other) && sizeBytes == other.sizeBytes && modifiedNs == other.modifiedNs
    }
}
