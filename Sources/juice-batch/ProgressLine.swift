internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import Synchronization

/// One line on a terminal's standard error that says how far a run is; gone when it is done.
final class ProgressLine: Sendable {
    private struct State {
        var pace: RedrawPace
        var isShown = false
        var read_bytes = 0
    }

    private let language: Language
    private let isWanted: Bool
    private let state: Mutex<State>

    /// - Parameter isWanted: whether the user wants it; it is shown on a terminal only.
    init(language: Language, isWanted: Bool) {
        self.language = language
        self.isWanted = isWanted && StandardStream.error.isTerminal
        state = Mutex(State(pace: RedrawPace(start_ms: Self.now_ms)))
    }

    deinit {
        clear()
    }

    /// Shows how much of a pipe has been copied.
    func update(copied_bytes: Int) {
        draw(after: copied_bytes) { elapsed_ms, width_max in
            ProgressText.copying(copied_bytes, elapsed_ms: elapsed_ms, language: language, width_max: width_max)
        }
    }

    /// Shows how far the run is.
    ///
    /// - Parameter total_bytes: the size of all inputs.
    func update(_ progress: Progress, total_bytes: Int) {
        draw(after: progress.read_bytes) { elapsed_ms, width_max in
            ProgressText.run(
                progress, total_bytes: max(1, total_bytes), elapsed_ms: elapsed_ms, language: language,
                width_max: width_max)
        }
    }

    /// Takes the line away.
    func clear() {
        state.withLock { state in
            if state.isShown { StandardStream.error.write("\r\u{1B}[K") }
            state.isShown = false
        }
    }

    private func draw(after read_bytes: Int, _ text: (_ elapsed_ms: Int, _ width_max: Int) -> String) {
        guard isWanted else { return }
        let now_ms = Self.now_ms
        state.withLock { state in
            // Another pipe, or the rows behind the pipes, or everything anew in another encoding.
            if read_bytes < state.read_bytes { state.pace = RedrawPace(start_ms: now_ms) }
            state.read_bytes = read_bytes
            guard state.pace.isDue(at: now_ms), let width = StandardStream.error.width else { return }
            state.isShown = true
            // The last column stays free: some terminals wrap as soon as it is written to.
            let line = text(state.pace.elapsed_ms(at: now_ms), width - 1)
            StandardStream.error.write("\r\(line)\u{1B}[K")
        }
    }

    private static var now_ms: Int {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return now.tv_sec * 1_000 + now.tv_nsec / 1_000_000
    }
}
