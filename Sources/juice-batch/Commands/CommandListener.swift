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

    func problem(_ problem: ShopProblem, of shop: String?) { write((shop.map { "\($0): " } ?? "") + problem.line) }

    func notice(_ notice: ShopNotice, of shop: String) { write("\(shop): " + line.language.text(notice)) }

    func shopsEnded() { line.clear() }

    private func write(_ text: String) { line.write("juice-batch: \(Escaping.terminal(text))\n") }
}
