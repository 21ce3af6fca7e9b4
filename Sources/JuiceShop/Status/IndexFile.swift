internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// The index.html of a folder of reports, or the page of a period; a file of another program with its name is kept.
final class IndexFile {
    static let usualName = "index.html"
    /// The name of the page while it is being written; a file that a killed process has left is overwritten.
    static let staging = ".index.html.new"

    /// The kind of file that has the page's name.
    enum State {
        case nothing
        /// A page written by this program.
        case written
        /// Anything else, such as a page of another program or a symbolic link.
        case foreign
    }

    /// The maximum wait for another process that writes the index, in milliseconds.
    private static let waitMs = 5_000
    private static let pauseMs = 5
    /// The number of bytes at the start of a page that contain the generator tag.
    private static let tagBytesMax = 1_024

    private let folder: OpenFolder
    private let name: String

    /// Creates the index of a folder; no file is read yet.
    init(in folder: OpenFolder, name: String = usualName) {
        self.folder = folder
        self.name = name
    }

    /// The kind of file that has the page's name at the moment.
    func state() throws(BatchError) -> State {
        guard folder.status(of: FileName(name)) != nil else { return .nothing }
        guard let (file, _) = try folder.file(name) else { return .foreign }
        var block = [UInt8](repeating: 0, count: Self.tagBytesMax)
        let count = try retryOnInterrupt { readBytes(from: file.number, into: &block, at: 0) }
            .orThrow { .unreadable(path: name, errno: $0) }
        let start = String(decoding: block[..<count], as: UTF8.self)
        return start.contains(FolderIndexModel.generatorTag) ? .written : .foreign
    }

    /// Runs `body` under an exclusive lock on the folder, so that one process at a time writes its index.
    ///
    /// The last process to get the lock sees the reports that all others have put into the folder.
    ///
    /// - Throws: `cannotCreate` if the lock is not free within `waitMs`.
    func inTurn<Value>(_ environment: Environment, _ body: () throws -> Value) throws -> Value {
        // The lock belongs to the descriptor, so a new one is opened for it.
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
    /// - Parameter durable: whether to wait until the page is on disk.
    func write(_ page: String, durable: Bool) throws(BatchError) {
        try folder.replace(name, with: page, staging: Self.staging, isDurable: durable)
    }
}
