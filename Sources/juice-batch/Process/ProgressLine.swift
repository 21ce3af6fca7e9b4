internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// One line on a terminal's standard error that says how far a run is; gone when it is done.
final class ProgressLine: RunProgress {
    private struct State {
        var pace: RedrawPace
        var isShown = false
        var readBytes = 0
    }

    private let language: MessageLanguage
    private let isWanted: Bool
    private let state: Guarded<State>

    /// - Parameter isWanted: whether the user wants it; it is shown on a terminal only.
    init(language: MessageLanguage, isWanted: Bool) {
        self.language = language
        self.isWanted = isWanted && StandardStream.error.isTerminal
        state = Guarded(State(pace: RedrawPace(startMs: Clock.monotonicMs)))
    }

    deinit {
        clear()
    }

    /// Shows how much of a pipe has been copied.
    func update(copiedBytes: Int) {
        draw(after: copiedBytes) { elapsedMs, widthMax in
            ProgressText.copying(copiedBytes, elapsedMs: elapsedMs, language: language, widthMax: widthMax)
        }
    }

    /// Shows how far the run is.
    ///
    /// - Parameter totalBytes: the size of all inputs.
    func update(_ progress: Progress, totalBytes: Int) {
        draw(after: progress.readBytes) { elapsedMs, widthMax in
            ProgressText.run(
                progress, totalBytes: max(1, totalBytes), elapsedMs: elapsedMs, language: language,
                widthMax: widthMax)
        }
    }

    /// Takes the line away.
    func clear() {
        state.withLock { state in
            if state.isShown { StandardStream.error.write("\r\u{1B}[K") }
            state.isShown = false
        }
    }

    private func draw(after readBytes: Int, _ text: (_ elapsedMs: Int, _ widthMax: Int) -> String) {
        guard isWanted else { return }
        let nowMs = Clock.monotonicMs
        state.withLock { state in
            // Another pipe, or the rows behind the pipes, or everything anew in another encoding.
            if readBytes < state.readBytes { state.pace = RedrawPace(startMs: nowMs) }
            state.readBytes = readBytes
            guard state.pace.isDue(at: nowMs), let width = StandardStream.error.width else { return }
            state.isShown = true
            // The last column stays free: some terminals wrap as soon as it is written to.
            let line = text(state.pace.elapsedMs(at: nowMs), width - 1)
            StandardStream.error.write("\r\(line)\u{1B}[K")
        }
    }
}
