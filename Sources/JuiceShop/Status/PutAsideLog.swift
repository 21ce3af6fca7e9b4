internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// A file that a nightly run is about to put into failed/ or repeated/.
struct PutAsideFile {
    /// The file as it is by then.
    let identity: FileIdentity
    /// The file's name in the inbox.
    let name: FileName
    /// The folder that the file is moved to, and the reason.
    let place: UnresolvedFile.Place
}

/// The log of files that nightly runs have moved to failed/ and repeated/, in the shop's folder.
///
/// An entry only tells the time and the reason; a file without one is treated the same.
struct PutAsideLog {
    /// The record of one file.
    struct Entry {
        let identity: FileIdentity
        /// The name that it had in the inbox.
        let name: String
        /// The UTC time at which the file was moved.
        let at: String
        /// The ledger's latest run by then; nil if that could not be read.
        let lastRun: Int?
        let place: UnresolvedFile.Place
    }

    static let name = ".nightly.aside"
    private static let countMax = 1_000
    private static let sizeBytesMax = 1 << 20

    private let root: OpenFolder

    /// - Parameter root: the shop's folder.
    init(in root: OpenFolder) {
        self.root = root
    }

    /// The entries, the oldest first; empty if they cannot be read.
    func entries() -> [Entry] {
        let content = try? root.content(of: Self.name, sizeBytesMax: Self.sizeBytesMax, CancellationToken())
        return (content ?? []).split(separator: UInt8(ascii: "\n")).compactMap { line in
            (try? JSONReader.value(of: Array(line))).flatMap { Entry($0) }
        }
    }

    /// Adds the entry of a file that is about to be moved.
    ///
    /// - Parameters:
    ///   - moment: the current UTC time.
    ///   - lastRun: the ledger's latest run; nil if that cannot be read.
    func add(_ file: PutAsideFile, at moment: String, lastRun: Int?) throws(BatchError) {
        try add(
            Entry(
                identity: file.identity, name: file.name.text, at: moment, lastRun: lastRun, place: file.place))
    }

    /// Adds an entry, in the place of an earlier one of the same file.
    private func add(_ entry: Entry) throws(BatchError) {
        let kept = entries().filter { !$0.identity.isSameFile(as: entry.identity) }.suffix(Self.countMax - 1)
        let text = (kept + [entry]).map { $0.line + "\n" }.joined()
        try root.replace(Self.name, with: text)
    }
}

extension PutAsideLog.Entry {
    /// Reads a line of the log; nil of any other value.
    fileprivate init?(_ value: JSONValue) {
        guard let identity = value["file"]?.string.flatMap({ FileIdentity($0) }), let name = value["name"]?.string,
            let at = value["at"]?.string, UTCMoment.seconds(of: at) != nil
        else { return nil }
        let place: UnresolvedFile.Place
        switch value["place"]?.string {
        case "failed":
            let cause = value["exit"]?.int.map {
                UnresolvedFile.Cause(exit: $0, code: value["code"]?.string, line: value["line"]?.int)
            }
            place = .failed(cause)
        case "repeated": place = .repeated(run: value["same_as"]?.int)
        default: return nil
        }
        self.init(identity: identity, name: name, at: at, lastRun: value["last_run"]?.int, place: place)
    }

    fileprivate var line: String {
        let entry: JSONValue = [
            "file": identity.text, "name": name, "at": at, "last_run": lastRun, "place": place.name,
        ]
        let reason: JSONValue =
            switch place {
            case .failed(let cause): ["exit": cause?.exit, "code": cause?.code, "line": cause?.line]
            case .repeated(let run): ["same_as": run]
            case .inbox: [:]
            }
        return (entry + reason).line
    }
}

extension UnresolvedFile.Cause {
    /// The cause that is no error in the file.
    init(_ reason: ExitReason) {
        self.init(exit: Int(reason.code), code: reason.rawValue)
    }

    /// The cause that an error is.
    ///
    /// - Parameter reason: what it brings about.
    init(of error: any Error, _ reason: ExitReason) {
        guard case BatchError.refused(let refusal) = error else {
            self.init(reason)
            return
        }
        self.init(exit: Int(reason.code), code: refusal.code, line: refusal.line)
    }
}

/// The record of the last nightly run in a folder, and its metrics.
struct NightlyStateFile {
    /// The name of the file with the record of the last nightly run.
    static let name = ".nightly.json"
    /// The name of the file that Prometheus reads.
    static let metricsName = "metrics.prom"
    private static let sizeBytesMax = 1 << 16

    private let folder: OpenFolder

    /// The diary of a folder; nothing is looked at yet.
    init(in folder: OpenFolder) {
        self.folder = folder
    }

    /// The record of the last nightly run; nil if there is none that can be read.
    func last() -> NightlyState? {
        // However the night ends, it is still told: no signal ends the reading.
        let content = try? folder.content(of: Self.name, sizeBytesMax: Self.sizeBytesMax, CancellationToken())
        return content.flatMap { NightlyStateJSON.record(of: $0) }
    }

    /// The record of the last nightly run; nil if there is none, or it is damaged.
    ///
    /// - Throws: `unreadable` where the process may not read it.
    func lastKnown() throws(BatchError) -> NightlyState? {
        try folder.checkReadable(FileName(Self.name))
        return last()
    }

    /// Replaces the record; the new one survives a power cut.
    func write(_ night: NightlyState) throws(BatchError) {
        try folder.replace(Self.name, with: NightlyStateJSON.render(night))
    }

    /// Replaces the metrics; the new ones survive a power cut.
    func write(metrics text: String) throws(BatchError) {
        try folder.replace(Self.metricsName, with: text)
    }
}
