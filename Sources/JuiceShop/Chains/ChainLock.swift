internal import JuiceBatch

/// Keeps two runs of a whole chain apart; runs of some of its shops may be at work side by side.
final class ChainLock {
    private static let name = ".lock"
    private static let rollUpName = ".lock.rollup"
    private static let bookName = ".lock.book"
    /// The time that a run of the chain waits for one that is about to end, in milliseconds.
    private static let waitMilliseconds: Int32 = 1_000

    private let whole: FileLock
    private let rollUp: FileLock
    private let interruption: Interruption

    /// - Parameters:
    ///   - root: the chain's folder.
    ///   - isShared: whether others may be at work, too, each on shops of its own.
    init(in root: OpenFolder, isShared: Bool, _ interruption: Interruption) throws(BatchError) {
        let folder = try OpenFolder(Manifest.folderName, in: root, followsLink: false)
        self.interruption = interruption
        whole = try Self.open(Self.name, in: folder)
        rollUp = try Self.open(Self.rollUpName, in: folder)
        let isTaken = try whole.take(
            isShared ? .shared : .exclusive, waitMilliseconds: Self.waitMilliseconds, interruption)
        guard isTaken else { throw .badChain(path: folder.path, mistake: .busy) }
    }

    private static func open(_ name: String, in folder: OpenFolder) throws(BatchError) -> FileLock {
        try FileLock(opening: name, in: folder.descriptor, path: "\(folder.path)/\(name)")
    }

    /// Whether a run of the chain of a folder, or of some of its shops, is at work.
    static func isTaken(in folder: String) -> Bool {
        FileLock.isTaken("\(folder)/\(Manifest.folderName)/\(name)", excluding: .exclusive)
    }

    /// Changes chain.json with no other process changing it meanwhile; runs of the chain may be at work.
    static func changingBook<Value>(
        in root: OpenFolder, _ interruption: Interruption, _ body: () throws(BatchError) -> Value
    ) throws(BatchError) -> Value {
        let lock = try open(bookName, in: OpenFolder(Manifest.folderName, in: root, followsLink: false))
        _ = try lock.take(.exclusive, waitMilliseconds: nil, interruption)
        defer { lock.release() }
        return try body()
    }

    /// Does what one process does at a time: writes the roll-up.
    func alone<Value>(_ body: () throws -> Value) throws -> Value {
        _ = try rollUp.take(.exclusive, waitMilliseconds: nil, interruption)
        defer { rollUp.release() }
        return try body()
    }
}
