internal import CLinux
internal import Glibc
package import JuiceBatch

/// A report set that is written in full and waits to take its target's place.
package struct StagedSet: Sendable, Equatable {
    /// The folder that holds it; afterwards, for a moment, the set that it replaces.
    package let staging: String
    /// The real path of the folder whose place it takes.
    package let target: String
    /// The folder's number in its file system, by which it is known wherever it stands.
    package let inode: Int

    package init(staging: String, target: String, inode: Int) {
        self.staging = staging
        self.target = target
        self.inode = inode
    }

    /// Puts a set in place that a run has left, or clears away behind a run that had just done so.
    ///
    /// It waits for the run that staged the set as long as that lives. Doing it twice is doing it once.
    ///
    /// - Parameter interruption: is asked while it waits.
    package func complete(interruption: Interruption) throws(BatchError) {
        let descriptor = open(staging, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            // It is in place, or somebody has taken it away.
            guard errno == ENOENT else { throw .inputOutput(path: staging, errno: errno) }
            return
        }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .inputOutput(path: staging, errno: errno) }
            try interruption.check()
        }
        // What waited may have been moved meanwhile.
        guard access(staging, F_OK) == 0 else { return }
        if Self.inode(of: target) != inode { try exchange(shownTarget: target) }
        try Self.sync(ReportFolder.split(target).parent)
        guard clearEarlier() else { throw .inputOutput(path: staging, errno: EIO) }
    }

    private static func inode(of path: String) -> Int? {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_ino) : nil
    }

    /// Exchanges the two folders; where there was no target, the staging folder is gone afterwards.
    func exchange(shownTarget: String) throws(BatchError) {
        try ReportFolder.check(target, shownTarget: shownTarget)
        if renameat2(AT_FDCWD, staging, AT_FDCWD, target, UInt32(RENAME_NOREPLACE)) == 0 { return }
        guard errno == EEXIST else { throw .cannotCreate(path: shownTarget, errno: errno) }
        guard renameat2(AT_FDCWD, staging, AT_FDCWD, target, UInt32(RENAME_EXCHANGE)) == 0 else {
            throw .cannotCreate(path: shownTarget, errno: errno)
        }
        // Now the earlier set stands in the staging folder's place. A file that somebody put beside it in this very
        // moment is theirs, and comes back.
        do throws(BatchError) {
            if let stranger = try ReportFolder.stranger(in: staging) {
                throw BatchError.outputNotOurs(path: shownTarget, entry: stranger)
            }
        } catch {
            _ = renameat2(AT_FDCWD, staging, AT_FDCWD, target, UInt32(RENAME_EXCHANGE))
            throw error
        }
    }

    /// Removes the earlier set after the exchange.
    ///
    /// - Returns: whether it is gone.
    func clearEarlier() -> Bool {
        if Self.inode(of: target) == inode { ReportFolder.removeSet(staging) }
        return access(staging, F_OK) != 0
    }

    /// Waits until the disk has the entries of a folder.
    static func sync(_ folder: String) throws(BatchError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .inputOutput(path: folder, errno: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .inputOutput(path: folder, errno: errno) }
    }
}
