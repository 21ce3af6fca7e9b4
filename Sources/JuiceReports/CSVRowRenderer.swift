internal import CSV
package import JuiceBatch
package import JuiceCore
internal import Synchronization

/// success.csv and failure.csv of a run, while they grow.
package final class CSVReportSink: OutcomeSink {
    private struct Growth {
        var successEnd = 0
        var failureEnd = 0
        var successRows = 0
        var failureRows = 0
        var first = FirstFailures()
    }

    private let menu: Menu
    private let style: CellStyle
    private let success: OutputFile?
    private let failure: OutputFile?
    private let growth = Mutex(Growth())

    /// - Parameters:
    ///   - success: success.csv, newly created; nil where the rows are only to be counted.
    ///   - failure: failure.csv likewise.
    package init(menu: Menu, style: CellStyle, success: OutputFile?, failure: OutputFile?) {
        self.menu = menu
        self.style = style
        self.success = success
        self.failure = failure
    }

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        try writeHeaders(inputs)
        return CSVRowRenderer(sink: self, menu: menu, style: style, inputs: inputs, keepsRows: success != nil)
    }

    package func startOver() throws {
        try success?.truncate()
        try failure?.truncate()
        growth.withLock { $0 = Growth() }
    }

    /// The first failures of the rows taken so far.
    package var firstFailures: FirstFailures { growth.withLock { $0.first } }

    /// Checks that both files hold as many rows as the tally counted.
    package func checkRows(_ tally: Tally) throws(BatchError) {
        let (success, failure) = growth.withLock { ($0.successRows, $0.failureRows) }
        guard success == tally.success, failure == tally.failure else {
            throw .invariant("\(success) + \(failure) rows were written, \(tally.success) + \(tally.failure) counted")
        }
    }

    private func writeHeaders(_ inputs: [InputPlan]) throws {
        guard growth.withLock({ $0.successEnd == 0 }) else { return }
        let extras = InputPlan.extras(of: inputs).map(\.name)
        let stock = menu.fruits.map { Array((ReportHeader.stockPrefix + $0.name).utf8) }
        var buffer = ByteBuffer()
        buffer.append(style.fileStart)
        style.append(ReportHeader.success.map { Array($0.utf8) } + stock + extras, to: &buffer)
        let successEnd = buffer.count
        try success?.write(buffer.bytes, at: 0)
        buffer.removeAll()
        buffer.append(style.fileStart)
        style.append(ReportHeader.failure.map { Array($0.utf8) } + extras, to: &buffer)
        try failure?.write(buffer.bytes, at: 0)
        let failureEnd = buffer.count
        growth.withLock {
            $0.successEnd = successEnd
            $0.failureEnd = failureEnd
        }
    }

    /// Whether a failure of this code would still be among the first.
    fileprivate func wants(_ code: OutcomeCode) -> Bool { growth.withLock { $0.first.wants(code) } }

    /// Reserves the place of a batch in both files.
    fileprivate func take(
        _ successBytes: Int, _ failureBytes: Int, _ successRows: Int, _ failureRows: Int, _ first: FirstFailures
    ) -> (success: Int, failure: Int) {
        growth.withLock {
            let place = ($0.successEnd, $0.failureEnd)
            $0.successEnd += successBytes
            $0.failureEnd += failureBytes
            $0.successRows += successRows
            $0.failureRows += failureRows
            $0.first.add(first)
            return place
        }
    }

    fileprivate func write(success bytes: borrowing ByteBuffer, at place: Int) throws {
        try success?.write(bytes.bytes, at: place)
    }

    fileprivate func write(failure bytes: borrowing ByteBuffer, at place: Int) throws {
        try failure?.write(bytes.bytes, at: place)
    }
}

/// Renders the rows of batches for one worker.
private final class CSVRowRenderer: OutcomeRenderer {
    private static let kept_bytes_max = 8 * 1024 * 1024

    private let sink: CSVReportSink
    private let style: CellStyle
    private let inputs: [InputPlan]
    private let filePrefixes: [[UInt8]]
    private let keepsRows: Bool
    private let templates: RowTemplates
    private let lineEnd: [UInt8]
    private let wording: FailureWording
    private var replay: StockReplay
    private var success = ByteBuffer()
    private var failure = ByteBuffer()
    private var shortage = ByteBuffer()
    private var successRows = 0
    private var failureRows = 0
    private var first = FirstFailures()
    private var place = (success: 0, failure: 0)

    init(sink: CSVReportSink, menu: Menu, style: CellStyle, inputs: [InputPlan], keepsRows: Bool) {
        self.sink = sink
        self.style = style
        self.inputs = inputs
        self.keepsRows = keepsRows
        filePrefixes = inputs.map { style.cell($0.name) + [Ascii.comma] }
        templates = RowTemplates(menu: menu, style: style)
        lineEnd = style.lineEnd
        wording = FailureWording(menu: menu)
        replay = StockReplay(menu: menu)
    }

    func render(_ batch: AppliedBatch) throws {
        success.removeAll(keepingAtMost: Self.kept_bytes_max)
        failure.removeAll(keepingAtMost: Self.kept_bytes_max)
        successRows = 0
        failureRows = 0
        first = FirstFailures()
        replay.start(from: batch.opening)
        let columns = inputs[batch.input].columns
        for row in 0..<batch.rows.count {
            let raw = batch.rows.codes[row]
            if raw == OutcomeCode.success.rawValue {
                renderSuccess(batch, row, columns)
            } else if let code = OutcomeCode(rawValue: raw) {
                renderFailure(batch, row, code, columns)
            }
        }
    }

