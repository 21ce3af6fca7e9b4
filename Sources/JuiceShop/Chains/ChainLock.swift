internal import Glibc
internal import JuiceBatch

/// What keeps two nights of a whole chain apart; nights of some of its shops may be at work side by side.
///
/// It is gone with its owner, however that ends.
final class ChainLock {
    private static let name = ".lock"
    private static let pauseMs: Int32 = 50
    private static let waitMs: Int32 = 1_000

    private static let bookName = ".lock.book"

    private let descriptor: Int32
    private let rollUp: Int32
    private let interruption: Interruption

    /// - Parameter isShared: whether others may be at work, too, each on shops of its own.
    init(in root: OpenFolder, isShared: Bool, _ interruption: Interruption) throws(BatchError) {
        let folder = try OpenFolder(Manifest.folderName, in: root, followsLink: false)
        self.interruption = interruption
        descriptor = try Self.open(Self.name, in: folder)
        rollUp = try Self.open(Self.name + ".rollup", in: folder)
        let wanted = isShared ? LOCK_SH : LOCK_EX
        for _ in 0...(Self.waitMs / Self.pauseMs) {
            try interruption.check()
            if flock(descriptor, wanted | LOCK_NB) == 0 { return }
            poll(nil, 0, Self.pauseMs)
        }
        throw .badChain(path: folder.path, mistake: .busy)
    }

    private static func open(_ name: String, in folder: OpenFolder) throws(BatchError) -> Int32 {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
        let opened = openat(folder.descriptor, name, flags, 0o666)
        guard opened >= 0 else { throw .cannotCreate(path: "\(folder.path)/\(name)", errno: errno) }
        return opened
    }

    deinit {
        close(descriptor)
        close(rollUp)
    }

    /// Does something that one does at a time, beside whatever nights are at work: changing chain.json.
    static func changingBook<Value>(
        in root: OpenFolder, _ interruption: Interruption, _ body: () throws(BatchError) -> Value
    ) throws(BatchError) -> Value {
        let held = try open(bookName, in: OpenFolder(Manifest.folderName, in: root, followsLink: false))
        defer { close(held) }
        while flock(held, LOCK_EX | LOCK_NB) != 0 {
            try interruption.check()
            poll(nil, 0, pauseMs)
        }
        return try body()
    }

    /// Does something that one does at a time: writing the roll-up.
    func alone<Value>(_ body: () throws -> Value) throws -> Value {
        while flock(rollUp, LOCK_EX | LOCK_NB) != 0 {
            try interruption.check()
            poll(nil, 0, Self.pauseMs)
        }
        defer { flock(rollUp, LOCK_UN) }
        return try body()
    }
}
