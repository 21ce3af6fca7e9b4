internal import CSV
internal import JuiceBatch
internal import JuiceCore

/// The rows of one batch at a time as text, success.csv and failure.csv apart.
struct CSVRowWriter: ~Copyable {
    private static let kept_bytes_max = 8 * 1024 * 1024

    private(set) var success = ByteBuffer()
    private(set) var failure = ByteBuffer()
    private(set) var successRows = 0
    private(set) var failureRows = 0
    /// The first failures of the batch.
    private(set) var first = FirstFailures()

    private let style: CellStyle
    private let inputs: [InputPlan]
    private let filePrefixes: ByteArena
    private let keepsRows: Bool
    // A property, since the getter of another module's enum is a call that every row would pay.
    private let successCode = OutcomeCode.success.rawValue
    private let templates: RowTemplates
    private let lineEnd: ByteArena
    /// The most that the parts of a row take which do not come from its cells, in bytes.
    private let fixed_bytes_max: Int
    private let wording: FailureWording
    private var replay: StockReplay
    private var lineNumber = LineNumberText()
    private var shortage = ByteBuffer()
    private var wanted: [Bool] = []
    /// The row that last took of each fruit in the batch; empty where nobody will ask.
    private(set) var takers: [RowPlace?] = []
    // Of the batch at hand.
    private var columns = Columns()
    private var input = 0
    private var firstLine = 1

    init(menu: Menu, style: CellStyle, language: Language, inputs: [InputPlan], keepsRows: Bool) {
        self.style = style
        self.inputs = inputs
        self.keepsRows = keepsRows
        filePrefixes = ByteArena(inputs.map { style.cell($0.name) + [Ascii.comma] })
        templates = RowTemplates(menu: menu, style: style, language: language)
        lineEnd = ByteArena([style.lineEnd])
        replay = StockReplay(menu: menu)
        fixed_bytes_max =
            filePrefixes.longest + LineNumberText.length_max + 40 + templates.length_max + replay.length_max
        wording = FailureWording(menu: menu, language: language)
    }

    /// Renders a batch.
    ///
    /// - Parameter wanted: by `OutcomeCode.rawValue`, whether a failure of the code may be among the run's first.
    mutating func render(_ batch: AppliedBatch, wanted: [Bool]) {
        success.removeAll(keepingAtMost: Self.kept_bytes_max)
        failure.removeAll(keepingAtMost: Self.kept_bytes_max)
        successRows = 0
        failureRows = 0
        first = FirstFailures()
        self.wanted = wanted
        takers = []
        columns = inputs[batch.input].columns
        input = batch.input
        firstLine = batch.firstLine
        replay.start(from: batch.opening)
        render(batch.records, batch.rows)
        if wanted[Int(OutcomeCode.insufficientStock.rawValue)] {
            for fruit in 0..<replay.fruitCount { takers.append(taker(of: fruit, batch.records)) }
        }
    }

    private func taker(of fruit: Int, _ records: borrowing RecordBatch) -> RowPlace? {
        replay.taker(of: fruit).map { RowPlace(file: inputs[input].name, line: firstLine + records.line($0)) }
    }

    private mutating func render(_ records: borrowing RecordBatch, _ rows: borrowing DecodedRows) {
        for row in 0..<rows.count {
            let code = rows.codes[row]
            if code == successCode {
                renderSuccess(records, rows, row)
            } else if code != DecodedRows.None.row, let code = OutcomeCode(rawValue: code) {
                renderFailure(records, rows, row, code)
            }
        }
    }

    @inline(__always)
    private mutating func renderSuccess(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ row: Int
    ) {
        let action = rows.actions[row]
        let item = Int(rows.items[row])
        let quantity = Int(rows.quantities[row])
        successRows &+= 1
        replay.apply(action, item, quantity, row: row)
        guard keepsRows else { return }
        success.reserve(fixed_bytes_max)
        success.appendReserved(padded: filePrefixes[input])
        lineNumber.append(firstLine &+ records.line(row), to: &success)
        if let id = columns.id {
            style.append(padded: trimmed(columns.cell(records, row, id)), to: &success)
            success.reserve(fixed_bytes_max)
        }
        let texts = templates.texts(action, item)
        success.appendReserved(padded: texts.before)
        success.appendReserved(decimal: quantity)
        success.appendReserved(padded: texts.head)
        if !texts.tail.isEmpty {
            success.appendReserved(decimal: quantity)
            success.appendReserved(padded: texts.tail)
        }
        replay.appendStock(to: &success)
        for column in columns.extraColumns {
            success.append(Ascii.comma)
            if let column { style.append(padded: columns.cell(records, row, column), to: &success) }
        }
        success.append(padded: lineEnd[0])
    }

