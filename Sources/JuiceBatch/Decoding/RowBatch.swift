package import CSV
public import FlatMemory
public import JuiceCore

/// A batch of rows that is read and decoded in parallel, applied in sequence, then rendered in parallel.
package final class RowBatch {
    package var records = RecordBatch()
    /// The bytes of the records in the file, UTF-16 as UTF-8; filled only by workers with `keepsText`.
    var text = ByteBuffer(capacity: 64)
    /// The instructions decoded from the records; after the batch has been applied, also their outcomes.
    package var rows = DecodedRows()
    /// The index of the batch's input, from 0; for several inputs, that of the first row.
    package internal(set) var input = 0
    /// The physical line on which the batch starts, from 1; 0 if each record has its own line number in the input.
    package var firstLine = 1
    /// The stock before the first row, by the fruit's index on the menu.
    package internal(set) var opening: [Int] = []
    /// The index of the batch's first record among all records of its input, from 0.
    var firstRecord = 0
    /// The origin of each row, if the rows of the run were sorted; empty if they are consecutive rows of `input`.
    package internal(set) var origins: [RowOrigin] = []

    package init() {}

    /// The segments of consecutive rows that come from one input, in order: their indices, and the input's, from 0.
    package var segments: [(rows: Range<Int>, input: Int)] {
        guard let first = origins.first else { return [(0..<rows.count, input)] }
        var segments: [(rows: Range<Int>, input: Int)] = []
        var start = (row: 0, input: first.input)
        for (row, origin) in origins.enumerated() where origin.input != start.input {
            segments.append((start.row..<row, start.input))
            start = (row, origin.input)
        }
        segments.append((start.row..<rows.count, start.input))
        return segments
    }

    /// The outcome of each record; nil for records that are not rows.
    package var outcomes: [OutcomeCode?] { (0..<rows.count).map { OutcomeCode(rawValue: rows.codes[$0]) } }
    /// The input, from 0, that a row comes from.
    package func input(of row: Int) -> Int { origins.isEmpty ? input : origins[row].input }
    /// The physical line, from 1, on which a row starts.
    package func line(of row: Int) -> Int { origins.isEmpty ? firstLine + records.line(row) : origins[row].line }
    package func origin(of row: Int) -> RowOrigin { RowOrigin(input: input(of: row), line: line(of: row)) }
}

/// The origin of a row in a batch whose rows come from several inputs.
package struct RowOrigin: Equatable, Sendable {
    /// The index of the input among all inputs, from 0.
    package let input: Int
    /// The physical line on which the row starts in its input, from 1.
    package let line: Int
}

/// Sums of rows' quantities for checking totals, which may or may not include ignored rows and cancels.
struct QuantitySums: Equatable {
    private enum Kind: Int {
        case plain, cancelled, ignoredPlain, ignoredCancelled
        /// Ignored cancels without a `-`, which a POS may have added or subtracted.
        case ignoredEither
    }

    private var sums = SIMD8<Int>()

    /// Adds the quantity of a row, which may have a `-`, and be a cancel, or one if it were not ignored.
    @inline(__always) mutating func add(_ quantity: Int, isNegative: Bool, isCancel: Bool, isIgnored: Bool) {
        let kind: Kind =
            switch (isNegative, isCancel, isIgnored) {
            case (false, false, false): .plain
            case (_, _, false): .cancelled
            case (true, _, true): .ignoredCancelled
            case (false, false, true): .ignoredPlain
            case (false, true, true): .ignoredEither
            }
        sums[kind.rawValue] &+= quantity
    }

    mutating func add(_ other: QuantitySums) { sums &+= other.sums }
    func since(_ earlier: QuantitySums) -> QuantitySums { QuantitySums(sums: sums &- earlier.sums) }

    /// The totals that a POS may have computed: with or without ignored rows, with cancels subtracted or not.
    var candidates: [Int] {
        func sum(_ kind: Kind) -> Int { sums[kind.rawValue] }
        let (plain, cancelled, ignoredEither) = (sum(.plain), sum(.cancelled), sum(.ignoredEither))
        let all = plain &+ sum(.ignoredPlain)
        let cancels = cancelled &+ sum(.ignoredCancelled)
        return [
            plain, plain &- cancelled, all, all &- cancels &- ignoredEither, all &+ ignoredEither,
            all &+ ignoredEither &- cancels,
        ]
    }
}

