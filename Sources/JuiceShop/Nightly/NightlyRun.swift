internal import JuiceBatch
internal import JuiceReports

/// A nightly run: applies the files of an inbox to a ledger, one run each in the order of their names, and archives
/// them.
///
/// Only applied files go to done/, even if other programs change the inbox meanwhile. If a run is killed, the next one
/// continues it: a file counts as applied when its run has committed.
struct NightlyRun {
    /// The folders of the shop to which files move from the inbox, each with a folder for the day.
    enum ArchiveFolder: String, CaseIterable {
        case done, repeated, failed
    }

    /// The result of reading a file of the inbox and applying it.
    enum FileResult {
        /// The file was applied by the run with this number; each note is a sentence for the operator.
        case applied(run: Int, exitStatus: ExitStatus, notes: [String] = [])
        /// More rows were rejected than the settings allow, namely this number; nothing was applied.
        case tooManyRejected(Int)
    }

    static let reportsFolder = ReportSearch.folderName
    static let inboxFolder = "inbox"
    private static let pauseMs = 50

    private let day: String
    private var messages: NightlyMessages { host.messages }
    private var cancellation: CancellationToken { host.environment.cancellation }
    private let host: NightlyHost
    private var root: OpenFolder { host.ledger.root }
    private let inbox: Inbox
    private let isInboxNew: Bool
    private let archive: FileArchive
    private let inFlight: InFlightLog

    /// Opens the folders of a shop for a nightly run, whose own folders have the day as their name.
    init(day: String, host: NightlyHost) throws(BatchError) {
        self.day = day
        self.host = host
        let root = host.ledger.root
        isInboxNew = root.status(of: FileName(Self.inboxFolder)) == nil
        inbox = try Inbox(in: root)
        archive = try FileArchive(root: root, inbox: inbox.folder, day: day)
        inFlight = InFlightLog(in: root)
        _ = try OpenFolder(Self.reportsFolder, in: root)
    }

    /// Applies and archives all files, unless another nightly run is active; returns the reasons of files and end.
    func run() throws -> ExitStatus {
        guard let lock = try FileLock.nightly(in: root, cancellation: cancellation) else {
            try host.writeLine(messages.busy)
            return ExitStatus(.anotherIsRunning)
        }
        defer { withExtendedLifetime(lock) {} }
        return try host.record { status in
            do {
                try host.checkLedger()
            } catch {
                if case BatchError.interrupted = error { throw error }
                status = ExitStatus(try host.report(error, messages.cannotBegin(code:)))
                return
            }
            // Even a run that ends early may have written reports.
            defer { host.updateIndex(of: Self.reportsFolder) }
            do {
                try runSteps(&status)
            } catch let reason as ExitReason {
                status.add(reason)
                status.add(try host.backUp())
                try host.writeLine(messages.stopped(status))
            }
        }
    }

    /// Runs all steps under the lock; the status begins with the reasons that an interrupted run did not report.
    private func runSteps(_ status: inout ExitStatus) throws {
        let interruptedStatus = status
        if isInboxNew { try host.writeLine(messages.createdInbox(Self.inboxFolder)) }
        status.add(try closeShift())
        do {
            try host.checkSettings()
        } catch {
            throw try host.report(error, messages.cannotBegin(code:))
        }
        for name in try archive.recover() { try host.writeLine(messages.recovered(name.text)) }
        let finished = try finishInterrupted()
        let files = try unchangedFiles().filter { !finished.names.contains($0.name) }
        let count = finished.names.count + files.count
        host.willProcess(files: count)
        if !interruptedStatus.isDone { try host.writeLine(messages.setAsideBefore(code: interruptedStatus.code)) }
        status.add(finished.status)
        if count == 0 { try host.writeLine(messages.nothingToDo) }
        if let expected = host.request.filesExpected, count < expected {
            try host.writeLine(messages.fewerFiles(than: expected, code: ExitReason.filesMissing.code))
            status.add(.filesMissing)
        }
        for file in files {
            try cancellation.check()
            status.add(try process(file))
        }
        // The backup comes first: it still contains everything that the next step may remove.
        status.add(try host.backUp())
        status.add(try host.removeExpired())
        try host.writeLine(messages.end(files: count, status))
    }

    /// Archives the files that an interrupted run has applied and not archived; returns their names and the status.
    ///
    /// A file counts as applied only if the in-flight log lists it, it is unchanged since, and a later run of the ledger
    /// has applied its content. Any other file with known content may be another day of orders.
    private func finishInterrupted() throws -> (names: Set<FileName>, status: ExitStatus) {
        try inFlight.load(cancellation)
        var finished: (names: Set<FileName>, status: ExitStatus) = ([], .done)
        guard !inFlight.files.isEmpty else { return finished }
        for file in try inbox.entries().files {
            guard let record = inFlight.file(file.identity) else { continue }
            try cancellation.check()
            if let status = try finish(file, record) {
                finished.names.insert(file.name)
                finished.status.add(status)
            }
        }
        inFlight.keep(try inbox.entries().files.map(\.identity))
        return finished
    }

