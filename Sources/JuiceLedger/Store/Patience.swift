internal import Glibc
internal import JuiceBatch

/// The time limits for waiting for a ledger that other processes use.
///
/// The first waits, for the ledger's turn and for another writer, share one deadline. Later waits are only for readers
/// and usually short; each of them has its own time limit.
final class Patience: Sendable {
    /// The shortest time limit of a wait with its own limit, whatever wait time the user asked for, in seconds.
    private static let commitWaitSeconds = 10

    private let waitSeconds: Guarded<Int>
    private let interruption: Interruption
    private let deadlineNs: Guarded<UInt64?>

    /// Starts the time until the first deadline.
    init(waitSeconds: Int, interruption: Interruption) {
        self.waitSeconds = Guarded(waitSeconds)
        self.interruption = interruption
        deadlineNs = Guarded(Self.nowNs() + UInt64(waitSeconds) * 1_000_000_000)
    }

    /// Gives each wait from now on its own time limit, which starts with the wait.
    func extend() { deadlineNs.withLock { $0 = nil } }

    /// Limits each wait from now on to `commitWaitSeconds`, as if the user had asked for no waiting.
    func shorten() {
        waitSeconds.withLock { $0 = 0 }
        extend()
    }

    /// Sleeps for a short time before the next try.
    ///
    /// - Parameter count: the number of earlier tries.
    /// - Returns: false once the time limit has passed.
    /// - Throws: `interrupted` if the program was asked to end, such as by a signal.
    func pause(_ count: Int) throws(BatchError) -> Bool {
        try interruption.check()
        let nowNs = Self.nowNs()
        let endNs = deadlineNs.withLock { $0 } ?? own(count, nowNs)
        guard nowNs < endNs else { return false }
        // A signal cuts the pause short.
        usleep(UInt32(min(25_000, 1_000 << min(count, 5))))
        return true
    }

    /// Returns whether time is left, for SQLite's busy callback, which cannot throw; false also if the program was
    /// interrupted.
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
