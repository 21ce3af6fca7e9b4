internal import Glibc
package import JuiceBatch
internal import JuiceLedger
package import JuiceReports

/// The location of a ledger file, and the maximum time to wait for its lock.
struct LedgerFile {
    /// The path as the user gave it.
    let shownPath: String
    /// The path with symbolic links resolved; the file need not exist yet.
    let realPath: String
    private let waitSeconds: Int
    private let environment: Environment
    /// The run log beside a link that the path names, perhaps of a ledger that the link has replaced; nil if none.
    private let logBesideLink: RunLog?

    /// Resolves a ledger's path; throws `badLedger` with `unmounted` for a link whose target does not exist.
    init(_ request: LedgerRequest, in environment: Environment) throws(BatchError) {
        shownPath = request.path
        waitSeconds = request.waitSeconds
        self.environment = environment
        let path = environment.path(request.path)
        realPath = try ReportFolder.resolved(path)
        let log = RunLog(beside: path, shownLedger: request.path)
        let hasLog = fileStatus(log.path, followsLink: false)?.isRegularFile == true
        logBesideLink = hasLog && linkTarget(at: path) != nil ? log : nil
        // The real path is itself a link only if the link's target does not exist.
        if let target = linkTarget(at: realPath), access(realPath, F_OK) != 0, errno == ENOENT {
            throw .badLedger(path: shownPath, error: .unmounted(target: target))
        }
    }

    var runLog: RunLog { RunLog(beside: realPath, shownLedger: shownPath) }
    var reportsFolder: String { ReportFolder.split(realPath).parent + "/reports" }
    /// The ledger and the files that this program and SQLite may keep beside it.
    var realPaths: [String] { ["", "-journal", "-wal", "-shm", ".runs", ".restore", ".shift"].map { realPath + $0 } }

    /// Opens the ledger, and waits for the write lock unless it only reads; throws also the errors of `isBlank`.
    func open(_ purpose: Ledger.Purpose) throws -> Ledger {
        if purpose != .restore { _ = try isBlank() }
        let ledger = try Ledger(
            path: realPath, shownPath: shownPath, purpose: purpose, waitSeconds: waitSeconds,
            cancellation: environment.cancellation)
        if purpose != .restore, let logBesideLink, try !ledger.isNew() { try ledger.read(logBesideLink.check) }
        return ledger
    }

    /// Opens the ledger for writing and returns the steps of a commit, always through here, so in the same order.
    func commit(_ purpose: Ledger.Purpose, notifying listener: any RunListener) throws -> RunCommit<Ledger> {
        RunCommit(store: try open(purpose), disk: environment.disk, shownLedger: shownPath, listener: listener)
    }

    /// Runs `body` on a snapshot of the ledger; nil if there is no ledger yet.
    func readIfExists<Value>(_ body: (LedgerSnapshot) throws -> Value) throws -> Value? {
        if try isBlank() { return nil }
        let ledger = try open(.read)
        // A first run that was killed may leave an uncommitted file, which SQLite rolls back when it is opened.
        return try ledger.isNew() ? nil : ledger.read(body)
    }

    func shift() throws -> OpenShift? {
        try readIfExists { snapshot in
            try runLog.check(snapshot)
            return try snapshot.shift()
        } ?? nil
    }

    /// Throws `shiftOpen` if a shift is open, which keeps other commands from changing the ledger.
    func refuseShift(_ snapshot: LedgerSnapshot) throws {
        guard let shift = try snapshot.shift() else { return }
        // If the shift log cannot be opened, no counter can be using it.
        let isRunning = (try? ShiftLog(of: shift).isLocked()) ?? false
        throw BatchError.shiftOpen(ledger: shownPath, shift, isRunning: isRunning)
    }

    /// Ends a shift without a run, if that shift is still open.
    func end(_ shift: OpenShift, notifying listener: any RunListener) throws {
        try commit(.change, notifying: listener).write { transaction in
            guard try transaction.snapshot.shift()?.isSame(as: shift) == true else { return }
            try transaction.endShift()
        }
        removeRecordedShift()
    }

