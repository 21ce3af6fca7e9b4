internal import Glibc
internal import JuiceBatch

/// The folders to which a nightly run moves processed files.
///
/// Other programs write to the inbox, so a file is first moved to a private folder of the run, and from there to done/,
/// repeated/ or failed/ once it has proved to be the file that was opened. If a run is killed between the two steps,
/// the next one moves the file back and processes it again.
struct FileArchive {
    /// The name of the folder for files between the inbox and their destination.
    static let stagingName = ".nightly.staging"

    private let root: OpenFolder
    private let inbox: OpenFolder
    private let staging: OpenFolder
    private let day: String

    enum Outcome {
        case archived(String)
        case missing
        /// Another file has the name now and stays; it may have replaced the processed file.
        case replaced(by: FileName)
        case remaining(SystemError)
    }

    /// Opens or creates the folders; the day names this run's folder within done/, repeated/ and failed/.
    init(root: OpenFolder, inbox: OpenFolder, day: String) throws(BatchError) {
        self.root = root
        self.inbox = inbox
        self.day = day
        // Files in this folder are moved back to the inbox, so it must be the run's own folder and not a link.
        staging = try OpenFolder(Self.stagingName, in: root, followsLink: false)
        for name in ["done", "failed"] {
            // Moving a file to another file system is not atomic, so all folders must be on one.
            let folder = try OpenFolder(name, in: root)
            guard let inboxStatus = fileStatus(of: inbox.descriptor),
                let folderStatus = fileStatus(of: folder.descriptor)
            else { throw .inputOutput(path: name, errno: errno) }
            guard inboxStatus.st_dev == folderStatus.st_dev else {
                throw .cannotCreate(path: "\(NightlyRun.inboxFolder) → \(name)", errno: EXDEV)
            }
        }
    }

    /// Moves the files that a killed run left in the private folder back to the inbox; returns their names.
    func recover() throws(BatchError) -> [FileName] { try staging.names().map(returnToInbox) }

    /// Archives a file that is still the listed one, and its checksum; `folder` is called after it has left the inbox.
    func moveToArchive(_ entry: Inbox.Entry, in folder: () -> NightlyRun.ArchiveFolder) throws(BatchError) -> Outcome {
        let stagedName: FileName
        switch inbox.move(entry.name, to: staging, as: entry.name) {
        case .success(let name): stagedName = name
        case .failure(let error): return error.number == ENOENT ? .missing : .remaining(error)
        }
        guard let status = staging.status(of: stagedName), FileIdentity(status).isSameFile(as: entry.identity) else {
            return .replaced(by: try returnToInbox(stagedName))
        }
        do throws(BatchError) {
            let target = try OpenFolder(day, in: OpenFolder(folder().rawValue, in: root))
            let name = try staging.move(stagedName, to: target, as: entry.name).orThrow {
                .cannotCreate(path: target.path, errno: $0)
            }
            try moveChecksum(entry, to: target, beside: name)
            return .archived("\(target.path)/\(name.text)")
        } catch .cannotCreate(_, let number) {
            _ = try returnToInbox(stagedName)
            return .remaining(SystemError(number: number))
        }
    }

    /// Moves a file's checksum along if it is still the listed one; otherwise it stays, and the next run reports it.
    private func moveChecksum(_ entry: Inbox.Entry, to target: OpenFolder, beside name: FileName) throws(BatchError) {
        guard let checksum = entry.checksum, entry.isChecksumRegular,
            case .success(let stagedName) = inbox.move(entry.name.checksum, to: staging, as: entry.name.checksum)
        else { return }
        let isListed = staging.status(of: stagedName).map { FileIdentity($0).isSameFile(as: checksum) } ?? false
        if isListed, case .success = staging.move(stagedName, to: target, as: name.checksum) { return }
        _ = try returnToInbox(stagedName)
    }

    private func returnToInbox(_ name: FileName) throws(BatchError) -> FileName {
        try staging.move(name, to: inbox, as: name).orThrow {
            .cannotCreate(path: "\(inbox.path)/\(name.text)", errno: $0)
        }
    }
}

