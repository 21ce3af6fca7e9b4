internal import JuiceBatch
internal import JuiceReports

/// The record of a file that a nightly run moves to failed/ or repeated/.
struct QuarantineEntry {
    let identity: FileIdentity
    let name: String
    /// The folder to which the file is moved, and the reason.
    let location: UnresolvedFile.Location
    /// The UTC time at which the file was moved; empty before the entry is added to the log.
    var at = ""
    /// The ledger's latest run at that time; nil if it could not be read.
    var lastRun: Int?
    /// The first sentence of the message about the file; nil if there is none.
    var sentence: String?
}

/// The log of when and why nightly runs moved files to failed/ and repeated/; those without an entry count, too.
extension OpenFolder {
    private static let quarantineLog = ".nightly.aside"
    private static let quarantineEntriesMax = 1_000

    /// The entries of the log, the oldest first; empty if they cannot be read.
    func quarantineEntries() -> [QuarantineEntry] {
        let content = try? content(of: Self.quarantineLog, CancellationToken())
        return (content ?? []).split(separator: UInt8(ascii: "\n")).compactMap { line in
            (try? JSONReader.value(of: Array(line))).flatMap { QuarantineEntry($0) }
        }
    }

    /// Adds an entry, with the ledger's latest run if readable, for a file about to be moved, replacing an earlier one.
    func addToQuarantineLog(_ file: QuarantineEntry, at timestamp: String, lastRun: Int?) throws(BatchError) {
        var entry = file
        (entry.at, entry.lastRun) = (timestamp, lastRun)
        let remaining = quarantineEntries().filter { !$0.identity.isSameFile(as: entry.identity) }
            .suffix(Self.quarantineEntriesMax - 1)
        try replace(Self.quarantineLog, with: (remaining + [entry]).map { $0.line + "\n" }.joined())
    }
}

extension QuarantineEntry {
    /// Parses a line of the log; nil for any other value.
    fileprivate init?(_ value: JSONValue) {
        guard let identity = value["file"]?.string.flatMap({ FileIdentity($0) }), let name = value["name"]?.string,
            let at = value["at"]?.string, utcSeconds(of: at) != nil
        else { return nil }
        let location: UnresolvedFile.Location
        switch value["place"]?.string {
        case "failed":
            let exit = value["exit"]?.int
            // Without an exit code, the entry records no reason.
            location = .failed(
                exit: exit, code: exit == nil ? nil : value["code"]?.string,
                line: exit == nil ? nil : value["line"]?.int)
        case "repeated": location = .repeated(run: value["same_as"]?.int)
        default: return nil
        }
        self.init(
            identity: identity, name: name, location: location, at: at, lastRun: value["last_run"]?.int,
            sentence: value["text"]?.string)
    }

    init(
        _ identity: FileIdentity, named name: String, failedFor reason: ExitReason, _ error: (any Error)?,
        _ language: MessageLanguage
    ) {
        var (code, line, sentence): (String, Int?, String?) = (reason.rawValue, nil, nil)
        if let error = error as? BatchError, case .refused(let refusal) = error {
            (code, line, sentence) = (refusal.code, refusal.line, language.firstSentence(about: refusal))
        }
        let location = UnresolvedFile.Location.failed(exit: reason.code, code: code, line: line)
        self.init(identity: identity, name: name, location: location, sentence: sentence)
    }

    fileprivate var line: String {
        let entry: JSONValue = [
            "file": identity.text, "name": name, "at": at, "last_run": lastRun, "place": location.name,
        ]
        let reason: JSONValue =
            switch location {
            case .failed(let exit, let code, let line):
                ["exit": exit, "code": code, "line": line] + .omittingNulls(["text": sentence])
            case .repeated(let run): ["same_as": run]
            case .inbox: [:]
            }
        return (entry + reason).line
    }
}

extension UnresolvedFile.Location {
    /// The location of a file that is moved to failed/ for a reason that is not an error in the file.
    static func failed(_ reason: ExitReason) -> Self {
        .failed(exit: reason.code, code: reason.rawValue, line: nil)
    }
}

/// The files in a shop's or chain's folder with the record of the last nightly run and with its metrics.
extension OpenFolder {
    /// The name of the file with the record of the last nightly run.
    static let nightlyStateName = ".nightly.json"
    /// The name of the file that Prometheus reads.
    static let metricsName = "metrics.prom"

    /// The record of the last nightly run; nil if there is none that can be read.
    func nightlyState() -> NightlyState? {
        // The record is read even after a signal, so that the end of the run can be recorded.
        let content = try? content(of: Self.nightlyStateName, CancellationToken())
        return content.flatMap { NightlyState(of: $0) }
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
    /// On a full disk, where no new file fits, the existing one is overwritten. If that fails too, it is removed, so
    /// that an earlier run does not pass for the last one.
    func write(_ nightlyRun: NightlyState) throws(BatchError) {
        do throws(BatchError) {
            try replace(Self.nightlyStateName, with: nightlyRun.jsonText)
        } catch {
            if overwrite(Self.nightlyStateName, with: nightlyRun.jsonText) { return }
            remove(FileName(Self.nightlyStateName))
            throw error
        }
    }
}
