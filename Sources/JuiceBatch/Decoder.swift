package import CSV

/// Turns records into instructions: the second stage of the pipeline, one decoder a worker.
package struct Decoder: ~Copyable {
    private let names: NameIndex
    private let seed: HashSeed
    private var actionMemo = SpellingMemo()
    private var itemMemo = SpellingMemo()
    private var quantityMemo = SpellingMemo()
    /// Whether every byte decoded so far of the batch at hand is known to be UTF-8.
    private var isProvenText = true

    /// A decoder for the names of a menu; the seed is that of the run's id hashes.
    package init(names: NameIndex, seed: HashSeed) {
        self.names = names
        self.seed = seed
    }

    /// Decodes all records of a batch.
    ///
    /// - Returns: whether all of the batch is known to be UTF-8: known spellings, digits and ASCII ids need no second
    ///   look. If not, somebody has to look at the bytes.
    package mutating func decode(
        _ records: borrowing RecordBatch, _ columns: Columns, into rows: inout DecodedRows
    ) -> Bool {
        isProvenText = columns.extras.isEmpty && columns.code == nil
        rows.prepare(count: records.count)
        rows.hasIDs = columns.id != nil
        let places = RolePlaces(columns)
        for row in 0..<records.count {
            decodeRow(records, row, columns, places, &rows)
        }
        rows.rowCount = records.count - rows.blankCount
        return isProvenText
    }

    @inline(__always)
    private mutating func decodeRow(
        _ records: borrowing RecordBatch, _ row: Int, _ columns: Columns, _ places: RolePlaces,
        _ rows: inout DecodedRows
    ) {
        rows.actions[row] = DecodedRows.None.action
        rows.items[row] = DecodedRows.None.item
        rows.quantities[row] = DecodedRows.None.quantity
        let fieldCount = records.fieldCount(row)
        if fieldCount != places.count && !columns.fits(records, row) {
            let isBlank = isBlankRow(records, row)
            isProvenText = false
            rows.codes[row] = isBlank ? DecodedRows.None.row : OutcomeCode.wrongFieldCount.rawValue
            rows.blankCount += isBlank ? 1 : 0
            if rows.hasIDs { rows.ids[row] = IDHash(low: 0, high: 0) }
            return
        }
        if fieldCount != places.count { isProvenText = false }
        let item = itemMeaning(places.cell(records, row, places.item))
        if item == ItemMeaning.empty && isBlankRow(records, row) {
            isProvenText = false
            rows.codes[row] = DecodedRows.None.row
            rows.blankCount += 1
            return
        }
        var code = decodeActionAndItem(records, row, places, item, &rows)
        decodeQuantity(records, row, places, &rows)
        if code == .success && rows.quantities[row] == DecodedRows.None.quantity { code = .invalidQuantity }
        if let id = places.id {
            let cell = places.cell(records, row, id)
            let bytes = trimmed(cell)
            rows.ids[row] = bytes.isEmpty ? IDHash(low: 0, high: 0) : IDHash(bytes, seed: seed)
            if isProvenText && !isASCII(cell) { isProvenText = false }
        }
        if places.hasCode, let kept = Self.keptCode(records, row, columns) { code = kept }
        rows.codes[row] = code.rawValue
    }

    private func isBlankRow(_ records: borrowing RecordBatch, _ row: Int) -> Bool {
        for field in 0..<records.fieldCount(row) where !trimmed(records.field(row, field)).isEmpty { return false }
        return true
    }

    /// Reads action and item into the row and says the first of their mistakes.
    @inline(__always)
    private mutating func decodeActionAndItem(
        _ records: borrowing RecordBatch, _ row: Int, _ places: RolePlaces, _ item: UInt64, _ rows: inout DecodedRows
    ) -> OutcomeCode {
        var action = ActionMeaning.empty
        if let column = places.action {
            action = actionMeaning(places.cell(records, row, column))
        }
        if action == ActionMeaning.unknown { return .unknownAction }
        if action != ActionMeaning.empty {
            rows.actions[row] = UInt8(truncatingIfNeeded: action)
            if item == ItemMeaning.empty { return .missingItem }
            let index = action == UInt64(Action.order.rawValue) ? ItemMeaning.juice(item) : ItemMeaning.fruit(item)
            guard index != DecodedRows.None.item else { return .unknownItem }
            rows.items[row] = index
            return .success
        }
        if item == ItemMeaning.empty { return .missingItem }
        let juice = ItemMeaning.juice(item)
        let fruit = ItemMeaning.fruit(item)
        if juice == DecodedRows.None.item && fruit == DecodedRows.None.item { return .unknownItem }
        let inferred: Action
        if fruit == DecodedRows.None.item {
            inferred = .order
        } else if juice == DecodedRows.None.item {
            inferred = .restock
        } else {
            guard let meaning = places.meaning else { return .missingAction }
            inferred = meaning
        }
        rows.actions[row] = inferred.rawValue
        rows.items[row] = inferred == .order ? juice : fruit
        return .success
    }

    /// Reads the quantity of a row whose action could be read.
    @inline(__always)
    private mutating func decodeQuantity(
        _ records: borrowing RecordBatch, _ row: Int, _ places: RolePlaces, _ rows: inout DecodedRows
    ) {
        guard let action = Action(rawValue: rows.actions[row]) else {
            // The cell goes to failure.csv as it came, so it has to be text all the same.
            isProvenText = false
            return
        }
        var quantity = QuantityMeaning.empty
        if let column = places.quantity {
            let cell = places.cell(records, row, column)
            quantity = plainNumber(cell) ?? quantityMeaning(cell)
        }
        if quantity == QuantityMeaning.empty && action == .order { quantity = 1 }
        guard quantity < QuantityMeaning.empty, action.quantities.contains(Int(quantity)) else { return }
        rows.quantities[row] = UInt32(truncatingIfNeeded: quantity)
    }

    /// The value of one to nine ASCII digits; nil for anything else.
    @inline(__always)
    private func plainNumber(_ cell: UnsafeBufferPointer<UInt8>) -> UInt64? {
        guard cell.count > 0, cell.count < 10 else { return nil }
        var value: UInt64 = 0
        for byte in cell {
            let digit = byte &- Ascii.zero
            guard digit < 10 else { return nil }
            value = value &* 10 &+ UInt64(digit)
        }
        return value
    }

    /// The code that a row of failure.csv keeps; nil if the row is to be read afresh.
    static func keptCode(_ records: borrowing RecordBatch, _ row: Int, _ columns: Columns) -> OutcomeCode? {
        guard let column = columns.code else { return nil }
        let code = String(decoding: trimmed(columns.cell(records, row, column)), as: UTF8.self)
        if code == OutcomeCode.alreadyProcessed.name { return .alreadyProcessed }
        if code == OutcomeCode.idConflict.name { return .idConflict }
        guard code == OutcomeCode.wrongFieldCount.name else { return nil }
        for case let role? in [columns.id, columns.action, columns.item, columns.quantity]
        where !trimmed(columns.cell(records, row, role)).isEmpty { return nil }
        return .wrongFieldCount
    }

    private mutating func actionMeaning(_ cell: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let known = actionMemo.value(cell) { cell in
            Self.meaning(of: cell, empty: ActionMeaning.empty) { name in
                names.action(name).map { UInt64($0.rawValue) } ?? ActionMeaning.unknown
            }
        }
        if known == nil { isProvenText = false }
        return known ?? ActionMeaning.unknown
    }

    private mutating func itemMeaning(_ cell: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let known = itemMemo.value(cell) { cell in
            Self.meaning(of: cell, empty: ItemMeaning.empty) { name in
                ItemMeaning.of(juice: names.juice(name), fruit: names.fruit(name))
            }
        }
        if known == nil { isProvenText = false }
        return known ?? ItemMeaning.of(juice: nil, fruit: nil)
    }

    private mutating func quantityMeaning(_ cell: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let known = quantityMemo.value(cell) { cell in
            Self.meaning(of: cell, empty: QuantityMeaning.empty) { text in
                parseQuantity(text).map { UInt64($0) } ?? QuantityMeaning.invalid
            }
        }
        if known == nil { isProvenText = false }
        return known ?? QuantityMeaning.invalid
    }

    /// What a cell means when it is trimmed; nil if it is no UTF-8, and then the whole input will be read otherwise.
    private static func meaning(
        of cell: UnsafeBufferPointer<UInt8>, empty: UInt64, _ body: (String) -> UInt64
    ) -> UInt64? {
        guard firstInvalidUTF8(cell) == nil else { return nil }
        let text = trimmed(cell)
        return text.isEmpty ? empty : body(String(decoding: text, as: UTF8.self))
    }

    /// Whether all bytes of a cell of a `RecordBatch` are ASCII.
    @inline(__always)
    private func isASCII(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        var seen: UInt8 = 0
        for byte in cell { seen |= byte }
        return seen < 0x80
    }
}

