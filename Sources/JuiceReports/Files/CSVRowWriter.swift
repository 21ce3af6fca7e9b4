package import CSV
internal import FlatMemory
internal import JuiceBatch
internal import JuiceCore

/// Renders the rows of one batch at a time as CSV text for success.csv and failure.csv.
struct CSVRowWriter: ~Copyable {
    /// The maximum capacity in bytes that a buffer keeps from one batch to the next.
    private static let retainedBytesMax = 8 * 1024 * 1024

    private(set) var success = ByteBuffer()
    private(set) var failure = ByteBuffer()
    private(set) var successRows = 0
    private(set) var failureRows = 0

    /// Whether rows of success.csv are rendered as well.
    private let hasSuccess: Bool
    private let style: CellStyle
    private let inputs: [InputPlan]
    private let filePrefixes: ByteArena
    // Stored as properties: the getter of an enum in another module is a function call, which would be made for every
    // row.
    private let successCode = OutcomeCode.success.rawValue
    private let shortCode = OutcomeCode.insufficientStock.rawValue
    private let templates: RowTemplates
    private let lineEnd: ByteArena
    /// The maximum length in bytes of the parts of a row that do not come from its cells.
    private let fixedBytesMax: Int
    private let messages: FailureMessages
    private var replay: StockReplay
    private var lineNumber = LineNumberText()
    private var shortage = ByteBuffer()
    // The state of the current batch; its rows may come from several inputs.
    private var columns = ColumnLayout()
    /// Whether the current input has columns that are not part of the instruction.
    private var hasExtras = false
    private var input = 0
    private var firstLine = 1

    init(menu: Menu, style: CellStyle, language: MessageLanguage, inputs: [InputPlan], hasSuccess: Bool = true) {
        self.hasSuccess = hasSuccess
        self.style = style
        self.inputs = inputs
        filePrefixes = ByteArena(inputs.map { style.cell($0.name) + [Ascii.comma] })
        templates = RowTemplates(menu: menu, style: style, language: language)
        lineEnd = ByteArena([style.lineEnd])
        replay = StockReplay(menu: menu)
        fixedBytesMax =
            filePrefixes.longest + LineNumberText.lengthMax + 40 + templates.lengthMax + replay.lengthMax
            + replay.shortageMax(labels: templates.fruitLabels)
        messages = FailureMessages(menu: menu, language: language)
    }

    /// Renders the applied rows of a batch as lines of success.csv and failure.csv.
    mutating func render(_ batch: RowBatch) {
        success.removeAll(keepingAtMost: Self.retainedBytesMax)
        failure.removeAll(keepingAtMost: Self.retainedBytesMax)
        successRows = 0
        failureRows = 0
        firstLine = batch.firstLine
        replay.start(from: batch.opening)
        for segment in batch.segments {
            columns = inputs[segment.input].columns
            hasExtras = !columns.extraColumns.isEmpty
            input = segment.input
            lineNumber.start(filePrefixes[input])
            if hasSuccess {
                render(batch.records, batch.rows, segment.rows)
            } else {
                renderFailures(batch.records, batch.rows, segment.rows)
            }
        }
    }

    private mutating func render(_ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ range: Range<Int>) {
        for row in range {
            let code = rows.code(row)
            if code == successCode {
                renderSuccess(records, rows, row)
            } else if code != DecodedRows.None.row {
                renderFailure(records, rows, row, code)
            }
        }
    }

    /// Renders the failed rows, and only counts the others.
    private mutating func renderFailures(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ range: Range<Int>
    ) {
        for row in range {
            let code = rows.code(row)
            if code == successCode {
                successRows &+= 1
                replay.apply(rows.instruction(row))
            } else if code != DecodedRows.None.row {
                renderFailure(records, rows, row, code)
            }
        }
    }

    @inline(__always)
    private mutating func renderSuccess(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ row: Int
    ) {
        let instruction = rows.instruction(row)
        let (item, quantity) = (instruction.item, instruction.quantity)
        successRows &+= 1
        replay.apply(instruction)
        success.reserve(fixedBytesMax)
        lineNumber.append(firstLine &+ records.line(row), to: &success)
        if let id = columns.id {
            style.append(padded: trimmed(columns.cell(records, row, id)), to: &success)
            success.reserve(fixedBytesMax)
        }
        if instruction.action == .order, let text = templates.servedOrder(item, cups: quantity) {
            success.appendReserved(padded: text)
        } else {
            let texts = templates.texts(instruction.action.rawValue, item)
            success.appendReserved(padded: texts.before)
            success.appendReserved(decimal: quantity)
            success.appendReserved(padded: texts.head)
            if !texts.tail.isEmpty {
                success.appendReserved(decimal: quantity)
                success.appendReserved(padded: texts.tail)
            }
        }
        replay.appendStock(to: &success)
        if hasExtras { columns.appendExtras(records, row, style, room: fixedBytesMax, to: &success) }
        success.appendReserved(padded: lineEnd[0])
    }

