import CSV
import JuiceBatch
import JuiceCore
import JuiceReports
import TestSupport

/// A run over files in memory, with its reports.
final class MemoryRun {
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

    /// Runs inputs; repeated names get a number, as in the program.
    func run(_ inputs: [RandomCase.Input]) throws -> Outcome {
        let cancellation = CancellationToken()
        let folder = try TemporaryFolder.inMemory()
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
            menu: settings.menu, style: style, language: .korean,
            success: try OutputFile(creating: folder.path + "/success.csv"),
            failure: try OutputFile(creating: folder.path + "/failure.csv"))
        let failures = FirstFailuresSink(menu: settings.menu, language: .korean)
        let result = try BatchRun(settings: settings, files: files, cancellation: cancellation).run(
            sink: TeeSink([sink, failures]))
        try sink.checkRows(result.tally)
        let model = ReportModel(
            language: .korean, menu: settings.menu, result: result, first: failures.firstFailures)
        let page = ReportViewModel(model).markdown()
        guard page.utf8.count <= 60_000 else { throw BatchError.invariant("report.md has \(page.utf8.count) bytes") }
        guard let summary = OrderedJSONParser.parse(model.summaryJSON) else {
            throw BatchError.invariant("summary.json is no JSON")
        }
        let reports = ReportSet(
            success: folder.read("success.csv") ?? [], failure: folder.read("failure.csv") ?? [],
            stock: model.stockCSV(style), restock: model.restockCSV(style),
            summary: summary)
        return Outcome(result: result, reports: reports)
    }

    private func digest(of name: String, in checksum: [UInt8]) throws(BatchError) -> String {
        do throws(ChecksumError) {
            return try ChecksumFile.digest(of: name, in: checksum)
        } catch {
            throw .badChecksum(path: name + ChecksumFile.suffix, error: error)
        }
    }
}

extension TemporaryFolder {
    static func inMemory() throws -> TemporaryFolder { try TemporaryFolder(in: "/dev/shm") }
}
