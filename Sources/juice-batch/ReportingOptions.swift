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
    private var held: (text: String, language: Language)?

    init(path: String) throws(BatchError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, errno: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Keeps a report until its run is done.
    func hold(_ model: ReportModel) {
        held = (MarkdownReport.render(ReportStory(model), hasImage: false), model.language)
    }

    /// Appends the report that is held. The run is done by now and stays so: if the file cannot be written, that is
    /// said and no more.
    func append() {
        guard let held else { return }
        let bytes = Array(held.text.utf8)
        var done = 0
        while done < bytes.count {
            let step = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done) }
            if step < 0 && errno == EINTR { continue }
            guard step > 0 else {
                let text = ErrorMessages(held.language).summaryLost(path: path, errno: errno)
                return StandardStream.error.write("juice-batch: \(SafeText.terminal(text))\n")
            }
            done += step
        }
    }
}
