internal import Glibc
internal import JuiceBatch
internal import JuiceLedger
package import JuiceReports

extension Shop {
    /// Replaces the shop's ledger with a backup, then applies the runs that the run log lists and the backup lacks.
    ///
    /// If the process was killed or an input was missing, calling this method again continues the restore. The digest
    /// of each applied run must equal the digest in the run log.
    ///
    /// - Parameters:
    ///   - backup: the path of the backup; nil for the newest valid one in `backup`.
    ///   - inputFolders: folders with inputs of earlier runs, in addition to the shop's own.
    ///   - parse: makes the request of a run from its options in the run log, without inputs and ledger.
    /// - Throws: `PartlyAppliedError` if some runs were applied before an error.
    package func restore(
        from backup: String? = nil, inputFolders: [String] = [], isDryRun: Bool = false, waitSeconds: Int,
        language: MessageLanguage, parsing parse: @escaping (_ options: [String]) throws -> RunRequest,
        notifying listener: any NightlyListener
    ) throws -> ExitStatus {
        let root = try OpenFolder(root: environment.folder)
        let ledger = LedgerRequest(path: LedgerRequest.shopPath, waitSeconds: waitSeconds)
        let restoration = Restoration(
            backup: backup, inputFolders: inputFolders, waitSeconds: waitSeconds, language: language, shop: self,
            parse: parse, listener: listener, file: try LedgerFile(ledger, in: environment), root: root)
        if isDryRun { return try restoration.dryRun() }
        guard let lock = try FileLock.nightly(in: root, cancellation: environment.cancellation) else {
            try listener.writeLine(NightlyMessages(language).busy)
            return ExitStatus(.anotherIsRunning)
        }
        defer { withExtendedLifetime(lock) {} }
        return try restoration.run()
    }
}

/// A restore of a ledger: the choice of a backup, putting it in place, and applying the later runs.
private struct Restoration {
    /// The folders, of a shop or a chain, through which nightly runs move their inputs.
    private static let nightlyFolders =
        NightlyRun.ArchiveFolder.allCases.map(\.rawValue) + [NightlyRun.inboxFolder, FileArchive.stagingName]

    let backup: String?
    let inputFolders: [String]
    let waitSeconds: Int
    let language: MessageLanguage
    let shop: Shop
    let parse: (_ options: [String]) throws -> RunRequest
    let listener: any NightlyListener
    let file: LedgerFile
    let root: OpenFolder

    private var marker: LedgerCompanion { file.runLog.restoreMarker }

    func run() throws -> ExitStatus {
        // Adds runs of the ledger to the run log that the log lacks, if the ledger is valid.
        if try marker.restoreContent() == nil, try presentRuns(file.runLog.runs()) != nil {
            try? file.commit(.change, notifying: listener).write { _ in }
        }
        var log = try file.runLog.runs()
        let base = try base(log)
        if let source = base.source {
            log = try install(source, runs: base.runs)
        } else if try marker.restoreContent() == nil {
            try listener.writeLine(language.nothingToRestore(runs: base.runs))
            return .done
        }
        var applied: [Int] = []
        do {
            try replay(log).apply(after: base.runs) { applied.append($0) }
            try resumeShift(after: max(log.count, base.runs))
            let runs = try file.open(.restore).read { try $0.verify().runs }
            try marker.remove()
            let missingLog = log.isEmpty ? file.runLog.shownPath : nil
            try listener.writeLine(language.restoreComplete(runs: runs, missingLog: missingLog))
        } catch {
            try listener.writeLine(language.restoreIncomplete)
            guard let cause = error as? BatchError, !applied.isEmpty else { throw error }
            throw PartlyAppliedError(cause, after: .runs(applied))
        }
        // Throws if the log of the open shift is missing.
        if let shift = try file.shift() { _ = try ShiftLog(of: shift) }
        return .done
    }

