internal import CSV
internal import FlatMemory
internal import JuiceCore

/// A decoder of records into instructions, the second stage of the pipeline; each worker has its own.
struct RowDecoder: ~Copyable {
    private let names: NameIndex
    private let seed: HashSeed
    private var instructionCache = SpellingCache()
    private var quantityCache = SpellingCache()
    /// The cache for cells and words that settings name; nil until settings name any.
    private var nameCache: SpellingCache?
    /// Whether all bytes of the current batch decoded so far are known to be valid UTF-8.
    private var isTextValid = true

    init(names: NameIndex, seed: HashSeed) { (self.names, self.seed) = (names, seed) }

    /// Decodes all records of a batch, except for ids that are composed of several cells (`DecodedRows.makeIDs`).
    ///
    /// - Returns: Whether the batch is known to be UTF-8, because it consists of known spellings, digits and ASCII ids;
    ///   if false, the caller has to validate its bytes.
    mutating func decode(
        _ records: borrowing RecordBatch, _ columns: ColumnLayout, _ filters: RowFilters, into rows: inout DecodedRows
    ) -> Bool {
        isTextValid = columns.extraColumns.isEmpty && columns.code == nil && filters.isPlain
        rows.prepare(count: records.count)
        rows.hasIDs = columns.id != nil
        let context = RowDecodingContext(columns, filters)
        if context.hasFilters {
            decodeFiltered(records, columns, filters, context, &rows)
        } else {
            for row in 0..<records.count { decodeRow(records, row, columns, filters, context, &rows) }
        }
        rows.rowCount = records.count - rows.blankCount - rows.totals.count
        return isTextValid
    }

    /// Decodes the records of a batch that has to be filtered, by cells, known values or words of totals rows.
    private mutating func decodeFiltered(
        _ records: borrowing RecordBatch, _ columns: ColumnLayout, _ filters: RowFilters, _ context: RowDecodingContext,
        _ rows: inout DecodedRows
    ) {
        var cache = nameCache.take() ?? SpellingCache()
        var isBelowWrongWidth = false
        for row in 0..<records.count {
            if filters.hasTotals, filters.isTotal(records, row, &cache) {
                rows.codes[row] = DecodedRows.notARow
                rows.ids[row] = .none
                let (figure, value) = figure(records, row, columns, context)
                rows.totals.append(
                    TotalsRow(
                        row: row, figure: figure, value: value, sums: rows.sums, isBelowWrongWidth: isBelowWrongWidth))
                continue
            }
            let quantity = decodeRow(records, row, columns, filters, context, &rows)
            if rows.codes[row] == OutcomeCode.wrongFieldCount.rawValue { isBelowWrongWidth = true }
            guard let quantity else { continue }
            var isIgnored = filters.ignores(records, row, columns, &cache)
            if !isIgnored, filters.hasUnknownCell(records, row, columns, &cache) {
                rows.reject(row, .unknownValue)
            } else if rows.codes[row] == OutcomeCode.ignored.rawValue {
                isIgnored = true
            }
            if filters.countsQuantities { rows.addQuantity(quantity, row: row, isIgnored: isIgnored) }
            if isIgnored {
                if rows.hasEmptyQuantity(row, quantity, hasColumn: context.quantity != nil) {
                    rows.emptyQuantities -= 1
                }
                rows.codes[row] = OutcomeCode.ignored.rawValue
                rows.clearInstruction(row)
            }
        }
        rows.hasWrongWidth = isBelowWrongWidth
        nameCache = consume cache
    }

