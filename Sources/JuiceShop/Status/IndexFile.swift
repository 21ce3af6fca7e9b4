internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// The index.html of a folder of reports, or the page of a period, which is updated unless it is a foreign file.
final class IndexFile {
    static let usualName = "index.html"
    /// The name of a file while it is written; a killed run's is replaced by the next.
    static let staging = ".index.html.new"

    /// The kind of entry that has the index's name.
    enum State {
        case nothing
        /// A page that this program has made.
        case ours
        /// Anything else, such as a page of another program or a link.
        case foreign
    }

    /// The time to wait for another process that writes the index, in milliseconds.
    private static let waitMs = 5_000
    private static let pauseMs = 5
    /// The number of bytes at the start that contain our own mark.
    private static let markBytesMax = 1_024

    private let folder: OpenFolder
    private let name: String

    /// The index of a folder; nothing is looked at yet.
    init(in folder: OpenFolder, name: String = usualName) {
        self.folder = folder
        self.name = name
    }

    /// The kind of entry that has the index's name at the moment.
    func state() throws(BatchError) -> State {
        guard folder.status(of: FileName(name)) != nil else { return .nothing }
        guard let (file, _) = try folder.file(name) else { return .foreign }
        var block = [UInt8](repeating: 0, count: Self.markBytesMax)
        let count = try retryOnInterrupt { pread(file.number, &block, block.count, 0) }
            .orThrow { .unreadable(path: name, errno: $0) }
        let start = String(decoding: block[..<count], as: UTF8.self)
        return start.contains(IndexPage.mark) ? .ours : .foreign
    }

    /// Runs `body` under an exclusive lock on the folder, so that one process at a time makes its index.
    ///
    /// The last process to get the lock sees the reports that all the others have put into the folder.
    ///
    /// - Throws: `cannotCreate` if the lock is not free within `waitMs`.
    func inTurn<Value>(_ environment: Environment, _ body: () throws -> Value) throws -> Value {
        // It goes with the descriptor, which is this one's own.
        let lock = openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw BatchError.unreadable(path: folder.path, errno: errno) }
        defer { close(lock) }
        var waitedMs = 0
        while flock(lock, LOCK_EX | LOCK_NB) != 0 {
            let reason = errno
            guard reason == EWOULDBLOCK || reason == EINTR, waitedMs < Self.waitMs else {
                throw BatchError.cannotCreate(path: name, errno: reason)
            }
            try environment.cancellation.check()
            environment.wait(Self.pauseMs)
            waitedMs += Self.pauseMs
        }
        return try body()
    }

    /// Writes the page, as a whole or not at all.
    ///
    /// - Parameter durable: whether to wait until the disk has it.
    func write(_ page: String, durable: Bool) throws(BatchError) {
        try folder.replace(name, with: page, staging: Self.staging, isDurable: durable)
    }
}
