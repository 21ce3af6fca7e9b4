internal import Glibc
internal import JuiceBatch

/// A folder that is open: what is done in it is done there, wherever its path leads by then.
final class OpenFolder: Sendable {
    let descriptor: Int32
    /// The folder's path in messages.
    let path: String

    /// Opens a folder, and makes it first if it is missing.
    ///
    /// - Parameters:
    ///   - parent: the folder that holds it; nil for the one that the path counts from anyway.
    ///   - followsLink: whether it may be a link to a folder.
    init(_ path: String, in parent: OpenFolder? = nil, followsLink: Bool = true) throws(BatchError) {
        let base = parent?.descriptor ?? AT_FDCWD
        self.path = (parent.map { $0.path.isEmpty ? "" : $0.path + "/" } ?? "") + path
        guard mkdirat(base, path, 0o777) == 0 || errno == EEXIST else {
            throw .cannotCreate(path: self.path, errno: errno)
        }
        descriptor = openat(base, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else { throw .cannotCreate(path: self.path, errno: errno) }
    }

    /// Opens the folder in which everything else is.
    ///
    /// - Parameter root: its path; what lies in it is called by its path from there.
    init(root: String) throws(BatchError) {
        path = ""
        descriptor = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: root, errno: errno) }
    }

    /// Takes over a folder that is open.
    private init(_ opened: Int32, path: String) {
        descriptor = opened
        self.path = path
    }

    deinit {
        close(descriptor)
    }

    /// The names in it, in the order of their bytes.
    func names() throws(BatchError) -> [FileName] {
        let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard own >= 0, let stream = fdopendir(own) else { throw .inputOutput(path: path, errno: errno) }
        defer { closedir(stream) }
        var names: [FileName] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != Array(".".utf8) && name != Array("..".utf8) { names.append(FileName(name)) }
        }
        guard errno == 0 else { throw .inputOutput(path: path, errno: errno) }
        return names.sorted()
    }

    /// The status of an entry, without following links; nil if it does not exist.
    func status(of name: FileName) -> stat? {
        var status = stat()
        return fstatat(descriptor, name.cString, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    /// Moves an entry into a folder; under a name with a number where something has its name there already.
    ///
    /// - Returns: its name there, or why it could not be moved.
    func move(_ name: FileName, to folder: OpenFolder, as wanted: FileName) -> Result<FileName, SystemError> {
        var number = 1
        while true {
            let free = wanted.numbered(number)
            let result = moveWithoutReplacing(
                name.cString, in: descriptor, to: free.cString, in: folder.descriptor)
            guard case .failure(SystemError(number: EEXIST)) = result else { return result.map { free } }
            number += 1
        }
    }
}

extension OpenFolder {
    /// The result of opening an entry of a folder as a folder.
    enum Inner {
        case folder(OpenFolder)
        /// One that cannot be looked into.
        case closed
        /// A file, a link or anything else; or nothing any more.
        case none
    }

    /// Opens a folder in it, and follows no link.
    func inner(_ name: FileName) throws(BatchError) -> Inner {
        let opened = openat(descriptor, name.cString, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if opened >= 0 {
            return .folder(OpenFolder(opened, path: path.isEmpty ? name.text : "\(path)/\(name.text)"))
        }
        switch errno {
        case ENOENT, ENOTDIR, ELOOP: return .none
        case EMFILE, ENFILE, ENOMEM: throw .inputOutput(path: path, errno: errno)
        default: return .closed
        }
    }

    /// Opens a regular file in it for reading, and follows no link.
    ///
    /// - Returns: the file, and how many bytes it has; nil where there is none that can be read.
    func file(_ name: String) throws(BatchError) -> (file: ReadDescriptor, sizeBytes: Int)? {
        try file(FileName(name))
    }

    /// The same by a name that need be no text.
    func file(_ name: FileName) throws(BatchError) -> (file: ReadDescriptor, sizeBytes: Int)? {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let opened = openat(descriptor, name.cString, flags)
        guard opened >= 0 else {
            if [EMFILE, ENFILE, ENOMEM].contains(errno) { throw .inputOutput(path: path, errno: errno) }
            return nil
        }
        let file = ReadDescriptor(opened)
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return (file, Int(status.st_size))
    }
}
