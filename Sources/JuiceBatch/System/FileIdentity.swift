package import Glibc

/// Identifies a file and its state: a write to the file changes one of these values.
package struct FileIdentity: Sendable, Equatable {
    /// A file's number is its own only within its file system, and may be given again once the file is gone.
    private let device: dev_t
    private let inode: ino_t
    package let sizeBytes: Int
    private let modifiedNs: Int
    /// The inode's change time in nanoseconds; unlike the modification time, a program cannot set it.
    private let changedNs: Int

    package init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
        sizeBytes = Int(status.st_size)
        modifiedNs = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
        changedNs = status.st_ctim.tv_sec &* 1_000_000_000 &+ status.st_ctim.tv_nsec
    }

    /// Reads what `text` says; nil of any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 5, let device = dev_t(parts[0]), let inode = ino_t(parts[1]),
            let sizeBytes = Int(parts[2]),
            let modifiedNs = Int(parts[3]), let changedNs = Int(parts[4])
        else { return nil }
        self.device = device
        self.inode = inode
        self.sizeBytes = sizeBytes
        self.modifiedNs = modifiedNs
        self.changedNs = changedNs
    }

    /// All values as five numbers, separated by spaces, which `init(_:)` reads back.
    package var text: String { "\(device) \(inode) \(sizeBytes) \(modifiedNs) \(changedNs)" }

    /// The time of the content's last change, in seconds since 1970-01-01 00:00 UTC.
    package var modifiedSeconds: Int {
        modifiedNs >= 0 ? modifiedNs / 1_000_000_000 : (modifiedNs - 999_999_999) / 1_000_000_000
    }

    /// Whether both are the same file, in whatever state.
    package func isSameFile(as other: FileIdentity) -> Bool {
        device == other.device && inode == other.inode
    }

    /// Whether both are the same file with the same content, as far as can be seen of a file that has been moved.
    package func hasSameContent(as other: FileIdentity) -> Bool {
        isSameFile(as: other) && sizeBytes == other.sizeBytes && modifiedNs == other.modifiedNs
    }
}
