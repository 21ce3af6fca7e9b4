internal import Glibc
internal import JuiceBatch

/// How long somebody waits for a ledger that others use.
///
/// The first wait, for the turn and for whoever else writes, has one deadline. What comes behind it is done in a moment
/// unless somebody reads for long, and has a time of its own.
final class Patience: Sendable {
    /// What a run that has its turn grants others, however impatient its user is, in seconds.
    private static let commitWaitSeconds = 10

    private let waitSeconds: Guarded<Int>
    private let interruption: Interruption
    private let deadlineNs: Guarded<UInt64?>

    /// The time runs from now on.
    init(waitSeconds: Int, interruption: Interruption) {
        self.waitSeconds = Guarded(waitSeconds)
        self.interruption = interruption
        deadlineNs = Guarded(Self.nowNs() + UInt64(waitSeconds) * 1_000_000_000)
    }

    /// From now on each wait has a time of its own, which begins with it.
    func extend() { deadlineNs.withLock { $0 = nil } }

    /// From now on each wait is as short as that of somebody who does not want to wait.
    func shorten() {
        waitSeconds.withLock { $0 = 0 }
        extend()
    }

    /// Waits a moment; false once the time is up.
    ///
    /// - Parameter count: how often was tried before.
    /// - Throws: `interrupted` if somebody asked the program to end.
    func pause(_ count: Int) throws(BatchError) -> Bool {
        try interruption.check()
        let nowNs = Self.nowNs()
        let endNs = deadlineNs.withLock { $0 } ?? own(count, nowNs)
        guard nowNs < endNs else { return false }
        // A signal cuts the pause short.
        usleep(UInt32(min(25_000, 1_000 << min(count, 5))))
        return true
    }

    /// As `pause`, for SQLite, which asks without an error in mind; false also when somebody asked the program to end.
    func isLeft(try count: Int) -> Bool {
        do throws(BatchError) {
            return try pause(count)
        } catch {
            return false
        }
    }

    private let ownNs = Guarded<UInt64>(0)

    /// The deadline of a wait with a time of its own.
    private func own(_ count: Int, _ nowNs: UInt64) -> UInt64 {
        let seconds = max(waitSeconds.withLock { $0 }, Self.commitWaitSeconds)
        return ownNs.withLock {
            if count == 0 { $0 = nowNs + UInt64(seconds) * 1_000_000_000 }
            return $0
        }
    }

    private static func nowNs() -> UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }
}
