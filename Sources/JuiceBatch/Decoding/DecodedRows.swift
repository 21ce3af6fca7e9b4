internal import CSV
public import FlatMemory
public import JuiceCore

/// The instructions of a batch as small integers, an array a property: all that `apply` has to look at.
@usableFromInline package struct DecodedRows: ~Copyable {
    /// The values that stand for "none" in the arrays.
    @usableFromInline package enum None {
        /// The action could not be read.
        @inlinable package static var action: UInt8 { 0xFF }
        /// The item is unknown, or the action that says what it is.
        @inlinable package static var item: UInt16 { 0xFFFF }
        /// The quantity is not valid for the action, or that could not be read.
        @inlinable package static var quantity: UInt32 { .max }
        /// The code of a record that is no row: blank.
        @inlinable package static var row: UInt8 { 0xFF }
    }

    /// What has become of each row: after decoding success or a rejection, after applying the final code.
    @usableFromInline package private(set) var codes: FixedBuffer<UInt8>
    /// The action of each row, `Action.rawValue`.
    @usableFromInline package private(set) var actions: FixedBuffer<UInt8>
    /// The juice of an order, the fruit of any other instruction: its place on the menu, from 0.
    @usableFromInline package private(set) var items: FixedBuffer<UInt16>
    /// Cups or pieces.
    @usableFromInline package private(set) var quantities: FixedBuffer<UInt32>
    /// The hash of each row's id; only with `hasIDs`, zero for a row that has none.
    private(set) var ids: FixedBuffer<IDHash>
    /// Whether the input has a column of ids.
    var hasIDs = false
    /// What an earlier run used each row's id for, as `IDTable.Entry.bits`; 0 for nothing.
    ///
    /// Only with `hasEarlierUses`.
    private var earlierUses: FixedBuffer<UInt64>
    /// Whether an earlier run has used the id of any row.
    private(set) var hasEarlierUses = false
    /// How many records were decoded, those that are no rows included.
    package internal(set) var count = 0
    /// How many of them are rows.
    package internal(set) var rowCount = 0
    /// How many of them are blank.
    package internal(set) var blankCount = 0
    /// The rows that keep their code from an earlier run, whatever they say now, in their order.
    private var keptRows: [Int] = []

    init() {
        self.init(capacity: 0)
    }

    private init(capacity: Int) {
        codes = FixedBuffer(uninitializedCount: capacity)
        actions = FixedBuffer(uninitializedCount: capacity)
        items = FixedBuffer(uninitializedCount: capacity)
        quantities = FixedBuffer(uninitializedCount: capacity)
        ids = FixedBuffer(uninitializedCount: capacity)
        earlierUses = FixedBuffer(uninitializedCount: capacity)
    }

    /// The hash of a row's id; nil for a row that has none.
    package func id(of row: Int) -> IDHash? {
        guard hasIDs, ids[row].low | ids[row].high != 0 else { return nil }
        return ids[row]
    }

    /// What has become of a record, which must be a row.
    @inline(__always)
    package func outcome(_ row: Int) -> OutcomeCode {
        guard let code = OutcomeCode(rawValue: codes[unchecked: row]) else { preconditionFailure("a row has a code") }
        return code
    }

    /// The instruction of a row whose action, item and quantity could be read.
    @inlinable
    @inline(__always)
    package func instruction(_ row: Int) -> Instruction {
        guard let action = Action(rawValue: actions[row]) else { preconditionFailure("a row to apply has an action") }
        return Instruction(action, item: Int(items[unchecked: row]), quantity: Int(quantities[unchecked: row]))
    }

    /// Notes that a row keeps a code from an earlier run; rows come in their order.
    mutating func keepCode(_ code: OutcomeCode, row: Int) {
        codes[row] = code.rawValue
        keptRows.append(row)
    }

    /// Whether a row keeps its code from an earlier run, so that it does nothing in any case.
    package func keepsCode(_ row: Int) -> Bool {
        var range = keptRows.indices
        while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
            if keptRows[middle] == row { return true }
            range = keptRows[middle] < row ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return false
    }

    /// Makes room for `count` records.
    mutating func prepare(count: Int) {
        if count > codes.count { self = DecodedRows(capacity: count + count / 4) }
        self.count = count
        rowCount = 0
        blankCount = 0
        keptRows.removeAll(keepingCapacity: true)
        hasEarlierUses = false
    }

    /// Whether a row has an id and stands at success: before it is applied because nothing is wrong with it so far,
    /// afterwards because it has used its id.
    @inline(__always)
    func needsID(_ row: Int) -> Bool {
        codes[row] == OutcomeCode.success.rawValue && (ids[row].low | ids[row].high) != 0
    }

    /// Notes what an earlier run used the id of a row for.
    mutating func setEarlierUse(_ use: IDUse, row: Int) {
        if !hasEarlierUses { for row in 0..<count { earlierUses[row] = 0 } }
        hasEarlierUses = true
        earlierUses[row] =
            IDTable.Entry(
                Instruction(use.action, item: use.item ?? Int(None.item), quantity: use.quantity), isUsed: true
            ).bits
    }

    /// What an earlier run used the id of a row for; nil if none did.
    ///
    /// Only with `hasEarlierUses`.
    @inline(__always)
    func earlierUse(row: Int) -> IDTable.Entry? {
        earlierUses[row] == 0 ? nil : IDTable.Entry(bits: earlierUses[row])
    }
}
