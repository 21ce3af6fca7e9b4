internal import CSV

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
    package private(set) var codes: UnsafeMutablePointer<UInt8>
    /// The action of each row, `Action.rawValue`.
    package private(set) var actions: UnsafeMutablePointer<UInt8>
    /// The juice of an order, the fruit of any other instruction: its place on the menu, from 0.
    package private(set) var items: UnsafeMutablePointer<UInt16>
    /// Cups or pieces.
    package private(set) var quantities: UnsafeMutablePointer<UInt32>
    /// The hash of each row's id; only with `hasIDs`, zero for a row that has none.
    private(set) var ids: UnsafeMutablePointer<IDHash>
    /// Whether the input has a column of ids.
    var hasIDs = false
    /// What an earlier run used each row's id for, as `IDTable.Entry.bits`; 0 for nothing.
    ///
    /// Only with `hasEarlierUses`.
    private var earlierUses: UnsafeMutablePointer<UInt64>
    /// Whether an earlier run has used the id of any row.
    private(set) var hasEarlierUses = false
    /// How many records were decoded, those that are no rows included.
    package internal(set) var count = 0
    /// How many of them are rows.
    package internal(set) var rowCount = 0
    /// How many of them are blank.
    package internal(set) var blankCount = 0
    private var capacity = 0

    init() {
        codes = .allocate(capacity: 0)
        actions = .allocate(capacity: 0)
        items = .allocate(capacity: 0)
        quantities = .allocate(capacity: 0)
        ids = .allocate(capacity: 0)
        earlierUses = .allocate(capacity: 0)
    }

    deinit {
        release()
    }

    private func release() {
        codes.deallocate()
        actions.deallocate()
        items.deallocate()
        quantities.deallocate()
        ids.deallocate()
        earlierUses.deallocate()
    }

    /// The hash of a row's id; nil for a row that has none.
    func id(of row: Int) -> IDHash? {
        guard hasIDs, ids[row].low | ids[row].high != 0 else { return nil }
        return ids[row]
    }

    /// What has become of a record, which must be a row.
    @inline(__always)
    func outcome(_ row: Int) -> OutcomeCode {
        guard let code = OutcomeCode(rawValue: codes[row]) else { preconditionFailure("a row has a code") }
        return code
    }

    /// The action of a row, which must have one.
    @inline(__always)
    func action(_ row: Int) -> Action {
        guard let action = Action(rawValue: actions[row]) else { preconditionFailure("a row to apply has an action") }
        return action
    }

    /// Makes room for `count` records.
    mutating func prepare(count: Int) {
        self.count = count
        rowCount = 0
        blankCount = 0
        hasEarlierUses = false
        guard count > capacity else { return }
        release()
        capacity = count + count / 4
        codes = .allocate(capacity: capacity)
        actions = .allocate(capacity: capacity)
        items = .allocate(capacity: capacity)
        quantities = .allocate(capacity: capacity)
        ids = .allocate(capacity: capacity)
        earlierUses = .allocate(capacity: capacity)
    }

    /// Whether a row has an id and stands at success: before it is applied because nothing is wrong with it so far,
    /// afterwards because it has used its id.
    @inline(__always)
    func needsID(_ row: Int) -> Bool {
        codes[row] == OutcomeCode.success.rawValue && (ids[row].low | ids[row].high) != 0
    }

    /// Notes what an earlier run used the id of a row for.
    mutating func setEarlierUse(_ use: IDUse, row: Int) {
        if !hasEarlierUses { earlierUses.update(repeating: 0, count: count) }
        hasEarlierUses = true
        earlierUses[row] =
            IDTable.Entry(
                action: use.action, item: use.item ?? Int(None.item), quantity: use.quantity, isUsed: true
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
