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
    fileprivate var success: RowFile
    fileprivate var failure: RowFile

    /// Creates a sink that writes to new files; success.csv is nil if the run does not write it.
    package init(menu: Menu, style: CellStyle, language: MessageLanguage, success: OutputFile?, failure: OutputFile) {
        self.menu = menu
        self.style = style
        self.language = language
        self.success = RowFile(file: success)
        self.failure = RowFile(file: failure)
    }

    package func makeRenderer(inputs: [InputPlan]) throws -> any OutcomeRenderer {
        if failure.bytes == 0 {
            let extras = InputPlan.extraColumns(of: inputs).map(\.name)
            let stock = menu.fruits.map { Array((ReportHeader.stockPrefix + $0.name).utf8) }
            try success.start(ReportHeader.success.map { Array($0.utf8) } + stock + extras, style)
            try failure.start(ReportHeader.failure.map { Array($0.utf8) } + extras, style)
        }
        return CSVRowRenderer(sink: self, inputs: inputs)
    }

    package func startOver() throws {
        for file in [success.file, failure.file] { try file?.truncate() }
        success = RowFile(file: success.file)
        failure = RowFile(file: failure.file)
    }

    /// Checks that both files contain all of their bytes, and as many rows as the tally has counted.
    package func checkRows(_ tally: Tally) throws(BatchError) {
        guard success.rows == tally.success, failure.rows == tally.failure else {
            throw .invariant(
                "\(success.rows) + \(failure.rows) rows were written, \(tally.success) + \(tally.failure) counted")
        }
        let (written, writtenFailures) = (success.file?.writtenCount ?? 0, failure.file?.writtenCount ?? 0)
        guard written == success.bytes, writtenFailures == failure.bytes else {
            throw .invariant(
                "\(written) + \(writtenFailures) bytes were written, \(success.bytes) + \(failure.bytes) rendered")
        }
    }
}

/// A file of rows, and the extent of those rendered so far; without a file, rows are only counted.
private struct RowFile {
    let file: OutputFile?
    var bytes = 0
    var rows = 0

    mutating func start(_ header: [[UInt8]], _ style: CellStyle) throws {
        guard let file else { return }
        var buffer = ByteBuffer()
        buffer.append(style.fileStart)
        style.append(header, to: &buffer)
        try buffer.bytes.withSpan { try file.write($0, at: 0) }
        bytes = buffer.count
    }

    mutating func reserve(_ text: borrowing ByteBuffer, rows batchRows: Int) -> ReservedSpace {
        defer { (bytes, rows) = (bytes + text.count, rows + batchRows) }
        return ReservedSpace(file: file, offset: bytes)
    }
}

/// The place of a batch in a file, until its rows are written.
private struct ReservedSpace {
    var file: OutputFile?
    let offset: Int

    mutating func write(_ text: borrowing ByteBuffer) throws {
        try text.bytes.withSpan { try file?.write($0, at: offset) }
        file = nil
    }

    mutating func writeIfFree(_ text: borrowing ByteBuffer) throws {
        if let file, try text.bytes.withSpan({ try file.writeIfFree($0, at: offset) }) { self.file = nil }
    }
}

/// Renders the rows of batches for one worker, and writes them to their places in success.csv and failure.csv.
private final class CSVRowRenderer: OutcomeRenderer {
    private let sink: CSVReportSink
    private var writer: CSVRowWriter
    private var success = ReservedSpace(file: nil, offset: 0)
    private var failure = ReservedSpace(file: nil, offset: 0)

    init(sink: CSVReportSink, inputs: [InputPlan]) {
        self.sink = sink
        writer = CSVRowWriter(
            menu: sink.menu, style: sink.style, language: sink.language, inputs: inputs,
            hasSuccess: sink.success.file != nil)
    }

    func render(_ batch: RowBatch) throws {
        try finish()
        writer.render(batch)
    }

    func reserve() throws {
        success = sink.success.reserve(writer.success, rows: writer.successRows)
        failure = sink.failure.reserve(writer.failure, rows: writer.failureRows)
    }

    func write() throws {
        // While another worker writes to success.csv, this one writes to failure.csv; `finish` writes what is left.
        try success.writeIfFree(writer.success)
        try failure.writeIfFree(writer.failure)
        try success.writeIfFree(writer.success)
    }

    func finish() throws {
        try success.write(writer.success)
        try failure.write(writer.failure)
    }
}

extension ReportModel {
    /// Renders stock.csv, the closing stock as `fruit,stock`.
    package func stockCSV(_ style: CellStyle) -> [UInt8] {
        zip(menu.fruits, tally.fruits).map { FruitStock(fruit: $0.name, pieces: $1.closing) }.csv(style)
    }

    /// Renders restock.csv as `id,action,item,quantity`; with the closing stock, it suffices for all short rows.
    package func restockCSV(_ style: CellStyle) -> [UInt8] {
        // The ids are derived from the inputs and the number of the run in its ledger.
        let run = inputs.map { $0.sha256 + "\n" }.joined() + (ledger.map { "\($0.runNumber)\n" } ?? "")
        let needs = zip(menu.fruits, restocks).map { FruitStock(fruit: $0.name, pieces: $1) }
        return needs.restockCSV(idPrefix: "restock-" + SHA256.hex(of: run).prefix(12), style)
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
            for start in stride(from: 0, to: need.pieces, by: restockMax) {
                let step = Swift.min(need.pieces - start, restockMax)
                rows.append(["\(idPrefix)-\(rows.count)", Action.restock.name, need.fruit, String(step)])
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

    /// The bytes at the start of a file: a byte order mark, by which Excel recognizes UTF-8, or none.
    package var fileStart: [UInt8] { isForExcel ? [0xEF, 0xBB, 0xBF] : [] }
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

/// The start of report rows: the name of the input and a line number, which ascends from row to row.
///
/// All but the last two digits are kept as text, since they change only once in a hundred lines.
struct LineNumberText: ~Copyable {
    /// The maximum length in bytes of a number with its comma.
    static let lengthMax = 21

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