/// The treatment of a file whose run ended with an error.
enum FileDisposition: Equatable {
    /// The file goes to repeated/, since the run with this number has already applied it.
    case known(run: Int)
    /// The file goes to failed/, since it cannot be applied as it is.
    case failed
    /// The file stays in the inbox and the nightly run continues, since the file is still being written.
    case unsettled
    /// The file and all further files stay in the inbox, since the error affects all of them.
    case stopped

    init(of error: any Error, path: String) {
        switch error as? BatchError {
        case .knownInputs(let inputs): self = inputs.first.map { .known(run: $0.run) } ?? .stopped
        case .refused, .badChecksum, .usage(.columnNotFound), .usage(.inputInOutput), .usage(.ledgerIsInput),
            .usage(.sameBytes):
            self = .failed
        // A menu or stock file may have been removed since the settings were checked.
        case .unreadable(path, _), .unreadable(path + ChecksumFile.suffix, _): self = .failed
        case .changedWhileRead: self = .unsettled
        case nil, .unreadable, .missingInbox, .inputOutput, .cannotCreate, .foreignOutput, .foreignIndex,
            .indexInReports, .badSetting, .badReport, .noDemand, .notPendingDelivery, .ledgerBusy, .shiftOpen,
            .badShiftLog, .badLedger, .notRestored, .unsoundLedger, .irreversible, .commitUnknown, .badConfiguration,
            .badChain, .invariant, .unreadableArguments, .interrupted,
            .usage(.malformedColumn), .usage(.exportSettings), .usage(.malformedExpectation), .usage(.noDate),
            .usage(.standardInputTwice), .usage(.ledgerInOutput), .usage(.stockOfExistingLedger), .usage(.noSuchRun),
            .usage(.alreadyReversed), .usage(.isReversal), .usage(.hasNoRejectedRows), .usage(.notRejected),
            .usage(.ambiguousRow), .usage(.alreadySettled), .usage(.otherInputs), .usage(.otherSettings),
            .usage(.chain):
            self = .stopped
        }
    }
}

/// The list of files that nightly runs have begun to apply and not archived yet, kept in the shop's folder.
///
/// A file is added before its run begins, and removed once it is archived. If a nightly run is killed between the two,
/// the list distinguishes the file from another one with the same content. A list that cannot be read counts as empty:
/// the file is then treated as another one, and the operator is told.
final class InFlightLog {
    /// A file that a nightly run has begun to apply: its identity and that of its content, and the line that identifies
    /// the ledger's state at that time (`NightlyLedger.state()`).
    typealias File = (identity: FileIdentity, ledger: String)

    static let name = ".nightly.inflight"
    private static let countMax = 100

    private let root: OpenFolder
    private(set) var files: [File] = []

    init(in root: OpenFolder) { self.root = root }

    func load(_ cancellation: CancellationToken) throws(BatchError) {
        let content = try root.readableContent(of: Self.name, cancellation)
        files = String(decoding: content ?? [], as: UTF8.self).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard parts.count == 2, let identity = FileIdentity(String(parts[0])) else { return nil }
            return (identity, String(parts[1]))
        }
    }

    /// The listed file with an identity and unchanged content (`FileIdentity.hasSameContent`); nil if there is none.
    func file(_ identity: FileIdentity) -> File? { files.first { identity.hasSameContent(as: $0.identity) } }

    /// Adds a file; the list is on disk when this returns.
    func begin(_ file: File) throws(BatchError) {
        files.removeAll { file.identity.hasSameContent(as: $0.identity) }
        files.append(file)
        files.removeFirst(max(0, files.count - Self.countMax))
        try write()
    }

    func remove(_ identity: FileIdentity) { keep { !identity.hasSameContent(as: $0) } }

    /// Removes all entries except those of files with some identities.
    func keep(_ identities: [FileIdentity]) { keep { file in identities.contains { $0.hasSameContent(as: file) } } }

    /// Keeps only some entries; a failure is ignored, since it only makes the operator look at a file without need.
    private func keep(_ isKept: (FileIdentity) -> Bool) {
        let remaining = files.filter { isKept($0.identity) }
        guard remaining.count < files.count else { return }
        files = remaining
        if files.isEmpty {
            root.remove(FileName(Self.name))
        } else {
            try? write()
        }
    }

    private func write() throws(BatchError) {
        try root.replace(Self.name, with: files.map { "\($0.identity.text)\t\($0.ledger)\n" }.joined())
    }
}
