internal import CLinux
internal import Glibc

/// A slot of a `SlotTable`: a value, with all or most of the hash by which it is found.
protocol TableSlot: BitwiseCopyable {
    /// The empty slot, whose bytes are all zero.
    static var empty: Self { get }
    /// Whether the slot contains no value.
    var isEmpty: Bool { get }
    /// Evenly distributed bits, of which the highest determine the slot at which a search starts.
    var home: UInt64 { get }
}

/// A flat open-addressing table that is at most five eighths full.
///
/// The table doubles in place. The highest bits of a hash give the slot at which its search starts, so in a table twice
/// as long that slot's index is doubled. Entries are moved starting from the end, so that none passes an entry that
/// still has to be moved.
struct SlotTable<Slot: TableSlot>: ~Copyable {
    private var slots: UnsafeMutablePointer<Slot>
    /// The number of slots; a power of two.
    private(set) var capacity: Int
    /// The number of bits by which a hash is shifted right to get its first slot.
    private var shift: UInt64
    /// The number of slots in use.
    private(set) var count = 0

    init() {
        capacity = 1024
        shift = 64 - 10
        slots = Self.emptySlots(capacity)
    }

    deinit {
        munmap(slots, capacity * MemoryLayout<Slot>.stride)
    }

    /// The slot at which the search for a hash starts.
    @inline(__always)
    func start(_ home: UInt64) -> Int { Int(truncatingIfNeeded: home &>> shift) }

    /// The slot after another one; after the last slot comes the first.
    @inline(__always)
    func next(_ place: Int) -> Int { (place &+ 1) & (capacity &- 1) }

    /// The slot at an index below `capacity`.
    @inline(__always)
    subscript(place: Int) -> Slot { slots[place] }

    /// Stores a slot where an empty slot or one with the same hash is; room must have been reserved.
    @inline(__always)
    mutating func store(_ slot: Slot, at place: Int) {
        if slots[place].isEmpty { count += 1 }
        slots[place] = slot
    }

    /// Reserves room for a number of further slots, so that storing them does not allocate.
    ///
    /// - Throws: `inputOutput` if the system has no memory.
    @inline(__always)
    mutating func reserve(_ extra: Int) throws(BatchError) {
        while count + extra > capacity / 8 * 5 { try grow() }
    }

    /// Prefetches the slot of a hash that will be needed soon, so that cache misses overlap.
    @inline(__always)
    func prefetch(_ home: UInt64) {
        let slot = slots + start(home)
        prefetch_for_writing(slot)
        // A search may go on to the next slot, which can be in the next cache line.
        prefetch_for_writing(slot + 2)
    }

    /// Doubles the table, and moves its entries to their new slots.
    @inline(never)
    private mutating func grow() throws(BatchError) {
        let old = capacity
        let length = old * MemoryLayout<Slot>.stride
        guard let memory = extend_mapping(slots, length, length * 2), memory != MAP_FAILED else {
            throw .inputOutput(path: "ids", errno: ENOMEM)
        }
        slots = memory.bindMemory(to: Slot.self, capacity: old * 2)
        capacity = old * 2
        shift -= 1
        // Entries that cannot be moved yet, because they belong before a slot that has not been moved.
        //
        // These are few: their search started near the start of the table, or wrapped around its end.
        var late: [Slot] = []
        for at in stride(from: old - 1, through: 0, by: -1) where !slots[at].isEmpty {
            let moved = slots[at]
            slots[at] = .empty
            var target = start(moved.home)
            let isEarly = target >= at
            while isEarly && target < capacity && !slots[target].isEmpty { target += 1 }
            if isEarly && target < capacity {
                slots[target] = moved
            } else {
                late.append(moved)
            }
        }
        for moved in late {
            var target = start(moved.home)
            while !slots[target].isEmpty { target = next(target) }
            slots[target] = moved
        }
    }

    private static func emptySlots(_ count: Int) -> UnsafeMutablePointer<Slot> {
        let length = count * MemoryLayout<Slot>.stride
        guard let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            memory != MAP_FAILED
        else { preconditionFailure("out of memory for the table of ids") }
        // Ids are spread over the whole table, and huge pages avoid most TLB misses. This is a hint, so failure is
        // ignored.
        madvise(memory, length, MADV_HUGEPAGE)
        return memory.bindMemory(to: Slot.self, capacity: count)
    }
}

/// Counts how often each text has occurred: numbers equal texts 1, 2, 3 and so on.
///
/// Of the 128 bits of a text's hash 96 are stored, so that a text takes 16 bytes. Among a billion texts, two share
/// these bits with a probability of 10^-11.
struct OccurrenceCounter: ~Copyable {
    /// The slot of a counted id.
    struct Slot: TableSlot {
        var home: UInt64
        var low: UInt32
        /// The number of occurrences, up to `UInt32.max`.
        var count: UInt32

        static let empty = Slot(home: 0, low: 0, count: 0)
        // A text that has been counted down to 0 keeps its slot.
        var isEmpty: Bool { home == 0 && low == 0 && count == 0 }
    }

    private var slots = SlotTable<Slot>()
    private var countsDown = false

    /// Switches to counting down: the texts counted so far occur once more, in reverse order, with the same numbers.
    mutating func countFromEnd() { countsDown = true }

    /// Returns the occurrence number of the next text.
    ///
    /// - Throws: `inputOutput` if the system has no memory; `invariant` after 4,294,967,295 equal texts.
    @inline(__always)
    mutating func next(_ text: IDHash) throws(BatchError) -> Int {
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

    /// Prefetches the slot of a text that will be needed soon.
    @inline(__always)
    func prefetch(_ text: IDHash) { slots.prefetch(text.high) }
}