    /// Whether the ledger's file is missing or empty; throws `badLedger` with `runsMissing` if the run log lists runs
    /// anyway, and with `restoring` during a restore.
    func isBlank() throws -> Bool {
        // A file without the 16 bytes that identify an SQLite file has lost its content.
        guard hasAtMost(15) else { return false }
        try runLog.refuseUnfinishedRestore()
        // SQLite treats a file of one byte as empty.
        let logs = [runLog, logBesideLink].compactMap(\.self)
        guard try logs.contains(where: { try $0.content()?.contains(UInt8(ascii: "\n")) == true }) else {
            return hasAtMost(1)
        }
        // Another process may have created the ledger since the first look.
        guard hasAtMost(15) else { return false }
        throw BatchError.badLedger(path: shownPath, error: .runsMissing(log: runLog.shownPath))
    }

    /// The identity of the ledger's file; nil if there is none, or if SQLite has a change pending in a file beside it.
    var identity: FileIdentity? {
        guard let status = fileStatus(realPath),
            ["-journal", "-wal"].allSatisfy({ access(realPath + $0, F_OK) != 0 && errno == ENOENT })
        else { return nil }
        return FileIdentity(status)
    }

    /// Runs `body`, which verifies the ledger, and returns with its result the identity of the verified file.
    ///
    /// As long as the file has this identity, it need not be verified again. The identity is nil if the ledger was
    /// changed during `body`, or so shortly before it that a further change might not show in the file's times.
    func verified<Value>(by body: () throws -> Value) rethrows -> (value: Value, identity: FileIdentity?) {
        let (before, nowNs) = (identity, clockNs())
        let value = try body()
        guard let before, before.wasUnchanged(before: nowNs), identity == before else { return (value, nil) }
        return (value, before)
    }

    /// Copies the ledger, opened by the caller, to a new file for the same users, and verifies the copy.
    ///
    /// The content of the copy, but not yet its name, is on disk when this returns.
    ///
    /// - Parameter shownCopy: the path of the copy in errors.
    func copy(_ ledger: Ledger, to copy: String, shownCopy: String) throws -> (runs: Int, status: stat) {
        guard let source = fileStatus(realPath) else { throw BatchError.unreadable(path: shownPath, errno: errno) }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = JuiceBatch.open(copy, flags, source.st_mode & 0o666 | 0o600)
        guard file >= 0 else { throw BatchError.cannotCreate(path: shownCopy, errno: errno) }
        defer { close(file) }
        // If an administrator makes the copy, it must belong to the owner of the original.
        _ = fchown(file, source.st_uid, source.st_gid)
        try ledger.copy(to: copy, shownPath: shownCopy)
        let cancellation = environment.cancellation
        try cancellation.check()
        let copied = try Ledger(
            path: copy, shownPath: shownCopy, purpose: .read, waitSeconds: 0, cancellation: cancellation)
        let runs = try copied.read { try $0.verify().runs }
        guard fsync(file) == 0, let status = fileStatus(of: file) else {
            throw BatchError.inputOutput(path: shownCopy, errno: errno)
        }
        return (runs, status)
    }

    /// Whether the ledger is missing, or a regular file of at most this many bytes.
    private func hasAtMost(_ bytes: Int) -> Bool {
        fileStatus(realPath).map { $0.isRegularFile && Int($0.st_size) <= bytes } ?? (errno == ENOENT)
    }
}

/// Reads a ledger repeatedly over one connection, from one thread at a time, while the path names the same file.
final class LedgerReader: Sendable {
    private let file: LedgerFile
    private let opened = LockedValue<(ledger: Ledger, identity: FileIdentity)?>(nil)

    init(_ file: LedgerFile) { self.file = file }

    /// Runs `body` on a snapshot of the current ledger; `body` must not write.
    func read<Value>(_ body: (LedgerSnapshot) throws -> Value) throws -> Value {
        do {
            return try ledger().read(body)
        } catch {
            // The connection may be the cause of the error, so the next read opens a new one.
            opened.withLock { $0 = nil }
            throw error
        }
    }

    private func ledger() throws -> Ledger {
        let before = try identity()
        if let opened = opened.withLock({ $0 }), opened.identity.isSameFile(as: before) {
            opened.ledger.extendTimeout()
            return opened.ledger
        }
        let ledger = try file.open(.read)
        // SQLite opens a file by its path, so the path must have named the same file before and after.
        guard try identity().isSameFile(as: before) else { return ledger }
        opened.withLock { $0 = (ledger, before) }
        return ledger
    }

