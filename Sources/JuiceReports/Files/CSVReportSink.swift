package import CSV
package import JuiceBatch
package import JuiceCore

/// Writes success.csv and failure.csv of a run, or failure.csv alone.
///
/// Its state needs no lock: while workers run, one renderer at a time changes it to reserve its part of the files;
/// before and after that, only the thread that starts the workers does.
package final class CSVReportSink: OutcomeSink, @unchecked Sendable {
    fileprivate let menu: Menu
    fileprivate let style: CellStyle
    fileprivate let language: MessageLanguage
    fileprivate let success: OutputFile?
    fileprivate let failure: OutputFile
    private var (successEnd, failureEnd) = (0, 0)
    private var (successRows, failureRows) = (0, 0)

    /// Creates a sink that writes to new files; success.csv is nil if the run does not write it.
    package init(menu: Menu, style: CellStyle, language: MessageLanguage, success: OutputFile?, failure: OutputFile) {
        self.menu = menu
        self.style = style
        self.language = language
        self.success = success
        self.failure = failure
    }

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        try writeHeaders(inputs)
        return CSVRowRenderer(sink: self, inputs: inputs)
    }

    package func startOver() throws {
        try success?.truncate()
        try failure.truncate()
        (successEnd, failureEnd) = (0, 0)
        (successRows, failureRows) = (0, 0)
    }

    /// Checks that both files contain all of their bytes, and as many rows as the tally has counted.
    package func checkRows(_ tally: Tally) throws(BatchError) {
        guard successRows == tally.success, failureRows == tally.failure else {
            throw .invariant(
                "\(successRows) + \(failureRows) rows were written, \(tally.success) + \(tally.failure) counted")
        }
        let (success, failure) = (success?.writtenCount ?? 0, failure.writtenCount)
        guard success == successEnd, failure == failureEnd else {
            throw .invariant("\(success) + \(failure) bytes were written, \(successEnd) + \(failureEnd) rendered")
        }
    }

    private func writeHeaders(_ inputs: [InputPlan]) throws {
        guard failureEnd == 0 else { return }
        let extras = InputPlan.extras(of: inputs).map(\.name)
        var buffer = ByteBuffer()
        if let success {
            let stock = menu.fruits.map { Array((ReportHeader.stockPrefix + $0.name).utf8) }
            buffer.append(style.fileStart)
            style.append(ReportHeader.success.map { Array($0.utf8) } + stock + extras, to: &buffer)
            successEnd = buffer.count
            try buffer.bytes.withSpan { try success.write($0, at: 0) }
            buffer.removeAll()
        }
        buffer.append(style.fileStart)
        style.append(ReportHeader.failure.map { Array($0.utf8) } + extras, to: &buffer)
        try buffer.bytes.withSpan { try failure.write($0, at: 0) }
        failureEnd = buffer.count
    }

    /// Reserves space for the rows of a batch in both files, and returns its offsets in bytes.
    fileprivate func reserve(_ batch: borrowing CSVRowWriter) -> (success: Int, failure: Int) {
        let offsets = (successEnd, failureEnd)
        successEnd += batch.success.count
        failureEnd += batch.failure.count
        successRows += batch.successRows
        failureRows += batch.failureRows
        return offsets
    }
}

/// Renders the rows of batches for one worker, and writes them to their places in success.csv and failure.csv.
private final class CSVRowRenderer: OutcomeRenderer {
    private let sink: CSVReportSink
    private var writer: CSVRowWriter
    private var offsets = (success: 0, failure: 0)
    // Whether the rows of the current batch still have to be written.
    private var hasUnwrittenSuccesses = false
    private var hasUnwrittenFailures = false

    init(sink: CSVReportSink, inputs: [InputPlan]) {
        self.sink = sink
        writer = CSVRowWriter(
            menu: sink.menu, style: sink.style, language: sink.language, inputs: inputs,
            hasSuccess: sink.success != nil)
    }

    func render(_ batch: RowBatch) throws {
        try finish()
        writer.render(batch)
    }

    func reserve() throws {
        offsets = sink.reserve(writer)
        hasUnwrittenSuccesses = sink.success != nil
        hasUnwrittenFailures = true
    }

    func write() throws {
        try writeSuccessesIfFree()
        if try writer.failure.bytes.withSpan({ try sink.failure.writeIfFree($0, at: offsets.failure) }) {
            hasUnwrittenFailures = false
        }
        try writeSuccessesIfFree()
    }

    private func writeSuccessesIfFree() throws {
        guard hasUnwrittenSuccesses, let file = sink.success else { return }
        hasUnwrittenSuccesses = try !writer.success.bytes.withSpan { try file.writeIfFree($0, at: offsets.success) }
    }

    func finish() throws {
        if hasUnwrittenSuccesses {
            try writer.success.bytes.withSpan { try sink.success?.write($0, at: offsets.success) }
        }
        hasUnwrittenSuccesses = false
        if hasUnwrittenFailures {
            try writer.failure.bytes.withSpan { try sink.failure.write($0, at: offsets.failure) }
        }
        hasUnwrittenFailures = false
    }
}

/// The files stock.csv, with closing stock, and restock.csv, with the fruit that short rows lack.
extension ReportModel {
    /// Renders stock.csv, the closing stock as `fruit,stock`.
    package func stockCSV(_ style: CellStyle) -> [UInt8] {
        zip(menu.fruits, tally.fruits).map { FruitStock(fruit: $0.name, pieces: $1.closing) }.csv(style)
    }

