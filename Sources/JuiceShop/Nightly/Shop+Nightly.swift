internal import JuiceBatch
internal import JuiceLedger
package import JuiceReports

extension Shop {
    /// Applies the files of the shop's `inbox/` to `shop.sqlite`, each as a run of its own with reports in
    /// `reports/DATE/NAME`, and archives them.
    package func runNightly(_ request: NightlyRequest, notifying listener: any NightlyListener) throws -> ExitStatus {
        try refuseChain(".")
        let host = ShopNightlyHost(self, request, try NightlyLedger(request.ledger, in: environment), listener)
        do {
            try Inbox.check(in: host.ledger.root, usedNames: NightlyRequest.usedNames)
            return try NightlyRun(day: environment.today, host: host).run()
        } catch {
            if !host.recorder.hasBegun { recordFailedNightlyStart(ExitReason(of: error), notifying: listener) }
            throw host.addingCommittedRuns(to: error)
        }
    }

    /// Reports which files a nightly run would apply or refuse and which it would remove, without changing anything.
    package func dryRunNightly(_ request: NightlyRequest, notifying listener: any NightlyListener) throws -> ExitStatus
    {
        try refuseChain(".")
        return try NightlyHost(self, request, NightlyLedger(request.ledger, in: environment), listener).dryRun()
    }

    /// Throws a usage error if the folder is a chain's, for commands that require a shop's folder.
    func refuseChain(_ folder: String) throws(BatchError) {
        let path = environment.path(folder)
        guard OpenFolder.isChain(path) else { return }
        throw .usage(.chain(.isChain(try ReportFolder.resolved(path))))
    }
}

/// The shop that a nightly run belongs to, in its own folder or within a chain's run.
///
/// The class has what both have in common; an operation with an empty body is one that not every host needs.
class NightlyHost {
    let useCases: Shop
    let request: NightlyRequest
    let listener: any NightlyListener
    let ledger: NightlyLedger
    /// The numbers of the runs that this nightly run has committed.
    private(set) var committedRuns: [Int] = []
    var environment: Environment { useCases.environment }
    var messages: NightlyMessages { NightlyMessages(request.language) }

    /// Creates a host with the ledger of the request, which need not exist.
    init(_ useCases: Shop, _ request: NightlyRequest, _ ledger: NightlyLedger, _ listener: any NightlyListener) {
        self.useCases = useCases
        self.request = request
        self.ledger = ledger
        self.listener = listener
    }

    /// The path of the log of the counter's open shift; nil if none is open.
    func openShiftLog() throws -> String? { try ledger.file.shift()?.shiftLog }

    /// Closes the counter's shift, and returns the result of that run; nil if the shift is already closed.
    func closeShift(by run: RunRequest) throws -> RunOutcome? {
        // The disk with the shift log may be mounted again later, so the shift stays open without it.
        let outcome = try useCases.closeShift(
            of: request.ledger, by: run, endsWithoutShiftLog: false, notifying: listener)
        if case .done(let done)? = outcome, let run = done.number { committedRuns.append(run) }
        return outcome
    }

    /// Verifies the ledger; throws `badLedger` if it is missing although the folder shows that there was one.
    func checkLedger() throws {}

    /// The local day on which a run was recorded; nil if that is unknown, or if messages do not show it.
    func day(ofRun run: Int) -> String? { nil }

    /// Checks the settings, the menu and the ledger without an input, and throws their errors.
    func checkSettings() throws {
        // Reports of a killed run are put in place first, so that the name of a new folder does not collide.
        try useCases.putReportsInPlace(of: request.ledger, notifying: listener)
    }

    /// Applies an input and writes its reports to a folder.
    func apply(_ input: InputFile, reports: String) throws -> NightlyRun.FileResult {
        try apply(input, by: request.run(of: input, reports: reports, in: environment))
    }

    func backUp() throws -> ExitStatus { .done }
    /// Removes reports and archived files that are older than the shop keeps them.
    func removeExpired() throws -> ExitStatus { .done }
    func updateIndex(of folder: String) {}

    /// Runs the steps of the nightly run and records it, as `NightlyRecorder.record`.
    func record(_ steps: (_ status: inout ExitStatus) throws -> Void) throws -> ExitStatus {
        var status = ExitStatus.done
        try steps(&status)
        return status
    }

    func willProcess(files: Int) {}
    /// Records why a file is about to be moved to failed/ or repeated/, so that it is known even after a kill.
    func willMoveAside(_ file: SetAsideRecord, reason: ExitReason) {
        try? ledger.root.addToSetAsideLog(file, at: environment.now(), lastRun: try? ledger.lastRun())
    }

    /// Reports an error to the user, and returns its exit reason.
    @discardableResult func report(_ error: any Error) -> ExitReason {
        listener.failed(error)
        return ExitReason(of: error)
    }

    /// Reports an error, prints a line that has its exit code, and returns its exit reason.
    func report(_ error: any Error, _ line: (_ code: Int) -> String) throws -> ExitReason {
        let reason = report(error)
        try writeLine(line(reason.code))
        return reason
    }