/// A totals row of a batch, with the sums against which its total is checked.
struct TotalsRow {
    let row: Int
    /// The total as spelled in the row; nil if the row contains none.
    let figure: String?
    /// The total as a number; nil if it is not one.
    let value: Int?
    /// The sums of the rows above it in the batch.
    let sums: QuantitySums
    /// Whether a row above it in the batch has the code `wrongFieldCount`.
    let isBelowWrongWidth: Bool
}

/// The instructions of a batch as small integers, in an array for each property, indexed by record from 0.
@usableFromInline package struct DecodedRows: ~Copyable {
    /// The value for an unreadable action.
    @inlinable package static var noAction: UInt8 { 0xFF }
    /// The value for an unknown item, or for an item whose action is unknown.
    @inlinable package static var noItem: UInt16 { 0xFFFF }
    /// The value for a quantity that is not valid for its action, or whose action is unknown.
    @inlinable package static var noQuantity: Int { .max }
    /// The code of a record that is not a row: a blank record or a totals row.
    @inlinable package static var notARow: UInt8 { 0xFF }

    /// The outcome code of each row: `success` or a rejection after decoding, the final code once the row is applied.
    @usableFromInline package private(set) var codes: FixedBuffer<UInt8>
    /// The action of each row, `Action.rawValue`.
    @usableFromInline package private(set) var actions: FixedBuffer<UInt8>
    /// The index on the menu, from 0, of the juice of an order or cancel, or of the fruit of any other instruction.
    @usableFromInline package private(set) var items: FixedBuffer<UInt16>
    /// The quantity of each row, in cups or pieces.
    @usableFromInline package private(set) var quantities: FixedBuffer<Int>
    /// The hash of each row's id, `IDHash.none` for a row without one; filled only if `hasIDs` is set.
    private(set) var ids: FixedBuffer<IDHash>
    /// Whether the input has a column of ids, or any copied row has an id.
    var hasIDs = false
    /// The use of each row's id by an earlier run, as `IDTable.Entry.bits`, or 0; filled if `hasEarlierUses` is set.
    private var earlierUses: FixedBuffer<UInt64>
    /// The number, from 1, of the run in `earlierUses`, or 0 if it is unknown; filled only if `hasEarlierUses` is set.
    private var earlierRuns: FixedBuffer<UInt32>
    /// Whether an earlier run has used the id of any row.
    private(set) var hasEarlierUses = false
    /// The number of decoded records, including blank ones and totals rows.
    package internal(set) var count = 0
    /// The number of decoded records without blank ones and totals rows.
    package internal(set) var rowCount = 0
    package internal(set) var blankCount = 0
    /// The totals rows, in order.
    var totals: [TotalsRow] = []
    /// The sums of the rows' quantities; zero unless `RowFilters.countsQuantities` is set.
    private(set) var sums = QuantitySums()
    /// The cups ordered minus those cancelled, with rejected rows; 0 unless `RowFilters.countsQuantities` is set.
    private(set) var orderedQuantity = 0
    /// The number of rows with an empty quantity, which is read as 1; 0 if the input has no quantity column.
    var emptyQuantities = 0
    /// The number of valid rows with an unreadable time, and the index of the first of them.
    var unreadableTimes = (count: 0, first: 0)
    /// Whether any row has the code `wrongFieldCount`; set only if there are filters.
    var hasWrongWidth = false
    /// The hash of each id that has an occurrence number, without it, by row; `IDHash.none` for others.
    private(set) var occurrenceKeys: FixedBuffer<IDHash>
    /// The occurrence number, from 1, of each row that has an occurrence key.
    private(set) var occurrences: FixedBuffer<Int>
    /// The time of each row, `Timestamp.none` if it cannot be read; filled only if the input has a column of times.
    private(set) var times: FixedBuffer<Timestamp>
    /// The hash that identifies each record; filled only by `hash(_:by:)`.
    private(set) var recordHashes: FixedBuffer<UInt64>
    /// The position of each row in the run's sequence; filled only if rows are sorted by their times.
    private(set) var timestampKeys: FixedBuffer<TimestampKey>
    /// The rows that keep their code from an earlier run even if their cells have changed, in order.
    private var rowsWithEarlierCode: [Int] = []
    /// The rows that repeated the instruction for which their id was already used, in order.
    var repeatedRows: [Int] = []
    /// The rows that are `assertionFailed`, in order, each with the actual stock.
    var failedAsserts: [(row: Int, stock: Int)] = []

    /// Creates an empty batch with room for records; arrays that are not filled take no memory.
    init(capacity: Int = 0) {
        codes = FixedBuffer(uninitializedCount: capacity)
        actions = FixedBuffer(uninitializedCount: capacity)
        items = FixedBuffer(uninitializedCount: capacity)
        quantities = FixedBuffer(uninitializedCount: capacity)
        ids = FixedBuffer(uninitializedCount: capacity)
        earlierUses = FixedBuffer(uninitializedCount: capacity)
        earlierRuns = FixedBuffer(uninitializedCount: capacity)
        occurrenceKeys = FixedBuffer(uninitializedCount: capacity)
        occurrences = FixedBuffer(uninitializedCount: capacity)
        times = FixedBuffer(uninitializedCount: capacity)
        recordHashes = FixedBuffer(uninitializedCount: capacity)
        timestampKeys = FixedBuffer(uninitializedCount: capacity)
    }

    /// The hash of a row's id; nil for a row that has none.
    package func id(of row: Int) -> IDHash? { hasIDs && !ids[row].isNone ? ids[row] : nil }

    // The following read one value of a row in loops that cannot leave the batch; debug builds check the index.

    /// The number of a record's code: `OutcomeCode.rawValue`, or `notARow`.
    @inlinable @inline(__always) package func code(_ row: Int) -> UInt8 { codes[unchecked: row] }
    /// The number of a row's action: `Action.rawValue`, or `noAction`.
    @inlinable @inline(__always) package func action(_ row: Int) -> UInt8 { actions[unchecked: row] }

    /// The outcome of a record, which must be a row.
    @inline(__always) package func outcome(_ row: Int) -> OutcomeCode {
        guard let code = OutcomeCode(rawValue: codes[unchecked: row]) else { preconditionFailure("a row has a code") }
        return code
    }

    /// The instruction of a row whose action, item and quantity could be read.
    @inlinable @inline(__always) package func instruction(_ row: Int) -> Instruction {
        guard let action = Action(rawValue: actions[row]) else { preconditionFailure("a row to apply has an action") }
        return Instruction(action, item: Int(items[unchecked: row]), quantity: quantities[unchecked: row])
    }

    /// Records that a row keeps a code from an earlier run; must be called in the order of rows.
    mutating func keepCode(_ code: OutcomeCode, row: Int) {
        codes[row] = code.rawValue
        rowsWithEarlierCode.append(row)
    }

    /// Whether a row keeps its code from an earlier run and is therefore not applied.
    package func keepsCode(_ row: Int) -> Bool { rowsWithEarlierCode.index(of: row) { $0 } != nil }

    func time(_ row: Int) -> Timestamp? { times[row].isNone ? nil : times[row] }

    /// Whether a row reached the stock, so that it was applied or short of it.
    @inline(__always) func reachedStock(_ row: Int) -> Bool {
        code(row) == OutcomeCode.success.rawValue || code(row) == OutcomeCode.insufficientStock.rawValue
    }

    /// The `Timestamp.clockSeconds` of the first and the last row in a range that reached the stock; nil if none did.
    ///
    /// The times of the rows must never decrease.
    func stockTimes(in range: Range<Int>) -> ClosedRange<Int64>? {
        var (first, last) = (range.lowerBound, range.upperBound - 1)
        while first <= last, !reachedStock(first) { first += 1 }
        while last > first, !reachedStock(last) { last -= 1 }
        guard first <= last else { return nil }
        return times[first].clockSeconds...max(times[first].clockSeconds, times[last].clockSeconds)
    }

    /// Hashes all records, by which later inputs with the same rows are recognized.
    mutating func hash(_ records: borrowing RecordBatch, by seed: HashSeed) {
        for row in 0..<count { recordHashes[row] = seed.hash(records, row) }
    }

    mutating func reject(_ row: Int, _ code: OutcomeCode) { codes[row] = code.rawValue }

    /// Sets the code of a record that is blank, or that has the wrong number of cells.
    mutating func markUnread(_ row: Int, isBlank: Bool) {
        codes[row] = isBlank ? Self.notARow : OutcomeCode.wrongFieldCount.rawValue
        blankCount += isBlank ? 1 : 0
        if hasIDs { ids[row] = .none }
    }

    /// Adds a quantity (a value of `QuantityMeaning`) to the sums; with a `-`, it is subtracted for every action.
    mutating func addQuantity(_ quantity: UInt64, row: Int, isIgnored: Bool) {
        let action = Action(rawValue: actions[row])
        let isNegative = quantity & QuantityMeaning.negative != 0
        let number = quantity < QuantityMeaning.empty ? Int(quantity & ~QuantityMeaning.negative) : 0
        sums.add(number, isNegative: isNegative, isCancel: action == .cancel, isIgnored: isIgnored)
        guard !isIgnored, let action, action.concernsJuice, quantity != QuantityMeaning.invalid else { return }
        let cups = quantity == QuantityMeaning.empty ? 1 : number
        if action == .cancel {
            orderedQuantity &-= cups
        } else if !isNegative {
            orderedQuantity &+= cups
        }
    }

    /// Removes the instruction of a row that is left out or rejected; its cells are unchanged.
    mutating func clearInstruction(_ row: Int) {
        actions[row] = Self.noAction
        items[row] = Self.noItem
        quantities[row] = Self.noQuantity
    }

    /// Whether a row's quantity is 1 because its cell, with this `QuantityMeaning`, is empty.
    func hasEmptyQuantity(_ row: Int, _ meaning: UInt64, hasColumn: Bool) -> Bool {
        hasColumn && meaning == QuantityMeaning.empty && items[row] != Self.noItem
            && Action(rawValue: actions[row])?.concernsJuice == true
    }

    /// Whether a row repeated the instruction for which its id was used, which need not be stored again.
    func isRepeat(_ row: Int) -> Bool { repeatedRows.index(of: row) { $0 } != nil }

    /// The actual stock of the fruit when a row that is `assertionFailed` was applied.
    package func actualStock(_ row: Int) -> Int {
        guard let index = failedAsserts.index(of: row, by: \.row) else {
            preconditionFailure("No stock was recorded for the failed assert")
        }
        return failedAsserts[index].stock
    }

    /// Removes all rows and makes room for `count` records.
    mutating func prepare(count: Int) {
        if count > codes.count { self = DecodedRows(capacity: count + count / 4) }
        self.count = count
        rowCount = 0
        blankCount = 0
        totals.removeAll(keepingCapacity: true)
        sums = QuantitySums()
        orderedQuantity = 0
        emptyQuantities = 0
        unreadableTimes = (0, 0)
        hasWrongWidth = false
        rowsWithEarlierCode.removeAll(keepingCapacity: true)
        failedAsserts.removeAll(keepingCapacity: true)
        repeatedRows.removeAll(keepingCapacity: true)
        hasEarlierUses = false
    }

    /// Adds a row with its code and id, for which `prepare` has made room, and returns its index, from 0.
    @inline(__always) mutating func addRow(code: UInt8, id: IDHash?) -> Int {
        precondition(count < codes.count && code != Self.notARow, "No room for another row, or the row has no code")
        let index = count
        count += 1
        rowCount += 1
        codes[index] = code
        if id != nil && !hasIDs {
            hasIDs = true
            for earlier in 0..<index { ids[earlier] = .none }
        }
        if hasIDs { ids[index] = id ?? IDHash.none }
        return index
    }

    /// Whether a row with an id has no error so far, or once applied, has used it, if the input has a column of ids.
    @inline(__always)
    func usesID(_ row: Int) -> Bool { codes[row] == OutcomeCode.success.rawValue && !ids[row].isNone }

    /// Whether a record is a row with a readable action, item and quantity.
    @inline(__always) func isReadable(_ row: Int) -> Bool {
        code(row) == OutcomeCode.success.rawValue
            || code(row) > OutcomeCode.invalidQuantity.rawValue && code(row) != Self.notARow
    }

    /// Whether a record is a readable row with an id, if the input has a column of ids.
    func showsID(_ row: Int) -> Bool { isReadable(row) && !ids[row].isNone }

    /// Records the use of a row's id by an earlier run, given by its number from 1, or 0 if it is unknown.
    mutating func setEarlierUse(_ use: IDTable.Entry, run: Int, row: Int) {
        if !hasEarlierUses { for row in 0..<count { earlierUses[row] = 0 } }
        earlierRuns[row] = UInt32(clamping: run)
        hasEarlierUses = true
        earlierUses[row] = use.bits
    }

    func isUsedEarlier(_ row: Int) -> Bool { hasEarlierUses && earlierUses[row] != 0 }
    /// The number, from 1, of the earlier run that used a row's id (`isUsedEarlier`); 0 if it is unknown.
    func earlierRun(_ row: Int) -> Int { Int(earlierRuns[row]) }

    /// The use of a row's id by an earlier run, if `hasEarlierUses` is set; nil if there is none.
    @inline(__always) func earlierUse(row: Int) -> IDTable.Entry? {
        earlierUses[row] == 0 ? nil : IDTable.Entry(bits: earlierUses[row])
    }
}

