import Glibc

/// Remembers what cells mean, so that a spelling is only worked out once, whatever it takes.
///
/// A flat table of bounded size: when it is full it starts anew, so a hostile file costs time but no memory.
struct SpellingMemo: ~Copyable {
    /// The longest cell that is remembered.
    static let key_bytes_max = 64
    private static let slotCount = 4096

    private struct Slot {
        var hash: UInt64
        var offset: UInt32
        var length: UInt32
        var value: UInt64
    }

    private let slots: UnsafeMutablePointer<Slot>
    private let keys: UnsafeMutablePointer<UInt8>
    private var keyCount = 0
    private var count = 0

    init() {
        slots = .allocate(capacity: Self.slotCount)
        keys = .allocate(capacity: Self.slotCount / 2 * Self.key_bytes_max)
        slots.initialize(repeating: Slot(hash: 0, offset: 0, length: .max, value: 0), count: Self.slotCount)
    }

    deinit {
        slots.deallocate()
        keys.deallocate()
    }

    /// What the cell means: as remembered, or as `resolve` says, which must say the same at any time.
    @inline(__always)
    mutating func value(
        _ cell: UnsafeBufferPointer<UInt8>, resolve: (UnsafeBufferPointer<UInt8>) -> UInt64
    ) -> UInt64 {
        guard cell.count <= Self.key_bytes_max else { return resolve(cell) }
        let hash = Self.hash(cell)
        var at = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
        while slots[at].length != .max {
            if slots[at].hash == hash && Int(slots[at].length) == cell.count && holds(cell, at) {
                return slots[at].value
            }
            at = (at &+ 1) & (Self.slotCount - 1)
        }
        let value = resolve(cell)
        remember(cell, hash: hash, value: value, at: at)
        return value
    }

    @inline(__always)
    private func holds(_ cell: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
        guard let base = cell.baseAddress else { return true }
        return memcmp(keys + Int(slots[at].offset), base, cell.count) == 0
    }

    private mutating func remember(_ cell: UnsafeBufferPointer<UInt8>, hash: UInt64, value: UInt64, at: Int) {
        guard count < Self.slotCount / 2 else {
            slots.update(repeating: Slot(hash: 0, offset: 0, length: .max, value: 0), count: Self.slotCount)
            keyCount = 0
            count = 0
            return
        }
        if let base = cell.baseAddress { memcpy(keys + keyCount, base, cell.count) }
        slots[at] = Slot(hash: hash, offset: UInt32(keyCount), length: UInt32(cell.count), value: value)
        keyCount += cell.count
        count += 1
    }

    @inline(__always)
    private static func hash(_ cell: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let raw = UnsafeRawBufferPointer(cell)
        var hash = UInt64(truncatingIfNeeded: raw.count) &* 0x9E37_79B9_7F4A_7C15
        var at = 0
        while at + 8 <= raw.count {
            hash = (hash ^ raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)) &* 0xFF51_AFD7_ED55_8CCD
            hash ^= hash &>> 32
            at += 8
        }
        var last: UInt64 = 0
        while at < raw.count {
            last = last &<< 8 | UInt64(raw[at])
            at += 1
        }
        hash = (hash ^ last) &* 0xC4CE_B9FE_1A85_EC53
        return hash ^ (hash &>> 29)
    }
}
