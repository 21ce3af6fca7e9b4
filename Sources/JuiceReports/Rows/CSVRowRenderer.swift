internal import CSV
internal import JuiceBatch
internal import JuiceCore

/// Renders the rows of batches for one worker, and writes them to their places in success.csv and failure.csv.
final class CSVRowRenderer: OutcomeRenderer {
    private let sink: CSVReportSink
    private let hasSuccess: Bool
    private var writer: CSVRowWriter
    private var place = (success: 0, failure: 0)
    // Whether the rows of the batch are still to be written.
    private var isSuccessDue = false
    private var isFailureDue = false

    init(
        sink: CSVReportSink, hasSuccess: Bool, menu: Menu, style: CellStyle, language: MessageLanguage,
        inputs: [InputPlan]
    ) {
        self.sink = sink
        self.hasSuccess = hasSuccess
        writer = CSVRowWriter(
            menu: menu, style: style, language: language, inputs: inputs, hasSuccess: hasSuccess)
    }

    func render(_ batch: RowBatch) throws {
        try finish()
        writer.render(batch)
    }

    func take() throws {
        place = sink.take(writer)
        isSuccessDue = hasSuccess
        isFailureDue = true
    }

    func write() throws {
        if isSuccessDue, try sink.writeIfFree(success: writer.success, at: place.success) { isSuccessDue = false }
        if try sink.writeIfFree(failure: writer.failure, at: place.failure) { isFailureDue = false }
        if isSuccessDue, try sink.writeIfFree(success: writer.success, at: place.success) { isSuccessDue = false }
    }

    func finish() throws {
        if isSuccessDue { try sink.write(success: writer.success, at: place.success) }
        isSuccessDue = false
        if isFailureDue { try sink.write(failure: writer.failure, at: place.failure) }
        isFailureDue = false
    }
}
