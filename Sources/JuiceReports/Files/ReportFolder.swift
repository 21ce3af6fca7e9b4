internal import Glibc
package import JuiceBatch

/// A folder whose set of reports is replaced as a whole or not at all.
///
/// Files are written into a staging folder beside the target, and the two folders are exchanged in one step. If a run
/// is killed, the next one removes its staging folder. The name of that folder contains a digest of the path of the
/// run's ledger, so that runs without this ledger do not remove a set that was committed to it.
package final class ReportFolder {
    /// The names of the report files of a run.
    package static let names: Set<String> = [
        "success.csv", "failure.csv", "stock.csv", "restock.csv", "report.md", "report.html", "stock.svg",
        "summary.json",
    ]
    /// The maximum size in bytes of a report file that is read back.
    package static let readBytesMax = 4 << 20
    /// The names of the files of a buying plan.
    package static let planNames: Set<String> = ["plan.csv", "plan.json", "plan.md", "plan.html"]

    private let target: String
    /// The folder as the user named it.
    package let shownTarget: String
    /// The path of the staging folder; nil before it is created, and after it was put in place or removed.
    private var staging: String?
    /// The descriptor of the staging folder, whose lock shows other runs that the folder is in use.
    private var lock: Int32 = -1
    private var files: [OutputFile] = []
    private let stagingPrefix: String
    private let disk: any ReportDisk
    private let names: Set<String>
    /// The folders above the target that this run has created, the outermost first.
    private var createdFolders: [String] = []

    /// Creates a report folder for a path, whose symbolic links are resolved; nothing is read or written yet.
    ///
    /// A target with a file whose name is not in `names` is not replaced. `ledger` is the real path of the run's
    /// ledger, if it has one. `disk` puts the finished set in place; the files of the set are written directly.
    package init(
        path: String, names: Set<String> = ReportFolder.names, ledger: String? = nil,
        disk: any ReportDisk = SystemDisk()
    ) throws(BatchError) {
        self.names = names
        self.disk = disk
        shownTarget = path
        target = try Self.resolved(path)
        stagingPrefix = Self.stagingPrefix(of: Self.split(target).name, ledger: ledger)
    }

    /// The number of characters after the prefix of a staging folder's name.
    static let stagingSuffixLength = 6

    /// The prefix of the names of staging folders of a target with this last component, for the real path of a ledger.
    package static func stagingPrefix(of name: String, ledger: String?) -> String {
        let owner = ledger.map { "juice-ledger-\(SHA256.hex(of: $0).prefix(12))-" } ?? "juice-batch-"
        // A long name is hashed, since that of the staging folder must not exceed the file system's limit.
        let target = name.utf8.count > 150 ? String(SHA256.hex(of: name).prefix(32)) : name
        return ".\(target).\(owner)"
    }

    deinit { discard() }

    /// The real path of a folder with symbolic links resolved; missing folders are allowed and not created.
    package static func resolved(_ path: String) throws(BatchError) -> String {
        if let real = resolvedPath(path) { return real }
        guard errno == ENOENT else { throw .cannotCreate(path: path, errno: errno) }
        let (parent, name) = split(path)
        guard name != "..", name != "." else { throw .cannotCreate(path: path, errno: ENOENT) }
        let base = try resolved(parent)
        return base == "/" ? "/" + name : base + "/" + name
    }

    /// Splits a path into its parent and its last component.
    package static func split(_ path: String) -> (parent: String, name: String) {
        var parts = path.split(separator: "/", omittingEmptySubsequences: true)
        let name = parts.popLast().map(String.init) ?? "."
        let parent = (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
        return (parent.isEmpty ? "." : parent, name)
    }

    /// The nearest existing folder above the target.
    package var existingParent: String {
        var folder = parent
        while access(folder, F_OK) != 0 && folder != "/" && folder != "." { folder = Self.split(folder).parent }
        return folder
    }

    private var parent: String { Self.split(target).parent }

    /// Whether an existing file is in the target folder or below it.
    package func holds(_ path: String) -> Bool { resolvedPath(path)?.hasPrefix(target + "/") ?? false }

    /// Checks that the target contains only report files, and throws `foreignOutput` or `cannotCreate` otherwise.
    package func checkTarget() throws(BatchError) {
        switch try disk.entry(at: target) {
        case .nothing: return
        case .folder(_, let foreignEntries):
            if let foreignEntry = foreignEntries.first { throw .foreignOutput(path: shownTarget, entry: foreignEntry) }
        case .other: throw .cannotCreate(path: shownTarget, errno: ENOTDIR)
        }
    }

    /// Creates a file of the set in the staging folder.
    package func create(_ name: String) throws(BatchError) -> OutputFile {
        precondition(names.contains(name), "\(name) is no report file")
        let file = try OutputFile(creating: stagingFolder() + "/" + name)
        files.append(file)
        return file
    }

    /// The SHA-256, in hex, of a file of the staged set; nil if the set lacks it, or if it exceeds `readBytesMax`.
    package func sha256(of name: String) throws(BatchError) -> String? {
        guard let staging, let status = fileStatus(name, in: lock, followsLink: false),
            status.st_size <= Self.readBytesMax
        else { return nil }
        let digest = SHA256()
        try SystemDisk.hash(name, of: lock, path: staging, into: digest)
        return digest.finishHex()
    }

    /// The staging folder, which is created when it is first needed.
    private func stagingFolder() throws(BatchError) -> String {
        if let staging { return staging }
        try makeFolders(parent)
        try clearLeftovers()
        while true {
            guard let created = makeUniqueFolder("\(parent)/\(stagingPrefix)") else {
                throw .cannotCreate(path: shownTarget, errno: errno)
            }
            let descriptor = open(created, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            let isLocked = descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0
            let reason = errno
            if isLocked, access(created, F_OK) == 0 {
                lock = descriptor
                staging = created
                return created
            }
            if descriptor >= 0 { close(descriptor) }
            // Another run may have removed the folder as a leftover; on some network shares no file can be locked.
            guard isLocked || [ENOENT, EWOULDBLOCK, EINTR].contains(reason) else {
                rmdir(created)
                throw .cannotCreate(path: shownTarget, errno: reason)
            }
        }
    }

    private func makeFolders(_ path: String) throws(BatchError) {
        if access(path, F_OK) == 0 { return }
        let parent = Self.split(path).parent
        if parent != path { try makeFolders(parent) }
        if mkdir(path, 0o777) == 0 {
            createdFolders.append(path)
        } else if errno != EEXIST {
            throw .cannotCreate(path: path, errno: errno)
        }
    }

    /// Removes staging folders of killed runs beside the target: those that no process has locked.
    private func clearLeftovers() throws(BatchError) {
        let folder = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .cannotCreate(path: parent, errno: errno) }
        defer { close(folder) }
        for name in try SystemDisk.entries(of: folder, path: parent) where name.hasPrefix(stagingPrefix) {
            let leftover = open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, in: folder)
            guard leftover >= 0 else { continue }
            defer { close(leftover) }
            guard flock(leftover, LOCK_EX | LOCK_NB) == 0 else { continue }
            SystemDisk.removeReports(in: leftover, names)
            unlinkat(folder, name, AT_REMOVEDIR)
        }
    }

    /// Finishes writing the set, and waits until it is on disk if `durable`; a later run can also put it in place.
    package func prepare(durable: Bool) throws(BatchError) -> StagedSet {
        guard let staging else { throw .invariant("a report set without files was to be put in place") }
        for file in files { try file.finish(durable: durable) }
        files = []
        // The folder gets the mode of the target or, if there is none, of its files; users who may read may search it.
        let fileMode = names.lazy.compactMap { fileStatus("\(staging)/\($0)")?.st_mode }.first ?? 0o600
        let mode = fileStatus(target).map { $0.st_mode & 0o7777 } ?? fileMode & 0o666 | (fileMode & 0o444) >> 2
        guard chmod(staging, mode) == 0 else { throw .cannotCreate(path: shownTarget, errno: errno) }
        if durable {
            guard fsync(lock) == 0 else { throw .inputOutput(path: shownTarget, errno: errno) }
            for folder in Set(createdFolders.map { Self.split($0).parent } + [parent]) { try disk.sync(folder) }
        }
        let (identity, _) = try SystemDisk.examine(lock, path: staging, names)
        return StagedSet(staging: staging, target: target, identity: identity)
    }

    /// Finishes writing the staged set and puts it in the target's place.
    package func commit(durable: Bool) throws(BatchError) {
        _ = try prepare(durable: durable).move(on: disk, shownTarget: shownTarget, durable: durable)
        leaveStaged()
    }

    /// Keeps the staging folder: the set is already in place, or a later run has to put it there.
    package func leaveStaged() {
        if staging != nil { close(lock) }
        (staging, files, createdFolders) = (nil, [], [])
    }

    /// Removes the staged files, and the folders that were created for them.
    package func discard() {
        files = []
        if let staging {
            SystemDisk.removeReports(in: lock, names)
            rmdir(staging)
        }
        for folder in createdFolders.reversed() { rmdir(folder) }
        leaveStaged()
    }
}