    /// The total in a totals row, as text and as a number; nil if the row has none or the wrong number of cells.
    private mutating func figure(
        _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout, _ context: RowDecodingContext
    ) -> (String?, Int?) {
        // Totals rows may lack the trailing cell that all other rows have.
        let isOfRightWidth = columns.fits(records, row) || columns.fitsPlainly(records, row)
        guard isOfRightWidth, let sources = columns.sources[.quantity], !sources.isEmpty else { return (nil, nil) }
        let texts = sources.map { trimmedText(columns.cell(records, row, $0)) }
        let figure = texts.filter { !$0.isEmpty }.joined(separator: " ")
        if figure.isEmpty { return (nil, nil) }
        let meaning = QuantityMeaning.of(figure, decimal: context.decimal)
        guard meaning < QuantityMeaning.empty else { return (figure, nil) }
        let value = Int(meaning & ~QuantityMeaning.negative)
        return (figure, meaning & QuantityMeaning.negative == 0 ? value : -value)
    }

    /// Decodes one record that is no totals row; returns its `QuantityMeaning`, or nil if it is blank or does not fit.
    @inline(__always) @discardableResult private mutating func decodeRow(
        _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout, _ filters: RowFilters,
        _ context: RowDecodingContext, _ rows: inout DecodedRows
    ) -> UInt64? {
        rows.actions[unchecked: row] = DecodedRows.noAction
        rows.items[unchecked: row] = DecodedRows.noItem
        rows.quantities[unchecked: row] = DecodedRows.noQuantity
        let fieldCount = records.fieldCount(row)
        if fieldCount != context.usualFieldCount && !columns.fits(records, row) {
            isTextValid = false
            rows.markUnread(row, isBlank: records.isBlank(row))
            return nil
        }
        if fieldCount != context.usualFieldCount { isTextValid = false }
        let item = context.cell(records, row, context.item)
        var action: ByteView?
        if let column = context.action { action = context.cell(records, row, column) }
        let known = instructionCache.value(item, action, context: context.instructionContext) {
            InstructionMeaning.of(item: item, action: action, names, filters, impliedAction: columns.impliedAction)
        }
        if known == nil { isTextValid = false }
        let meaning = known ?? InstructionMeaning.unreadable
        if meaning & InstructionMeaning.emptyItemBit != 0 && records.isBlank(row) {
            isTextValid = false
            rows.markUnread(row, isBlank: true)
            return nil
        }
        rows.actions[unchecked: row] = InstructionMeaning.action(meaning)
        rows.items[unchecked: row] = InstructionMeaning.item(meaning)
        var code = InstructionMeaning.code(meaning)
        let quantity: UInt64
        // Fast path: most rows are orders whose quantity is plain digits.
        if rows.actions[unchecked: row] == Action.order.rawValue, let column = context.quantity,
            let cups = plainNumber(context.cell(records, row, column)),
            cups &- 1 < UInt64(Action.order.quantities.upperBound)
        {
            rows.quantities[unchecked: row] = Int(truncatingIfNeeded: cups)
            quantity = cups
        } else {
            quantity = decodeOtherQuantity(records, row, context, &rows)
        }
        if code == OutcomeCode.success.rawValue && rows.quantities[unchecked: row] == DecodedRows.noQuantity {
            let isIgnored = context.negative == .ignore && QuantityMeaning.isNegativeOrder(quantity, rows.actions[row])
            code = isIgnored ? OutcomeCode.ignored.rawValue : OutcomeCode.invalidQuantity.rawValue
        }
        if let id = context.id {
            let cell = context.cell(records, row, id)
            let bytes = trimmed(cell)
            let isMissing = bytes.isEmpty || IDText.isPlaceholder(bytes)
            rows.ids[unchecked: row] = isMissing ? .none : IDHash(bytes, seed: seed)
            if isTextValid && !isASCII(cell) { isTextValid = false }
        }
        rows.codes[unchecked: row] = code
        return context.hasCode ? rows.keepCode(records, row, columns, filters.retry, quantity: quantity) : quantity
    }

