internal import CLinux
import Glibc
import JuiceCore

/// What the ids of a run have done so far: a flat open-addressing table of their 128-bit hashes.
///
/// An entry takes 24 bytes and the table is at most five eighths full, so an id costs 77 bytes at the worst: when the
/// table has just doubled. It does so where it lies, since the first bits of a hash say where its search starts: twice
/// as far on in a table twice as long, so that what is moved from the end on passes nothing that was not.
struct IDTable: ~Copyable {
    /// An instruction in 48 bits, and whether its id is used or only was short so far.
    struct Entry: Equatable {
        var bits: UInt64

        /// The largest item and quantity that it has room for.
        static let itemMax = 0xFFFF
        static let quantityMax = 0x3FFF_FFFF

        /// - Parameter isUsed: whether the row succeeded; false for the first shortage of an id.
        init(_ instruction: Instruction, isUsed: Bool) {
            let (item, quantity) = (instruction.item, instruction.quantity)
            precondition(
                (0...Self.itemMax).contains(item) && (0...Self.quantityMax).contains(quantity),
                "an instruction fits into its bits")
            bits = UInt64(quantity) | UInt64(item) << 30 | UInt64(instruction.action.rawValue) << 46
            bits |= (isUsed ? 3 : 1) << 62
        }

        init(bits: UInt64) { self.bits = bits }

        var isUsed: Bool {
            get { bits >> 63 == 1 }
            set { bits = bits & (1 << 63 - 1) | (newValue ? 1 << 63 : 0) }
        }
        var instruction: Instruction {
            guard let action = Action(rawValue: UInt8(bits >> 46 & 3)) else {
                preconditionFailure("an entry holds what was put into it")
            }
            return Instruction(
                action, item: Int(bits >> 30) & Self.itemMax, quantity: Int(truncatingIfNeeded: bits) & Self.quantityMax
            )
        }
        /// Whether both ask for the same, used or not.
        func asksSame(as other: Entry) -> Bool { (bits ^ other.bits) & (1 << 48 - 1) == 0 }
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
    private(set) var count = 0

    init() {
        capacity = 1024
        shift = 64 - 10
        slots = Self.emptySlots(capacity)
    }

    deinit {
        munmap(slots, capacity * MemoryLayout<Slot>.stride)
    }

    /// The slot that holds the id, or the empty one in which it belongs; valid until something is stored.
    func slot(of hash: IDHash) -> Int {
        var at = home(of: hash.low)
        while slots[at].bits != 0 && (slots[at].low != hash.low || slots[at].high != hash.high) {
            at = (at &+ 1) & (capacity &- 1)
        }
        return at
    }

    /// Where the search for an id starts.
    @inline(__always)
    private func home(of low: UInt64) -> Int { Int(truncatingIfNeeded: low &>> shift) }

    /// What stands in a slot; nil if it is empty.
    func entry(at slot: Int) -> Entry? {
        let bits = slots[slot].bits
        return bits == 0 ? nil : Entry(bits: bits)
    }

    /// Stores an entry in the slot that `slot(of:)` gave for this id, where room has been reserved.
    mutating func store(_ entry: Entry, id hash: IDHash, at slot: Int) {
        if slots[slot].bits == 0 { count += 1 }
        slots[slot] = Slot(low: hash.low, high: hash.high, bits: entry.bits)
    }

    /// Makes room for so many more ids, so that storing one asks for nothing.
    ///
    /// - Throws: `inputOutput` where the system has no memory.
    mutating func reserve(_ extra: Int) throws(BatchError) {
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
