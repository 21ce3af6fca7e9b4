internal import Glibc
internal import JuiceBatch

/// The write lock of a ledger, which one process at a time holds.
///
/// A process holds the lock from before it examines what earlier runs have left until all of its own changes are in
/// place.
///
/// The lock is on a byte of the ledger's file that SQLite never uses. It therefore needs no separate file, holds
/// whatever path the file has, and ends with the process. It belongs to the open file (`F_OFD_SETLK`). SQLite's own
/// locks belong to the process, and are released when any descriptor of the file is closed, so this descriptor has to
/// be closed last.
final class LedgerWriteLock: Sendable {
    /// The offset of the locked byte, after all bytes that SQLite locks: `SHARED_FIRST` + `SHARED_SIZE` of its os.h.
    private static let byte = 0x4000_1000

    /// The descriptor of the ledger's file.
    let descriptor: Int32

    /// Waits until the lock is acquired.
    ///
    /// - Parameters:
    ///   - path: The real path of the file.
    ///   - shownPath: The path as the user gave it.
    ///   - makesFile: Whether to create an empty file if the file is missing.
    ///   - timeout: The time limit of the wait.
    init(path: String, shownPath: String, makesFile: Bool, timeout: LockTimeout) throws(BatchError) {
        while true {
            let file = try Self.open(path, shownPath, makesFile)
            do throws(BatchError) {
                try Self.checkFile(file, shownPath)
                try Self.lock(file, path, shownPath, timeout)
                // While waiting, the path may have been given to another file, or the file may have got a second name.
                if try Self.isAtPath(file, path, shownPath) {
                    descriptor = file
                    return
                }
            } catch {
                close(file)
                throw error
            }
            close(file)
        }
    }

    deinit {
        // Closing alone would not release the lock if a child process still has a copy of the descriptor, before it
        // executes its program.
        unlockByte(Self.byte, of: descriptor)
        close(descriptor)
    }

    /// Checks that the ledger's path still names the locked file.
    func check(_ path: String, _ shownPath: String) throws(BatchError) {
        guard try Self.isAtPath(descriptor, path, shownPath) else {
            throw .inputOutput(path: shownPath, errno: ENOENT)
        }
    }

    private static func open(_ path: String, _ shownPath: String, _ makesFile: Bool) throws(BatchError) -> Int32 {
        let flags = O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | (makesFile ? O_CREAT : 0)
        return try retryOnInterrupt { JuiceBatch.open(path, flags, 0o644) }.orThrow {
            switch $0 {
            case ENOENT where !makesFile: .unreadable(path: shownPath, errno: ENOENT)
            case EISDIR, ENXIO, ELOOP: .badLedger(path: shownPath, error: .notADatabase)
            case EMFILE, ENFILE, ENOMEM, EIO, ENOSPC, EDQUOT: .inputOutput(path: shownPath, errno: $0)
            default: .cannotCreate(path: shownPath, errno: $0)
            }
        }
    }

    private static func checkFile(_ file: Int32, _ shownPath: String) throws(BatchError) {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .inputOutput(path: shownPath, errno: errno) }
        try checkFile(status, shownPath)
    }

    /// Checks that a ledger's file is a regular file with a single name.
    ///
    /// Under another name, SQLite would not find its journal.
    static func checkFile(_ status: stat, _ shownPath: String) throws(BatchError) {
        guard status.st_mode & S_IFMT == S_IFREG else { throw .badLedger(path: shownPath, error: .notADatabase) }
        guard status.st_nlink <= 1 else { throw .badLedger(path: shownPath, error: .linked(Int(status.st_nlink))) }
    }

    /// Waits until the byte is locked.
    private static func lock(
        _ file: Int32, _ path: String, _ shownPath: String, _ timeout: LockTimeout
    ) throws(BatchError) {
        var tries = 0
        while try !lockByte(byte, of: file).orThrow({ .inputOutput(path: shownPath, errno: $0) }) {
            guard try timeout.pause(tries) else {
                throw .ledgerBusy(path: shownPath, holder: Self.process(writingTo: file))
            }
            tries += 1
        }
    }

    /// Whether the path still names the open file.
    private static func isAtPath(_ file: Int32, _ path: String, _ shownPath: String) throws(BatchError) -> Bool {
        try checkFile(file, shownPath)
        var opened = stat()
        guard fstat(file, &opened) == 0 else { throw .inputOutput(path: shownPath, errno: errno) }
        guard let named = fileStatus(path) else { return false }
        return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
    }
}

