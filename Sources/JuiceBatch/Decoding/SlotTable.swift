internal import CLinux
internal import Glibc
package import JuiceCore

/// A slot of a `SlotTable`: a value, with all or most of the hash by which it is found.
protocol TableSlot: BitwiseCopyable {
    /// Creates the empty slot, whose bytes are all zero.
    init()
    var isEmpty: Bool { get }
    /// Evenly distributed bits, of which the highest determine the slot at which a search starts.
    var home: UInt64 { get }
}

/// The number of rows between the prefetch of an entry and its use, in which the memory has time to respond.
let prefetchDistance = 16

/// A flat open-addressing table that is at most five eighths full, and doubles in place.
///
/// The highest bits of a hash give the slot at which its search starts, so doubling the table doubles that index.
/// Entries are moved starting from the end, so that none passes an entry that still has to be moved.
@safe struct SlotTable<Slot: TableSlot>: ~Copyable {
    private var slots: UnsafeMutablePointer<Slot>
    /// The number of slots; a power of two.
    private(set) var capacity = 1024
    /// The number of bits by which a hash is shifted right to get its first slot.
    private var shift: UInt64 = 64 - 10
    private(set) var count = 0

    init() {
        guard let memory = unsafe mapMemory(byteCount: capacity * MemoryLayout<Slot>.stride) else {
            preconditionFailure("out of memory for the table of ids")
        }
        unsafe slots = memory.bindMemory(to: Slot.self, capacity: capacity)
    }

    deinit { unsafe munmap(slots, capacity * MemoryLayout<Slot>.stride) }
    /// The index of the slot at which the search for a hash starts.
    @inline(__always) func start(_ home: UInt64) -> Int { Int(truncatingIfNeeded: home &>> shift) }
    @inline(__always) func next(_ index: Int) -> Int { (index &+ 1) & (capacity &- 1) }
    @inline(__always) subscript(index: Int) -> Slot { unsafe slots[index] }

    /// Stores a value in an empty slot, or in the slot with the same hash; room must have been reserved.
    @inline(__always) mutating func store(_ slot: Slot, at index: Int) {
        if unsafe slots[index].isEmpty { count += 1 }
        unsafe slots[index] = slot
    }

    /// Reserves room for further slots, so that storing them does not allocate; throws `inputOutput` without memory.
    @inline(__always) mutating func reserve(_ extra: Int) throws(BatchError) {
        while count + extra > capacity / 8 * 5 { try grow() }
    }

    /// Prefetches the slot of a hash that will be needed soon, so that cache misses overlap.
    @inline(__always) func prefetch(_ home: UInt64) {
        let slot = unsafe slots + start(home)
        unsafe prefetch_for_writing(slot)
        // A search may go on to the next slot, which can be in the next cache line.
        unsafe prefetch_for_writing(slot + 2)
    }

    @inline(never) private mutating func grow() throws(BatchError) {
        let old = capacity
        let length = old * MemoryLayout<Slot>.stride
        guard let memory = unsafe extend_mapping(slots, length, length * 2), unsafe memory != MAP_FAILED else {
            throw .inputOutput(path: "ids", errno: ENOMEM)
        }
        unsafe slots = memory.bindMemory(to: Slot.self, capacity: old * 2)
        capacity = old * 2
        shift -= 1
        // The few entries that cannot be moved yet, because they belong before a slot that is still to be moved.
        var late: [Slot] = []
        for at in stride(from: old - 1, through: 0, by: -1) where unsafe !slots[at].isEmpty {
            let moved = unsafe slots[at]
            unsafe slots[at] = Slot()
            var target = start(moved.home)
            let isEarly = target >= at
            while unsafe isEarly && target < capacity && !slots[target].isEmpty { target += 1 }
            if isEarly && target < capacity {
                unsafe slots[target] = moved
            } else {
                late.append(moved)
            }
        }
        for moved in late {
            var target = start(moved.home)
            while unsafe !slots[target].isEmpty { target = next(target) }
            unsafe slots[target] = moved
        }
    }
}

/// A counter that numbers the occurrences of each text 1, 2, 3 and so on.
///
/// It stores 96 bits of a text's hash; among a billion texts, two share them with a probability of 10^-11.
struct OccurrenceCounter: ~Copyable {
    struct Slot: TableSlot {
        /// `IDHash.high` of the text.
        var home: UInt64 = 0
        var low: UInt32 = 0
        var count: UInt32 = 0

        // A text that has been counted down to 0 keeps its slot.
        var isEmpty: Bool { home == 0 && low == 0 && count == 0 }
    }

    private var slots = SlotTable<Slot>()
    private var countsDown = false

    /// Switches to counting down: the texts so far come once more, in reverse order, and get the same numbers.
    mutating func countFromEnd() { countsDown = true }

