internal import Glibc
package import JuiceBatch
package import JuiceReports

/// A small JSON file beside a ledger, named after it with a suffix; it is replaced as a whole or not at all.
struct LedgerCompanion {
    private let path: String
    private let shownPath: String

    init(beside ledger: String, shownLedger: String, suffix: String) {
        (path, shownPath) = (ledger + suffix, shownLedger + suffix)
    }

    /// Reads the value of the file, nil if there is none; throws `inputOutput` if the file cannot be read.
    func read() throws(BatchError) -> JSONValue? {
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
        try syncFolder(ReportFolder.split(path).parent, shownPath: shownPath)
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
    package static var blank: Self {
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
