internal import CSV
internal import FlatMemory

/// Caches the meaning of short cells, of one cell or of two together, so that each spelling is interpreted only once.
///
/// The cache is a flat table of fixed size. It is emptied when it is full, so a hostile file costs time but no memory.
struct SpellingMemo: ~Copyable {
    /// The maximum length of a first cell that is cached, in bytes.
    static let firstBytesMax = 32
    /// The maximum length of a second cell that is cached, in bytes.
    static let secondBytesMax = 16
    private static let slotCount = 4096

    /// Two cells as words, padded with zeros.
    ///
    /// Together with the lengths, they are different for any two different pairs.
    // Not private: the compiler of Swift 6.3 crashes if a buffer of a private type is stored in a type of another file.
    struct Key {
        var first: (UInt64, UInt64, UInt64, UInt64)
        var second: (UInt64, UInt64)
        /// The two lengths and the context; `none` in an empty slot.
        var shape: UInt64

        static let none = UInt64.max

        @inline(__always)
        static func == (a: borrowing Key, b: borrowing Key) -> Bool {
            // One combined comparison, because a branch for each word would often be mispredicted.
            (a.first.0 ^ b.first.0) | (a.first.1 ^ b.first.1) | (a.first.2 ^ b.first.2) | (a.first.3 ^ b.first.3)
                | (a.second.0 ^ b.second.0) | (a.second.1 ^ b.second.1) | (a.shape ^ b.shape) == 0
        }

        @inline(__always)
        var slot: Int {
            // The multiplications do not depend on each other, so that they can run in parallel.
            let front = (first.0 ^ shape) &* 0x9E37_79B9_7F4A_7C15 &+ first.1 &* 0xFF51_AFD7_ED55_8CCD
            let back = first.2 &* 0xC4CE_B9FE_1A85_EC53 &+ first.3 &* 0xD6E8_FEB8_6659_FD93
            var hash = front &+ back &+ second.0 &* 0xA076_1D64_78BD_642F &+ second.1 &* 0xE703_7ED1_A0B4_28DB
            hash = (hash ^ (hash &>> 32)) &* 0x9FB2_1C65_1E98_DF25
            return Int(truncatingIfNeeded: hash &>> 40) & (slotCount - 1)
        }
    }

    struct Slot {
        var key: Key
        var value: UInt64
    }

    private let slots: FixedBuffer<Slot>
    /// The bytes from which masks of any length are read: as many set bytes as a cell may have, then as many zeros.
    private let masks: FixedBuffer<UInt8>
    private var count = 0

    init() {
        let none = Key(first: (0, 0, 0, 0), second: (0, 0), shape: Key.none)
        slots = FixedBuffer(repeating: Slot(key: none, value: 0), count: Self.slotCount)
        masks = FixedBuffer(repeating: 0, count: 2 * Self.firstBytesMax)
        for index in 0..<Self.firstBytesMax { masks[index] = 0xFF }
    }

    /// The combined meaning of two cells of a `RecordBatch`, from the cache or from `resolve`.
    ///
    /// `resolve` must always return the same value for the same cells and context.
    ///
    /// - Parameters:
    ///   - second: The second cell; nil is the same as an empty cell.
    ///   - context: A further value on which the meaning depends.
    ///   - resolve: Returns the meaning of the cells; nil is returned to the caller but not cached.
    @inline(__always)
    mutating func value(
        _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>? = nil, context: UInt8 = 0,
        resolve: () -> UInt64?
    ) -> UInt64? {
        let secondCount = second?.count ?? 0
        guard first.count <= Self.firstBytesMax, secondCount <= Self.secondBytesMax else { return resolve() }
        let key = Key(
            first: (word(0, of: first), word(1, of: first), word(2, of: first), word(3, of: first)),
            second: second.map { (word(0, of: $0), word(1, of: $0)) } ?? (0, 0),
            shape: UInt64(truncatingIfNeeded: first.count | secondCount &<< 8) | UInt64(context) &<< 16)
        var at = key.slot
        while slots[at].key.shape != Key.none {
            if slots[at].key == key { return slots[at].value }
            at = (at &+ 1) & (Self.slotCount - 1)
        }
        guard let value = resolve() else { return nil }
        remember(key, value, at: at)
        return value
    }

    /// Eight bytes of a cell, with zeros for bytes after its end.
    ///
    /// - Parameters:
    ///   - index: The index of the word, from 0; the word may be entirely after the end.
    ///   - cell: A cell of a `RecordBatch`, so that whole vectors can be read.
    @inline(__always)
    private func word(_ index: Int, of cell: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard let bytes = UnsafeRawPointer(cell.baseAddress) else { return 0 }
        let mask = UnsafeRawPointer(masks.base).loadUnaligned(
            fromByteOffset: Self.firstBytesMax &- cell.count &+ index &* 8, as: UInt64.self)
        return bytes.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self) & mask
    }

    private mutating func remember(_ key: Key, _ value: UInt64, at: Int) {
        guard count < Self.slotCount / 2 else {
            for slot in slots.indices { slots.update(slot) { $0.key.shape = Key.none } }
            count = 0
            return
        }
        slots[at] = Slot(key: key, value: value)
        count += 1
    }
}
