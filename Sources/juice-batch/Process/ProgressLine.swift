internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// A progress line on the terminal, which is removed when the run is done.
final class ProgressLine: RunProgress {
    private struct State {
        var pace: RedrawPace
        var isShown = false
        var readBytes = 0
    }

    private let language: MessageLanguage
    private let isWanted: Bool
    private let state: LockedValue<State>

    /// Creates a line that is not shown yet.
    ///
    /// - Parameter isWanted: whether the line is shown if standard error is a terminal.
    init(language: MessageLanguage, isWanted: Bool) {
        self.language = language
        self.isWanted = isWanted && StandardStream.error.isTerminal
        state = LockedValue(State(pace: RedrawPace(startMs: Clock.monotonicMs)))
    }

    deinit {
        clear()
    }

    /// Shows the number of bytes copied from a pipe.
    func update(copiedBytes: Int) {
        draw(after: copiedBytes) { elapsedMs, widthMax in
            ProgressText.copying(copiedBytes, elapsedMs: elapsedMs, language: language, widthMax: widthMax)
        }
    }

    /// Shows the progress of a run.
    ///
    /// - Parameter totalBytes: the size of all inputs.
    func update(_ progress: Progress, totalBytes: Int) {
        draw(after: progress.readBytes) { elapsedMs, widthMax in
            ProgressText.run(
                progress, totalBytes: max(1, totalBytes), elapsedMs: elapsedMs, language: language,
                widthMax: widthMax)
        }
    }

    /// Removes the line from the terminal.
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
            // Fewer bytes than before mean a new phase: another pipe, the rows after the pipes, or a restart in another
            // encoding.
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

/// A listener that prints the progress of a chain's run as a line on the terminal, and its problems to standard error.
final class ChainProgress: ChainListener {
    private let language: MessageLanguage
    private let isProgressWanted: Bool
    private let line: LockedValue<CountLine>

    /// Creates a listener for a chain's run.
    ///
    /// - Parameter isProgressWanted: whether progress is shown if standard error is a terminal.
    init(language: MessageLanguage, isProgressWanted: Bool) {
        self.language = language
        self.isProgressWanted = isProgressWanted
        line = LockedValue(CountLine(isWanted: isProgressWanted))
    }

    func beginProgress() -> any RunProgress {
        ProgressLine(language: language, isWanted: isProgressWanted)
    }

    func shops(done: Int, of count: Int, withProblems: Int) {
        line.withLock {
            $0.draw(ProgressText.shops(done: done, of: count, withProblems: withProblems, language: language))
        }
    }

    func problem(_ problem: ShopProblem, of shop: String?) {
        write((shop.map { "\($0): " } ?? "") + problem.line)
    }

    func notice(_ notice: ShopNotice, of shop: String) {
        write("\(shop): " + language.text(of: notice))
    }

    func shopsEnded() {
        line.withLock { $0.clear() }
    }

    private func write(_ text: String) {
        line.withLock { line in
            line.clear()
            StandardStream.error.write("juice-batch: \(Escaping.terminal(text))\n")
        }
    }
}

/// A line on the terminal that is redrawn repeatedly.
private struct CountLine {
    private let isWanted: Bool
    private var pace: RedrawPace
    private var isShown = false

    init(isWanted: Bool) {
        self.isWanted = isWanted && StandardStream.error.isTerminal
        pace = RedrawPace(startMs: Clock.monotonicMs)
    }

    mutating func draw(_ text: @autoclosure () -> String) {
        guard isWanted, pace.isDue(at: Clock.monotonicMs), let width = StandardStream.error.width else { return }
        isShown = true
        StandardStream.error.write("\r\(DisplayWidth.truncated(text(), to: width - 1))\u{1B}[K")
    }

    mutating func clear() {
        if isShown { StandardStream.error.write("\r\u{1B}[K") }
        isShown = false
    }
}