/// Finding the process that keeps a ledger locked.
extension LedgerWriteLock {
    /// The offset of the byte that SQLite locks for a writing process: `RESERVED_BYTE` in its os.h.
    private static let reservedByte = 0x4000_0001

    /// The process that is writing to an SQLite file; nil if there is none, or it is unknown.
    static func process(writingTo descriptor: Int32) -> Int32? {
        processLocking(reservedByte, of: descriptor)
    }

    /// The process that writes to a file, which need not be open.
    ///
    /// Must not be called while this process has locks on the file, because closing any descriptor of a file releases
    /// all POSIX locks of the process on it.
    static func process(writingTo path: String) -> Int32? {
        let descriptor = JuiceBatch.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return process(writingTo: descriptor)
    }
}

/// The time limits of a process that waits for a ledger which other processes use.
///
/// The first waits, for the ledger's write lock and for another writer, share one deadline. Later waits are only for
/// readers and usually short; each of them has its own time limit.
final class LockTimeout: Sendable {
    /// The minimum time limit, in seconds, of a wait with a separate limit; independent of the user's wait time.
    private static let commitWaitSeconds = 10

    private let waitSeconds: LockedValue<Int>
    private let cancellation: CancellationToken
    /// The deadline that the first waits share; nil once each wait has a time limit of its own.
    private let deadlineNs: LockedValue<UInt64?>

    /// Creates the limits, and starts the time until the first deadline.
    init(waitSeconds: Int, cancellation: CancellationToken) {
        self.waitSeconds = LockedValue(waitSeconds)
        self.cancellation = cancellation
        deadlineNs = LockedValue(Self.nowNs() + UInt64(waitSeconds) * 1_000_000_000)
    }

    /// Gives each wait from now on a time limit of its own.
    func extend() { deadlineNs.withLock { $0 = nil } }

    /// Limits each wait from now on to `commitWaitSeconds`, as if the user had set no wait time.
    func shorten() {
        waitSeconds.withLock { $0 = 0 }
        extend()
    }

    /// Sleeps for a short time before the next try.
    ///
    /// - Parameter count: The number of earlier tries.
    /// - Returns: False once the time limit has passed.
    /// - Throws: `interrupted` if a signal has asked the program to end.
    func pause(_ count: Int) throws(BatchError) -> Bool {
        try cancellation.check()
        let nowNs = Self.nowNs()
        let endNs = deadlineNs.withLock { $0 } ?? endOfOwnWait(count, nowNs)
        guard nowNs < endNs else { return false }
        // A signal ends the sleep early.
        usleep(UInt32(min(25_000, 1_000 << min(count, 5))))
        return true
    }

    /// Whether time is left, for SQLite's busy callback, which cannot throw; false also if the program was interrupted.
    func hasTimeLeft(try count: Int) -> Bool {
        do throws(BatchError) {
            return try pause(count)
        } catch {
            return false
        }
    }

    /// The deadline of the current wait that has a time limit of its own.
    private let endNs = LockedValue<UInt64>(0)

    /// The deadline of the current wait; the first try (`count` is 0) starts its time limit.
    private func endOfOwnWait(_ count: Int, _ nowNs: UInt64) -> UInt64 {
        let seconds = max(waitSeconds.withLock { $0 }, Self.commitWaitSeconds)
        return endNs.withLock {
            if count == 0 { $0 = nowNs + UInt64(seconds) * 1_000_000_000 }
            return $0
        }
    }

    private static func nowNs() -> UInt64 {
        UInt64(clockNs(CLOCK_MONOTONIC))
    }
}
