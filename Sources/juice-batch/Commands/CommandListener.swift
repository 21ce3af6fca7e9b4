internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// A listener that prints the messages of a command to the standard streams.
struct CommandListener: NightlyListener {
    /// The form of a run's summary.
    enum Summary { case text, json, none }

    let language: MessageLanguage
    /// Whether progress is shown if standard error is a terminal.
    var showsProgress = false
    var summary = Summary.none
    /// Whether problems are printed as GitHub workflow commands.
    var isAnnotating = false
    var allowsColours = true
    /// The lines and notices of a nightly run, printed only if it needs attention; nil to print each at once.
    var heldLines: LockedValue<(lines: String, notices: String)>?

    func beginProgress() -> (any RunProgress)? { ProgressLine(language: language, isEnabled: showsProgress) }

    func refused(_ refusal: Refusal, path: String?) {
        guard isAnnotating else { return }
        StandardStream.error.write(language.annotation(of: refusal, path: path))
    }

    func rejected(_ rows: RejectedRows) {
        let style = StandardStream.error.style(allowsColours: allowsColours)
        StandardStream.error.write(
            isAnnotating
                ? language.annotations(
                    of: rows.first, rows.tally, paths: rows.paths, hasShortages: rows.failOn == .shortage,
                    hasFailureFile: rows.hasReports)
                : language.rejected(
                    rows.first, rows.tally, paths: rows.givenPaths, hasReports: rows.hasReports, on: style))
    }

    func willCommit(_ model: ReportModel, reports: String?) throws {
        switch summary {
        case .json: try StandardStream.output.writeAll(model.summaryJSON)
        case .text:
            let style = StandardStream.output.style(allowsColours: allowsColours)
            var model = model
            model.language = language
            try StandardStream.output.writeAll(model.terminalSummary(folder: reports, on: style))
        case .none: break
        }
    }

    func notice(_ notice: ShopNotice) {
        let line = "juice-batch: \(Escaping.terminal(language.text(notice)))\n"
        if case .ledgerCreated = notice, let heldLines { return heldLines.withLock { $0.notices += line } }
        StandardStream.error.write(line)
    }

    func writeLine(_ line: String) throws {
        if let heldLines { return heldLines.withLock { $0.lines += line + "\n" } }
        try StandardStream.output.writeAll(line + "\n")
    }

    func failed(_ error: any Error) { StandardStream.error.report(error, in: language) }
}

/// A listener that prints the progress of a chain's run as a line on the terminal, and its problems to standard error.
struct ChainProgress: ChainListener {
    /// The line about the shops; each export that is read has a line of its own.
    let line: ProgressLine

    func beginProgress() -> (any RunProgress)? { ProgressLine(language: line.language, isEnabled: line.isEnabled) }

    func shops(done: Int, of count: Int, withProblems: Int) {
        line.draw(after: done) { _, widthMax in
            line.language.shopProgress(done: done, of: count, withProblems: withProblems).truncated(to: widthMax)
        }
    }

    func message(_ line: String, of shop: String?) { write((shop.map { "\($0): " } ?? "") + line) }

    func notice(_ notice: ShopNotice, of shop: String) { write("\(shop): " + line.language.text(notice)) }

    func shopsEnded() { line.clear() }

    private func write(_ text: String) { line.write("juice-batch: \(Escaping.terminal(text))\n") }
}

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