    /// Reads the quantity of a row, stores it if the action could be read, and returns its `QuantityMeaning`.
    @inline(never) private mutating func decodeOtherQuantity(
        _ records: borrowing RecordBatch, _ row: Int, _ context: RowDecodingContext, _ rows: inout DecodedRows
    ) -> UInt64 {
        var quantity = QuantityMeaning.empty
        let parsedAction = Action(rawValue: rows.actions[unchecked: row])
        if let column = context.quantity, parsedAction != nil || context.hasFilters {
            let cell = context.cell(records, row, column)
            quantity = plainNumber(cell) ?? quantityMeaning(cell, context)
        }
        guard var action = parsedAction else {
            // The cell is copied to failure.csv, so it has to be validated even though the row is rejected.
            isTextValid = false
            return quantity
        }
        let meaning = quantity
        if quantity == QuantityMeaning.empty && action.concernsJuice {
            quantity = 1
            if rows.hasEmptyQuantity(row, meaning, hasColumn: context.quantity != nil) { rows.emptyQuantities += 1 }
        }
        if context.negative == .cancel, QuantityMeaning.isNegativeOrder(quantity, action.rawValue) {
            action = .cancel
            rows.actions[unchecked: row] = Action.cancel.rawValue
        }
        if action == .cancel { quantity &= ~QuantityMeaning.negative }
        guard quantity < QuantityMeaning.negative, action.quantities.contains(Int(quantity)) else { return meaning }
        rows.quantities[unchecked: row] = Int(quantity)
        return meaning
    }

    /// The value of one to nine ASCII digits; nil for any other bytes.
    @inline(__always) private func plainNumber(_ cell: ByteView) -> UInt64? {
        guard cell.count > 0, cell.count < 10 else { return nil }
        var value: UInt64 = 0
        for byte in cell {
            let digit = byte &- Ascii.zero
            guard digit < 10 else { return nil }
            value = value &* 10 &+ UInt64(digit)
        }
        return value
    }

    private mutating func quantityMeaning(_ cell: ByteView, _ context: RowDecodingContext) -> UInt64 {
        let decimal = context.decimal
        let known = quantityCache.value(cell, context: context.quantityContext) {
            validText(cell).map { QuantityMeaning.of($0, decimal: decimal) }
        }
        if known == nil { isTextValid = false }
        return known ?? QuantityMeaning.invalid
    }
}

/// The properties of a `ColumnLayout` and of `RowFilters` that each row needs, copied for access without indirection.
private struct RowDecodingContext {
    /// The number of cells that most rows have.
    let usualFieldCount: Int
    /// The column of ids; nil also for a composite id.
    let id: Int?
    let action: Int?
    let item: Int
    let quantity: Int?
    let hasCode: Bool
    let dropsApostrophes: Bool
    let hasFilters: Bool
    let negative: ExportSettings.Negative
    let decimal: DecimalMark?
    /// The number that keeps cached meanings of instructions apart if the header or the settings are different.
    let instructionContext: UInt32
    /// The number that keeps cached meanings of quantities apart if the decimal mark is different.
    let quantityContext: UInt32

    init(_ columns: ColumnLayout, _ filters: RowFilters) {
        usualFieldCount = columns.count + (columns.dropsTrailing ? 1 : 0)
        id = columns.idComposite == nil ? columns.id : nil
        hasFilters = !filters.isPlain
        negative = filters.settings.negative
        decimal = filters.settings.decimal
        // An action takes three bits; all three set (7) means that the header implies no action.
        instructionContext = UInt32(columns.impliedAction?.rawValue ?? 7) | (filters.isPlain ? 0 : 8)
        quantityContext = decimal.map { $0 == .point ? 1 : 2 } ?? 0
        action = columns.action
        item = columns.item
        quantity = columns.quantity
        hasCode = columns.code != nil
        dropsApostrophes = columns.dropsApostrophes
    }

    /// The cell of a column, with the same result as `ColumnLayout.cell`.
    @inline(__always) func cell(_ records: borrowing RecordBatch, _ row: Int, _ column: Int) -> ByteView {
        if column >= ColumnLayout.derivedBase { return records.derived.cell(row, column &- ColumnLayout.derivedBase) }
        let cell = records.field(row, column)
        return dropsApostrophes ? withoutApostrophe(cell) : cell
    }
}

