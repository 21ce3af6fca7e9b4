internal import Glibc
internal import JuiceBatch

/// The write lock of a ledger, held by one process from before it examines what earlier runs have left until all of its
/// own changes are in place.
///
/// The lock is on a byte of the ledger's file that SQLite never uses, so it needs no separate file, holds whatever path
/// the file has, and ends with the process. It belongs to the open file (`F_OFD_SETLK`). SQLite's own locks are
/// released when any descriptor of the file is closed, so this descriptor has to be closed last.
final class LedgerWriteLock: Sendable {
    /// The offset of the locked byte, after all bytes that SQLite locks: `SHARED_FIRST` + `SHARED_SIZE` of its os.h.
    private static let byte = 0x4000_1000

    private let descriptor: Int32

    /// Waits until the lock is acquired, on an empty file if a missing one has to be created (`makesFile`).
    init(path: String, shownPath: String, makesFile: Bool, timeout: LockTimeout) throws(BatchError) {
        let flags = O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | (makesFile ? O_CREAT : 0)
        while true {
            let file = try retryOnInterrupt { open(path, flags, 0o644) }.orThrow {
                switch $0 {
                case ENOENT where !makesFile: .unreadable(path: shownPath, errno: ENOENT)
                case EISDIR, ENXIO, ELOOP: .badLedger(path: shownPath, error: .notADatabase)
                case EMFILE, ENFILE, ENOMEM, EIO, ENOSPC, EDQUOT: .inputOutput(path: shownPath, errno: $0)
                default: .cannotCreate(path: shownPath, errno: $0)
                }
            }
            do throws(BatchError) {
                _ = try Self.checkedStatus(file, shownPath)
                var tries = 0
                while try !lockByte(Self.byte, of: file).orThrow({ .inputOutput(path: shownPath, errno: $0) }) {
                    guard try timeout.pause(afterTries: tries) else { throw .ledgerBusy(path: shownPath) }
                    tries += 1
                }
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
        // Closing alone would not release the lock while a child process that is starting has the descriptor.
        unlockByte(Self.byte, of: descriptor)
        close(descriptor)
    }

    /// Checks that the ledger's path still names the locked file.
    func check(_ path: String, _ shownPath: String) throws(BatchError) {
        guard try Self.isAtPath(descriptor, path, shownPath) else {
            throw .inputOutput(path: shownPath, errno: ENOENT)
        }
    }

    private static func checkedStatus(_ file: Int32, _ shownPath: String) throws(BatchError) -> stat {
        guard let status = fileStatus(of: file) else { throw .inputOutput(path: shownPath, errno: errno) }
        try checkFile(status, shownPath)
        return status
    }

    /// Checks that a ledger's file is regular and has a single name, by which SQLite finds its journal.
    static func checkFile(_ status: stat, _ shownPath: String) throws(BatchError) {
        guard status.isRegularFile else { throw .badLedger(path: shownPath, error: .notADatabase) }
        guard status.st_nlink <= 1 else { throw .badLedger(path: shownPath, error: .linked(Int(status.st_nlink))) }
    }

    /// Whether the path still names the open file.
    private static func isAtPath(_ file: Int32, _ path: String, _ shownPath: String) throws(BatchError) -> Bool {
        let opened = try checkedStatus(file, shownPath)
        guard let named = fileStatus(path) else { return false }
        return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
    }
}

/// The time limits of a process that waits for a ledger which other processes use.
///
/// The first waits, for the write lock and another writer, share a deadline; each later one has its own.
final class LockTimeout: Sendable {
    /// The minimum time limit, in seconds, of a wait with a separate limit; independent of the user's wait time.
    private static let commitWaitSeconds = 10

    private let cancellation: CancellationToken
    /// The wait time, the deadline of the first waits, nil after them, and that of a wait with its own limit.
    private let state: LockedValue<(waitSeconds: Int, sharedEndNs: Int?, endNs: Int)>

    /// Creates the limits, and starts the time until the first deadline.
    init(waitSeconds: Int, cancellation: CancellationToken) {
        self.cancellation = cancellation
        state = LockedValue((waitSeconds, clockNs(CLOCK_MONOTONIC) + waitSeconds * 1_000_000_000, 0))
    }

    /// Gives each wait from now on a time limit of its own.
    func extend() { state.withLock { $0.sharedEndNs = nil } }
    /// Limits each wait from now on to `commitWaitSeconds`, as if the user had set no wait time.
    func shorten() { state.withLock { ($0.waitSeconds, $0.sharedEndNs) = (0, nil) } }

    /// Sleeps before the next try, from 1 ms after the first to 25 ms; returns false once the time limit has passed.
    ///
    /// - Throws: `interrupted` if a signal has asked the program to end.
    func pause(afterTries count: Int) throws(BatchError) -> Bool {
        try cancellation.check()
        let nowNs = clockNs(CLOCK_MONOTONIC)
        let endNs = state.withLock { state in
            // The first try starts the time limit of its wait.
            if count == 0 { state.endNs = nowNs + max(state.waitSeconds, Self.commitWaitSeconds) * 1_000_000_000 }
            return state.sharedEndNs ?? state.endNs
        }
        guard nowNs < endNs else { return false }
        // A signal ends the sleep early.
        usleep(UInt32(min(25_000, 1_000 << min(count, 5))))
        return true
    }

    /// Whether time is left, for SQLite's busy callback, which cannot throw; false also if the program was interrupted.
    func hasTimeLeft(try count: Int) -> Bool { (try? pause(afterTries: count)) ?? false }
}