    /// Archives a file if the interrupted run has applied it; nil if it has not.
    private func finish(_ file: Inbox.Entry, _ record: InFlightLog.File) throws -> ExitStatus? {
        let name = file.name.text
        do {
            guard case .opened(let opened) = try inbox.open(file, cancellation: cancellation) else { return nil }
            let sha256 = try inbox.input(file, opened, cancellation: cancellation).sha256(cancellation: cancellation)
            guard let run = try host.ledger.run(thatApplied: sha256, since: record.ledger) else { return nil }
            try host.writeLine(messages.known(name, run: run))
            return try archiveApplied(file, opened, run: run)
        } catch BatchError.changedWhileRead {
            return nil
        } catch {
            throw try host.report(error) { messages.stopped(name, code: $0) }
        }
    }

    /// Closes the counter's shift; returns the status of its run, or `done` if no shift is open.
    private func closeShift() throws -> ExitStatus {
        var isOpen = false
        do {
            guard let shiftLog = try host.openShiftLog() else { return .done }
            isOpen = true
            let name = FileName(InputSteps.names(of: [shiftLog]).joined())
            let reports = Self.freeReports(for: name, day: day, in: root)
            let run = host.request.run(of: shiftLog, reports: reports)
            guard let status = try host.closeShift(by: run)?.exitStatus else { return .done }
            isOpen = false
            try host.writeLine(messages.closedShift(name.text, code: status.code, reports: reports))
            return ExitStatus(status.reasons.map { $0 == .rowsRejected ? .shiftRejected : $0 })
        } catch {
            let reason = host.report(error)
            if isOpen { try host.writeLine(messages.openShift(code: reason.code)) }
            throw reason
        }
    }

    /// The files that have stayed unchanged for the required time, by name.
    private func unchangedFiles() throws -> [Inbox.Entry] {
        let before = try inbox.entries()
        for other in before.others { try host.remark(messages.noFile(other.text)) }
        for name in before.orphans { try host.writeLine(messages.orphanChecksum(name.text)) }
        for name in before.unfinished { try host.writeLine(messages.unfinished(name.text)) }
        if before.files.isEmpty { return [] }
        var remainingMs = host.request.quietPeriodMs
        while remainingMs > 0 {
            try cancellation.check()
            host.environment.wait(min(remainingMs, Self.pauseMs))
            remainingMs -= Self.pauseMs
        }
        let known = Dictionary(uniqueKeysWithValues: before.files.map { ($0.name, $0) })
        return try inbox.entries().files.filter { file in
            if known[file.name] == file { return true }
            try host.writeLine(messages.unfinished(file.name.text))
            return false
        }
    }

    /// Applies a file and archives it; returns the status of both.
    private func process(_ file: Inbox.Entry) throws -> ExitStatus {
        let name = file.name.text
        switch try inbox.open(file, cancellation: cancellation) {
        case .missing:
            try host.writeLine(messages.noLongerExists(name))
            return .done
        case .changed:
            try host.writeLine(messages.unfinished(name))
            return .done
        case .unreadable(let error): return try moveToFailed(file, for: host.report(error), error)
        case .opened(let opened):
            try host.writeLine(messages.started(name))
            return try apply(file, opened)
        }
    }

    private func apply(_ file: Inbox.Entry, _ opened: ReadDescriptor) throws -> ExitStatus {
        let name = file.name.text
        let reports = Self.freeReports(for: file.name, day: day, in: root)
        let result: FileResult
        do {
            let input = try inbox.input(file, opened, cancellation: cancellation)
            if let digest = try inbox.digest(of: file, cancellation: cancellation) { input.expectedSHA256 = digest }
            try inFlight.begin((file.identity, host.ledger.state()))
            result = try host.apply(input, reports: reports)
        } catch {
            return try archive(file, opened, after: error)
        }
        switch result {
        case .applied(let run, var status, let notes):
            try host.writeLine(messages.applied(name, code: status.code, reports: reports))
            for note in notes { try host.writeLine(messages.note(note, on: name)) }
            status.add(try archiveApplied(file, opened, run: run))
            return status
        case .tooManyRejected: return try archiveRefused(file, opened, for: .tooManyRejected)
        }
    }