    /// Renders restock.csv as `id,action,item,quantity`; with the closing stock, it suffices for all short rows.
    package func restockCSV(_ style: CellStyle) -> [UInt8] {
        let needs = zip(menu.fruits, restocks).map { FruitStock(fruit: $0.name, pieces: $1) }
        return needs.restockCSV(idPrefix: restockIDPrefix, style)
    }
}

extension PlanModel {
    /// The content of plan.csv: a restock for each fruit to buy, or several if the quantity is too large for a row.
    package var csv: [UInt8] {
        let needs = plan.lines.filter { $0.buy > 0 }.map { FruitStock(fruit: $0.fruit, pieces: $0.buy) }
        return needs.restockCSV(idPrefix: idPrefix, CellStyle(isForExcel: false))
    }
}

extension [FruitStock] {
    /// Renders stock as `fruit,stock`.
    package func csv(_ style: CellStyle) -> [UInt8] {
        style.file([["fruit", "stock"]] + map { [$0.fruit, String($0.pieces)] })
    }

    /// Renders restocks as rows, splitting quantities that exceed the maximum of one instruction.
    fileprivate func restockCSV(idPrefix: String, _ style: CellStyle) -> [UInt8] {
        let restockMax = Action.restock.quantities.upperBound
        var rows = [["id", "action", "item", "quantity"]]
        for need in self {
            var remaining = need.pieces
            while remaining > 0 {
                let step = Swift.min(remaining, restockMax)
                rows.append(["\(idPrefix)-\(rows.count)", Action.restock.name, need.fruit, String(step)])
                remaining -= step
            }
        }
        return style.file(rows)
    }
}

/// The format of cells and line ends in CSV reports: plain, or for Excel.
package struct CellStyle: Sendable {
    /// Whether the file is for Excel: with a byte order mark, CRLF, and an apostrophe before cells that look like
    /// formulas.
    package let isForExcel: Bool

    package init(isForExcel: Bool) { self.isForExcel = isForExcel }

    /// The bytes at the start of a file.
    package var fileStart: [UInt8] { isForExcel ? [0xEF, 0xBB, 0xBF] : [] }

    /// The bytes at the end of a line.
    package var lineEnd: [UInt8] { isForExcel ? [Ascii.carriageReturn, Ascii.lineFeed] : [Ascii.lineFeed] }

    /// Appends a cell, quoted if necessary.
    @inline(__always)
    package func append(_ cell: ByteView, to buffer: inout ByteBuffer) {
        if isForExcel && startsLikeFormula(cell) {
            (Array([Ascii.apostrophe]) + cell).withView { buffer.appendCell($0) }
        } else {
            buffer.appendCell(cell)
        }
    }

    /// Appends a cell of a `RecordBatch` or `ByteBuffer`, after which `ByteBuffer.slackBytes` bytes are readable.
    @inline(__always)
    package func append(padded cell: ByteView, to buffer: inout ByteBuffer) {
        if isForExcel {
            append(cell, to: &buffer)
        } else {
            buffer.appendCell(padded: cell)
        }
    }

    /// Appends a cell, quoted if necessary.
    package func append(_ cell: [UInt8], to buffer: inout ByteBuffer) { cell.withView { append($0, to: &buffer) } }

    /// Returns the bytes of a cell as the file contains them, quoted if necessary.
    package func cell(_ text: String) -> [UInt8] {
        var buffer = ByteBuffer()
        append(Array(text.utf8), to: &buffer)
        return Array(buffer.bytes)
    }

    /// Returns a complete file with the given rows of cells.
    package func file(_ rows: [[String]]) -> [UInt8] {
        var buffer = ByteBuffer()
        buffer.append(fileStart)
        for row in rows { append(row.map { Array($0.utf8) }, to: &buffer) }
        return Array(buffer.bytes)
    }

    /// Appends a row of cells with its line end.
    package func append(_ row: [[UInt8]], to buffer: inout ByteBuffer) {
        for (index, cell) in row.enumerated() {
            if index > 0 { buffer.append(Ascii.comma) }
            append(cell, to: &buffer)
        }
        buffer.append(lineEnd)
    }
}

/// The start of report rows in ascending order: the name of the input and a line number.
///
/// Only its last two digits are written for each row; the others change once in a hundred lines.
struct LineNumberText: ~Copyable {
    /// The maximum length in bytes of a number with its comma.
    static let lengthMax = 21

    /// The number without its last two digits.
    private var hundreds: UInt = 0
    /// The text before the number, and the digits of `hundreds` unless it is 0.
    private var text = ByteBuffer()
    private var prefixLength = 0

    mutating func start(_ prefix: ByteView) {
        text.removeAll()
        text.append(prefix)
        prefixLength = prefix.count
        hundreds = 0
    }

    /// Appends the prefix, the number from 0 and a comma; enough bytes must have been reserved.
    @inline(__always)
    mutating func append(_ line: Int, to buffer: inout ByteBuffer) {
        let line = UInt(bitPattern: line)
        let next = line / 100
        if next != hundreds { setHundreds(next) }
        buffer.appendReserved(padded: text.bytes)
        if next == 0 {
            buffer.appendReserved(decimal: Int(bitPattern: line))
        } else {
            buffer.appendReserved(twoDigits: line &- next &* 100)
        }
        buffer.appendReserved(Ascii.comma)
    }

    @inline(never)
    private mutating func setHundreds(_ next: UInt) {
        hundreds = next
        text.count = prefixLength
        if next > 0 { text.append(decimal: Int(bitPattern: next)) }
    }
}
