internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// A listener that prints the messages of a command to the standard streams.
struct CommandListener: NightlyListener {
    /// The form of a run's summary.
    enum Summary {
        /// The summary is text for a terminal.
        case text
        /// The summary is the content of summary.json.
        case json
        case none
    }

    /// The language of all messages.
    let language: MessageLanguage
    /// Whether progress is shown if standard error is a terminal.
    var isProgressWanted = false
    /// The form of the summary of a finished run.
    var summary = Summary.none
    /// Whether problems are printed as GitHub workflow commands.
    var isAnnotating = false
    /// Whether colours are allowed on terminals that support them.
    var isColourWanted = true

    func beginProgress() -> any RunProgress {
        ProgressLine(language: language, isWanted: isProgressWanted)
    }

    func refused(_ input: RefusedInput) {
        guard isAnnotating else { return }
        StandardStream.error.write(Annotations(language: language).line(input.refusal, path: input.path))
    }

    func rejected(_ rows: RejectedRows) {
        let screen = StandardStream.error.screen(isColourWanted: isColourWanted)
        StandardStream.error.write(
            isAnnotating
                ? Annotations(language: language).lines(
                    rows.first, rows.tally, paths: rows.paths, hasShortages: rows.failOn == .shortage,
                    rest: rows.hasReports ? .failureFile : .check)
                : TerminalSummary.rejected(rows.first, rows.tally, paths: rows.givenPaths, language, on: screen))
    }

    func applied(_ model: ReportModel, reports: String?) throws {
        switch summary {
        case .json: try StandardStream.output.writeAll(SummaryJSON.render(model))
        case .text:
            let screen = StandardStream.output.screen(isColourWanted: isColourWanted)
            var model = model
            model.language = language
            try StandardStream.output.writeAll(TerminalSummary.render(model, folder: reports, on: screen))
        case .none: break
        }
    }

    func notice(_ notice: ShopNotice) {
        let text = language.text(of: notice)
        StandardStream.error.write("juice-batch: \(Escaping.terminal(text))\n")
    }

    func say(_ line: String) throws {
        try StandardStream.output.writeAll(line + "\n")
    }

    func failed(_ error: any Error) {
        ErrorMessage(error).tell(in: language)
    }
}

extension MessageLanguage {
    /// The message for a notice.
    func text(of notice: ShopNotice) -> String {
        switch notice {
        case .leftOut(let input): LedgerMessages(self).skipped(input)
        case .nothingLeft: LedgerMessages(self).nothingLeft
        case .madeLedger(let path): LedgerMessages(self).made(path)
        case .unplaced(let reports): LedgerMessages(self).unplaced(reports)
        case .menuKept: menuKept
        case .shiftLogSetAside(let shiftLog, let line, let path):
            ErrorMessages(self).text(.badShiftLog(path: shiftLog, fault: .setAside(line: line, path: path)))
        case .replaced(let reports, let ordersShort, let rowsRejected):
            replaced(reports, ordersShort: ordersShort, rowsRejected: rowsRejected)
        case .indexNotOurs(let path): indexNotOurs(path)
        case .indexLost(let path, let errno): indexLost(path, errno: errno)
        case .runLogIncomplete(let path, let errno): LedgerMessages(self).runLogIncomplete(path, errno: errno)
        case .nightUnrecorded(let path, let errno): NightlyMessages.unrecorded(path, errno: errno, self)
        }
    }
}