    /// Archives a file whose run failed, or leaves it in the inbox; throws the reason if no further file is applied.
    private func archive(_ file: Inbox.Entry, _ opened: ReadDescriptor, after error: any Error) throws -> ExitStatus {
        let name = file.name.text
        switch FileDisposition(of: error, path: "\(inbox.folder.path)/\(name)") {
        case .known(let run):
            try host.writeLine(messages.repeated(name, run: run, on: host.day(ofRun: run)))
            var repeated = UnresolvedFile(in: .repeated)
            repeated.run = run
            willMoveAside(file, file.identity, repeated, .inputRepeated)
            var status = ExitStatus(.inputRepeated)
            status.add(try archiveApplied(file, opened, run: run, in: .repeated))
            return status
        case .failed: return try archiveRefused(file, opened, for: host.report(error), error)
        case .unsettled:
            host.report(error)
            try host.writeLine(messages.unfinished(name))
            return ExitStatus(.inputChanged)
        case .stopped: throw try host.report(error) { messages.stopped(name, code: $0) }
        }
    }

    /// A free path for the reports of a file, in the folder of a day within a shop's folder.
    static func freeReports(for name: FileName, day: String, in root: OpenFolder) -> String {
        // The name of the folder has to leave room for the suffix of its staging folder.
        let stem = FileName(name.stem.text).shortened(to: 200).text
        var number = 1
        while true {
            let free = "\(reportsFolder)/\(day)/\(stem)" + (number == 1 ? "" : ".\(number)")
            if free != "\(reportsFolder)/\(day)/\(ExpiredReports.facts.text)", root.status(of: FileName(free)) == nil {
                return free
            }
            number += 1
        }
    }

    /// Archives a file that the ledger has applied: to `archiveFolder`, or to failed/ if the file has grown since.
    private func archiveApplied(
        _ file: Inbox.Entry, _ opened: ReadDescriptor, run: Int, in archiveFolder: ArchiveFolder = .done
    ) throws -> ExitStatus {
        // Moving a file changes its time of change, so the file is compared before the move as well.
        let wasUnchanged = opened.identity == file.identity
        var hasMore = false
        let status = try moveToArchive(file) {
            hasMore = !wasUnchanged || opened.identity?.hasSameContent(as: file.identity) != true
            if hasMore, let identity = opened.identity {
                willMoveAside(file, identity, failed(for: .inputOutgrown), .inputOutgrown)
            }
            return hasMore ? .failed : archiveFolder
        }
        guard hasMore, status.isDone else { return status }
        try host.writeLine(messages.outgrown(file.name.text, run: run))
        return ExitStatus(.inputOutgrown)
    }

    /// Archives a file that cannot be applied as it is, unless it is still being changed.
    private func archiveRefused(
        _ file: Inbox.Entry, _ opened: ReadDescriptor, for reason: ExitReason, _ error: (any Error)? = nil
    ) throws -> ExitStatus {
        guard opened.identity == file.identity else {
            try host.writeLine(messages.unfinished(file.name.text))
            return ExitStatus(.inputChanged)
        }
        return try moveToFailed(file, for: reason, error)
    }

    private func moveToFailed(_ file: Inbox.Entry, for reason: ExitReason, _ error: (any Error)?) throws -> ExitStatus {
        let reportedReason = reason == .tooManyRejected ? reason : .inputRefused
        willMoveAside(file, file.identity, failed(for: reason, error), reportedReason)
        try host.writeLine(messages.refused(file.name.text, code: reason.code))
        var status = ExitStatus(reportedReason)
        status.add(try moveToArchive(file, in: { .failed }))
        return status
    }

    /// The record of a file in failed/ and why it is there.
    private func failed(for reason: ExitReason, _ error: (any Error)? = nil) -> UnresolvedFile {
        var failed = UnresolvedFile(in: .failed)
        failed.exit = reason.code
        failed.code = reason.rawValue
        if let error, case BatchError.refused(let refusal) = error {
            failed.code = refusal.code
            failed.line = refusal.line
            failed.sentence = host.request.run.language.firstSentence(about: refusal)
        }
        return failed
    }

    private func willMoveAside(
        _ file: Inbox.Entry, _ identity: FileIdentity, _ record: UnresolvedFile, _ reason: ExitReason
    ) {
        host.willMoveAside(SetAsideRecord(identity: identity, name: file.name.text, file: record), reason: reason)
    }

    /// Archives a file and reports it; `done` unless the file had to stay in the inbox.
    private func moveToArchive(_ file: Inbox.Entry, in archiveFolder: () -> ArchiveFolder) throws -> ExitStatus {
        let name = file.name.text
        let line: String
        switch try archive.moveToArchive(file, in: archiveFolder) {
        case .archived(let path): line = messages.note(path, on: name)
        case .missing: line = messages.noLongerExists(name)
        case .replaced(let other): line = messages.replaced(name, by: other.text)
        case .remaining(let error):
            try host.writeLine(messages.notMoved(name, errno: error.number))
            return ExitStatus(.inputNotArchived)
        }
        inFlight.remove(file.identity)
        try host.writeLine(line)
        return .done
    }
}

/// A thrown reason ends a nightly run early; its cause has already been reported.
extension ExitReason: Error {}
