internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// A progress line on the terminal, which is removed when the run is done.
final class ProgressLine: RunProgress {
    let language: MessageLanguage
    let isEnabled: Bool
    private let state: LockedValue<(throttle: RedrawThrottle, isShown: Bool, progress: Int)>

    /// Creates a line that is not shown yet, and never unless it is enabled and standard error is a terminal.
    init(language: MessageLanguage, isEnabled: Bool) {
        self.language = language
        self.isEnabled = isEnabled && StandardStream.error.isTerminal
        state = LockedValue((throttle: RedrawThrottle(startMs: Clock.monotonicMs), isShown: false, progress: 0))
    }

    deinit { clear() }

    func update(copiedBytes: Int) {
        draw(after: copiedBytes) { elapsedMs, widthMax in
            language.copying(copiedBytes, elapsedMs: elapsedMs, widthMax: widthMax)
        }
    }

    func update(_ progress: Progress, totalBytes: Int) {
        draw(after: progress.readBytes) { elapsedMs, widthMax in
            language.progress(progress, totalBytes: max(1, totalBytes), elapsedMs: elapsedMs, widthMax: widthMax)
        }
    }

    func clear() { write("") }

    /// Writes a text in place of the line.
    func write(_ text: String) {
        state.withLock { state in
            if state.isShown { StandardStream.error.write("\r\u{1B}[K") }
            state.isShown = false
            if !text.isEmpty { StandardStream.error.write(text) }
        }
    }

    /// Shows a text after a number of bytes or other units, unless the line has been drawn shortly before.
    func draw(after progress: Int, _ text: (_ elapsedMs: Int, _ widthMax: Int) -> String) {
        guard isEnabled else { return }
        let nowMs = Clock.monotonicMs
        state.withLock { state in
            // Fewer bytes than before mean a new phase: another pipe, the rows after the pipes, or a restart.
            if progress < state.progress { state.throttle = RedrawThrottle(startMs: nowMs) }
            state.progress = progress
            guard state.throttle.isDue(at: nowMs), let width = StandardStream.error.width else { return }
            state.isShown = true
            // The last column stays free: some terminals wrap as soon as it is written to.
            let line = text(state.throttle.elapsedMs(at: nowMs), width - 1)
            StandardStream.error.write("\r\(line)\u{1B}[K")
        }
    }
}
