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
    /// Whether the user wants to see how far it is; it is shown on a terminal only.
    var isProgressWanted = false
    /// The form of the summary of a finished run.
    var summary = Summary.none
    /// Whether what went wrong is listed as commands to GitHub.
    var isAnnotating = false
    /// Whether the user wants colours, where there are any.
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
        let text = NoticeText(language).text(notice)
        StandardStream.error.write("juice-batch: \(Escaping.terminal(text))\n")
    }

    func say(_ line: String) throws {
        try StandardStream.output.writeAll(line + "\n")
    }

    func failed(_ error: any Error) {
        ErrorMessage(error).tell(in: language)
    }
}

/// The text of notices, in one language.
struct NoticeText {
    private let language: MessageLanguage

    init(_ language: MessageLanguage) {
        self.language = language
    }

    func text(_ notice: ShopNotice) -> String {
        switch notice {
        case .leftOut(let input): LedgerMessages(language).skipped(input)
        case .nothingLeft: LedgerMessages(language).nothingLeft
        case .madeLedger(let path): LedgerMessages(language).made(path)
        case .unplaced(let reports): LedgerMessages(language).unplaced(reports)
        case .menuKept: language.menuKept
        case .shiftLogSetAside(let shiftLog, let line, let path):
            ErrorMessages(language).text(.badShiftLog(path: shiftLog, fault: .setAside(line: line, path: path)))
        case .replaced(let reports, let ordersShort, let rowsRejected):
            language.replaced(reports, ordersShort: ordersShort, rowsRejected: rowsRejected)
        case .indexNotOurs(let path): language.indexNotOurs(path)
        case .indexLost(let path, let errno): language.indexLost(path, errno: errno)
        case .runLogIncomplete(let path, let errno): LedgerMessages(language).runLogIncomplete(path, errno: errno)
        case .nightUnrecorded(let path, let errno): NightlyMessages.unrecorded(path, errno: errno, language)
        }
    }
}
