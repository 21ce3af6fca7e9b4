internal import Glibc
internal import JuiceBatch
internal import Synchronization

/// How long somebody waits for a ledger that others use.
///
/// The first wait, for the turn and for whoever else writes, has one deadline. What comes behind it is done in a moment
/// unless somebody reads for long, and has a time of its own.
final class Patience: Sendable {
    /// What a run that has its turn grants others, however impatient its user is, in seconds.
    private static let commitWait_s = 10

    private let wait_s: Int
    private let interruption: Interruption
    private let deadline_ns: Mutex<UInt64?>

    /// The time runs from now on.
    init(wait_s: Int, interruption: Interruption) {
        self.wait_s = wait_s
        self.interruption = interruption
        deadline_ns = Mutex(Self.now_ns() + UInt64(wait_s) * 1_000_000_000)
    }

    /// From now on each wait has a time of its own, which begins with it.
    func extend() { deadline_ns.withLock { $0 = nil } }

    /// Waits a moment; false once the time is up.
    ///
    /// - Parameter count: how often was tried before.
    /// - Throws: `interrupted` if somebody asked the program to end.
    func pause(_ count: Int) throws(BatchError) -> Bool {
        try interruption.check()
        let now_ns = Self.now_ns()
        let end_ns = deadline_ns.withLock { $0 } ?? own(count, now_ns)
        guard now_ns < end_ns else { return false }
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

    private let own_ns = Mutex<UInt64>(0)

    /// The deadline of a wait with a time of its own.
    private func own(_ count: Int, _ now_ns: UInt64) -> UInt64 {
        own_ns.withLock {
            if count == 0 { $0 = now_ns + UInt64(max(wait_s, Self.commitWait_s)) * 1_000_000_000 }
            return $0
        }
    }

    private static func now_ns() -> UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }
}
