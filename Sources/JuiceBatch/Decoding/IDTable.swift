package import JuiceCore

/// The uses of a run's ids so far: a flat open-addressing table of their 128-bit hashes.
///
/// An entry takes 24 bytes and the table is at most five eighths full, so an id costs 77 bytes at worst, just after the
/// table has doubled.
package struct IDTable: ~Copyable {
    /// An instruction in 59 bits, and what has come of its id so far.
    package struct Entry: Equatable {
        package var bits: UInt64

        /// The largest item and quantity that it has room for.
        package static let itemMax = 0xFFFF
        package static let quantityMax = 1 << 40 - 1

        /// The largest number of an action that fits below `demandBit`.
        private static let actionMax: UInt8 = 7

        /// The state of an id, in the two bits above an instruction; 0 is an empty slot.
        private enum State {
            /// A row had the id, but no row with it succeeded or was short.
            static let seen: UInt64 = 1
            static let short: UInt64 = 2
            static let used: UInt64 = 3
        }
        private static let stateShift: UInt64 = 62
        private static let demandBit: UInt64 = 1 << 59
        private static let instructionBits: UInt64 = 1 << 59 - 1

        /// The entry of an id that a row had, while no row with it succeeded or was short.
        package static let seen = Entry(bits: State.seen << stateShift)

        /// - Parameter isUsed: whether the row succeeded; false for the first shortage of an id.
        /// - Parameter isDemand: whether what it was short of counts as demand.
        package init(_ instruction: Instruction, isUsed: Bool, isDemand: Bool = false) {
            let (item, quantity) = (instruction.item, instruction.quantity)
            precondition(
                (0...Self.itemMax).contains(item) && (0...Self.quantityMax).contains(quantity)
                    && instruction.action.rawValue <= Self.actionMax,
                "an instruction fits into its bits")
            bits = UInt64(quantity) | UInt64(item) << 40 | UInt64(instruction.action.rawValue) << 56
            bits |= (isUsed ? State.used : State.short) << Self.stateShift | (isDemand ? Self.demandBit : 0)
        }

        package init(bits: UInt64) { self.bits = bits }

        /// Whether a row with the id succeeded.
        package var isUsed: Bool { bits >> Self.stateShift == State.used }
        /// Whether what it was short of counts as demand.
        package var isDemand: Bool { bits & Self.demandBit != 0 }
        /// Whether the id is used or was short first, so that the entry holds an instruction.
        package var isKnown: Bool { bits >> Self.stateShift >= State.short }
        package var instruction: Instruction {
            guard isKnown, let action = Action(rawValue: UInt8(bits >> 56) & Self.actionMax) else {
                preconditionFailure("an entry holds what was put into it")
            }
            return Instruction(
                action, item: Int(bits >> 40) & Self.itemMax, quantity: Int(truncatingIfNeeded: bits) & Self.quantityMax
            )
        }
        /// Whether both ask for the same, used or not.
        package func asksSame(as other: Entry) -> Bool { (bits ^ other.bits) & Self.instructionBits == 0 }
    }

    /// The slot of an id.
    struct Slot: TableSlot {
        var low: UInt64
        var high: UInt64
        var bits: UInt64

        static let empty = Slot(low: 0, high: 0, bits: 0)
        var isEmpty: Bool { bits == 0 }
        var home: UInt64 { low }
    }

    private var slots = SlotTable<Slot>()
    /// The number of ids in the table.
    package var count: Int { slots.count }

    package init() {}

    /// The slot that holds the id, or the empty one in which it belongs; valid until something is stored.
    package func slot(of hash: IDHash) -> Int {
        var at = slots.start(hash.low)
        while slots[at].bits != 0 && (slots[at].low != hash.low || slots[at].high != hash.high) { at = slots.next(at) }
        return at
    }

    /// The instruction that used the id of a slot or was short with it; nil if no row had the id, or it is only `seen`.
    package func entry(at slot: Int) -> Entry? {
        let entry = Entry(bits: slots[slot].bits)
        return entry.isKnown ? entry : nil
    }

    /// Whether a row had the id of a slot, whatever its outcome.
    package func isSeen(at slot: Int) -> Bool { slots[slot].bits != 0 }

    /// Records that a row had an id, in the slot that `slot(of:)` gave for the id; room must have been reserved.
    package mutating func see(id hash: IDHash, at slot: Int) {
        if !isSeen(at: slot) { store(.seen, id: hash, at: slot) }
    }

    /// Stores an entry in the slot that `slot(of:)` gave for this id, where room has been reserved.
    package mutating func store(_ entry: Entry, id hash: IDHash, at slot: Int) {
        slots.store(Slot(low: hash.low, high: hash.high, bits: entry.bits), at: slot)
    }

    /// Makes room for so many more ids, so that storing one asks for nothing.
    ///
    /// - Throws: `inputOutput` where the system has no memory.
    package mutating func reserve(_ extra: Int) throws(BatchError) { try slots.reserve(extra) }

    /// Prefetches the slot of an id that is needed soon.
    @inline(__always)
    func prefetch(_ hash: IDHash) { slots.prefetch(hash.low) }
}
