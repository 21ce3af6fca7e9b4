internal import CLinux
internal import Glibc

/// A slot of a `SlotTable`: all or most of the hash that it is found by, and its value.
protocol TableSlot: BitwiseCopyable {
    /// The slot of all zero bytes.
    static var empty: Self { get }
    /// Whether nothing is stored.
    var isEmpty: Bool { get }
    /// Evenly distributed bits that say where the search starts: of the highest first.
    var home: UInt64 { get }
}

/// A flat open-addressing table, at most five eighths full.
///
/// It doubles in place: the first bits of a hash give the first slot of its search, which in a table twice as long is
/// twice as far on, so that entries moved from the end on pass none that still has to move.
struct SlotTable<Slot: TableSlot>: ~Copyable {
    private var slots: UnsafeMutablePointer<Slot>
    /// The number of slots; a power of two.
    private(set) var capacity: Int
    /// The number of bits by which a hash is shifted for its first slot.
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

    /// The slot where the search for a hash starts.
    @inline(__always)
    func start(_ home: UInt64) -> Int { Int(truncatingIfNeeded: home &>> shift) }

    /// The slot behind another one, round the end.
    @inline(__always)
    func next(_ place: Int) -> Int { (place &+ 1) & (capacity &- 1) }

    /// The slot at a place below `capacity`.
    @inline(__always)
    subscript(place: Int) -> Slot { slots[place] }

    /// Stores something where nothing was, or something else of the same hash, where room has been reserved.
    @inline(__always)
    mutating func store(_ slot: Slot, at place: Int) {
        if slots[place].isEmpty { count += 1 }
        slots[place] = slot
    }

    /// Makes room for so many more, so that storing one asks for nothing.
    ///
    /// - Throws: `inputOutput` where the system has no memory.
    @inline(__always)
    mutating func reserve(_ extra: Int) throws(BatchError) {
        while count + extra > capacity / 8 * 5 { try grow() }
    }

    /// Prefetches the slot of a hash that is needed soon, so that cache misses overlap instead of adding up.
    @inline(__always)
    func prefetch(_ home: UInt64) {
        let slot = slots + start(home)
        prefetch_for_writing(slot)
        // Where a neighbour is looked at next, it may stand in the next line.
        prefetch_for_writing(slot + 2)
    }

    /// Doubles the table, and moves what it holds to where it belongs then.
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
        // What would go before a slot that is still to be moved: the few whose search began near the table's start, or
        // goes round its end.
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
        // Ids lie all over the table; large pages spare most misses. A hint: failure is ignored.
        madvise(memory, length, MADV_HUGEPAGE)
        return memory.bindMemory(to: Slot.self, capacity: count)
    }
}

/// Counts how often a text has come so far: the place, from 1, of each among those that are the same.
///
/// Of the 128 bits that stand for a text 96 are kept, so that one takes 16 bytes: of a thousand million texts two share
/// them with a chance of one in 10^11.
struct OccurrenceCounter: ~Copyable {
    /// The slot of a counted id.
    struct Slot: TableSlot {
        var home: UInt64
        var low: UInt32
        /// Up to the maximum, and no further.
        var count: UInt32

        static let empty = Slot(home: 0, low: 0, count: 0)
        // What is counted down to 0 stays in its place.
        var isEmpty: Bool { home == 0 && low == 0 && count == 0 }
    }

    private var slots = SlotTable<Slot>()
    private var countsDown = false

    /// Turns round: what has been counted so far comes once more, and its places count from the end.
    mutating func countFromEnd() { countsDown = true }

    /// The place of the next one.
    ///
    /// - Throws: `inputOutput` where the system has no memory; `invariant` beyond 4,294,967,295 that are the same.
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

    /// Prefetches the slot of a text that is needed soon.
    @inline(__always)
    func prefetch(_ text: IDHash) { slots.prefetch(text.high) }
}
