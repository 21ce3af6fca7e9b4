internal import CSV
internal import Glibc
package import JuiceBatch
internal import Synchronization

/// The entry that an operation of a `ReportDisk` has found at a path.
package enum PathEntry: Sendable, Hashable {
    case nothing
    /// A folder with an identity, and the names of the entries in it that are not report files.
    case folder(SetIdentity, foreignEntries: [String])
    /// A file, a symbolic link or anything else.
    case other

    /// Whether the entry is the set with an identity; it may also contain files that are not reports.
    func identifies(_ identity: SetIdentity) -> Bool {
        if case .folder(identity, _) = self { true } else { false }
    }
}

/// The file system operations that put report sets in place; each is atomic.
///
/// Tests use a model that can insert a step of another process, a crash or an error between any two operations.
package protocol ReportDisk {
    /// Examines the entry at a path, without following a symbolic link.
    func entry(at path: String) throws(BatchError) -> PathEntry
    /// Renames a folder or a file; returns false if the new path is taken.
    func move(_ path: String, to newPath: String) throws(BatchError) -> Bool
    /// Exchanges two folders; returns false if one of them does not exist.
    func exchange(_ path: String, with other: String) throws(BatchError) -> Bool
    /// Removes the report files, and the folder if it is then empty, if it has the device and inode of the identity.
    func removeSet(at path: String, _ identity: SetIdentity) throws(BatchError)
    /// Waits until the names of a folder's entries are on disk.
    func sync(_ folder: String) throws(BatchError)
}

/// The operations of a `ReportDisk` on the actual file system.
package struct SystemDisk: ReportDisk, Sendable {
    private let names: Set<String>

    /// Creates a disk for report sets whose files have only the given names.
    package init(names: Set<String> = ReportFolder.names) { self.names = names }

    package func entry(at path: String) throws(BatchError) -> PathEntry {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else {
            switch errno {
            case ENOENT: return .nothing
            case ENOTDIR, ELOOP: return .other
            default: throw .inputOutput(path: path, errno: errno)
            }
        }
        defer { close(folder) }
        let (identity, foreignEntries) = try Self.examine(folder, path: path, names)
        return .folder(identity, foreignEntries: foreignEntries)
    }

    /// Returns the identity of an open folder, and the names of the entries in it that are not report files.
    static func examine(
        _ folder: Int32, path: String, _ names: Set<String>
    ) throws(BatchError) -> (SetIdentity, foreignEntries: [String]) {
        guard let status = fileStatus(of: folder) else { throw .inputOutput(path: path, errno: errno) }
        var foreignEntries: [String] = []
        var listing = ""
        for name in try entries(of: folder, path: path).sorted() {
            guard let entry = fileStatus(name, in: folder, followsLink: false) else {
                if errno == ENOENT { continue }
                throw .inputOutput(path: path, errno: errno)
            }
            if names.contains(name), entry.isRegularFile {
                listing += "\(name) \(entry.st_size)\n"
            } else {
                foreignEntries.append(name)
            }
        }
        let digest = SHA256()
        digest.update(listing.utf8.span)
        try hash("summary.json", of: folder, path: path, into: digest)
        let identity = SetIdentity(
            device: Int(truncatingIfNeeded: status.st_dev), inode: Int(truncatingIfNeeded: status.st_ino),
            sha256: digest.finishHex())
        return (identity, foreignEntries)
    }

    /// The names of the entries in an open folder, with invalid UTF-8 replaced; no report file has such a name.
    static func entries(of folder: Int32, path: String) throws(BatchError) -> [String] {
        try folderNames(of: folder).orThrow { .inputOutput(path: path, errno: $0) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Adds the content of a file to a digest, if the file exists.
    static func hash(_ name: String, of folder: Int32, path: String, into digest: SHA256) throws(BatchError) {
        let file = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, in: folder)
        guard file >= 0 else {
            if errno == ENOENT || errno == ELOOP { return }
            throw .inputOutput(path: "\(path)/\(name)", errno: errno)
        }
        defer { close(file) }
        var block = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            switch retryOnInterrupt({ readBytes(from: file, into: &block) }) {
            case .success(0): return
            case .success(let step): digest.update(block.span.extracting(first: step))
            // A folder or a pipe with this name is not a report file, and is reported as a foreign entry elsewhere.
            case .failure(SystemError(number: EISDIR)), .failure(SystemError(number: EAGAIN)): return
            case .failure(let error): throw .inputOutput(path: "\(path)/\(name)", errno: error.number)
            }
        }
    }

    package func move(_ path: String, to newPath: String) throws(BatchError) -> Bool {
        let result = moveWithoutReplacing(path, to: newPath)
        if case .failure(SystemError(number: EEXIST)) = result { return false }
        try result.orThrow { .cannotCreate(path: newPath, errno: $0) }
        return true
    }

    package func exchange(_ path: String, with other: String) throws(BatchError) -> Bool {
        let result = exchangePaths(path, other)
        if case .failure(SystemError(number: ENOENT)) = result { return false }
        try result.orThrow { .cannotCreate(path: other, errno: $0) }
        return true
    }

    package func removeSet(at path: String, _ identity: SetIdentity) throws(BatchError) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else {
            if errno == ENOENT { return }
            throw .inputOutput(path: path, errno: errno)
        }
        defer { close(folder) }
        guard let status = fileStatus(of: folder) else { throw .inputOutput(path: path, errno: errno) }
        guard Int(truncatingIfNeeded: status.st_dev) == identity.device,
            Int(truncatingIfNeeded: status.st_ino) == identity.inode
        else { return }
        Self.removeReports(in: folder, names)
        rmdir(path)
    }

    static func removeReports(in folder: Int32, _ names: Set<String>) {
        for name in names where fileStatus(name, in: folder, followsLink: false)?.isRegularFile == true {
            unlinkat(folder, name, 0)
        }
    }

    package func sync(_ folder: String) throws(BatchError) { try syncFolder(folder, shownPath: folder) }
}

