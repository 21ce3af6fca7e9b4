import CSV
import Glibc
import JuiceBatch
import JuiceCore
import JuiceReports
import TestSupport

/// A run over files in memory, with its reports.
final class MemoryRun {
    /// What came of a run.
    struct Outcome {
        var result: RunResult
        var reports: ReportSet
    }

    private let settings: RunSettings
    private let style: CellStyle

    init(settings: RunSettings, isForExcel: Bool = false) {
        self.settings = settings
        style = CellStyle(isForExcel: isForExcel)
    }

    /// Runs inputs; those of one name are told apart by a number, as the program does it.
    func run(_ inputs: [RandomCase.Input]) throws -> Outcome {
        let cancellation = CancellationToken()
        let folder = try MemoryFolder()
        var counts: [String: Int] = [:]
        let files = try inputs.map { input in
            counts[input.name, default: 0] += 1
            let count = counts[input.name, default: 1]
            let name = count == 1 ? input.name : "\(input.name)#\(count)"
            let path = try folder.write(input.bytes, to: "input-" + name)
            let file = try InputFile(path: path, name: name, spillFolder: "/tmp", cancellation: cancellation)
            if let checksum = input.checksum { file.expect(sha256: try digest(of: input.name, in: checksum)) }
            return file
        }
        let sink = CSVReportSink(
            menu: settings.menu, style: style, language: .korean, success: try folder.create("success.csv"),
            failure: try folder.create("failure.csv"))
        let failures = FirstFailuresSink(menu: settings.menu, language: .korean)
        let result = try BatchRun(settings: settings, files: files, cancellation: cancellation).run(
            sink: TeeSink([sink, failures]))
        try sink.checkRows(result.tally)
        let model = ReportModel(
            language: .korean, menu: settings.menu, result: result, first: failures.firstFailures)
        let page = MarkdownReport.render(ReportViewModel(model))
        guard page.utf8.count <= 60_000 else { throw BatchError.invariant("report.md has \(page.utf8.count) bytes") }
        guard let summary = OrderedJSONParser.parse(SummaryJSON.render(model)) else {
            throw BatchError.invariant("summary.json is no JSON")
        }
        let reports = ReportSet(
            success: try folder.read("success.csv"), failure: try folder.read("failure.csv"),
            stock: StockReports.stock(model, style: style), restock: StockReports.restock(model, style: style),
            summary: summary)
        return Outcome(result: result, reports: reports)
    }

    private func digest(of name: String, in checksum: [UInt8]) throws(BatchError) -> String {
        do throws(ChecksumError) {
            return try ChecksumFile.digest(of: name, in: checksum)
        } catch {
            throw .badChecksum(path: name + ChecksumFile.suffix, mistake: error)
        }
    }
}

/// A folder in memory; gone with the value that owns it.
final class MemoryFolder {
    private let path: String
    private var names: Set<String> = []

    init() throws(BatchError) {
        var template = Array("/dev/shm/juice-batch-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .cannotCreate(path: "/dev/shm", errno: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// A new report file; one that is there makes way.
    func create(_ name: String) throws(BatchError) -> OutputFile {
        if !names.insert(name).inserted { unlink("\(path)/\(name)") }
        return try OutputFile(creating: "\(path)/\(name)")
    }

    /// Writes a file anew; gives its path.
    func write(_ bytes: [UInt8], to name: String) throws(BatchError) -> String {
        try create(name).write(bytes.span, at: 0)
        return "\(path)/\(name)"
    }

    /// The bytes of a file.
    func read(_ name: String) throws(BatchError) -> [UInt8] {
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: name, errno: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: name, errno: errno) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else {
            throw .unreadable(path: name, errno: errno)
        }
        return bytes
    }
}