    /// Renders one failed row.
    ///
    /// - Parameter code: the row's outcome as `OutcomeCode.rawValue`.
    @inline(__always)
    private mutating func renderFailure(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ row: Int, _ code: UInt8
    ) {
        failureRows &+= 1
        failure.reserve(fixedBytesMax)
        lineNumber.append(firstLine &+ records.line(row), to: &failure)
        if code == shortCode, rows.action(row) == Action.order.rawValue,
            let text = templates.shortOrder(Int(rows.items[row]), cups: rows.quantities[row])
        {
            if let id = columns.id { appendID(records, row, id) }
            failure.appendReserved(padded: text)
            appendShortage(rows, row)
            failure.appendReserved(Ascii.comma)
            if hasExtras { columns.appendExtras(records, row, style, room: fixedBytesMax, to: &failure) }
        } else if let code = OutcomeCode(rawValue: code) {
            renderUncommonFailure(records, rows, row, code)
        }
        failure.appendReserved(padded: lineEnd[0])
    }

    /// Renders the part after the line number of a failed row that has no prepared text.
    @inline(never)
    private mutating func renderUncommonFailure(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ row: Int, _ code: OutcomeCode
    ) {
        let hasCells = code != .wrongFieldCount || isFromFailureFile(records, row)
        if hasCells {
            appendRoles(records, rows, row)
        } else {
            failure.append([Ascii.comma, Ascii.comma, Ascii.comma])
        }
        failure.append(padded: templates.failure(code))
        if !templates.hasFixedMessage(code) {
            style.append(messages.message(records, rows, row, code, inputs[input]), to: &failure)
            failure.append(Ascii.comma)
        }
        failure.reserve(fixedBytesMax)
        if code == .insufficientStock { appendShortage(rows, row) }
        failure.append(Ascii.comma)
        if code == .wrongFieldCount { appendRaw(records, row, isFromFailureFile: hasCells) }
        if hasCells {
            columns.appendExtras(records, row, style, room: fixedBytesMax, to: &failure)
        } else {
            for _ in columns.extraColumns { failure.append(Ascii.comma) }
            failure.reserve(fixedBytesMax)
        }
    }

    private mutating func appendID(_ records: borrowing RecordBatch, _ row: Int, _ column: Int) {
        style.append(padded: trimmed(columns.cell(records, row, column)), to: &failure)
        failure.reserve(fixedBytesMax)
    }

    /// Appends the fruits that an instruction lacked; `fixedBytesMax` bytes must have been reserved.
    @inline(__always)
    private mutating func appendShortage(_ rows: borrowing DecodedRows, _ row: Int) {
        let instruction = rows.instruction(row)
        let labels = templates.fruitLabels
        if templates.hasPlainLabels {
            replay.appendShortage(instruction, labels: labels, to: &failure)
        } else {
            shortage.removeAll()
            shortage.reserve(replay.shortageMax(labels: labels))
            replay.appendShortage(instruction, labels: labels, to: &shortage)
            style.append(padded: shortage.bytes, to: &failure)
        }
    }

    /// Whether a record is the row of an earlier run's failure.csv whose cell `raw` contains a record that does not fit.
    private func isFromFailureFile(_ records: borrowing RecordBatch, _ row: Int) -> Bool {
        columns.raw != nil && columns.fits(records, row)
    }

    /// Appends the cell `raw` of a record that does not fit the header: the record as one text, separated by commas.
    ///
    /// A failure.csv of an earlier run already contains the cell.
    private mutating func appendRaw(_ records: borrowing RecordBatch, _ row: Int, isFromFailureFile: Bool) {
        if isFromFailureFile, let raw = columns.raw {
            style.append(columns.cell(records, row, raw), to: &failure)
        } else {
            style.append(csvRecord(records.fields(row)), to: &failure)
        }
    }

    /// Appends the cells of a row as `id,action,item,quantity`.
    private mutating func appendRoles(_ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ row: Int) {
        if let id = columns.id { appendID(records, row, id) }
        let action = rows.action(row)
        let item = rows.items[row]
        if item != DecodedRows.None.item {
            failure.append(padded: templates.beforeQuantity(action, Int(item)))
        } else {
            failure.append(Ascii.comma)
            if let action = Action(rawValue: action) {
                failure.append(action.name)
            } else if let column = columns.action {
                style.append(trimmed(columns.cell(records, row, column)), to: &failure)
            }
            failure.append(Ascii.comma)
            style.append(trimmed(columns.cell(records, row, columns.item)), to: &failure)
            failure.append(Ascii.comma)
        }
        let quantity = rows.quantities[row]
        if quantity != DecodedRows.None.quantity {
            failure.append(decimal: quantity)
        } else if let column = columns.quantity {
            style.append(trimmed(columns.cell(records, row, column)), to: &failure)
        }
    }
}