/// A report file to which several threads write at different offsets.
///
/// The system allows one at a time, and others spin meanwhile; a thread with other work can use `writeIfFree`.
package final class OutputFile: Sendable {
    private let path: String
    private let descriptor: Int32
    private let lock = Mutex(())
    private let written = Atomic(0)
    private let isClosed = Atomic(false)

    /// Creates the file, which must not exist yet.
    package init(creating path: String, mode: UInt32 = 0o666) throws(BatchError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, errno: errno) }
    }

    deinit {
        if !isClosed.load(ordering: .relaxed) { close(descriptor) }
    }

    package func write(_ bytes: Span<UInt8>, at offset: Int) throws(BatchError) {
        try lock.withLock { _ throws(BatchError) in try writeInTurn(bytes, at: offset) }
    }

    /// Writes bytes like `write` and returns true, or writes nothing and returns false if another thread is writing.
    package func writeIfFree(_ bytes: Span<UInt8>, at offset: Int) throws(BatchError) -> Bool {
        try lock.withLockIfAvailable { _ throws(BatchError) in try writeInTurn(bytes, at: offset) } != nil
    }

    /// The number of bytes written since the file was created or truncated.
    var writtenCount: Int { written.load(ordering: .relaxed) }

    private func writeInTurn(_ bytes: Span<UInt8>, at offset: Int) throws(BatchError) {
        let count = try writeAll(bytes, to: descriptor, at: offset).orThrow { .inputOutput(path: path, errno: $0) }
        written.add(count, ordering: .relaxed)
    }

    /// Writes a text at the start of the file.
    package func write(_ text: String) throws(BatchError) { try write(text.utf8.span, at: 0) }

    /// Truncates the file, so that writing starts at its beginning.
    package func truncate() throws(BatchError) {
        guard ftruncate(descriptor, 0) == 0 else { throw .inputOutput(path: path, errno: errno) }
        written.store(0, ordering: .relaxed)
    }

    /// Closes the file, and throws errors of delayed writes; if `durable`, it waits until the content is on disk.
    package func finish(durable: Bool) throws(BatchError) {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        if durable, fsync(descriptor) != 0 {
            let reason = errno
            close(descriptor)
            throw .inputOutput(path: path, errno: reason)
        }
        guard close(descriptor) == 0 else { throw .inputOutput(path: path, errno: errno) }
    }
}

/// Creates a file with a text, and waits until it is on disk; throws `cannotCreate` if the path is taken.
package func createFile(at path: String, with text: String) throws(BatchError) {
    let file = try OutputFile(creating: path, mode: 0o644)
    do throws(BatchError) {
        try file.write(text)
        try file.finish(durable: true)
        try syncParent(of: path, shownPath: path)
    } catch {
        // The file is incomplete.
        unlink(path)
        throw error
    }
}

/// Replaces a file by one with another text in one step, and waits until the new file is on disk.
package func replaceFile(at path: String, with text: String) throws(BatchError) {
    let staged = path + ".new"
    try createFile(at: staged, with: text)
    guard rename(staged, path) == 0 else {
        let number = errno
        unlink(staged)
        throw .cannotCreate(path: path, errno: number)
    }
    try syncParent(of: path, shownPath: path)
}
