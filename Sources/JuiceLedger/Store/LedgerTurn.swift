internal import Glibc
internal import JuiceBatch

/// The turn of a ledger: one process at a time has it, from before it looks at what earlier runs have left until all of
/// its own is in place.
///
/// It is a lock on a byte of the ledger's file that SQLite never touches, so it lies nowhere beside the ledger, holds
/// whatever path the file goes by, and ends with the process. It belongs to the open file (`F_OFD_SETLK`), since those
/// of SQLite belong to the process, and go when any descriptor of the file is closed: this one has to be closed last.
final class LedgerTurn: Sendable {
    /// The byte: behind all that SQLite locks, `SHARED_FIRST` + `SHARED_SIZE` of its os.h.
    private static let byte = 0x4000_1000

    /// The descriptor of the ledger's file.
    let descriptor: Int32

    /// Waits for the turn.
    ///
    /// - Parameters:
    ///   - path: the file's real path.
    ///   - shownPath: the path as the user gave it.
    ///   - makesFile: whether a file that is missing is made, as an empty one.
    ///   - patience: says how long to wait.
    init(path: String, shownPath: String, makesFile: Bool, patience: Patience) throws(BatchError) {
        while true {
            let file = try Self.open(path, shownPath, makesFile)
            do throws(BatchError) {
                try Self.checkFile(file, shownPath)
                try Self.lock(file, path, shownPath, patience)
                // What was waited for may be another file by now, or have been given a second name.
                if try Self.isStillThere(file, path, shownPath) {
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
        close(descriptor)
    }

    /// Checks that the ledger's path still names the file whose turn this is.
    func check(_ path: String, _ shownPath: String) throws(BatchError) {
        guard try Self.isStillThere(descriptor, path, shownPath) else {
            throw .inputOutput(path: shownPath, errno: ENOENT)
        }
    }

    private static func open(_ path: String, _ shownPath: String, _ makesFile: Bool) throws(BatchError) -> Int32 {
        let flags = O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | (makesFile ? O_CREAT : 0)
        return try retryOnInterrupt { Glibc.open(path, flags, 0o644) }.orThrow {
            switch $0 {
            case ENOENT where !makesFile: .unreadable(path: shownPath, errno: ENOENT)
            case EISDIR, ENXIO, ELOOP: .badLedger(path: shownPath, fault: .notADatabase)
            case EMFILE, ENFILE, ENOMEM, EIO, ENOSPC, EDQUOT: .inputOutput(path: shownPath, errno: $0)
            default: .cannotCreate(path: shownPath, errno: $0)
            }
        }
    }

    /// A ledger has one name: by another, SQLite would not find its journal.
    private static func checkFile(_ file: Int32, _ shownPath: String) throws(BatchError) {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .inputOutput(path: shownPath, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .badLedger(path: shownPath, fault: .notADatabase) }
        guard status.st_nlink <= 1 else { throw .badLedger(path: shownPath, fault: .linked(Int(status.st_nlink))) }
    }

    private static func lock(
        _ file: Int32, _ path: String, _ shownPath: String, _ patience: Patience
    ) throws(BatchError) {
        var tries = 0
        while try !lockByte(byte, of: file).orThrow({ .inputOutput(path: shownPath, errno: $0) }) {
            guard try patience.pause(tries) else {
                throw .ledgerBusy(path: shownPath, holder: LockHolder.process(writingTo: file))
            }
            tries += 1
        }
    }

    private static func isStillThere(_ file: Int32, _ path: String, _ shownPath: String) throws(BatchError) -> Bool {
        try checkFile(file, shownPath)
        var (opened, named) = (stat(), stat())
        guard fstat(file, &opened) == 0 else { throw .inputOutput(path: shownPath, errno: errno) }
        guard stat(path, &named) == 0 else { return false }
        return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
    }
}
