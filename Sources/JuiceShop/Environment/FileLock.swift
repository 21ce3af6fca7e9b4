internal import Glibc
internal import JuiceBatch

/// An advisory lock on a file (flock(2)); the system releases it when the process ends.
final class FileLock {
    private static let pauseMilliseconds: Int32 = 50

    private let descriptor: Int32
    private let path: String

    /// Opens a lock file without locking it, and creates it if it is missing.
    init(opening name: String, in folder: OpenFolder) throws(BatchError) {
        path = folder.path(of: FileName(name))
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        descriptor = open(name, flags, 0o666, in: folder.descriptor)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, errno: errno) }
    }

    /// Prepares to lock a folder itself; the lock belongs to a descriptor of its own.
    init(on folder: OpenFolder) throws(BatchError) {
        descriptor = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, in: folder.descriptor)
        guard descriptor >= 0 else { throw .unreadable(path: folder.path, errno: errno) }
        path = folder.path
    }

    deinit {
        // A child process that was just started may hold a copy of the descriptor, which would keep the lock.
        release()
        close(descriptor)
    }

    /// Acquires the lock, `LOCK_EX` or `LOCK_SH`; returns false if another process holds it for all of the wait.
    ///
    /// The wait has no limit if `waitMilliseconds` is nil.
    /// - Throws: `inputOutput` if the system cannot lock the file, such as `ENOLCK` on a network share.
    func acquire(
        _ kind: Int32, waitMilliseconds: Int32?, _ cancellation: CancellationToken
    ) throws(BatchError) -> Bool {
        var remaining = waitMilliseconds ?? .max
        while true {
            try cancellation.check()
            if flock(descriptor, kind | LOCK_NB) == 0 { return true }
            guard errno == EWOULDBLOCK || errno == EINTR else { throw .inputOutput(path: path, errno: errno) }
            guard remaining > 0 else { return false }
            poll(nil, 0, Self.pauseMilliseconds)
            if waitMilliseconds != nil { remaining -= Self.pauseMilliseconds }
        }
    }

    func release() { flock(descriptor, LOCK_UN) }

    /// Whether another process holds a lock that excludes `kind`, `LOCK_EX` or `LOCK_SH`; false if there is no file.
    ///
    /// The check takes the lock for a moment, so another process that wants it may have to wait that long.
    static func isLocked(_ path: String, conflictingWith kind: Int32 = LOCK_SH) -> Bool {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return flock(file, kind | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// The name of the lock of a folder, which excludes a second nightly run.
    private static let nightlyName = ".nightly.lock"
    /// The time that a nightly run, of a shop or a chain, waits for another one to end, in milliseconds.
    static let nightlyWaitMilliseconds: Int32 = 1_000

    /// Locks an open folder; nil if another nightly run holds the lock.
    static func nightly(in folder: OpenFolder, cancellation: CancellationToken) throws(BatchError) -> FileLock? {
        let lock = try FileLock(opening: nightlyName, in: folder)
        return try lock.acquire(LOCK_EX, waitMilliseconds: nightlyWaitMilliseconds, cancellation) ? lock : nil
    }

    static func isNightlyRunActive(in folder: String) -> Bool { isLocked("\(folder)/\(nightlyName)") }
}