    /// Prepares to apply runs of the log again, with a search for their inputs.
    private func replay(_ log: [LoggedRun]) throws -> RunReplay {
        var folders = Self.nightlyFolders + [ShiftLog.folderName, NightlyRun.reportsFolder]
        if log.contains(where: { $0.partition != nil }) {
            // The export is in a folder of the chain.
            folders += Self.nightlyFolders.map { "../" + $0 }
        }
        return RunReplay(
            log: log, file: file, environment: shop.environment,
            search: try InputSearch(folders + inputFolders, in: shop.environment), parse: parse,
            listener: listener, language: language)
    }

    /// Chooses the ledger to restore from: the given backup or the newest valid file; returns its path and run count.
    ///
    /// The path is nil for the current ledger, which is chosen if it lacks no runs or is already restored.
    private func base(_ log: [LoggedRun]) throws -> (source: String?, runs: Int) {
        let present = try presentRuns(log)
        let content = try marker.restoreContent()
        // The copy that was to replace the ledger may already be in its place.
        if let present, let content, fileStatus(file.realPath).map({ Self.identity($0) }) == content.copy,
            backup == nil || backup == content.backup
        {
            return (nil, present)
        }
        if let named = backup { return (named, try verifiedRunCount(of: named, log)) }
        if let present, content == nil, present >= log.count, present > 0 { return (nil, present) }
        var unread: BatchError?
        let folder = try root.subfolder(FileName(OpenFolder.backups), followsLink: true)
        for number in try (try? folder.get())?.backupNumbers() ?? [] where number >= present ?? 0 {
            let path = "\(OpenFolder.backups)/\(number).sqlite"
            do {
                return (path, try verifiedRunCount(of: path, log))
            } catch let error as BatchError {
                if case .interrupted = error { throw error }
                try listener.writeLine(language.skippedBackup(language.text(error)))
                // A backup that cannot be read may be valid, so its error is reported if no other can be used.
                if unread == nil && error.systemErrno != nil { unread = error }
            }
        }
        guard let present, present > 0 else {
            throw unread ?? .notRestored(path: file.shownPath, error: .noBackup(folder: OpenFolder.backups))
        }
        return (file.shownPath, present)
    }