    private mutating func renderFailure(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ row: Int, _ code: OutcomeCode
    ) {
        failureRows &+= 1
        if wanted[Int(code.rawValue)] && first.wants(code) { keep(records, rows, row, code) }
        guard keepsRows else { return }
        failure.reserve(fixed_bytes_max)
        failure.appendReserved(padded: filePrefixes[input])
        lineNumber.append(firstLine &+ records.line(row), to: &failure)
        let hasCells = code != .wrongFieldCount || isKept(records, row)
        if hasCells {
            appendRoles(records, rows, row)
        } else {
            failure.append([Ascii.comma, Ascii.comma, Ascii.comma])
        }
        failure.append(padded: templates.failure(code))
        if !templates.hasFixedMessage(code) {
            style.append(wording.message(records, rows, row, code, columns), to: &failure)
            failure.append(Ascii.comma)
        }
        if code == .insufficientStock {
            shortage.removeAll()
            replay.appendShortage(
                rows.actions[row], Int(rows.items[row]), Int(rows.quantities[row]), labels: templates.fruitLabels,
                to: &shortage)
            style.append(padded: shortage.bytes, to: &failure)
        }
        failure.append(Ascii.comma)
        if code == .wrongFieldCount { appendRaw(records, row, isKept: hasCells) }
        for column in columns.extraColumns {
            failure.append(Ascii.comma)
            if hasCells, let column { style.append(padded: columns.cell(records, row, column), to: &failure) }
        }
        failure.append(padded: lineEnd[0])
    }

    /// Keeps a failure for the reports that show the first of each cause.
    private mutating func keep(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ row: Int, _ code: OutcomeCode
    ) {
        let item =
            code == .wrongFieldCount
            ? "" : String(decoding: trimmed(columns.cell(records, row, columns.item)), as: UTF8.self)
        first.add(
            FailureDetail(
                file: inputs[input].name, line: firstLine + records.line(row), code: code, item: item,
                message: String(decoding: wording.message(records, rows, row, code, columns), as: UTF8.self)))
        if code == .insufficientStock && rows.actions[row] == Action.order.rawValue {
            first.add(lostOrder(records, rows, row))
        }
    }

    private func lostOrder(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ row: Int
    ) -> LostOrder {
        let juice = Int(rows.items[row])
        let cups = Int(rows.quantities[row])
        var missing: [(fruit: Int, pieces: Int)] = []
        replay.forEachMissing(Action.order.rawValue, juice, cups) { missing.append(($0, $1)) }
        var parts: [LostOrder.Missing] = []
        for (fruit, pieces) in missing {
            parts.append(.init(fruit: fruit, pieces: pieces, taker: taker(of: fruit, records)))
        }
        let id = columns.id.map { String(decoding: trimmed(columns.cell(records, row, $0)), as: UTF8.self) } ?? ""
        return LostOrder(
            place: RowPlace(file: inputs[input].name, line: firstLine + records.line(row)), id: id, juice: juice,
            cups: cups, missing: parts)
    }

    /// Whether a wrong record was one in an earlier run already, and is handed on as such by its failure.csv.
    private func isKept(_ records: borrowing RecordBatch, _ row: Int) -> Bool {
        columns.raw != nil && columns.fits(records, row)
    }

    /// The record that does not fit the header: kept from an earlier run, or written anew with commas.
    private mutating func appendRaw(_ records: borrowing RecordBatch, _ row: Int, isKept: Bool) {
        if isKept, let raw = columns.raw {
            style.append(columns.cell(records, row, raw), to: &failure)
        } else {
            style.append(csvRecord(records.fields(row)), to: &failure)
        }
    }

    /// `id,action,item,quantity`
    private mutating func appendRoles(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ row: Int
    ) {
        if let id = columns.id { style.append(padded: trimmed(columns.cell(records, row, id)), to: &failure) }
        let action = rows.actions[row]
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
            failure.append(decimal: Int(quantity))
        } else if let column = columns.quantity {
            style.append(trimmed(columns.cell(records, row, column)), to: &failure)
        }
    }
}
