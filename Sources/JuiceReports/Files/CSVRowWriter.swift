internal import CSV
internal import FlatMemory
internal import JuiceBatch
internal import JuiceCore

/// The number of bytes to reserve for a number (`ByteBuffer.appendReserved(decimal:)`).
private let decimalBytesMax = 20

/// Renders the rows of one batch at a time as CSV text for success.csv and failure.csv.
struct CSVRowWriter: ~Copyable {
    private static let retainedBytesMax = 8 * 1024 * 1024

    private(set) var success = ByteBuffer()
    private(set) var failure = ByteBuffer()
    private(set) var successRows = 0
    private(set) var failureRows = 0

    private let hasSuccess: Bool
    private let style: CellStyle
    private let inputs: [InputPlan]
    private let filePrefixes: ByteArena
    // Stored, since the getter of an enum in another module is a function call, which would be made for every row.
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
    // The values of the current input, and the line at which the batch starts.
    private var columns = ColumnLayout()
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
        // A row has its quantity up to twice.
        fixedBytesMax =
            filePrefixes.longest + LineNumberText.lengthMax + 2 * decimalBytesMax + templates.lengthMax
            + replay.lengthMax
            + replay.shortageMax(labels: templates.fruitLabels)
        messages = FailureMessages(menu: menu, language: language)
    }

    mutating func render(_ batch: RowBatch) {
        success.removeAll(keepingAtMost: Self.retainedBytesMax)
        failure.removeAll(keepingAtMost: Self.retainedBytesMax)
        successRows = 0
        failureRows = 0
        firstLine = batch.firstLine
        replay.start(from: batch.opening)
        for segment in batch.segments {
            columns = inputs[segment.input].columns
            hasExtras = !columns.indicesOfExtraColumns.isEmpty
            input = segment.input
            lineNumber.start(filePrefixes[input])
            render(batch.records, batch.rows, segment.rows)
        }
    }

    private mutating func render(_ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ range: Range<Int>) {
        for row in range {
            let code = rows.code(row)
            if code == successCode {
                successRows &+= 1
                let instruction = rows.instruction(row)
                replay.apply(instruction)
                if hasSuccess { renderSuccess(records, row, instruction) }
            } else if code != DecodedRows.notARow {
                renderFailure(records, rows, row, code)
            }
        }
    }

    @inline(__always)
    private mutating func renderSuccess(_ records: borrowing RecordBatch, _ row: Int, _ instruction: Instruction) {
        let (item, quantity) = (instruction.item, instruction.quantity)
        success.reserve(fixedBytesMax)
        lineNumber.append(firstLine &+ records.line(row), to: &success)
        if let id = columns.id {
            style.append(padded: trimmed(columns.cell(records, row, id)), to: &success)
            success.reserve(fixedBytesMax)
        }
        if instruction.action == .order, let text = templates.order(item, cups: quantity, isServed: true) {
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

    @inline(__always)
    private mutating func renderFailure(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ row: Int, _ code: UInt8
    ) {
        failureRows &+= 1
        failure.reserve(fixedBytesMax)
        lineNumber.append(firstLine &+ records.line(row), to: &failure)
        if code == shortCode, rows.action(row) == Action.order.rawValue,
            let text = templates.order(Int(rows.items[row]), cups: rows.quantities[row], isServed: false)
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
        // The row of an earlier run's failure.csv fits its header, and already contains the cell `raw`.
        let hasCells = code != .wrongFieldCount || columns.raw != nil && columns.fits(records, row)
        if hasCells {
            appendRoles(records, rows, row)
        } else {
            failure.append([Ascii.comma, Ascii.comma, Ascii.comma])
        }
        failure.append(padded: templates.failure(code))
        if FailureMessages.differs(code) {
            style.append(messages.message(records, rows, row, code, inputs[input]), to: &failure)
            failure.append(Ascii.comma)
        }
        failure.reserve(fixedBytesMax)
        if code == .insufficientStock { appendShortage(rows, row) }
        failure.append(Ascii.comma)
        if code == .wrongFieldCount {
            if hasCells, let raw = columns.raw {
                style.append(columns.cell(records, row, raw), to: &failure)
            } else {
                style.append(csvRecord(records.fields(row)), to: &failure)
            }
        }
        if hasCells {
            columns.appendExtras(records, row, style, room: fixedBytesMax, to: &failure)
        } else {
            for _ in columns.indicesOfExtraColumns { failure.append(Ascii.comma) }
            failure.reserve(fixedBytesMax)
        }
    }

    private mutating func appendID(_ records: borrowing RecordBatch, _ row: Int, _ column: Int) {
        style.append(padded: trimmed(columns.cell(records, row, column)), to: &failure)
        failure.reserve(fixedBytesMax)
    }

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

    /// Appends the cells of a row as `id,action,item,quantity`.
    private mutating func appendRoles(_ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ row: Int) {
        if let id = columns.id { appendID(records, row, id) }
        let action = rows.action(row)
        let item = rows.items[row]
        if item != DecodedRows.noItem {
            failure.append(padded: templates.texts(action, Int(item)).before)
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
        if quantity != DecodedRows.noQuantity {
            failure.append(decimal: quantity)
        } else if let column = columns.quantity {
            style.append(trimmed(columns.cell(records, row, column)), to: &failure)
        }
    }
}

extension ColumnLayout {
    /// Appends the cells of the extra columns, each after a comma, and reserves `room` bytes.
    fileprivate func appendExtras(
        _ records: borrowing RecordBatch, _ row: Int, _ style: CellStyle, room: Int, to buffer: inout ByteBuffer
    ) {
        for column in indicesOfExtraColumns {
            buffer.append(Ascii.comma)
            if let column { style.append(padded: cell(records, row, column), to: &buffer) }
        }
        buffer.reserve(room)
    }
}

/// The stock after each row of a batch, and its text, of which a fruit's part is made only when the stock changes.
struct StockReplay: ~Copyable {
    private static let slotBytes = 16

    let fruitCount: Int
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

    func start(from opening: [Int]) {
        for fruit in opening.indices { set(fruit, opening[fruit]) }
    }

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

    /// Appends the shortage of an instruction as `fruit:missing` pairs; `shortageMax` bytes must have been reserved.
    @inline(__always)
    func appendShortage(_ instruction: Instruction, labels: ByteArena, to buffer: inout ByteBuffer) {
        recipes.forEachChange(by: instruction) { fruit, _, need in
            let (missing, start) = (need &- stock[unchecked: fruit], buffer.count)
            buffer.appendReserved(padded: labels[fruit])
            buffer.appendReserved(decimal: max(missing, 0))
            buffer.appendReserved(Ascii.semicolon)
            // The text is written and then kept or dropped, since a branch on the missing fruits would be mispredicted.
            buffer.count = missing > 0 ? buffer.count : start
        }
        // At least one fruit was short, and each pair ends with a semicolon: the last one is removed.
        buffer.count &-= 1
    }

    /// The maximum length in bytes of the text of a shortage.
    func shortageMax(labels: ByteArena) -> Int { (fruitCount + 1) * (labels.longest + decimalBytesMax + 1) }
}

/// The parts of report rows that do not differ between rows, as prepared bytes.
struct RowTemplates {
    /// Three texts for each action and each of its items, as described at `parts`.
    private let arena: ByteArena
    /// The index in `arena` of the first text of each action, by `Action.rawValue`.
    private let firstIndices: [Int]
    private let failures: ByteArena
    private static let preparedCupsMax = 9
    /// The texts of served orders for each juice and each number of cups from 0 to `preparedCupsMax`.
    private let served: ByteArena
    private let short: ByteArena
    /// The name of each fruit with a colon, for the column of shortages.
    let fruitLabels: ByteArena
    /// Whether a cell made of these labels never needs quotes or an apostrophe.
    let hasPlainLabels: Bool
    /// The maximum length in bytes of all texts for one instruction or failure together.
    let lengthMax: Int

    init(menu: Menu, style: CellStyle, language: MessageLanguage) {
        var texts: [[UInt8]] = []
        var firstIndices: [Int] = []
        for action in Action.allCases {
            firstIndices.append(texts.count)
            let items = action.concernsJuice ? menu.juices.map(\.name) : menu.fruits.map(\.name)
            for item in items { texts += Self.parts(action, item, style, language) }
        }
        self.firstIndices = firstIndices
        arena = ByteArena(texts)
        let failures = OutcomeCode.allCases.map { code in
            let start = [Ascii.comma] + code.name.utf8 + [Ascii.comma]
            if FailureMessages.differs(code) { return start }
            return start + style.cell(language.failure(code, action: nil, cell: "", nearest: nil)) + [Ascii.comma]
        }
        self.failures = ByteArena(failures)
        var (served, short): ([[UInt8]], [[UInt8]]) = ([], [])
        for juice in menu.juices {
            let parts = Self.parts(.order, juice.name, style, language)
            for cups in 0...Self.preparedCupsMax {
                let instruction = parts[0] + "\(cups)".utf8
                served.append(instruction + parts[1] + (parts[2].isEmpty ? [] : "\(cups)".utf8 + parts[2]))
                short.append(instruction + failures[Int(OutcomeCode.insufficientStock.rawValue)])
            }
        }
        self.served = ByteArena(served)
        self.short = ByteArena(short)
        lengthMax = arena.longest * 3 + self.failures.longest
        fruitLabels = ByteArena(menu.fruits.map { Array($0.name.utf8) + [UInt8(ascii: ":")] })
        hasPlainLabels = menu.fruits.allSatisfy { style.cell($0.name) == Array($0.name.utf8) }
    }

    /// The three texts around the two quantities of a row: `,order,딸기쥬스,`; its message up to the quantity; the rest.
    ///
    /// If the message names no quantity, the second text contains all of it, and the third one is empty.
    private static func parts(
        _ action: Action, _ item: String, _ style: CellStyle, _ language: MessageLanguage
    ) -> [[UInt8]] {
        let before = [Ascii.comma] + action.name.utf8 + [Ascii.comma] + style.cell(item) + [Ascii.comma]
        let (head, tail) = language.confirmation(action, item: item)
        let whole = style.cell(head + tail)
        guard !tail.isEmpty else { return [before, [Ascii.comma] + whole, []] }
        // If the name needs quotes, they enclose the complete message.
        let tailBytes = Array(tail.utf8) + (whole.first == Ascii.quote ? [Ascii.quote] : [])
        return [before, [Ascii.comma] + whole.dropLast(tailBytes.count), tailBytes]
    }

    @inline(__always)
    func texts(_ action: UInt8, _ item: Int) -> (before: ByteView, head: ByteView, tail: ByteView) {
        let index = firstIndices[Int(action)] &+ item &* 3
        return (arena[index], arena[index &+ 1], arena[index &+ 2])
    }

    /// The text of an order's row from after the line or id to the stock or the shortage; nil if it is not prepared.
    @inline(__always)
    func order(_ juice: Int, cups: Int, isServed: Bool) -> ByteView? {
        guard cups <= Self.preparedCupsMax else { return nil }
        return (isServed ? served : short)[juice &* (Self.preparedCupsMax &+ 1) &+ cups]
    }

    /// The start of a failed row: `,code,message,`, or `,code,` if `FailureMessages.differs` is true.
    func failure(_ code: OutcomeCode) -> ByteView { failures[Int(code.rawValue)] }
}

/// An immutable list of texts in one allocation, from which report rows are assembled.
final class ByteArena: @unchecked Sendable {
    // Safe to share between threads: written only in `init`, and only read afterwards.
    private let bytes: FixedBuffer<UInt8>
    /// The offset of each text, and the offset of the end.
    private let starts: FixedBuffer<Int>
    let longest: Int

    init(_ texts: [[UInt8]]) {
        longest = texts.map(\.count).max() ?? 0
        // Text by text, since `joined` would give one byte at a time in the unoptimized build of the tests.
        bytes = FixedBuffer(texts.reduce(into: []) { $0 += $1 } + [UInt8](repeating: 0, count: ByteBuffer.slackBytes))
        starts = FixedBuffer(texts.reduce(into: [0]) { starts, text in starts.append((starts.last ?? 0) + text.count) })
    }

    @inline(__always)
    subscript(index: Int) -> ByteView {
        let start = starts[index]
        return unsafe ByteView(start: bytes.base + start, count: starts[unchecked: index &+ 1] &- start)
    }
}
