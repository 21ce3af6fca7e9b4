internal import CSV
internal import JuiceBatch
internal import JuiceCore

/// Renders the rows of batches for one worker, and writes them to their places in success.csv and failure.csv.
final class CSVRowRenderer: OutcomeRenderer {
    private let sink: CSVReportSink
    private var writer: CSVRowWriter
    private var place = (success: 0, failure: 0)
    private let isFailureFirst: Bool
    /// By `OutcomeCode.rawValue`, as of this worker's last turn: whether a failure may be among the run's first.
    private var wanted: [Bool]

    /// - Parameter isFailureFirst: which file it writes first. The system lets one thread at a time write to a file.
    init(
        sink: CSVReportSink, menu: Menu, style: CellStyle, language: Language, inputs: [InputPlan], keepsRows: Bool,
        isFailureFirst: Bool
    ) {
        self.sink = sink
        writer = CSVRowWriter(menu: menu, style: style, language: language, inputs: inputs, keepsRows: keepsRows)
        wanted = sink.wantedCodes
        self.isFailureFirst = isFailureFirst
    }

    func render(_ batch: AppliedBatch) throws {
        writer.render(batch, wanted: wanted)
    }

    func take() throws {
        place = sink.take(writer)
        wanted = sink.wantedCodes
    }

    func write() throws {
        if isFailureFirst { try sink.write(failure: writer.failure, at: place.failure) }
        try sink.write(success: writer.success, at: place.success)
        if !isFailureFirst { try sink.write(failure: writer.failure, at: place.failure) }
    }
}
