internal import CSV
internal import JuiceBatch
internal import JuiceCore

/// Renders the rows of batches for one worker, and writes them to their places in success.csv and failure.csv.
final class CSVRowRenderer: OutcomeRenderer {
    private let sink: CSVReportSink
    private var writer: CSVRowWriter
    private var place = (success: 0, failure: 0)

    init(
        sink: CSVReportSink, menu: Menu, style: CellStyle, language: Language, inputs: [InputPlan], keepsRows: Bool
    ) {
        self.sink = sink
        writer = CSVRowWriter(menu: menu, style: style, language: language, inputs: inputs, keepsRows: keepsRows)
    }

    func render(_ batch: AppliedBatch) throws {
        writer.render(batch, wanted: sink.wantedCodes())
    }

    func take() throws {
        place = sink.take(
            writer.success.count, writer.failure.count, writer.successRows, writer.failureRows, writer.first,
            writer.takers)
    }

    func write() throws {
        try sink.write(success: writer.success, at: place.success)
        try sink.write(failure: writer.failure, at: place.failure)
    }
}