    private static func identity(_ status: stat) -> [Int] {
        [Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino)]
    }

    /// The number of runs in the ledger if it is valid and agrees with the log; nil if it cannot be used.
    private func presentRuns(_ log: [LoggedRun]) throws -> Int? {
        do {
            guard let status = fileStatus(file.realPath), status.st_size > 0 else { return nil }
            return try verifiedRunCount(of: file.shownPath, in: file.open(.restore), log)
        } catch let error as BatchError {
            switch error {
            case .interrupted, .ledgerBusy: throw error
            default: return nil
            }
        }
    }

    private func ledgerFile(at path: String) throws(BatchError) -> LedgerFile {
        try LedgerFile(LedgerRequest(path: path, waitSeconds: waitSeconds), in: shop.environment)
    }

    /// Verifies a ledger, which may be open, checks that its runs are those of the log, and returns their number.
    private func verifiedRunCount(of path: String, in ledger: Ledger? = nil, _ log: [LoggedRun]) throws -> Int {
        try (ledger ?? ledgerFile(at: path).open(.read)).read { snapshot in
            let runs = try snapshot.verify().runs
            let common = min(runs, log.count)
            guard runs > 0, try common == 0 || log[common - 1].digest == snapshot.digest(of: common) else {
                throw BatchError.notRestored(path: path, error: .otherLedger(run: common, log: file.runLog.shownPath))
            }
            return runs
        }
    }

    /// Reports the backup, and each later run with the location of its inputs.
    func dryRun() throws -> ExitStatus {
        let log = try file.runLog.runs()
        let base = try base(log)
        if let source = base.source {
            try listener.writeLine(language.wouldInstallBackup(source, runs: base.runs))
        } else if try marker.restoreContent() == nil {
            try listener.writeLine(language.nothingToRestore(runs: base.runs))
            return .done
        } else {
            try listener.writeLine(language.wouldContinueRestore(runs: base.runs))
        }
        let isComplete = try replay(log).dryRun(after: base.runs)
        try listener.writeLine(language.restoreDryRunNote)
        return isComplete ? .done : ExitStatus(.unreadable)
    }

    /// Replaces the ledger with a copy of a backup, keeps the old one, and returns the run log of that moment.
    private func install(_ path: String, runs: Int) throws -> [LoggedRun] {
        let copy = file.realPath + ".restoring"
        var isRestoring = false
        // Once the marker names the copy, a later restore continues with it.
        defer { if !isRestoring { unlink(copy) } }
        let identity = try makeCopy(of: path, runs: runs, at: copy)
        var log: [LoggedRun] = []
        var aside = ""
        let hadLedger = try Ledger.replace(
            file.realPath, by: copy, shownPath: file.shownPath, waitSeconds: waitSeconds,
            cancellation: shop.environment.cancellation
        ) {
            log = try file.runLog.runs()
            aside = try suffixForReplacedLedger()
            try marker.write((path, identity, aside))
            isRestoring = true
            return file.realPath + aside
        }
        try listener.writeLine(
            language.installedBackup(path, runs: runs, before: hadLedger ? file.shownPath + aside : nil))
        return log
    }

    /// The first free suffix for the path of the replaced ledger, or that of a restore that was killed between moving
    /// the ledger and moving SQLite's files beside it.
    private func suffixForReplacedLedger() throws -> String {
        if fileStatus(file.realPath, followsLink: false) == nil, let begun = try marker.restoreContent()?.aside,
            !begun.isEmpty
        {
            return begun
        }
        let suffixes = (1...).lazy.map { ".before-restore-\($0)" }
        return suffixes.first { fileStatus(file.realPath + $0, followsLink: false) == nil } ?? ""
    }

    /// Makes a verified copy of a file that is on disk when this returns, with its device and inode.
    private func makeCopy(of path: String, runs: Int, at copy: String) throws -> [Int] {
        let source = try ledgerFile(at: path)
        guard unlink(copy) == 0 || errno == ENOENT else {
            throw BatchError.cannotCreate(path: file.shownPath, errno: errno)
        }
        let ledger = try source.realPath == file.realPath ? source.open(.restore) : source.open(.read)
        let copied = try source.copy(ledger, to: copy, shownCopy: file.shownPath)
        guard copied.runs == runs else { throw BatchError.inputOutput(path: path, errno: EIO) }
        return Self.identity(copied.status)
    }

    /// Opens the shift again that was open after the last run, even if its log is missing, which commands then report.
    private func resumeShift(after last: Int) throws {
        let recordedShift = try file.recordedShift().flatMap { $0.run == last ? $0 : nil }
        try file.commit(.restore, notifying: listener).write { transaction in
            let restoredShift = try transaction.snapshot.shift()
            guard let shift = recordedShift ?? restoredShift else { return }
            let name = ReportFolder.split(shift.shiftLog).name
            let beside = "\(ReportFolder.split(file.realPath).parent)/\(ShiftLog.folderName)/\(name)"
            let foundShift = [shift.shiftLog, beside].lazy.compactMap { path -> OpenShift? in
                guard let status = fileStatus(path, followsLink: false), status.isRegularFile else { return nil }
                var shift = shift
                let identity = Self.identity(status)
                shift.shiftLog = path
                (shift.device, shift.inode) = (identity[0], identity[1])
                return shift
            }.first
            let currentShift = foundShift ?? recordedShift
            if let currentShift, currentShift == restoredShift { return }
            if restoredShift != nil { try transaction.endShift() }
            if let currentShift { try transaction.open(currentShift) }
        }
    }
}
