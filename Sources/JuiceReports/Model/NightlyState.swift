package import JuiceBatch

/// The record of a nightly run as stored in its folder.
package struct NightlyState: Sendable, Equatable {
    /// The UTC time at which the run began, such as `2026-11-20T18:30:00Z`.
    package internal(set) var beganAt: String
    /// The date of a chain's run, `YYYY-MM-DD`; nil for a shop's run.
    package var date: String?
    /// The UTC time at which the run ended; nil while it is running, and after it was killed.
    package var endedAt: String?
    /// The reasons of the exit status; until the run has ended, those for which files have been moved aside so far.
    package var status = ExitStatus.done
    /// The number of files taken from the inbox; nil if the run did not get that far.
    package var files: Int?
    /// The number of taken files whose content an earlier run has applied; nil if the run did not get that far.
    package var repeated: Int?
    /// The UTC time at which a nightly run last succeeded; nil if none has.
    package var lastSuccessAt: String?
    /// The identity of the ledger's file that this run has verified, directly or through a copy; nil if there is none.
    package var verifiedLedger: FileIdentity?
    /// Whether the run is still active, which is not part of the stored record.
    package var isRunning = false

    /// Creates the record of a run that has begun.
    package init(beganAt: String) { self.beganAt = beganAt }

    /// Whether a nightly run succeeds despite a reason: short and rejected rows, which are left to the reports.
    package static func isMinor(_ reason: ExitReason) -> Bool { [3, 4].contains(reason.code) }

    /// The exit status of the run; nil while it is running, and after it was killed.
    package var exitStatus: ExitStatus? { endedAt == nil ? nil : status }
    /// Whether the nightly run was interrupted: it has no end, and is not active.
    package var wasInterrupted: Bool { endedAt == nil && !isRunning }
    /// The UTC time of the run's end; that of its start if it has no end.
    package var lastTime: String { endedAt ?? beganAt }

    /// Returns the record of the run after its end.
    package func ended(at timestamp: String, _ status: ExitStatus, files: Int?) -> NightlyState {
        var state = self
        state.endedAt = timestamp
        state.status = status
        state.files = files
        if status.reasons.allSatisfy(Self.isMinor) { state.lastSuccessAt = timestamp }
        return state
    }
}
