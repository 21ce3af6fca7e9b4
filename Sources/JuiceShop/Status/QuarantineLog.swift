internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// The record of a file that a nightly run moves to failed/ or repeated/.
struct QuarantineEntry {
    /// The identity of the file before the move.
    let identity: FileIdentity
    /// The name that the file had in the inbox.
    let name: String
    /// The folder to which the file is moved, and the reason.
    let location: UnresolvedFile.Location
    /// The UTC time at which the file was moved; empty before the entry is added to the log.
    var at = ""
    /// The ledger's latest run at that time; nil if it could not be read.
    var lastRun: Int?
}

/// The log of the files that nightly runs have moved to failed/ and repeated/, in the shop's folder.
///
/// An entry records when and why a file was moved. A file without an entry is still reported.
struct QuarantineLog {
    static let name = ".nightly.aside"
    private static let countMax = 1_000
    private static let sizeBytesMax = 1 << 20

    private let root: OpenFolder

    init(in root: OpenFolder) { self.root = root }

    /// The entries, the oldest first; empty if they cannot be read.
    func entries() -> [QuarantineEntry] {
        let content = try? root.content(of: Self.name, sizeBytesMax: Self.sizeBytesMax, CancellationToken())
        return (content ?? []).split(separator: UInt8(ascii: "\n")).compactMap { line in
            (try? JSONReader.value(of: Array(line))).flatMap { QuarantineEntry($0) }
        }
    }

    /// Adds an entry for a file that is about to be moved, replacing an earlier one of the same file.
    ///
    /// - Parameters:
    ///   - timestamp: the current UTC time.
    ///   - lastRun: the ledger's latest run; nil if it cannot be read.
    func add(_ file: QuarantineEntry, at timestamp: String, lastRun: Int?) throws(BatchError) {
        var entry = file
        (entry.at, entry.lastRun) = (timestamp, lastRun)
        let remaining = entries().filter { !$0.identity.isSameFile(as: entry.identity) }.suffix(Self.countMax - 1)
        let text = (remaining + [entry]).map { $0.line + "\n" }.joined()
        try root.replace(Self.name, with: text)
    }
}

extension QuarantineEntry {
    /// Parses a line of the log; nil for any other value.
    fileprivate init?(_ value: JSONValue) {
        guard let identity = value["file"]?.string.flatMap({ FileIdentity($0) }), let name = value["name"]?.string,
            let at = value["at"]?.string, UTCTimestamp.seconds(of: at) != nil
        else { return nil }
        let location: UnresolvedFile.Location
        switch value["place"]?.string {
        case "failed":
            let cause = value["exit"]?.int.map {
                UnresolvedFile.Cause(exit: $0, code: value["code"]?.string, line: value["line"]?.int)
            }
            location = .failed(cause)
        case "repeated": location = .repeated(run: value["same_as"]?.int)
        default: return nil
        }
        self.init(identity: identity, name: name, location: location, at: at, lastRun: value["last_run"]?.int)
    }

    fileprivate var line: String {
        let entry: JSONValue = [
            "file": identity.text, "name": name, "at": at, "last_run": lastRun, "place": location.name,
        ]
        let reason: JSONValue =
            switch location {
            case .failed(let cause): ["exit": cause?.exit, "code": cause?.code, "line": cause?.line]
            case .repeated(let run): ["same_as": run]
            case .inbox: [:]
            }
        return (entry + reason).line
    }
}

extension UnresolvedFile.Cause {
    /// Creates a cause from a reason that is not an error in the file.
    init(_ reason: ExitReason) {
        self.init(exit: Int(reason.code), code: reason.rawValue)
    }

    /// Creates a cause from an error.
    ///
    /// - Parameter reason: the exit reason for the error.
    init(of error: any Error, _ reason: ExitReason) {
        guard case BatchError.refused(let refusal) = error else {
            self.init(reason)
            return
        }
        self.init(exit: Int(reason.code), code: refusal.code, line: refusal.line)
    }
}

/// The files in a shop's or chain's folder with the record of the last nightly run and with its metrics.
struct NightlyStateFile {
    /// The name of the file with the record of the last nightly run.
    static let name = ".nightly.json"
    /// The name of the file that Prometheus reads.
    static let metricsName = "metrics.prom"
    private static let sizeBytesMax = 1 << 16

    /// The folder of the shop or chain.
    private let folder: OpenFolder

    init(in folder: OpenFolder) { self.folder = folder }

    /// The record of the last nightly run; nil if there is none that can be read.
    func last() -> NightlyState? {
        // The record is read even after a signal, so that the end of the run can be recorded.
        let content = try? folder.content(of: Self.name, sizeBytesMax: Self.sizeBytesMax, CancellationToken())
        return content.flatMap { NightlyStateJSON.record(of: $0) }
    }

    /// The last nightly run, and whether it is still active; nil if there is no record or it is damaged.
    ///
    /// - Parameter isLocked: returns whether a process holds the lock of the folder.
    /// - Throws: `unreadable` if the process may not read the file.
    func lastRun(_ isLocked: () -> Bool) throws(BatchError) -> ShopStatus.NightlyRun? {
        try folder.checkReadable(FileName(Self.name))
        guard let record = last() else { return nil }
        // The record is read before the lock and once more after it: a run that ends in between was not interrupted.
        let isRunning = record.endedAt == nil && isLocked()
        let last = last() ?? record
        return ShopStatus.NightlyRun(last, isRunning: isRunning && last.endedAt == nil)
    }

    /// Replaces the record; the new one is on disk when this returns.
    func write(_ nightlyRun: NightlyState) throws(BatchError) {
        try folder.replace(Self.name, with: NightlyStateJSON.render(nightlyRun))
    }

    /// Replaces the metrics; the new ones are on disk when this returns.
    func write(metrics text: String) throws(BatchError) {
        try folder.replace(Self.metricsName, with: text)
    }
}