    /// Returns the occurrence number of the next text; throws an error without memory or after 2^32 − 1 equal texts.
    @inline(__always) mutating func next(_ text: IDHash) throws(BatchError) -> Int {
        try slots.reserve(1)
        let low = UInt32(truncatingIfNeeded: text.low)
        var at = slots.start(text.high)
        while !slots[at].isEmpty && (slots[at].home != text.high || slots[at].low != low) { at = slots.next(at) }
        let before = slots[at].count
        if countsDown {
            if before > 0 { slots.store(Slot(home: text.high, low: low, count: before - 1), at: at) }
            return max(1, Int(before))
        }
        guard before < .max else { throw .invariant("more rows are the same than can be counted") }
        slots.store(Slot(home: text.high, low: low, count: before + 1), at: at)
        return Int(before) + 1
    }

    @inline(__always) func prefetch(_ text: IDHash) { slots.prefetch(text.high) }
}

/// The ids that a run has seen so far and their uses, in a flat table of hashes with 26 to 51 bytes for each id.
///
/// It stores 96 bits of an id's hash; among a billion ids, two share them with a probability of 10^-11.
package struct IDTable: ~Copyable {
    /// An instruction in 59 bits, and the state of its id.
    package struct Entry: Equatable {
        /// The entry from its lowest bit: quantity (40 bits), item (16), action (3), the demand bit, and state (2).
        ///
        /// With the demand bit, the upper half of the bits of the quantity is the index of a day.
        package var bits: UInt64

        /// The largest index of an item that an entry can hold.
        package static let itemMax = 0xFFFF
        /// The largest quantity that an entry can hold.
        package static let quantityMax = 1 << 40 - 1
        private static let actionMax: UInt8 = 7

        // The states by the best outcome of a row with the id: any other, short of stock, success; 0 is an empty slot.
        private static let seenState: UInt64 = 1
        private static let shortState: UInt64 = 2
        private static let usedState: UInt64 = 3
        private static let stateShift: UInt64 = 62
        private static let demandBit: UInt64 = 1 << 59
        private static let orderBits: UInt64 = 20
        /// The largest index of a day; all later days share it.
        private static let dayMax = 1 << 20 - 1
        private static let instructionBits: UInt64 = 1 << 59 - 1

        /// The entry of an id whose rows so far have neither succeeded nor been short of stock.
        package static let seen = Entry(bits: seenState << stateShift)

        /// Creates an entry from the instruction of a row that succeeded (`isUsed`) or was its id's first shortage.
        ///
        /// `demandDay` is the index of the day on which the missing fruit counts as demand; nil if it does not count.
        package init(_ instruction: Instruction, isUsed: Bool, demandDay: Int? = nil) {
            let (item, quantity) = (instruction.item, instruction.quantity)
            precondition(
                (0...Self.itemMax).contains(item) && (0...Self.quantityMax).contains(quantity)
                    && instruction.action.rawValue <= Self.actionMax,
                "an instruction fits into its bits")
            bits = UInt64(quantity) | UInt64(item) << 40 | UInt64(instruction.action.rawValue) << 56
            bits |= (isUsed ? Self.usedState : Self.shortState) << Self.stateShift
            if let demandDay { bits |= Self.demandBit | UInt64(min(demandDay, Self.dayMax)) << Self.orderBits }
        }

        /// Creates the entry of an id that an earlier run has used; nil if no instruction has these values.
        ///
        /// `item` is the index on the menu, from 0, or nil if this menu lacks the item.
        package init?(usedFor action: Action, item: Int?, quantity: Int) {
            guard action.quantities.contains(quantity), item.map((0..<Self.itemMax).contains) ?? true else {
                return nil
            }
            self.init(Instruction(action, item: item ?? Int(DecodedRows.noItem), quantity: quantity), isUsed: true)
        }

        package init(bits: UInt64) { self.bits = bits }
        /// Whether a row with the id succeeded.
        package var isUsed: Bool { bits >> Self.stateShift == Self.usedState }
        /// The index of the day on which the fruit that the row lacked counts as demand; nil if it does not count.
        package var demandDay: Int? {
            bits & Self.demandBit == 0 ? nil : Int(truncatingIfNeeded: bits >> Self.orderBits) & Self.dayMax
        }
        /// Whether a row with the id succeeded or was short of stock; only then does the entry contain an instruction.
        package var isKnown: Bool { bits >> Self.stateShift >= Self.shortState }
        /// The instruction of an id that is known (`isKnown`).
        package var instruction: Instruction {
            guard isKnown, let action = Action(rawValue: UInt8(bits >> 56) & Self.actionMax) else {
                preconditionFailure("The entry contains no valid instruction")
            }
            let quantityMask = demandDay == nil ? Self.quantityMax : 1 << Self.orderBits - 1
            return Instruction(
                action, item: Int(bits >> 40) & Self.itemMax, quantity: Int(truncatingIfNeeded: bits) & quantityMask)
        }
        /// Whether two entries contain the same instruction, regardless of the state of their ids.
        package func requestsSame(as other: Entry) -> Bool { (bits ^ other.bits) & Self.instructionBits == 0 }
    }

    struct Slot: TableSlot {
        var low: UInt64 = 0
        var high: UInt32 = 0
        /// The entry in the form of `code(_:)`; 0 for an empty slot.
        var code: UInt32 = 0

        var isEmpty: Bool { code == 0 }
        var home: UInt64 { low }
    }

    // An entry in 32 bits: first its bits from 59 up, then the rest if it is small, or `largeBit` and an index in `large`.
    private static var quantityMask: UInt64 { 0x3FFF }
    private static var itemMask: UInt64 { 0x7FF }
    private static var actionMask: UInt64 { 7 }
    private static var largeBit: UInt32 { 1 << 28 }

    private var slots = SlotTable<Slot>()
    /// The distinct entries that are not small, and the code of each by its bits.
    private var large: [UInt64] = []
    private var largeCodes: [UInt64: UInt32] = [:]

    /// The number of ids in the table.
    package var count: Int { slots.count }

    package init() {}

    /// The index of the slot that contains an id, or of the empty slot for it; valid until something is stored.
    package func slot(of hash: IDHash) -> Int {
        let high = UInt32(truncatingIfNeeded: hash.high)
        var at = slots.start(hash.low)
        while slots[at].code != 0 && (slots[at].low != hash.low || slots[at].high != high) { at = slots.next(at) }
        return at
    }

    /// The entry of the id in a slot, if a row with the id succeeded or was short of stock; nil otherwise.
    package func entry(at slot: Int) -> Entry? {
        let entry = entry(slots[slot].code)
        return entry.isKnown ? entry : nil
    }

    /// Whether any row had the id of a slot, with any outcome.
    package func isSeen(at slot: Int) -> Bool { slots[slot].code != 0 }

    /// Records that a row had an id, in the slot that `slot(of:)` returned for it; room must have been reserved.
    package mutating func markSeen(id hash: IDHash, at slot: Int) {
        if !isSeen(at: slot) { store(.seen, id: hash, at: slot) }
    }

    /// Stores an entry in the slot that `slot(of:)` returned for the id; room must have been reserved.
    package mutating func store(_ entry: Entry, id hash: IDHash, at slot: Int) {
        let high = UInt32(truncatingIfNeeded: hash.high)
        slots.store(Slot(low: hash.low, high: high, code: code(entry)), at: slot)
    }

    @inline(__always) private mutating func code(_ entry: Entry) -> UInt32 {
        let bits = entry.bits
        // The bits of the quantity and the item that a small entry cannot have.
        let largeBits =
            (UInt64(Entry.quantityMax) & ~Self.quantityMask) | (UInt64(Entry.itemMax) & ~Self.itemMask) << 40
        guard bits & largeBits == 0 else { return largeCode(bits) }
        // State and demand, the action, the item and the quantity.
        let top = UInt32(bits >> 62) << 30 | UInt32(bits >> 59 & 1) << 29 | UInt32(bits >> 56 & Self.actionMask) << 25
        return top | UInt32(bits >> 40 & Self.itemMask) << 14 | UInt32(bits & Self.quantityMask)
    }

    @inline(never) private mutating func largeCode(_ bits: UInt64) -> UInt32 {
        if let code = largeCodes[bits] { return code }
        let code = Self.largeBit | UInt32(large.count)
        large.append(bits)
        largeCodes[bits] = code
        return code
    }

    @inline(__always) private func entry(_ code: UInt32) -> Entry {
        guard code & Self.largeBit == 0 else { return Entry(bits: large[Int(code & (Self.largeBit - 1))]) }
        let code = UInt64(code)
        let top = (code >> 30) << 62 | (code >> 29 & 1) << 59 | (code >> 25 & Self.actionMask) << 56
        return Entry(bits: top | (code >> 14 & Self.itemMask) << 40 | code & Self.quantityMask)
    }

    /// Reserves room for further ids; throws `inputOutput` without memory or with too many distinct entries.
    package mutating func reserve(_ extra: Int) throws(BatchError) {
        guard large.count + extra <= Int(Self.largeBit) else { throw .inputOutput(path: "ids", errno: ENOMEM) }
        try slots.reserve(extra)
    }

    @inline(__always) func prefetch(_ hash: IDHash) { slots.prefetch(hash.low) }
}
