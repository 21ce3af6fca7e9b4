internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
internal import JuiceReports

/// A small text file beside a ledger, named like it with an ending, that is written whole or not at all.
struct LedgerCompanion {
    /// The real path of the file.
    private let path: String
    private let shownPath: String

    init(beside ledger: String, shownLedger: String, ending: String) {
        path = ledger + ending
        shownPath = shownLedger + ending
    }

    /// The value that it holds; nil if there is no such file.
    ///
    /// - Throws: `inputOutput` where it is not to be read.
    func read() throws(BatchError) -> JSONValue? {
        do throws(BatchError) {
            let content = try SmallFile.read(path, cancellation: CancellationToken())
            let bytes = withExtendedLifetime(content) { Array(content.bytes) }
            return (try? JSONReader.value(of: bytes)) ?? .null
        } catch .unreadable(_, ENOENT) {
            return nil
        } catch {
            throw .inputOutput(path: shownPath, errno: error.systemErrno ?? EIO)
        }
    }

    /// Writes it; the disk has it when this returns.
    func write(_ value: JSONValue) throws(BatchError) {
        let (parent, name) = ReportFolder.split(path)
        try OpenFolder(root: parent).replace(name, with: value.line + "\n", staging: name + ".new")
    }

    /// Removes it, if it is there; the disk knows when this returns.
    func remove() throws(BatchError) {
        guard unlink(path) == 0 else {
            if errno == ENOENT { return }
            throw .inputOutput(path: shownPath, errno: errno)
        }
        try syncFolder(ReportFolder.split(path).parent, shownPath: shownPath)
    }
}

/// The file that says that a ledger is being restored: `LEDGER.restore`.
///
/// As long as it is there, nothing but `restore` changes the ledger.
struct RestoreMark {
    /// The content of the mark.
    struct Content {
        /// The path of the backup, as it was found or named.
        let backup: String
        /// The file that takes the ledger's place, by which it is known there: its device and inode.
        let copy: [Int]
        /// The path that the ledger gets.
        let aside: String
    }

    private let file: LedgerCompanion

    /// - Parameters:
    ///   - ledger: the real path of the ledger.
    ///   - shownLedger: the path of the ledger in messages.
    init(beside ledger: String, shownLedger: String) {
        file = LedgerCompanion(beside: ledger, shownLedger: shownLedger, ending: ".restore")
    }

    /// Reads the mark; nil if no restore is under way.
    ///
    /// A file without sensible content counts as a mark.
    func read() throws(BatchError) -> Content? {
        guard let value = try file.read() else { return nil }
        let copy = [value["device"]?.int, value["inode"]?.int].compactMap(\.self)
        return Content(backup: value["backup"]?.string ?? "", copy: copy, aside: value["ledger_before"]?.string ?? "")
    }

    func write(_ content: Content) throws(BatchError) {
        try file.write(
            [
                "backup": content.backup, "device": content.copy.first ?? 0, "inode": content.copy.last ?? 0,
                "ledger_before": content.aside,
            ])
    }

    func remove() throws(BatchError) { try file.remove() }
}

/// The file that keeps the open shift of a ledger a second time: `LEDGER.shift`.
///
/// The run log has runs alone. By this file a shift that was open goes on when the ledger has been restored.
struct ShiftMark {
    private let file: LedgerCompanion

    init(beside ledger: LedgerFile) {
        file = LedgerCompanion(beside: ledger.realPath, shownLedger: ledger.shownPath, ending: ".shift")
    }

    /// The shift; nil if there is none, or it cannot be made out.
    func read() throws(BatchError) -> OpenShift? {
        guard let value = try file.read(), let run = value["run"]?.int, let openedAt = value["opened_at"]?.string,
            let date = value["date"]?.string, let shiftLog = value["log"]?.string,
            let device = value["device"]?.int, let inode = value["inode"]?.int, let menu = value["menu"]?.string
        else { return nil }
        return OpenShift(
            run: run, openedAt: openedAt, date: date, shiftLog: shiftLog, device: device, inode: inode, menu: menu,
            process: 0)
    }

    /// Records a shift that is about to be opened.
    func write(_ shift: OpenShift) throws(BatchError) {
        try file.write(
            [
                "run": shift.run, "opened_at": shift.openedAt, "date": shift.date, "log": shift.shiftLog,
                "device": shift.device, "inode": shift.inode, "menu": shift.menu,
            ])
    }

    /// Removes it, once the shift has ended.
    ///
    /// Where that fails, it is known as the mark of an earlier shift as soon as another run has committed.
    func remove() { try? file.remove() }
}
