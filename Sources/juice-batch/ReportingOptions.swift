internal import ArgumentParser
internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// How `run` tells of itself in continuous integration.
struct ReportingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Append report.md to a file when the run is done, as to $GITHUB_STEP_SUMMARY (default: none).",
            valueName: "file"))
    var summaryFile: String?

    @Flag(help: "List rejected rows on standard error as GitHub's ::error lines, 10 at most (default: off).")
    var annotations = false

    func validate() throws {
        if summaryFile == "" { throw ValidationError("--summary-file names no file") }
    }

    /// The file for the summary, opened; nil if none is wanted.
    func openSummary() throws(BatchError) -> SummaryFile? {
        guard let summaryFile else { return nil }
        return try SummaryFile(path: summaryFile)
    }
}

/// A file that a report is appended to when its run is done.
///
/// It is opened before anything is applied, so that a wrong path stops the run in time.
final class SummaryFile {
    private let path: String
    private let descriptor: Int32
    private var held: (text: String, language: MessageLanguage)?

    init(path: String) throws(BatchError) {
        self.path = path
        descriptor = try Self.open(path)
    }

    private static func open(_ path: String) throws(BatchError) -> Int32 {
        while true {
            try Signals.interruption.check()
            // A pipe that nobody reads is no place to be deaf to signals.
            let flags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
            let descriptor = Glibc.open(path, flags, 0o666)
            if descriptor >= 0 {
                _ = fcntl(descriptor, F_SETFL, O_APPEND)
                return descriptor
            }
            let reason = errno
            guard reason == EAGAIN || reason == EINTR || reason == ENXIO && isPipe(path) else {
                throw .cannotCreate(path: path, errno: reason)
            }
            poll(nil, 0, pauseMs)
        }
    }

    private static func isPipe(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// How long a signal may go unnoticed while nobody reads.
    private static let pauseMs: Int32 = 50

    deinit {
        close(descriptor)
    }

    /// Keeps a report until its run is done.
    func hold(_ model: ReportModel) {
        held = (MarkdownReport.render(ReportStory(model), hasImage: false), model.language)
    }

    /// Appends the report that is held.
    ///
    /// The run is done by now and stays so: if the file cannot be written, that is said and no more.
    func append() {
        guard let held else { return }
        let bytes = Array(held.text.utf8)
        if case .failure(let error) = writeAll(bytes.span.bytes, to: descriptor) {
            let text = ErrorMessages(held.language).summaryLost(path: path, errno: error.number)
            StandardStream.error.write("juice-batch: \(SafeText.terminal(text))\n")
        }
    }
}
