internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// A file that a report is appended to when its run is done.
///
/// It is opened before anything is applied, so that a wrong path stops the run in time.
final class SummaryFile {
    private let path: String
    private let descriptor: Int32
    private var held: String?

    /// Opens the file, and makes it if it is missing.
    init(path: String, interruption: Interruption) throws(BatchError) {
        self.path = path
        descriptor = try Self.open(path, interruption)
    }

    private static func open(_ path: String, _ interruption: Interruption) throws(BatchError) -> Int32 {
        while true {
            try interruption.check()
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
        held = MarkdownReport.render(ReportStory(model), hasImage: false)
    }

    /// Appends the report that is held.
    ///
    /// The run is done by now and stays so, whatever comes of this.
    ///
    /// - Returns: what is to be told if the file cannot be written.
    func append() -> ShopNotice? { held.flatMap(append) }

    /// Appends what there is to say of a run that applied nothing, likewise.
    func append(_ text: String) -> ShopNotice? {
        let bytes = Array(text.utf8)
        if case .failure(let error) = writeAll(bytes.span.bytes, to: descriptor) {
            return .summaryLost(path: path, errno: error.number)
        }
        return nil
    }
}
