internal import CLinux
import Glibc
package import JuiceCore

/// What the ids of a run have done so far: a flat open-addressing table of their 128-bit hashes.
///
/// An entry takes 24 bytes and the table is at most five eighths full, so an id costs 77 bytes at the worst: when the
/// table has just doubled. It does so where it lies, since the first bits of a hash say where its search starts: twice
/// as far on in a table twice as long, so that what is moved from the end on passes nothing that was not.
package struct IDTable: ~Copyable {
    /// An instruction in 59 bits, and what has come of its id so far.
    package struct Entry: Equatable {
        package var bits: UInt64

        /// The largest item and quantity that it has room for.
        package static let itemMax = 0xFFFF
        package static let quantityMax = 1 << 40 - 1

        /// What has come of an id, in the two bits above an instruction; 0 is an empty slot.
        private enum State {
            /// Somebody had it, but it is neither used nor was it short first.
            static let seen: UInt64 = 1
            static let short: UInt64 = 2
            static let used: UInt64 = 3
        }
        private static let stateShift: UInt64 = 62
        private static let instructionBits: UInt64 = 1 << 59 - 1

        /// The entry of an id that somebody had without using it or being short.
        package static let seen = Entry(bits: State.seen << stateShift)

        /// - Parameter isUsed: whether the row succeeded; false for the first shortage of an id.
        package init(_ instruction: Instruction, isUsed: Bool) {
            let (item, quantity) = (instruction.item, instruction.quantity)
            precondition(
                (0...Self.itemMax).contains(item) && (0...Self.quantityMax).contains(quantity),
                "an instruction fits into its bits")
            bits = UInt64(quantity) | UInt64(item) << 40 | UInt64(instruction.action.rawValue) << 56
            bits |= (isUsed ? State.used : State.short) << Self.stateShift
        }

        package init(bits: UInt64) { self.bits = bits }

        /// Whether a row with the id succeeded.
        package var isUsed: Bool { bits >> Self.stateShift == State.used }
        /// Whether the id is used or was short first, so that the entry holds an instruction.
        package var isKnown: Bool { bits >> Self.stateShift >= State.short }
        package var instruction: Instruction {
            guard isKnown, let action = Action(rawValue: UInt8(bits >> 56 & 7)) else {
                preconditionFailure("an entry holds what was put into it")
            }
            return Instruction(
                action, item: Int(bits >> 40) & Self.itemMax, quantity: Int(truncatingIfNeeded: bits) & Self.quantityMax
            )
        }
        /// Whether both ask for the same, used or not.
        package func asksSame(as other: Entry) -> Bool { (bits ^ other.bits) & Self.instructionBits == 0 }
    }

    private struct Slot {
        var low: UInt64
        var high: UInt64
        var bits: UInt64
    }

    private var slots: UnsafeMutablePointer<Slot>
    /// How many slots there are; a power of two.
    private var capacity: Int
    /// By how many bits a hash is shifted for the slot where its search starts.
    private var shift: UInt64
    /// How many ids the table holds.
    package private(set) var count = 0

    package init() {
        capacity = 1024
        shift = 64 - 10
        slots = Self.emptySlots(capacity)
    }

    deinit {
        munmap(slots, capacity * MemoryLayout<Slot>.stride)
    }

    /// The slot that holds the id, or the empty one in which it belongs; valid until something is stored.
    package func slot(of hash: IDHash) -> Int {
        var at = home(of: hash.low)
        while slots[at].bits != 0 && (slots[at].low != hash.low || slots[at].high != hash.high) {
            at = (at &+ 1) & (capacity &- 1)
        }
        return at
    }

    /// Where the search for an id starts.
    @inline(__always)
    private func home(of low: UInt64) -> Int { Int(truncatingIfNeeded: low &>> shift) }

    /// What the id of a slot was used for or short of; nil if nobody had it, or without either.
    package func entry(at slot: Int) -> Entry? {
        let entry = Entry(bits: slots[slot].bits)
        return entry.isKnown ? entry : nil
    }

    /// The bits that stand in a slot; 0 if it is empty.
    func bits(at slot: Int) -> UInt64 { slots[slot].bits }

    /// Whether somebody had the id of a slot, whatever came of it.
    package func isSeen(at slot: Int) -> Bool { slots[slot].bits != 0 }

    /// Notes that somebody had an id, in the slot that `slot(of:)` gave for it, where room has been reserved.
    package mutating func see(id hash: IDHash, at slot: Int) {
        if !isSeen(at: slot) { store(.seen, id: hash, at: slot) }
    }

    /// Stores an entry in the slot that `slot(of:)` gave for this id, where room has been reserved.
    package mutating func store(_ entry: Entry, id hash: IDHash, at slot: Int) {
        if slots[slot].bits == 0 { count += 1 }
        slots[slot] = Slot(low: hash.low, high: hash.high, bits: entry.bits)
    }

    /// Makes room for so many more ids, so that storing one asks for nothing.
    ///
    /// - Throws: `inputOutput` where the system has no memory.
    package mutating func reserve(_ extra: Int) throws(BatchError) {
        while count + extra > capacity / 8 * 5 { try grow() }
    }

    /// Has the processor fetch the slot of an id that comes soon, so that cache misses overlap instead of adding up.
    @inline(__always)
    func prefetch(_ hash: IDHash) {
        let slot = slots + home(of: hash.low)
        prefetch_for_writing(slot)
        // Where a neighbour is looked at next, it may stand in the next line.
        prefetch_for_writing(slot + 2)
    }

    /// Doubles the table, and moves what it holds to where it belongs then.
    private mutating func grow() throws(BatchError) {
        let old = capacity
        let length = old * MemoryLayout<Slot>.stride
        guard let memory = extend_mapping(slots, length, length * 2), memory != MAP_FAILED else {
            throw .inputOutput(path: "ids", errno: ENOMEM)
        }
        slots = memory.bindMemory(to: Slot.self, capacity: old * 2)
        capacity = old * 2
        shift -= 1
        // What would go before a slot that is still to be moved: the few whose search began near the table's start, or
        // goes round its end.
        var late: [Slot] = []
        for at in stride(from: old - 1, through: 0, by: -1) where slots[at].bits != 0 {
            let moved = slots[at]
            slots[at].bits = 0
            var target = home(of: moved.low)
            let isEarly = target >= at
            while isEarly && target < capacity && slots[target].bits != 0 { target += 1 }
            if isEarly && target < capacity {
                slots[target] = moved
            } else {
                late.append(moved)
            }
        }
        for moved in late { slots[slot(of: IDHash(low: moved.low, high: moved.high))] = moved }
    }

    private static func emptySlots(_ count: Int) -> UnsafeMutablePointer<Slot> {
        let length = count * MemoryLayout<Slot>.stride
        guard let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            memory != MAP_FAILED
        else { preconditionFailure("out of memory for the table of ids") }
        // Ids lie all over the table; large pages spare most of the misses in finding them. A wish, not a need.
        madvise(memory, length, MADV_HUGEPAGE)
        return memory.bindMemory(to: Slot.self, capacity: count)
    }
}
