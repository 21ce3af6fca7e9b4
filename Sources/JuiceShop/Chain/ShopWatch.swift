internal import JuiceBatch
internal import JuiceReports

/// A listener for one shop's nightly run in a chain; it collects the problems for the shop's facts.
final class ShopWatch: NightlyListener {
    /// A progress display that shows nothing: a chain does not show the progress of a single shop.
    private struct NoProgress: RunProgress {
        func update(copiedBytes: Int) {}
        func update(_ progress: Progress, totalBytes: Int) {}
        func clear() {}
    }

    private let language: MessageLanguage
    /// The path of the chain's folder with a slash, which is removed from messages.
    private let place: String
    private let tellNotice: (ShopNotice) -> Void
    /// The name of the file being processed; nil between two files.
    var file: String?
    /// The problems in the order of their occurrence.
    private(set) var problems: [ShopProblem] = []
    /// The number of problems already recorded.
    private var notedCount = 0
    /// The first rejected rows of the last reported run, one line each.
    private var rejectedLines: [String] = []
    private static let rejectedLinesMax = 3
    /// The exit status of the runs that were applied.
    var applied = ExitStatus.done
    /// Whether a problem was met that affects all further files.
    private(set) var isStopped = false
    /// The lines of the run's output so far.
    private var lines: [String] = []

    /// Creates a listener for a shop.
    ///
    /// - Parameters:
    ///   - place: the chain's folder; messages show paths relative to it, so that they do not depend on its location.
    ///   - tell: receives the notices of the shop's nightly run.
    init(_ language: MessageLanguage, in place: String, tell: @escaping (ShopNotice) -> Void) {
        self.language = language
        self.place = place + "/"
        tellNotice = tell
    }

    func beginProgress() -> any RunProgress { NoProgress() }

    func notice(_ notice: ShopNotice) {
        // A new ledger is normal in the first nightly run of a shop.
        if case .madeLedger = notice { return }
        tellNotice(notice)
    }

    func refused(_ input: RefusedInput) {}

    func rejected(_ rows: RejectedRows) {
        rejectedLines = rows.first.rejected.prefix(Self.rejectedLinesMax).map { $0.diagnostic() }
    }

    func applied(_ model: ReportModel, reports: String?) {}

    func say(_ line: String) { lines.append(line) }

    /// The last line of output; empty if there is none.
    var lastLine: String { lines.last ?? "" }

    /// The last two lines of output before the closing line.
    var lastLines: String { lines.dropLast().suffix(2).joined(separator: " ") }

    func failed(_ error: any Error) {
        note(error)
        if case .stopped = FileDisposition(of: error, path: file.map { "\(NightlyRun.inboxFolder)/\($0)" } ?? "") {
            isStopped = true
        }
    }

    /// Records an error that does not keep further files from being applied.
    func note(_ error: any Error) {
        var error = error
        // The process that holds the ledger differs each time; without it, equal problems have equal texts.
        if case BatchError.ledgerBusy(let path, _) = error { error = BatchError.ledgerBusy(path: path, holder: nil) }
        let text = (error as? BatchError).map { ErrorMessages(language, appliedBefore: .untold).text($0) } ?? "\(error)"
        if let name = Self.file(of: error) { file = name }
        add(reason(of: error), text.replacing(place, with: ""))
    }

    /// The exit reason for an error; any error that makes the current file invalid counts as a refusal.
    private func reason(of error: any Error) -> ExitReason {
        let reason = ExitReason(of: error)
        let path = file.map { "\(NightlyRun.inboxFolder)/\($0)" } ?? ""
        return reason == .usage && FileDisposition(of: error, path: path) == .failed ? .inputRefused : reason
    }

    /// The name of the file that an error concerns; nil if the error names none.
    private static func file(of error: any Error) -> String? {
        switch error as? BatchError {
        case .refused(let refusal): refusal.file
        case .unreadable(let path, _), .changedWhileRead(let path):
            path.split(separator: "/").last.map(String.init)
        default: nil
        }
    }

    /// Records that nothing of a run was applied because too many rows were rejected.
    func tooManyRejected(_ count: Int, allowed: Int) {
        let text = language.tooManyRejected(file ?? "", rejected: count, allowed: allowed)
        add(.tooManyRejected, ([text] + rejectedLines).joined(separator: " "))
    }

    /// Returns the problems that occurred since the last call.
    func drainNew() -> [ShopProblem] {
        defer { notedCount = problems.count }
        return Array(problems[notedCount...])
    }

    /// Adds to the last problem the number of files that were not processed.
    func filesWait(_ count: Int) {
        guard count > 0, let last = problems.indices.last else { return }
        problems[last].text += " " + language.waitInInbox(count)
    }

    /// Records a problem that was not thrown as an error.
    func add(_ reason: ExitReason?, _ text: String) {
        let problem = ShopProblem(file: file, reason, text: text)
        if !problems.contains(problem) { problems.append(problem) }
    }
}
