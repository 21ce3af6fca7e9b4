/// Counts how often a text has come so far: the place, from 1, of each among those that are the same.
///
/// Of the 128 bits that stand for a text 96 are kept, so that one takes 16 bytes: of a thousand million texts two share
/// them with a chance of one in 10^11.
struct PlaceCounter: ~Copyable {
    /// The slot of a counted id.
    struct Slot: TableSlot {
        var home: UInt64
        var low: UInt32
        /// 0 where there is none; up to the maximum, and no further.
        var count: UInt32

        static let empty = Slot(home: 0, low: 0, count: 0)
        var isEmpty: Bool { count == 0 }
    }

    private var slots = SlotTable<Slot>()

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
        guard before < .max else { throw .invariant("more rows are the same than can be counted") }
        slots.store(Slot(home: text.high, low: low, count: before + 1), at: at)
        return Int(before) + 1
    }

    /// Has the processor fetch what it knows of a text that comes soon.
    @inline(__always)
    func prefetch(_ text: IDHash) { slots.prefetch(text.high) }
}
