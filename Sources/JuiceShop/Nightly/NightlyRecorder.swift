internal import JuiceBatch
package import JuiceReports

/// Records the start and the end of a nightly run, and its metrics; reports records that cannot be written.
final class NightlyRecorder {
    private let environment: Environment
    private let notify: (ShopNotice) -> Void
    private let root: OpenFolder
    /// Returns the state of the shop or chain after a run, for the metrics.
    private let shopStatus: (_ nightlyRun: NightlyState) throws -> ShopStatus
    /// The date of a chain's run, `YYYY-MM-DD`; nil for a shop's nightly run, or if it is unknown.
    private let date: String?
    private(set) var hasBegun = false
    private var files: Int?
    private var state = NightlyState(beganAt: "")

    /// Creates the recorder of a run that has not begun.
    init(
        in root: OpenFolder, _ environment: Environment, notifying notify: @escaping (ShopNotice) -> Void,
        date: String? = nil, status: @escaping (_ nightlyRun: NightlyState) throws -> ShopStatus
    ) {
        (self.environment, self.root, self.date) = (environment, root, date)
        self.notify = notify
        shopStatus = status
    }

    /// Begins a new record; returns that of the last run.
    private func begin() -> NightlyState? {
        let last = root.nightlyState()
        state = NightlyState(beganAt: environment.now())
        state.date = date
        state.lastSuccessAt = last?.lastSuccessAt
        return last
    }

    func willProcess(files: Int) {
        self.files = files
        if date == nil { state.repeated = state.repeated ?? 0 }
    }

    /// Records the identity of the ledger's file that the run has verified; nil leaves it unchanged.
    func didVerify(_ ledger: FileIdentity?) { state.verifiedLedger = ledger ?? state.verifiedLedger }

    /// Records the reason why a file is about to be moved aside, so that it counts even if the process is killed.
    func willMoveAside(for reason: ExitReason) {
        state.status.add(reason)
        if reason == .inputRepeated { state.repeated = (state.repeated ?? 0) + 1 }
        try? root.write(state)
    }

    /// Runs the steps of a nightly run, and records its start and end; the caller holds the folder's lock.
    ///
    /// `steps` receives the reasons that an interrupted earlier run did not report, and adds the reasons of this run.
    func record<Value>(
        _ steps: (_ status: inout ExitStatus) throws -> Value
    ) throws -> (value: Value, status: ExitStatus) {
        hasBegun = true
        if let last = begin(), last.endedAt == nil {
            state.status = ExitStatus(last.status.reasons.map(\.carriedOver))
            state.repeated = last.repeated
        }
        // If this fails, writing the end of the run fails as well, and that is reported.
        try? root.write(state)
        var status = state.status
        defer { end(status) }
        do {
            return (try steps(&status), status)
        } catch {
            status.add(ExitStatus(of: error))
            throw error
        }
    }

    /// Records a run that ended with this reason before any of its steps.
    func recordFailedStart(_ reason: ExitReason) {
        let last = begin()
        // The results for each shop are those of the last run that did start.
        state.date = date ?? last?.date
        didVerify(last?.verifiedLedger)
        end(ExitStatus(reason))
    }

    /// Writes the record of the ended run, and the metrics after it.
    private func end(_ status: ExitStatus) {
        let ended = state.ended(at: environment.now(), status, files: files)
        write(OpenFolder.nightlyStateName) { try root.write(ended) }
        write(OpenFolder.metricsName) { try root.replace(OpenFolder.metricsName, with: shopStatus(ended).metrics) }
    }

    private func write(_ name: String, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            notify(.nightlyRunUnrecorded(path: name, errno: (error as? BatchError)?.systemErrno))
        }
    }
}

extension Shop {
    /// Records a run that its options or settings kept from starting, unless another run is active in the folder.
    package func recordFailedNightlyStart(_ reason: ExitReason, notifying listener: any RunListener) {
        // Wrong options may concern another folder, and a chain has its own record, so only a shop's folder gets one.
        guard !OpenFolder.isChain(environment.path(".")), let folder = try? OpenFolder(root: environment.path(".")),
            ([NightlyRun.inboxFolder] + NightlyRequest.usedNames).contains(where: {
                folder.status(of: FileName($0)) != nil
            }),
            let lock = try? FileLock.nightly(in: folder, cancellation: CancellationToken())
        else { return }
        NightlyRecorder(in: folder, environment, notifying: listener.notice) { try status(of: nil, after: $0) }
            .recordFailedStart(reason)
        withExtendedLifetime(lock) {}
    }

    /// The state of the shop after a nightly run; only the run's if the ledger or the reports cannot be read.
    ///
    /// - Parameter request: the request of the run; nil if its settings could not be read.
    func status(of request: NightlyRequest?, after nightlyRun: NightlyState) throws -> ShopStatus {
        var statusRequest = StatusRequest(
            folder: ".", ledger: request?.ledger ?? LedgerRequest(path: LedgerRequest.shopPath))
        statusRequest.menu = request?.run.input.menu
        statusRequest.closed = request?.run.closed ?? ClosedDays()
        let search = StatusSearch(request: statusRequest, environment: environment)
        var status = try (try? search.status(after: nightlyRun)) ?? search.nightlyRuns(after: nightlyRun)
        // Without a request the menu is unknown, and so is the shop's need for the next day.
        if request == nil { status.nextDayNeeds = nil }
        return status
    }
}