    /// Prints a line about an entry of the inbox that is not processed.
    func remark(_ line: String) throws { try writeLine(line) }
    func writeLine(_ line: String) throws { try listener.writeLine(line) }

    func apply(_ input: InputFile, by run: RunRequest) throws -> NightlyRun.FileResult {
        try ledger.refuseMissing()
        switch try useCases.run(dated(run, by: input), opened: [input], notifying: listener) {
        case .done(let done):
            if let number = done.number {
                committedRuns.append(number)
                return .applied(run: number, exitStatus: done.exitStatus, notes: done.model.nightlyNotes)
            }
        case .tooManyRejected(let tally): return .tooManyRejected(tally.count(.rejected))
        case .allInputsSkipped: break
        }
        throw BatchError.invariant("a file of a nightly run led to no run of the ledger")
    }

    /// Sets `@date` to the business day of the rows if neither the request nor the file's name has a date.
    private func dated(_ run: RunRequest, by file: InputFile) throws -> RunRequest {
        guard run.input.needsDate, run.input.date == nil, run.namedDate == nil else { return run }
        let steps = InputSteps(request: run.input, environment: environment, listener: listener)
        var dated = run
        do {
            var settings = try steps.settings()
            // These settings make the run examine the times of its rows.
            settings.newestBefore = Watermarks()
            let result = try steps.apply(settings, to: [file], sinks: [])
            if let day = result.businessDay { dated.input.placeholderDate = day.text }
        } catch is BatchError {
            // The actual run has the same error and reports it.
            try environment.cancellation.check()
        }
        return dated
    }

    /// Backs up the ledger unless its last run is already backed up.
    ///
    /// - Returns: `ledgerNotBackedUp` if no backup could be made, which does not affect applied runs; and the identity
    ///   of the ledger's file whose copy was verified, nil if none was.
    func renewBackups(
        notifying notify: (String) throws -> Void
    ) throws -> (status: ExitStatus, verified: FileIdentity?) {
        guard request.keepBackups > 0 else { return (.done, nil) }
        let (verified, failure) = try ledger.renewBackups(keeping: request.keepBackups)
        guard let (path, error) = failure else { return (.done, verified) }
        let reason = ExitReason.ledgerNotBackedUp
        try notify(messages.backupFailed(path, error, code: reason.code))
        return (ExitStatus(reason), nil)
    }

    /// Checks all settings by a dry run of an input without a header, which must be refused.
    fileprivate func checkAllSettings() throws {
        let day = environment.today
        var check = request.run(of: "/dev/null", reports: "reports/\(day)/.nightly", written: day)
        check.isDryRun = true
        do {
            _ = try useCases.run(check, notifying: QuietListener(listener: listener))
            throw BatchError.invariant("an input without a header was not refused")
        } catch BatchError.refused(let refusal) where refusal.reason == .noHeader {
            // The refusal is the expected result.
        }
    }

    /// The expired files and reports; nil if everything is kept.
    fileprivate func expiredReports() throws -> ExpiredReports? {
        guard let keepDays = request.keepDays, let today = CalendarDay(environment.today) else { return nil }
        let unresolved = try UnresolvedFileSearch(root: ledger.root, environment: environment).files {
            try ledger.file.readIfExists { try $0.unreversedInputs() } ?? []
        }
        var expired = try ExpiredReports(
            in: ledger.root, keepDays: keepDays, today: today, cancellation: environment.cancellation)
        try expired.findReports { Set(try ledger.file.readIfExists { try $0.openRows() }.map { Array($0.keys) } ?? []) }
        try expired.findFiles(unresolved: unresolved) { sha256 in
            try ledger.file.readIfExists { try $0.holdsInput(of: sha256) } ?? false
        }
        return expired
    }

    /// Removes expired files and reports; `oldNotRemoved` if something could not be removed.
    func removeOld(reportError: (any Error) -> Void) throws -> ExitStatus {
        guard let keepDays = request.keepDays else { return .done }
        do {
            guard let old = try expiredReports() else { return .done }
            var removal = Removal(root: ledger.root, cancellation: environment.cancellation)
            try removal.remove(old)
            if removal.reports + removal.files > 0 {
                try writeLine(
                    messages.removed(reports: removal.reports, files: removal.files, olderThanDays: keepDays))
            }
            try notifyRetained(old)
            for (item, error) in removal.failures {
                try writeLine(messages.notRemoved(item.text, errno: error.number))
            }
            return removal.failures.isEmpty ? .done : ExitStatus(.oldNotRemoved)
        } catch let error as BatchError {
            if case .interrupted = error { throw error }
            reportError(error)
            try writeLine(messages.removalStopped)
            return ExitStatus([.oldNotRemoved, ExitReason(of: error)])
        }
    }

    private func notifyRetained(_ old: ExpiredReports) throws {
        if !old.open.isEmpty { try writeLine(messages.retainedUnresolved(old.open.map(\.text))) }
        if !old.unrecognized.isEmpty {
            try writeLine(messages.retainedUnrecognized(old.unrecognized.map(\.text)))
        }
    }

