internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// The path of a ledger, and the time to wait for its lock.
struct LedgerFile {
    /// The path as its user gave it.
    let shownPath: String
    /// The path without links; the file need not be there yet.
    let realPath: String
    private let waitSeconds: Int
    private let environment: Environment

    /// Finds out where the ledger is; it is not opened yet.
    ///
    /// - Throws: `badLedger` with `unmounted` where the path is a link that leads nowhere.
    init(_ request: LedgerRequest, in environment: Environment) throws(BatchError) {
        shownPath = request.path
        waitSeconds = request.waitSeconds
        self.environment = environment
        realPath = try ReportFolder.resolved(environment.path(request.path))
        // A link has another path than its own unless it leads nowhere.
        if let target = Self.linkTarget(at: realPath), access(realPath, F_OK) != 0, errno == ENOENT {
            throw .badLedger(path: shownPath, fault: .unmounted(target: target))
        }
    }

    /// The path that a link holds; nil where a path names no link.
    private static func linkTarget(at path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The run log beside the ledger.
    var runLog: RunLog { RunLog(beside: realPath, shownLedger: shownPath) }

    /// The folder of the reports beside a shop's ledger.
    var reportsFolder: String { ReportFolder.split(realPath).parent + "/reports" }

    /// The ledger, what this program keeps beside it, and what SQLite may.
    var realPaths: [String] { ["", "-journal", "-wal", "-shm", ".runs", ".restore", ".shift"].map { realPath + $0 } }

    /// Opens it, and waits for its turn unless it is only to be read.
    ///
    /// - Throws: `badLedger` with `lost`, too, where the ledger is missing or empty and its run log is not.
    func open(_ purpose: Ledger.Purpose) throws -> Ledger {
        if purpose != .restore { _ = try isBlank() }
        return try Ledger(
            path: realPath, shownPath: shownPath, purpose: purpose, waitSeconds: waitSeconds,
            cancellation: environment.cancellation)
    }

    /// Opens the ledger for writing, in the only order in which a ledger and its reports are opened.
    ///
    /// - Parameter listener: receives notices about earlier runs' reports that could not be put in place.
    func commit(_ purpose: Ledger.Purpose, telling listener: any NoticeListener) throws -> RunCommit<Ledger> {
        commit(to: try open(purpose), telling: listener)
    }

    /// The commit of a run to a ledger that is already open.
    func commit(to ledger: Ledger, telling listener: any NoticeListener) -> RunCommit<Ledger> {
        RunCommit(
            book: ledger, disk: environment.disk, shownLedger: shownPath,
            tell: { listener.notice(.unplaced($0)) },
            tellLog: { listener.notice(.runLogIncomplete(path: runLog.shownPath, errno: $0.systemErrno)) })
    }

    /// The shift that is open; nil if none is, or the ledger has not been begun.
    func shift() throws -> OpenShift? {
        if try isBlank() { return nil }
        let ledger = try open(.read)
        // What a killed run has left of a first run is nothing, once it is looked at.
        return try ledger.isNew()
            ? nil
            : ledger.read { snapshot in
                try runLog.check(snapshot)
                return try snapshot.shift()
            }
    }

    /// Throws `shiftOpen` where an open shift keeps others from changing the ledger.
    func refuseShift(_ snapshot: LedgerSnapshot) throws {
        guard let shift = try snapshot.shift() else { return }
        // No counter can be using a journal that cannot be opened.
        let isAtWork = (try? ShiftLog(of: shift).isTaken()) ?? false
        throw BatchError.shiftOpen(ledger: shownPath, shift, isAtWork: isAtWork)
    }

    /// Moves the reports to their place that killed runs have left behind, if there are any.
    func settleReports(telling listener: any NoticeListener) throws {
        if try isBlank() { return }
        let ledger = try open(.read)
        guard try !ledger.isNew(), try !ledger.read({ try $0.pendingReports() }).isEmpty else { return }
        try commit(.change, telling: listener).write { _ in }
    }

    /// Ends a shift without a run, if it is still the one that is open.
    func end(_ shift: OpenShift, telling listener: any NoticeListener) throws {
        try commit(.change, telling: listener).write { transaction in
            guard try transaction.snapshot.shift()?.isSame(as: shift) == true else { return }
            try transaction.endShift()
        }
        ShiftMark(beside: self).remove()
    }

    /// Whether nothing has been written to the ledger yet: it is missing or empty.
    ///
    /// - Throws: `badLedger` with `lost` if the run log has runs all the same; with `restoring` during a restore.
    func isBlank() throws -> Bool {
        guard hasNoContent else { return false }
        try runLog.refuseUnfinishedRestore()
        guard try runLog.hasLines() else { return true }
        // Another process may have begun the ledger in between.
        guard hasNoContent else { return false }
        throw BatchError.badLedger(path: shownPath, fault: .lost(log: runLog.shownPath))
    }

    /// The identity of the ledger's file; nil if there is none, or SQLite keeps a change beside it.
    var identity: FileIdentity? {
        var status = stat()
        guard stat(realPath, &status) == 0,
            ["-journal", "-wal"].allSatisfy({ access(realPath + $0, F_OK) != 0 && errno == ENOENT })
        else { return nil }
        return FileIdentity(status)
    }

    /// Runs a body that reads the whole ledger and verifies what it has read.
    ///
    /// - Returns: what the body returns, and the identity of the file that it has read: as long as the file has it, the
    ///   ledger need not be verified again. It is nil if the ledger was changed meanwhile, or just before, so that a
    ///   further change may not show.
    func verified<Value>(by body: () throws -> Value) rethrows -> (value: Value, identity: FileIdentity?) {
        let (before, nowNs) = (identity, FileIdentity.clockNs())
        let value = try body()
        guard let before, before.wasUnchanged(before: nowNs), identity == before else { return (value, nil) }
        return (value, before)
    }

    private var hasNoContent: Bool {
        var status = stat()
        return stat(realPath, &status) != 0 ? errno == ENOENT : status.st_size == 0
    }
}

/// A ledger that is asked again and again over one connection, as long as its path names the same file.
///
/// It is for one thread at a time.
final class LedgerReader: Sendable {
    private let file: LedgerFile
    /// The open ledger, and which file it is.
    private let held = LockedValue<(ledger: Ledger, identity: FileIdentity)?>(nil)

    /// A reader of a ledger; it is not opened yet.
    init(_ file: LedgerFile) {
        self.file = file
    }

    /// Runs `body` on what the ledger holds at this moment; `body` must not write.
    func read<Value>(_ body: (LedgerSnapshot) throws -> Value) throws -> Value {
        do {
            return try ledger().read(body)
        } catch {
            // What is wrong may be wrong with the connection.
            held.withLock { $0 = nil }
            throw error
        }
    }

    private func ledger() throws -> Ledger {
        let before = try identity()
        if let held = held.withLock({ $0 }), held.identity.isSameFile(as: before) {
            held.ledger.renewPatience()
            return held.ledger
        }
        let ledger = try file.open(.read)
        // SQLite opens by path: only if that has named the same file all the while is it known which one is open.
        guard try identity().isSameFile(as: before) else { return ledger }
        held.withLock { $0 = (ledger, before) }
        return ledger
    }

    private func identity() throws(BatchError) -> FileIdentity {
        var status = stat()
        guard stat(file.realPath, &status) == 0 else { throw .unreadable(path: file.shownPath, errno: errno) }
        return FileIdentity(status)
    }
}
