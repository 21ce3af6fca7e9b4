internal import Glibc
package import JuiceCore

/// The uses of a run's ids so far: a flat open-addressing table of their hashes.
///
/// Of the 128 bits of a hash 96 are kept, which two of a thousand million ids share with a chance of one in 10^11. An id
/// takes 16 bytes and the table is at most five eighths full, so an id costs 51 bytes at worst, just after the table has
/// doubled.
package struct IDTable: ~Copyable {
    /// An instruction in 59 bits, and what has come of its id so far.
    package struct Entry: Equatable {
        package var bits: UInt64

        /// The largest item and quantity that an entry can hold.
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

        /// Creates an entry from an instruction.
        ///
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
        /// Whether the fruit that the row was short of counts as demand.
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
        /// The lower half of the hash's other word.
        var high: UInt32
        /// The entry as `code(_:)` has it; 0 for none.
        var code: UInt32

        static let empty = Slot(low: 0, high: 0, code: 0)
        var isEmpty: Bool { code == 0 }
        var home: UInt64 { low }
    }

    /// An entry in 32 bits: its bits from 59 up in the highest places, and below them the rest, if it is small; else
    /// `farBit` and the entry's place in `far`.
    private enum Code {
        static let quantityMask: UInt64 = 0x3FFF
        static let itemMask: UInt64 = 0x7FF
        static let actionMask: UInt64 = 7
        static let farBit: UInt32 = 1 << 28
        /// The bits of an entry that a small one does not have: of its quantity and of its item.
        static let largeBits = (UInt64(Entry.quantityMax) & ~quantityMask) | (UInt64(Entry.itemMax) & ~itemMask) << 40
    }

    private var slots = SlotTable<Slot>()
    /// The different entries that are not small.
    private var far: [UInt64] = []
    private var farCodes: [UInt64: UInt32] = [:]

    /// The number of ids in the table.
    package var count: Int { slots.count }

    package init() {}

    /// The slot that holds the id, or the empty one in which it belongs; valid until something is stored.
    package func slot(of hash: IDHash) -> Int {
        let high = UInt32(truncatingIfNeeded: hash.high)
        var at = slots.start(hash.low)
        while slots[at].code != 0 && (slots[at].low != hash.low || slots[at].high != high) { at = slots.next(at) }
        return at
    }

    /// The instruction that used the id of a slot or was short with it; nil if no row had the id, or it is only `seen`.
    package func entry(at slot: Int) -> Entry? {
        let entry = entry(slots[slot].code)
        return entry.isKnown ? entry : nil
    }

    /// Whether a row had the id of a slot, whatever its outcome.
    package func isSeen(at slot: Int) -> Bool { slots[slot].code != 0 }

    /// Records that a row had an id, in the slot that `slot(of:)` gave for the id; room must have been reserved.
    package mutating func see(id hash: IDHash, at slot: Int) {
        if !isSeen(at: slot) { store(.seen, id: hash, at: slot) }
    }

    /// Stores an entry in the slot that `slot(of:)` gave for this id, where room has been reserved.
    package mutating func store(_ entry: Entry, id hash: IDHash, at slot: Int) {
        let high = UInt32(truncatingIfNeeded: hash.high)
        slots.store(Slot(low: hash.low, high: high, code: code(entry)), at: slot)
    }

    @inline(__always)
    private mutating func code(_ entry: Entry) -> UInt32 {
        let bits = entry.bits
        guard bits & Code.largeBits == 0 else { return farCode(bits) }
        // State and demand, the action, the item and the quantity.
        let top = UInt32(bits >> 62) << 30 | UInt32(bits >> 59 & 1) << 29 | UInt32(bits >> 56 & Code.actionMask) << 25
        return top | UInt32(bits >> 40 & Code.itemMask) << 14 | UInt32(bits & Code.quantityMask)
    }

    @inline(never)
    private mutating func farCode(_ bits: UInt64) -> UInt32 {
        if let code = farCodes[bits] { return code }
        // Any bits above `farBit` that keep the code from being 0 do.
        let code = 1 << 30 | Code.farBit | UInt32(far.count)
        far.append(bits)
        farCodes[bits] = code
        return code
    }

    @inline(__always)
    private func entry(_ code: UInt32) -> Entry {
        guard code & Code.farBit == 0 else { return Entry(bits: far[Int(code & (Code.farBit - 1))]) }
        let code = UInt64(code)
        let top = (code >> 30) << 62 | (code >> 29 & 1) << 59 | (code >> 25 & Code.actionMask) << 56
        return Entry(bits: top | (code >> 14 & Code.itemMask) << 40 | code & Code.quantityMask)
    }

    /// Reserves room for a number of further ids, so that storing them does not allocate.
    ///
    /// - Throws: `inputOutput` where the system has no memory, or there are too many different entries.
    package mutating func reserve(_ extra: Int) throws(BatchError) {
        guard far.count + extra <= Int(Code.farBit) else { throw .inputOutput(path: "ids", errno: ENOMEM) }
        try slots.reserve(extra)
    }

    /// Prefetches the slot of an id that is needed soon.
    @inline(__always)
    func prefetch(_ hash: IDHash) { slots.prefetch(hash.low) }
}
