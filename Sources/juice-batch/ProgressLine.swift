internal import Glibc
internal import JuiceReports
internal import Synchronization

/// One line on a terminal's standard error that says how far a run is; gone when it is done.
final class ProgressLine: Sendable {
    private struct State {
        var shownAt_ms = 0
        var isShown = false
    }

    private let total_bytes: Int
    private let state = Mutex(State())
    private let isWanted: Bool

    /// - Parameters:
    ///   - total_bytes: the size of all inputs.
    ///   - isWanted: whether the user wants it; it is shown on a terminal only.
    init(total_bytes: Int, isWanted: Bool) {
        self.total_bytes = max(total_bytes, 1)
        self.isWanted = isWanted && StandardStream.error.isTerminal
    }

    /// Shows how many bytes have been read, ten times a second at most.
    func update(read_bytes: Int) {
        guard isWanted else { return }
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let now_ms = now.tv_sec * 1000 + now.tv_nsec / 1_000_000
        state.withLock { state in
            guard now_ms - state.shownAt_ms >= 100 else { return }
            state.shownAt_ms = now_ms
            state.isShown = true
            let percent = min(100, read_bytes * 100 / total_bytes)
            StandardStream.error.write("\r\(percent)% · \(grouped(read_bytes / 1_000_000)) MB\u{1B}[K")
        }
    }

    /// Takes the line away.
    func clear() {
        state.withLock { state in
            if state.isShown { StandardStream.error.write("\r\u{1B}[K") }
            state.isShown = false
        }
    }
}