/// The meaning of an action's and an item's cell, from the lowest bit: code (8), action (8), item (16), `emptyItemBit`.
private enum InstructionMeaning {
    static let emptyItemBit: UInt64 = 1 << 32
    /// The meaning of cells that are not valid UTF-8; the whole input will then be read in another encoding.
    static let unreadable =
        UInt64(OutcomeCode.unknownAction.rawValue) | UInt64(DecodedRows.noAction) << 8
        | UInt64(DecodedRows.noItem) << 16

    @inline(__always) static func code(_ meaning: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: meaning) }
    @inline(__always) static func action(_ meaning: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: meaning &>> 8) }
    @inline(__always) static func item(_ meaning: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: meaning &>> 16) }

    /// Reads the item's cell, and the action's if there is a column for it; nil if one is not valid UTF-8.
    static func of(
        item: ByteView, action: ByteView?, _ names: NameIndex, _ filters: RowFilters, impliedAction: Action?
    ) -> UInt64? {
        guard var itemText = validText(item), var actionText = action.map(validText) ?? "" else { return nil }
        // An empty item cell is marked even if settings replace it, because a row of empty cells is blank.
        let emptyBit = itemText.isEmpty ? emptyItemBit : 0
        func pack(_ code: OutcomeCode, _ action: Action? = nil, item: Int? = nil) -> UInt64 {
            let packedAction = UInt64(action?.rawValue ?? DecodedRows.noAction) << 8
            return UInt64(code.rawValue) | packedAction | UInt64(item ?? Int(DecodedRows.noItem)) << 16 | emptyBit
        }
        if action != nil, !filters.replace(&actionText, of: .action) { return pack(.ignored) }
        let parsedAction = actionText.isEmpty ? nil : names.action(actionText)
        if parsedAction == nil && !actionText.isEmpty { return pack(.unknownAction) }
        guard filters.replace(&itemText, of: .item) else { return pack(.ignored, parsedAction ?? .order) }
        if itemText.isEmpty { return pack(.missingItem, parsedAction) }
        let juice = names.juice(itemText)
        let fruit = names.fruit(itemText)
        let rowAction: Action
        switch (parsedAction, juice, fruit) {
        case (let parsedAction?, _, _): rowAction = parsedAction
        case (nil, nil, nil): return pack(.unknownItem)
        // A name may be that of a juice and its fruit, so the action implied by the header decides.
        case (nil, _?, nil) where impliedAction == .restock, (nil, nil, _?) where impliedAction == .order:
            return pack(.missingAction)
        case (nil, _?, nil): rowAction = .order
        case (nil, nil, _?): rowAction = .restock
        case (nil, _?, _?):
            guard let impliedAction else { return pack(.missingAction) }
            rowAction = impliedAction
        }
        let index = rowAction.concernsJuice ? juice : fruit
        return pack(index == nil ? .unknownItem : .success, rowAction, item: index)
    }
}

/// The trimmed text of a cell; nil if it is not valid UTF-8, so that the input is read in another encoding.
private func validText(_ cell: ByteView) -> String? { firstInvalidUTF8(cell) == nil ? trimmedText(cell) : nil }

/// The meaning of a quantity's cell: the number, with the bit `negative` for a `-`, or another constant.
enum QuantityMeaning {
    static let negative: UInt64 = 1 << 59
    static let empty: UInt64 = 1 << 60
    static let invalid: UInt64 = 1 << 61

    static func of(_ text: String, decimal: DecimalMark?) -> UInt64 {
        if text.isEmpty { return empty }
        if let quantity = parseQuantity(text, decimal: decimal) { return UInt64(quantity) }
        return parseNegativeQuantity(text, decimal: decimal).map { UInt64($0) | negative } ?? invalid
    }

    /// Whether a quantity is a number with a `-` in front, and its action, an `Action.rawValue`, an order.
    @inline(__always) static func isNegativeOrder(_ meaning: UInt64, _ action: UInt8) -> Bool {
        action == Action.order.rawValue && meaning >= negative && meaning < empty
    }
}
