internal import Glibc
internal import JuiceBatch

/// What keeps two nights from being at work in one folder; gone with its owner, however that ends.
final class NightLock {
    private static let name = ".nightly.lock"

    private let descriptor: Int32

    /// How long a night waits for one that is about to end, and how long a signal may go unnoticed meanwhile.
    private static let waitMs = 1_000
    private static let pauseMs = 50

    /// Takes the lock of a folder that is open; nil if another night has it.
    init?(in folder: Int32, interruption: Interruption) throws(BatchError) {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        descriptor = openat(folder, Self.name, flags, 0o666)
        guard descriptor >= 0 else { throw .cannotCreate(path: Self.name, errno: errno) }
        for _ in 0...(Self.waitMs / Self.pauseMs) {
            try interruption.check()
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            guard errno == EWOULDBLOCK || errno == EINTR else { throw .cannotCreate(path: Self.name, errno: errno) }
            poll(nil, 0, Int32(Self.pauseMs))
        }
        return nil
    }

    deinit {
        close(descriptor)
    }

    /// Whether a night is at work in a folder.
    ///
    /// Looking keeps a night waiting for a moment at most.
    static func isTaken(in folder: String) -> Bool {
        let file = open("\(folder)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
}