extension Array {
    /// The index of the element for a row, in an array that is sorted by row; nil if there is none.
    fileprivate func index(of row: Int, by rowOf: (Element) -> Int) -> Int? {
        var range = indices
        while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
            let found = rowOf(self[middle])
            if found == row { return middle }
            range = found < row ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}

extension DecodedRows {
    /// Keeps the code that an earlier run wrote for a row of failure.csv, if that code is still valid.
    ///
    /// failure.csv is read without the header and settings of the row's original input, so cells may be readable now
    /// that were not then: a juice's or fruit's name without an action, or a number whose marks had another meaning.
    /// Such a row keeps its code as long as its message quotes the cell and the code is not cleared. The code
    /// `unknownValue` is dropped if the present settings list the value, or replaced if they ignore rows with it. The
    /// earlier run wrote the action of such a row and its quantity in plain digits if it could read them: a fruit
    /// without an action was not a delivery, and a number with marks was not a quantity.
    ///
    /// - Returns: `quantity` (a `QuantityMeaning`), or `QuantityMeaning.invalid` if the row keeps `invalidQuantity`.
    @inline(never) mutating func keepCode(
        _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout, _ retry: UnknownValueRetry?,
        quantity: UInt64
    ) -> UInt64 {
        func text(_ column: Int?) -> String { column.map { trimmedText(columns.cell(records, row, $0)) } ?? "" }
        let name = text(columns.code)
        let roles = [columns.id, columns.action, columns.item, columns.quantity]
        let readsInstruction =
            codes[row] == OutcomeCode.success.rawValue || codes[row] == OutcomeCode.invalidQuantity.rawValue
        func hasAction() -> Bool { !text(columns.action).isEmpty }
        // A point or comma may separate a fraction or thousands.
        func hasNumberMark() -> Bool {
            codes[row] == OutcomeCode.success.rawValue
                && text(columns.quantity).unicodeScalars.contains { [".", ",", "．", "，"].contains($0) }
        }
        var isInvalidQuantity = false
        switch OutcomeCode.allCases.first(where: { $0.name == name }) {
        case let code? where [.alreadyProcessed, .idConflict, .invalidTime].contains(code):
            // The id of a row that cannot be read makes no other row with this id ambiguous.
            if hasIDs, codes[row] != OutcomeCode.success.rawValue { ids[row] = .none }
            keepCode(code, row: row)
        case .ignored?:
            keepCode(.ignored, row: row)
            clearInstruction(row)
        case .wrongFieldCount? where roles.allSatisfy { text($0).isEmpty }: keepCode(.wrongFieldCount, row: row)
        case .missingAction?
        where readsInstruction && !hasAction() && text(columns.message).contains(quoted(text(columns.item))):
            reject(row, .missingAction)
            clearInstruction(row)
        case .unknownValue?:
            let code = retry?.code(records, row, columns)
            let isUnreadFruit = readsInstruction && actions[row] == Action.restock.rawValue && !hasAction()
            isInvalidQuantity = code != .ignored && hasNumberMark() && hasAction()
            if let code = code ?? (isUnreadFruit ? .missingAction : nil) { reject(row, code) }
            if code == .ignored || isUnreadFruit { clearInstruction(row) }
        case .invalidQuantity?:
            isInvalidQuantity = hasNumberMark() && text(columns.message).contains(quoted(text(columns.quantity)))
        default: break
        }
        guard isInvalidQuantity else { return quantity }
        if codes[row] == OutcomeCode.success.rawValue { reject(row, .invalidQuantity) }
        quantities[row] = Self.noQuantity
        return QuantityMeaning.invalid
    }
}

extension ColumnLayout {
    /// The column whose cell is the reason of a rejection; nil if the reason is not a single cell.
    package func column(rejectedAs code: OutcomeCode) -> Int? {
        switch code {
        case .unknownAction: action
        case .unknownItem, .missingAction: item
        case .invalidQuantity: quantity
        case .invalidTime: time
        default: nil
        }
    }
}