    @inline(__always)
    private func renderSuccess(_ batch: AppliedBatch, _ row: Int, _ columns: Columns) {
        let action = batch.rows.actions[row]
        let item = Int(batch.rows.items[row])
        let quantity = Int(batch.rows.quantities[row])
        successRows += 1
        replay.apply(action, item, quantity)
        guard keepsRows else { return }
        success.append(filePrefixes[batch.input])
        success.append(decimal: batch.firstLine + batch.records.line(row))
        success.append(Ascii.comma)
        if let id = columns.id { style.append(trimmed(columns.cell(batch.records, row, id)), to: &success) }
        let parts = templates.parts[Int(action)][item]
        success.append(parts.beforeQuantity)
        success.append(decimal: quantity)
        success.append(parts.messageHead)
        if !parts.messageTail.isEmpty {
            success.append(decimal: quantity)
            success.append(parts.messageTail)
        }
        replay.appendStock(to: &success)
        appendExtras(batch, row, columns, to: &success)
        success.append(lineEnd)
    }

    private func renderFailure(_ batch: AppliedBatch, _ row: Int, _ code: OutcomeCode, _ columns: Columns) {
        failureRows += 1
        let message = wording.message(batch, row, code, columns)
        if first.wants(code) && sink.wants(code) {
            first.add(
                FailureDetail(
                    file: inputs[batch.input].name, line: batch.firstLine + batch.records.line(row), code: code,
                    item: code == .wrongFieldCount
                        ? "" : String(decoding: trimmed(columns.cell(batch.records, row, columns.item)), as: UTF8.self),
                    message: String(decoding: message, as: UTF8.self)))
        }
        guard keepsRows else { return }
        failure.append(filePrefixes[batch.input])
        failure.append(decimal: batch.firstLine + batch.records.line(row))
        failure.append(Ascii.comma)
        let hasCells = code != .wrongFieldCount || keepsRaw(batch, row, columns)
        if hasCells {
            appendRoles(batch, row, columns)
        } else {
            failure.append([Ascii.comma, Ascii.comma, Ascii.comma])
        }
        failure.append(Ascii.comma)
        failure.append(code.name)
        failure.append(Ascii.comma)
        style.append(message, to: &failure)
        failure.append(Ascii.comma)
        if code == .insufficientStock {
            shortage.removeAll()
            replay.appendShortage(
                batch.rows.actions[row], Int(batch.rows.items[row]), Int(batch.rows.quantities[row]),
                labels: templates.fruitLabels, to: &shortage)
            style.append(shortage.bytes, to: &failure)
        }
        failure.append(Ascii.comma)
        if code == .wrongFieldCount { appendRaw(batch, row, columns, hasCells) }
        if hasCells {
            appendExtras(batch, row, columns, to: &failure)
        } else {
            for _ in columns.extraColumns { failure.append(Ascii.comma) }
        }
        failure.append(lineEnd)
    }

    /// Whether a row of failure.csv was a wrong record in an earlier run and is handed on as such.
    private func keepsRaw(_ batch: AppliedBatch, _ row: Int, _ columns: Columns) -> Bool {
        guard columns.raw != nil else { return false }
        let count = batch.records.fieldCount(row)
        guard count >= columns.count else { return false }
        for field in columns.count..<count where !trimmed(batch.records.field(row, field)).isEmpty { return false }
        return true
    }

    /// The record that does not fit the header: kept from an earlier run, or written anew with commas.
    private func appendRaw(_ batch: AppliedBatch, _ row: Int, _ columns: Columns, _ isKept: Bool) {
        if isKept, let raw = columns.raw {
            style.append(columns.cell(batch.records, row, raw), to: &failure)
        } else {
            style.append(csvRecord(batch.records.fields(row)), to: &failure)
        }
    }

    /// `id,action,item,quantity`
    private func appendRoles(_ batch: AppliedBatch, _ row: Int, _ columns: Columns) {
        if let id = columns.id { style.append(trimmed(columns.cell(batch.records, row, id)), to: &failure) }
        let action = Action(rawValue: batch.rows.actions[row])
        let item = batch.rows.items[row]
        if let action, item != DecodedRows.None.item {
            failure.append(templates.parts[Int(action.rawValue)][Int(item)].beforeQuantity)
        } else {
            failure.append(Ascii.comma)
            if let action {
                failure.append(action.name)
            } else if let column = columns.action {
                style.append(trimmed(columns.cell(batch.records, row, column)), to: &failure)
            }
            failure.append(Ascii.comma)
            style.append(trimmed(columns.cell(batch.records, row, columns.item)), to: &failure)
            failure.append(Ascii.comma)
        }
        let quantity = batch.rows.quantities[row]
        if quantity != DecodedRows.None.quantity {
            failure.append(decimal: Int(quantity))
        } else if let column = columns.quantity {
            style.append(trimmed(columns.cell(batch.records, row, column)), to: &failure)
        }
    }

    @inline(__always)
    private func appendExtras(_ batch: AppliedBatch, _ row: Int, _ columns: Columns, to buffer: inout ByteBuffer) {
        for column in columns.extraColumns {
            buffer.append(Ascii.comma)
            if let column { style.append(columns.cell(batch.records, row, column), to: &buffer) }
        }
    }

    func take() throws {
        place = sink.take(success.count, failure.count, successRows, failureRows, first)
    }

    func write() throws {
        try sink.write(success: success, at: place.success)
        try sink.write(failure: failure, at: place.failure)
    }
}
