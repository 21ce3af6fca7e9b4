internal import CSV
internal import JuiceBatch

/// The list of files that nightly runs have begun to apply and not archived yet, kept in the shop's folder.
///
/// A file is added before its run begins, and removed once the file is archived. If a nightly run is killed after a
/// commit and before it archives the file, the list distinguishes that file from another file with the same content. A
/// list that cannot be read counts as empty: the file is then treated as another file, and the operator is told.
final class InFlightLog {
    static let name = ".nightly.taken"
    /// The maximum number of files in the list.
    private static let countMax = 100
    private static let bytesMax = 1 << 20

    private let root: OpenFolder
    /// The listed files, oldest first.
    private(set) var files: [InFlightFile] = []

    init(in root: OpenFolder) {
        self.root = root
    }

    /// Reads the list of earlier runs.
    func load(_ cancellation: CancellationToken) throws(BatchError) {
        guard let (file, sizeBytes) = try root.file(Self.name), sizeBytes <= Self.bytesMax,
            let content = try? SmallFile.read(
                file, path: Self.name, sizeBytesMax: Self.bytesMax, cancellation: cancellation)
        else { return }
        let lines = String(decoding: Array(content.bytes), as: UTF8.self).split(separator: "\n")
        files = lines.compactMap { InFlightFile(String($0)) }
    }

    /// Adds a file; the list is on disk when this returns.
    func begin(_ file: InFlightFile) throws(BatchError) {
        files.removeAll { $0.isSame(file.identity) }
        files.append(file)
        files.removeFirst(max(0, files.count - Self.countMax))
        try write()
    }

    /// Removes a file that is archived.
    func remove(_ identity: FileIdentity) {
        guard let index = files.firstIndex(where: { $0.isSame(identity) }) else { return }
        files.remove(at: index)
        save()
    }

    /// Removes all entries except those of these files.
    func keep(_ identities: [FileIdentity]) {
        let kept = files.filter { identities.contains(where: $0.isSame) }
        guard kept != files else { return }
        files = kept
        save()
    }

    /// Saves the list; a failure is ignored, since it only makes the operator look at a file without need.
    private func save() {
        if files.isEmpty {
            root.remove(FileName(Self.name))
        } else {
            try? write()
        }
    }

    private func write() throws(BatchError) {
        let text = files.map { $0.line + "\n" }.joined()
        try root.replace(Self.name, with: text)
    }
}

/// A file that a nightly run has begun to apply, with its state at that time.
struct InFlightFile: Equatable {
    /// The identity of the file and of its content.
    let identity: FileIdentity
    /// The line that identifies the ledger's state at that time (`NightlyLedger.state()`).
    let ledger: String

    /// Whether an identity is that of this file with unchanged content.
    ///
    /// The time of change is not compared, since moving a file or changing its owner changes it. The SHA-256 and the
    /// ledger determine whether the content was applied.
    func isSame(_ identity: FileIdentity) -> Bool { identity.hasSameContent(as: self.identity) }
}

extension InFlightFile {
    /// Parses a text written by `line`; nil for any other text.
    fileprivate init?(_ line: String) {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard parts.count == 2, let identity = FileIdentity(String(parts[0])) else { return nil }
        self.init(identity: identity, ledger: String(parts[1]))
    }

    fileprivate var line: String { "\(identity.text)\t\(ledger)" }
}
