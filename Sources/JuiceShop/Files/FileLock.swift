internal import Glibc
internal import JuiceBatch

/// An advisory lock on a file (flock(2)), which ends with its owner, however the process ends.
final class FileLock {
    /// The owners that a lock excludes.
    enum Kind {
        case shared, exclusive

        fileprivate var flag: Int32 { self == .shared ? LOCK_SH : LOCK_EX }
    }

    private static let pauseMilliseconds: Int32 = 50

    private let descriptor: Int32
    private let path: String

    /// Opens a lock file, and makes it if it is missing; nothing is locked yet.
    ///
    /// - Parameter path: the file as messages name it.
    init(opening name: String, in folder: Int32, path: String) throws(BatchError) {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        descriptor = openat(folder, name, flags, 0o666)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, errno: errno) }
        self.path = path
    }

    deinit {
        // A child process that was just made may have a copy of the descriptor, which would keep the lock.
        release()
        close(descriptor)
    }

    /// Acquires the lock, and waits for it if another process has it.
    ///
    /// - Parameter waitMilliseconds: the maximum wait; nil for no limit.
    /// - Returns: false if another process still has it.
    /// - Throws: `inputOutput` where the system cannot lock the file, such as `ENOLCK` on a network share.
    func acquire(
        _ kind: Kind, waitMilliseconds: Int32?, _ cancellation: CancellationToken
    ) throws(BatchError) -> Bool {
        var left = waitMilliseconds ?? .max
        while true {
            try cancellation.check()
            if flock(descriptor, kind.flag | LOCK_NB) == 0 { return true }
            guard errno == EWOULDBLOCK || errno == EINTR else { throw .inputOutput(path: path, errno: errno) }
            guard left > 0 else { return false }
            poll(nil, 0, Self.pauseMilliseconds)
            if waitMilliseconds != nil { left -= Self.pauseMilliseconds }
        }
    }

    /// Releases the lock, so that others can take it.
    func release() { flock(descriptor, LOCK_UN) }

    /// Whether another process has a lock on a file that excludes one of some kind; false if there is no such file.
    ///
    /// A process that wants the lock meanwhile waits for a moment at most.
    static func isTaken(_ path: String, excluding kind: Kind = .shared) -> Bool {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return flock(file, kind.flag | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
}

/// The lock that excludes a second nightly run in a folder.
extension FileLock {
    private static let nightlyName = ".nightly.lock"
    /// The time that a nightly run waits for one that is about to end, in milliseconds.
    private static let nightlyWaitMilliseconds: Int32 = 1_000

    /// Locks an open folder; nil if another nightly run has it.
    static func nightly(in folder: Int32, cancellation: CancellationToken) throws(BatchError) -> FileLock? {
        let lock = try FileLock(opening: nightlyName, in: folder, path: nightlyName)
        let isAcquired = try lock.acquire(.exclusive, waitMilliseconds: nightlyWaitMilliseconds, cancellation)
        return isAcquired ? lock : nil
    }

    /// Whether a nightly run is at work in a folder.
    static func isNightlyRunAtWork(in folder: String) -> Bool { isTaken("\(folder)/\(nightlyName)") }
}
