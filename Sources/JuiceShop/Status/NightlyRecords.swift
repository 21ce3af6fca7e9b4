internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// The record of a file that a nightly run moves to failed/ or repeated/.
struct SetAsideRecord: JSONRecord {
    var identity: FileIdentity
    /// The name that the file had in the inbox.
    var name: String
    /// The folder to which the file is moved, when and why; its path is not recorded.
    var file: UnresolvedFile
    /// The ledger's latest run at that time; nil if it could not be read.
    var lastRun: Int?

    static var placeholder: SetAsideRecord {
        SetAsideRecord(identity: FileIdentity(stat()), name: "", file: UnresolvedFile(in: .failed))
    }

    mutating func map(_ json: inout JSONMapper) {
        json.map("file", &identity)
        json.map("name", &name)
        json.map("at", &file.since)
        json.require(utcSeconds(of: file.since) != nil)
        json.map("last_run", &lastRun)
        json.map("place", &file.place)
        switch file.place {
        case .failed:
            json.map("exit", &file.exit)
            json.map("code", &file.code)
            json.map("line", &file.line)
            json.mapIfPresent("text", &file.sentence)
        case .repeated: json.map("same_as", &file.run)
        case .inbox: json.require(false)
        }
    }
}

/// The log of when and why nightly runs moved files to failed/ and repeated/; a file also counts without an entry.
extension OpenFolder {
    private static let setAsideLog = ".nightly.aside"
    private static let setAsideRecordsMax = 1_000

    /// The entries of the log, the oldest first; empty if they cannot be read.
    func setAsideRecords() -> [SetAsideRecord] {
        let content = try? content(of: Self.setAsideLog, CancellationToken())
        return (content ?? []).split(separator: UInt8(ascii: "\n")).compactMap { line in
            (try? JSONReader.value(of: Array(line))).flatMap { SetAsideRecord($0) }
        }
    }

    /// Adds an entry, with the ledger's latest run if readable, for a file about to be moved, replacing an earlier one.
    func addToSetAsideLog(_ file: SetAsideRecord, at timestamp: String, lastRun: Int?) throws(BatchError) {
        var entry = file
        entry.file.since = timestamp
        entry.lastRun = lastRun
        let remaining = setAsideRecords().filter { !$0.identity.isSameFile(as: entry.identity) }
            .suffix(Self.setAsideRecordsMax - 1)
        try replace(Self.setAsideLog, with: (remaining + [entry]).map { $0.json.line + "\n" }.joined())
    }
}

/// The record of the last nightly run, and the name of the file with its metrics.
extension OpenFolder {
    /// The name of the file with the record of the last nightly run.
    static let nightlyStateName = ".nightly.json"
    /// The name of the file that Prometheus reads.
    static let metricsName = "metrics.prom"

    /// The record of the last nightly run; nil if there is none that can be read.
    func nightlyState() -> NightlyState? {
        // The record is read even after a signal, so that the end of the run can be recorded.
        (try? content(of: Self.nightlyStateName, CancellationToken())).flatMap { NightlyState(of: $0) }
    }

    /// The last nightly run and whether it is active, by the folder's lock; throws `unreadable` if access is denied.
    func lastNightlyRun(_ isLocked: () -> Bool) throws(BatchError) -> NightlyState? {
        try checkReadable(FileName(Self.nightlyStateName))
        guard let record = nightlyState() else { return nil }
        // The record is read before the lock and once more after it: a run that ends in between was not interrupted.
        let isRunning = record.endedAt == nil && isLocked()
        var last = nightlyState() ?? record
        last.isRunning = isRunning && last.endedAt == nil
        return last
    }

    /// Replaces the record of the last nightly run; the new one is on disk when this returns.
    ///
    /// On a full disk, where no new file fits, the existing one is overwritten. If that fails, too, it is removed, so
    /// that the record of an earlier run is not taken for that of the last one.
    func write(_ nightlyRun: NightlyState) throws(BatchError) {
        do throws(BatchError) {
            try replace(Self.nightlyStateName, with: nightlyRun.json.text)
        } catch {
            if overwrite(Self.nightlyStateName, with: nightlyRun.json.text) { return }
            remove(FileName(Self.nightlyStateName))
            throw error
        }
    }
}
