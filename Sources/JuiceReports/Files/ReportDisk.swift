package import JuiceBatch

/// The identity of a report set: its folder on disk and the content of it.
package struct SetIdentity: Sendable, Hashable {
    /// The device of its file system, as `stat` says it.
    package let device: Int
    /// Its number in that file system; used again once the folder is gone, so nothing by itself.
    package let inode: Int
    /// SHA-256 over the names and sizes of its report files and the content of its summary.json, in hex.
    package let sha256: String

    /// The identity with these parts.
    package init(device: Int, inode: Int, sha256: String) {
        self.device = device
        self.inode = inode
        self.sha256 = sha256
    }

    /// Whether both are the same folder, whatever has become of its content.
    func isSameFolder(as other: SetIdentity) -> Bool { device == other.device && inode == other.inode }
}

/// The kind of entry at a path.
package enum PathView: Sendable, Hashable {
    case nothing
    /// A folder, and the entries in it that are no report files, by name.
    case folder(SetIdentity, strangers: [String])
    /// A file, a link or anything else.
    case other

    /// Whether it is the set with this identity, whatever else lies in it.
    func holds(_ identity: SetIdentity) -> Bool {
        guard case .folder(let found, _) = self else { return false }
        return found == identity
    }
}

/// The operations that put report sets in place; each is atomic.
///
/// `SystemDisk` is the file system. Tests use a model that can insert a step of another process, a crash or an error
/// between any two operations.
package protocol ReportDisk {
    /// Looks at what lies at a path, without following a link.
    func look(at path: String) throws(BatchError) -> PathView
    /// Gives a folder another path; false if something lies there already.
    func move(_ path: String, to newPath: String) throws(BatchError) -> Bool
    /// Exchanges two folders; false if one of them is not there.
    func exchange(_ path: String, with other: String) throws(BatchError) -> Bool
    /// Removes the report files of a folder, and the folder if it is empty then, if it is the one with this identity's
    /// device and inode.
    func removeSet(at path: String, _ identity: SetIdentity) throws(BatchError)
    /// Waits until the disk has the entries of a folder.
    func sync(_ folder: String) throws(BatchError)
}