extension ColumnLayout {
    /// Appends the cells of columns that are not part of the instruction, each after a comma, and reserves `room` more
    /// bytes.
    fileprivate func appendExtras(
        _ records: borrowing RecordBatch, _ row: Int, _ style: CellStyle, room: Int, to buffer: inout ByteBuffer
    ) {
        for column in extraColumns {
            buffer.append(Ascii.comma)
            if let column { style.append(padded: cell(records, row, column), to: &buffer) }
        }
        buffer.reserve(room)
    }
}

/// The format of cells and line ends in CSV reports: plain, or for Excel.
package struct CellStyle: Sendable {
    /// Whether the file is written for Excel: with a byte order mark, CRLF, and an apostrophe before cells that look
    /// like formulas.
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

    /// Appends a cell of a `RecordBatch` or a `ByteBuffer`, which has `ByteBuffer.slackBytes` readable bytes after its
    /// end.
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

/// The stock after each row of a batch, computed again from the stock before the first row.
///
/// So no stock has to be passed along with each row. The text of a fruit's stock is made again only when it changes.
struct StockReplay: ~Copyable {
    /// The number of bytes in `texts` for each fruit.
    private static let slotBytes = 16

    let fruitCount: Int
    /// The number of pieces of each fruit after the row replayed last.
    private let stock: FixedBuffer<Int>
    /// The text of a comma and the stock, in a slot for each fruit.
    private let texts: FixedBuffer<UInt8>
    private let lengths: FixedBuffer<Int>
    private let recipes: RecipeTable

    init(menu: Menu) {
        fruitCount = menu.fruits.count
        stock = FixedBuffer(repeating: 0, count: fruitCount)
        texts = FixedBuffer(repeating: Ascii.comma, count: fruitCount * Self.slotBytes)
        lengths = FixedBuffer(repeating: 0, count: fruitCount)
        recipes = RecipeTable(menu: menu)
    }

    /// Returns to the stock before a batch.
    func start(from opening: [Int]) {
        for fruit in opening.indices {
            set(fruit, opening[fruit])
        }
    }

    /// Applies an instruction that succeeded.
    @inline(__always)
    func apply(_ instruction: Instruction) {
        recipes.forEachChange(by: instruction) { fruit, change, pieces in
            set(fruit, change.stock(after: stock[unchecked: fruit], pieces))
        }
    }

    @inline(__always)
    private func set(_ fruit: Int, _ quantity: Int) {
        stock[unchecked: fruit] = quantity
        lengths[unchecked: fruit] = unsafe 1 &+ writeDecimal(quantity, to: texts.base + fruit &* Self.slotBytes + 1)
    }

    /// The maximum length in bytes of the text of all fruits.
    var lengthMax: Int { fruitCount * Self.slotBytes }

    /// Appends a comma and the stock of each fruit; `lengthMax` bytes must have been reserved.
    @inline(__always)
    func appendStock(to buffer: inout ByteBuffer) {
        let source = unsafe UnsafeRawPointer(texts.base)
        for fruit in 0..<fruitCount {
            let text = unsafe source.loadUnaligned(fromByteOffset: fruit &* Self.slotBytes, as: SIMD16<UInt8>.self)
            unsafe UnsafeMutableRawPointer(buffer.base + buffer.count).storeBytes(of: text, as: SIMD16<UInt8>.self)
            buffer.count &+= lengths[unchecked: fruit]
        }
    }

    /// Appends the shortage of an instruction as `fruit:missing` pairs in the order of the menu.
    ///
    /// - Parameters:
    ///   - labels: the name of each fruit with a colon.
    ///   - buffer: a buffer with `shortageMax` reserved bytes.
    @inline(__always)
    func appendShortage(_ instruction: Instruction, labels: ByteArena, to buffer: inout ByteBuffer) {
        recipes.forEachChange(by: instruction) { fruit, _, need in
            append(need &- stock[unchecked: fruit], of: fruit, labels, to: &buffer)
        }
        // At least one fruit was short, and each pair ends with a semicolon: the last one is removed.
        buffer.count &-= 1
    }

    @inline(__always)
    private func append(_ missing: Int, of fruit: Int, _ labels: ByteArena, to buffer: inout ByteBuffer) {
        let start = buffer.count
        buffer.appendReserved(padded: labels[fruit])
        buffer.appendReserved(decimal: max(missing, 0))
        buffer.appendReserved(Ascii.semicolon)
        // The text is written first and then kept or dropped. A branch would be mispredicted, since it depends on which
        // fruits an order lacks.
        buffer.count = missing > 0 ? buffer.count : start
    }

    /// The maximum length in bytes of the text of a shortage.
    func shortageMax(labels: ByteArena) -> Int { (fruitCount + 1) * (labels.longest + 21) }
}
