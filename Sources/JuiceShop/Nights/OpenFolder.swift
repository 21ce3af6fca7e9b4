internal import Glibc
internal import JuiceBatch

/// A folder that is open: what is done in it is done there, wherever its path leads by then.
final class OpenFolder {
    let descriptor: Int32
    /// As messages call it.
    let path: String

    /// Opens a folder, and makes it first if it is missing.
    ///
    /// - Parameter parent: the folder that holds it; nil for the one that the path counts from anyway.
    init(_ path: String, in parent: OpenFolder? = nil) throws(BatchError) {
        let base = parent?.descriptor ?? AT_FDCWD
        self.path = (parent.map { $0.path.isEmpty ? "" : $0.path + "/" } ?? "") + path
        guard mkdirat(base, path, 0o777) == 0 || errno == EEXIST else {
            throw .cannotCreate(path: self.path, errno: errno)
        }
        descriptor = openat(base, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
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

    /// What an entry is, whatever it may lead to; nil if it is not there.
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