    fileprivate func dryRun() throws -> ExitStatus {
        do {
            try ledger.check()
            if let shift = try ledger.file.shift() {
                try writeLine(messages.wouldCloseShift(shift.shiftLog))
            } else {
                try checkAllSettings()
            }
        } catch {
            return ExitStatus(try report(error, messages.cannotBegin(code:)))
        }
        try Inbox.check(in: ledger.root, usedNames: NightlyRequest.usedNames)
        var status = ExitStatus.done
        let inFlight = InFlightLog(in: ledger.root)
        try inFlight.load(environment.cancellation)
        var seen: [String: String] = [:]
        for folder in [FileArchive.stagingName, NightlyRun.inboxFolder] {
            guard let opened = try ledger.root.folder(FileName(folder)) else { continue }
            let listing = try Inbox(folder: opened).entries()
            for other in listing.others { try writeLine(messages.noFile(other.text)) }
            for name in listing.orphans { try writeLine(messages.orphanChecksum(name.text)) }
            for file in listing.files {
                let disposition = try predict(file, in: opened, inFlight.file(file.identity), &seen)
                if let reason = disposition.reason { status.add(reason) }
                try writeLine(disposition.line)
            }
        }
        if let old = try expiredReports() {
            for item in old.reports + old.files { try writeLine(messages.wouldRemove(item.text)) }
            try notifyRetained(old)
        }
        try writeLine(messages.dryRunNote)
        return status
    }

    /// Predicts what a run would do with a file, and reports a refusal; `seen` has earlier files' names by SHA-256.
    private func predict(
        _ file: Inbox.Entry, in folder: OpenFolder, _ record: InFlightLog.File?, _ seen: inout [String: String]
    ) throws -> (line: String, reason: ExitReason?) {
        let name = file.name.text
        let cancellation = environment.cancellation
        let inbox = Inbox(folder: folder)
        switch try inbox.open(file, cancellation: cancellation) {
        case .missing: return (messages.noLongerExists(name), nil)
        case .changed: return (messages.unfinished(name), nil)
        case .unreadable: return (messages.refused(name, code: ExitReason.unreadable.code), .inputRefused)
        case .opened(let opened):
            let sha256 = try inbox.input(file, opened, cancellation: cancellation).sha256(cancellation: cancellation)
            if let record, let run = try ledger.run(thatApplied: sha256, since: record.ledger) {
                return (messages.known(name, run: run), nil)
            }
            if let run = try ledger.file.readIfExists({ try $0.run(thatApplied: sha256) }) ?? nil {
                return (messages.wouldRepeat(name, as: messages.input(of: run)), .inputRepeated)
            }
            if let first = seen.updateValue(name, forKey: sha256) {
                return (messages.wouldRepeat(name, as: first), .inputRepeated)
            }
        }
        let run = request.run(of: "\(folder.path)/\(name)", reports: "")
        do {
            _ = try useCases.check(run.input, language: request.language, form: .json, notifying: listener) { _ in }
            return (messages.wouldApply(name), nil)
        } catch BatchError.refused(let refusal) {
            listener.failed(BatchError.refused(refusal))
            let reason = ExitReason.inputRefused
            return (messages.refused(name, code: reason.code), reason)
        }
    }
}

/// The host of a nightly run in a shop's own folder.
private final class ShopNightlyHost: NightlyHost {
    private(set) lazy var recorder = NightlyRecorder(in: ledger.root, environment, notifying: listener.notice) {
        [useCases, request] in try useCases.status(of: request, after: $0)
    }

    /// The error together with the numbers of the runs that this nightly run committed before it.
    func addingCommittedRuns(to error: any Error) -> any Error {
        guard let cause = error as? BatchError, !committedRuns.isEmpty else { return error }
        return PartlyAppliedError(cause, after: .runs(committedRuns))
    }

    override func checkLedger() throws { recorder.didVerify(try ledger.check()) }
    override func day(ofRun run: Int) -> String? { ledger.day(of: run) }

    override func checkSettings() throws {
        try checkAllSettings()
        try super.checkSettings()
    }

    override func backUp() throws -> ExitStatus {
        if request.keepBackups > 0 { ledger.waitUntilChangesShow() }
        let backup = try renewBackups(notifying: listener.writeLine)
        recorder.didVerify(backup.verified)
        return backup.status
    }

    override func removeExpired() throws -> ExitStatus { try removeOld { report($0) } }

    override func updateIndex(of folder: String) {
        FolderIndex(shownFolder: folder, environment: environment, ledger: ledger.file)
            .update((request.run.language, request.run.closed), createsIndex: true, notifying: listener)
    }

    override func record(_ steps: (_ status: inout ExitStatus) throws -> Void) throws -> ExitStatus {
        try recorder.record(steps).status
    }
    override func willProcess(files: Int) { recorder.willProcess(files: files) }
    override func willMoveAside(_ file: SetAsideRecord, reason: ExitReason) {
        super.willMoveAside(file, reason: reason)
        recorder.willMoveAside(for: reason)
    }
    @discardableResult override func report(_ error: any Error) -> ExitReason {
        super.report(addingCommittedRuns(to: error))
    }
}