/// What decoding asks of `Columns` row after row, in a value that needs no memory to be looked at.
private struct RolePlaces {
    let count: Int
    let id: Int?
    let action: Int?
    let item: Int
    let quantity: Int?
    let hasCode: Bool
    let meaning: Action?
    let dropsApostrophes: Bool

    init(_ columns: Columns) {
        count = columns.count
        id = columns.id
        action = columns.action
        item = columns.item
        quantity = columns.quantity
        hasCode = columns.code != nil
        meaning = columns.meaning
        dropsApostrophes = columns.dropsApostrophes
    }

    /// As `Columns.cell`.
    @inline(__always)
    func cell(_ records: borrowing RecordBatch, _ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8> {
        let cell = records.field(row, column)
        return dropsApostrophes ? withoutApostrophe(cell) : cell
    }
}

/// What an action cell means, as a memo remembers it: `Action.rawValue` or one of these.
private enum ActionMeaning {
    static let empty: UInt64 = 0x100
    static let unknown: UInt64 = 0x101
}

/// What an item cell means, as a memo remembers it: the juice and the fruit of that name, 16 bits each.
private enum ItemMeaning {
    static let empty: UInt64 = 1 << 32

    static func of(juice: Int?, fruit: Int?) -> UInt64 {
        UInt64(juice ?? Int(DecodedRows.None.item)) | UInt64(fruit ?? Int(DecodedRows.None.item)) << 16
    }
    static func juice(_ meaning: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: meaning) }
    static func fruit(_ meaning: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: meaning >> 16) }
}

/// What a quantity cell means, as a memo remembers it: the number or one of these.
private enum QuantityMeaning {
    static let empty: UInt64 = 1 << 60
    static let invalid: UInt64 = 1 << 61
}

extension Columns {
    /// Whether a row has a cell for each column, and nothing in those that are more.
    package func fits(_ records: borrowing RecordBatch, _ row: Int) -> Bool {
        let fieldCount = records.fieldCount(row)
        guard fieldCount >= count else { return false }
        for field in count..<fieldCount where !trimmed(records.field(row, field)).isEmpty { return false }
        return true
    }

    /// The cell of a column (from 0), without the apostrophe that `--excel` put in front.
    @inline(__always)
    package func cell(_ records: borrowing RecordBatch, _ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8> {
        let cell = records.field(row, column)
        return dropsApostrophes ? withoutApostrophe(cell) : cell
    }
}
