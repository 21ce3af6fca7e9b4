internal import CSV

/// Remembers what short cells mean, so that a spelling is only worked out once, whatever it takes.
///
/// A flat table of bounded size: when it is full it starts anew, so a hostile file costs time but no memory.
struct SpellingMemo: ~Copyable {
    /// The longest cell that is remembered, in bytes.
    static let key_bytes_max = 24
    private static let slotCount = 4096

    /// A cell in three words: its first eight bytes, its last eight and those between; a shorter one is filled up with
    /// zeros. With the length they tell any two cells apart.
    private struct Key: Equatable {
        var first: UInt64
        var second: UInt64
        var third: UInt64
        var length: Int

        static let none = Key(first: 0, second: 0, third: 0, length: -1)

        /// - Parameter cell: at least 24 bytes may be read from its start: it is a cell of a `RecordBatch`.
        @inline(__always)
        init(_ cell: UnsafeBufferPointer<UInt8>) {
            length = cell.count
            second = 0
            third = 0
            guard let raw = UnsafeRawPointer(cell.baseAddress), length > 0 else {
                first = 0
                return
            }
            first = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
            if length < 8 {
                first &= 1 &<< UInt64(length &* 8) &- 1
            } else {
                second = raw.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
                if length > 16 { third = raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self) }
            }
        }

        init(first: UInt64, second: UInt64, third: UInt64, length: Int) {
            self.first = first
            self.second = second
            self.third = third
            self.length = length
        }

        @inline(__always)
        var slot: Int {
            // The first three products do not wait for each other.
            var hash = (first ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
            hash = hash &+ second &* 0xFF51_AFD7_ED55_8CCD &+ third &* 0xC4CE_B9FE_1A85_EC53
            hash = (hash ^ (hash &>> 32)) &* 0x9FB2_1C65_1E98_DF25
            return Int(truncatingIfNeeded: hash &>> 40) & (slotCount - 1)
        }
    }

    private struct Slot {
        var key: Key
        var value: UInt64
    }

    private let slots: UnsafeMutablePointer<Slot>
    private var count = 0
    /// The slot that was asked for last: neighbouring rows are often alike.
    private var last = 0

    init() {
        slots = .allocate(capacity: Self.slotCount)
        slots.initialize(repeating: Slot(key: .none, value: 0), count: Self.slotCount)
    }

    deinit {
        slots.deallocate()
    }

    /// What a cell of a `RecordBatch` means: as remembered, or as `resolve` says, which must say the same at any time.
    ///
    /// - Parameter resolve: nil is an answer that is not remembered.
    @inline(__always)
    mutating func value(
        _ cell: UnsafeBufferPointer<UInt8>, resolve: (UnsafeBufferPointer<UInt8>) -> UInt64?
    ) -> UInt64? {
        guard cell.count <= Self.key_bytes_max else { return resolve(cell) }
        let key = Key(cell)
        if slots[last].key == key { return slots[last].value }
        var at = key.slot
        while slots[at].key.length >= 0 {
            if slots[at].key == key {
                last = at
                return slots[at].value
            }
            at = (at &+ 1) & (Self.slotCount - 1)
        }
        guard let value = resolve(cell) else { return nil }
        remember(key, value, at: at)
        return value
    }

    private mutating func remember(_ key: Key, _ value: UInt64, at: Int) {
        guard count < Self.slotCount / 2 else {
            slots.update(repeating: Slot(key: .none, value: 0), count: Self.slotCount)
            count = 0
            return
        }
        slots[at] = Slot(key: key, value: value)
        count += 1
    }
}
