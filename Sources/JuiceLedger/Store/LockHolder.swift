internal import Glibc

/// Finds the process that keeps a ledger locked.
enum LockHolder {
    /// The offset of the byte that SQLite locks for a writing process: `RESERVED_BYTE` in its os.h.
    private static let reservedByte = 0x4000_0001

    /// The process that is writing to an SQLite file; nil if there is none, or it cannot be told.
    static func process(writingTo descriptor: Int32) -> Int32? {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = off_t(reservedByte)
        lock.l_len = 1
        guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK), lock.l_pid > 0 else { return nil }
        return lock.l_pid
    }

    /// The process that writes to a file, which need not be open.
    ///
    /// Must not be called while this process has locks on the file: closing any descriptor of a file releases all of
    /// its own.
    static func process(writingTo path: String) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return process(writingTo: descriptor)
    }
}