    private func identity() throws(BatchError) -> FileIdentity {
        guard let status = fileStatus(file.realPath) else { throw .unreadable(path: file.shownPath, errno: errno) }
        return FileIdentity(status)
    }
}

/// A small JSON file beside a ledger, named after it with a suffix; it is replaced as a whole or not at all.
struct LedgerCompanion {
    private let path: String
    private let shownPath: String
    private let shownLedger: String

    init(beside ledger: String, shownLedger: String, suffix: String) {
        (path, shownPath, self.shownLedger) = (ledger + suffix, shownLedger + suffix, shownLedger)
    }

    /// Reads the value of the file, nil if there is none; throws `inputOutput` if the file cannot be read, and
    /// `badLedger` for a pipe, which might never end.
    func read() throws(BatchError) -> JSONValue? {
        if fileStatus(path)?.isRegularFile == false {
            throw .badLedger(path: shownLedger, error: .irregularFile(path: shownPath))
        }
        do throws(BatchError) {
            let bytes = try readSmallFile(path, cancellation: CancellationToken())
            return (try? JSONReader.value(of: bytes)) ?? .null
        } catch .unreadable(_, ENOENT) {
            return nil
        } catch {
            throw .inputOutput(path: shownPath, errno: error.systemErrno ?? EIO)
        }
    }

    /// Writes the value; it is on disk when this returns.
    func write(_ value: JSONValue) throws(BatchError) {
        let (parent, name) = ReportFolder.split(path)
        try OpenFolder(root: parent).replace(name, with: value.line + "\n", staging: name + ".new")
    }

    /// Removes the file if it exists; the removal is on disk when this returns.
    func remove() throws(BatchError) {
        guard unlink(path) == 0 else {
            if errno == ENOENT { return }
            throw .inputOutput(path: shownPath, errno: errno)
        }
        try syncParent(of: path, shownPath: shownPath)
    }

    /// The content of `LEDGER.restore`, which marks a ledger that is being restored and that only `restore` changes.
    ///
    /// `backup` is the path of the backup, as the user gave it or as it was found. `copy` is the device and inode of
    /// the file that replaces the ledger, by which a later restore recognizes it. `aside` is the suffix of the path
    /// under which the replaced ledger is kept.
    typealias RestoreContent = (backup: String, copy: [Int], aside: String)

    /// Reads the marker file, even one with invalid content; nil if no restore is in progress.
    func restoreContent() throws(BatchError) -> RestoreContent? {
        guard let value = try read() else { return nil }
        let copy = [value["device"]?.int, value["inode"]?.int].compactMap(\.self)
        return (value["backup"]?.string ?? "", copy, value["ledger_before"]?.string ?? "")
    }

    func write(_ content: RestoreContent) throws(BatchError) {
        try write(
            [
                "backup": content.backup, "device": content.copy.first ?? 0, "inode": content.copy.last ?? 0,
                "ledger_before": content.aside,
            ])
    }
}

/// The file `LEDGER.shift`, a second record of the ledger's open shift.
///
/// The run log lists only runs. After a restore, this file allows an open shift to continue.
extension LedgerFile {
    private var shiftFile: LedgerCompanion {
        LedgerCompanion(beside: realPath, shownLedger: shownPath, suffix: ".shift")
    }

    /// Reads the shift from the second record; nil if the file is missing or invalid.
    func recordedShift() throws(BatchError) -> OpenShift? { try shiftFile.read().flatMap { OpenShift($0) } }

    /// Writes the second record of a shift that is about to be opened.
    func record(_ shift: OpenShift) throws(BatchError) { try shiftFile.write(shift.json) }

    /// Removes the second record after the shift has ended; if that fails, the next run to commit makes it invalid.
    func removeRecordedShift() { try? shiftFile.remove() }
}

extension OpenShift: JSONRecord {
    package static var placeholder: Self {
        Self(run: 0, openedAt: "", date: "", shiftLog: "", device: 0, inode: 0, menu: "", process: 0)
    }

    package mutating func map(_ json: inout JSONMapper) {
        json.map("run", &run)
        json.map("opened_at", &openedAt)
        json.map("date", &date)
        json.map("log", &shiftLog)
        json.map("device", &device)
        json.map("inode", &inode)
        json.map("menu", &menu)
    }
}
