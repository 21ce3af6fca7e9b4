internal import CPrefetch
import Glibc

/// What the ids of a run have done so far: a flat open-addressing table of their 128-bit hashes.
///
/// An entry takes 24 bytes and the table is at most thirteen sixteenths full, so an id costs 89 bytes at the worst: the
/// moment in which the table doubles.
struct IDTable: ~Copyable {
    /// An instruction in 48 bits, and whether its id is used or only was short so far.
    struct Entry: Equatable {
        var bits: UInt64

        /// - Parameter isUsed: whether the row succeeded; false for the first shortage of an id.
        init(action: Action, item: Int, quantity: Int, isUsed: Bool) {
            bits = UInt64(quantity) | UInt64(item) << 30 | UInt64(action.rawValue) << 46 | (isUsed ? 3 : 1) << 62
        }

        init(bits: UInt64) { self.bits = bits }

        var isUsed: Bool {
            get { bits >> 63 == 1 }
            set { bits = bits & (1 << 63 - 1) | (newValue ? 1 << 63 : 0) }
        }
        var quantity: Int { Int(bits & 0x3FFF_FFFF) }
        var item: Int { Int(bits >> 30 & 0xFFFF) }
        var action: Action { Action(rawValue: UInt8(bits >> 46 & 3)) ?? .order }
        /// Whether both ask for the same, used or not.
        func asksSame(as other: Entry) -> Bool { (bits ^ other.bits) & (1 << 48 - 1) == 0 }
    }

    private struct Slot {
        var low: UInt64
        var high: UInt64
        var bits: UInt64
    }

    private var slots: UnsafeMutablePointer<Slot>
    private var mask: Int
    /// How many ids the table holds.
    private(set) var count = 0

    init() {
        mask = 1023
        slots = Self.emptySlots(mask + 1)
    }

    deinit {
        Self.release(slots, count: mask + 1)
    }

    /// The slot that holds the id, or the empty one in which it belongs; valid until something is stored.
    func slot(of hash: IDHash) -> Int {
        var at = Int(truncatingIfNeeded: hash.low) & mask
        while slots[at].bits != 0 && (slots[at].low != hash.low || slots[at].high != hash.high) {
            at = (at &+ 1) & mask
        }
        return at
    }

    /// What stands in a slot; nil if it is empty.
    func entry(at slot: Int) -> Entry? {
        let bits = slots[slot].bits
        return bits == 0 ? nil : Entry(bits: bits)
    }

    /// Stores an entry in the slot that `slot(of:)` gave for this id.
    mutating func store(_ entry: Entry, id hash: IDHash, at slot: Int) {
        if slots[slot].bits == 0 { count += 1 }
        slots[slot] = Slot(low: hash.low, high: hash.high, bits: entry.bits)
        if count > (mask + 1) / 16 * 13 { grow() }
    }

    /// Has the processor fetch the slot of an id that comes soon, so that cache misses overlap instead of adding up.
    @inline(__always)
    func prefetch(_ hash: IDHash) {
        let slot = slots + (Int(truncatingIfNeeded: hash.low) & mask)
        prefetch_for_writing(slot)
        // Where a neighbour is looked at next, it may stand in the next line.
        prefetch_for_writing(slot + 2)
    }

    private mutating func grow() {
        let old = slots
        let oldCount = mask + 1
        mask = oldCount * 2 - 1
        slots = Self.emptySlots(mask + 1)
        for index in 0..<oldCount where old[index].bits != 0 {
            let moved = old[index]
            slots[slot(of: IDHash(low: moved.low, high: moved.high))] = moved
        }
        Self.release(old, count: oldCount)
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

    private static func release(_ slots: UnsafeMutablePointer<Slot>, count: Int) {
        munmap(slots, count * MemoryLayout<Slot>.stride)
    }
}
