internal import CSV
internal import FlatMemory

/// A matcher that compares cells with texts by `nameKey` or `cellKey`; a class, because it is passed on for each row.
final class NameMatcher: Sendable {
    private let indices: [String: Int]
    /// The index of the text that is the empty cell; nil if there is none.
    private let empty: Int?
    private let filter: WordFilter
    /// The texts that are too long for a cache, as given, with their indices.
    private let long: [(text: [UInt8], index: Int)]
    /// A number that keeps the results of this matcher apart from those of others in a shared cache.
    private let context: UInt32
    private let key: @Sendable (String) -> String

    /// The cached value of a cell that matches no text.
    private static let none: UInt64 = .max

    /// Creates a matcher for texts, of which `""` matches the empty cell, by `nameKey` or by the stricter `cellKey`.
    init(_ names: [String], by key: @escaping @Sendable (String) -> String, context: UInt32) {
        self.key = key
        let keys = names.enumerated().filter { !$0.element.isEmpty }.map { (key($0.element), $0.offset) }
        let indices = Dictionary(keys) { first, _ in first }
        self.indices = indices
        long = names.filter { $0.utf8.count > SpellingCache.firstBytesMax }.compactMap { name in
            indices[key(name)].map { (Array(name.utf8), $0) }
        }
        filter = WordFilter(names.filter { !$0.isEmpty })
        empty = names.firstIndex(of: "")
        self.context = context
    }

    /// The index, from 0, of the text that a cell of a `RecordBatch` matches; nil if it matches none.
    @inline(__always) func match(_ cell: ByteView, _ cache: inout SpellingCache) -> Int? {
        guard empty != nil || filter.mayBegin(cell) else { return nil }
        let text = trimmed(cell)
        if text.isEmpty { return empty }
        let found = cache.value(text, context: context) {
            for at in long.indices where text.elementsEqual(long[at].text) { return UInt64(long[at].index) }
            guard firstInvalidUTF8(text) == nil else { return nil }
            return indices[key(String(decoding: text, as: UTF8.self))].map(UInt64.init) ?? Self.none
        }
        return found == Self.none ? nil : found.map { Int($0) }
    }

    /// The index, from 0, of the text that a cell matches, without a cache; nil if it matches none.
    func match(_ cell: ByteView) -> Int? {
        let text = trimmedText(cell)
        return text.isEmpty ? empty : indices[key(text)]
    }
}

/// A fast test of a cell's first byte, which rejects most cells that do not begin with the first letter of a word.
///
/// It rejects only ASCII, because other characters may be equivalent to the letter.
struct WordFilter: Sendable {
    /// The bytes with which a word may begin, one bit each, starting with the lowest.
    private let firstBytes: SIMD4<UInt64>

    /// Creates a filter for some words, which are compared by `nameKey` or by `cellKey`.
    init(_ words: [String]) {
        let firsts = Set(words.map { nameKey($0).unicodeScalars.first })
        // A letter in ASCII and a separate accent may be equivalent to any other letter, but not to a syllable.
        let isAnyAllowed = firsts.contains { first in
            first.map { !$0.isASCII && !isHangulSyllable($0) } ?? true
        }
        var bits = SIMD4<UInt64>()
        for byte in UInt8.min...UInt8.max {
            let isLetter = firsts.contains(Unicode.Scalar(byte)) || firsts.contains(Unicode.Scalar(byte | 0x20))
            // Names are compared without spaces, hyphens and underscores.
            let isDropped = byte <= Ascii.space || byte == Ascii.hyphen || byte == 0x5F
            if isAnyAllowed || isLetter || isDropped || byte >= 0x7F { bits[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }
        }
        firstBytes = bits
    }

    @inline(__always) func mayBegin(_ cell: ByteView) -> Bool {
        guard let first = cell.first else { return false }
        return firstBytes[Int(first >> 6)] &>> UInt64(first & 63) & 1 != 0
    }
}

/// A cache for the meanings of short cells, of one or of two together, emptied whenever it is half full.
package struct SpellingCache: ~Copyable {
    /// The maximum lengths of a first and of a second cell that are cached, in bytes.
    static let firstBytesMax = 32
    static let secondBytesMax = 16
    /// The number of slots at first and at most; powers of two.
    private static let slotCounts = (first: 256, last: 4096)

    /// Two cells as words, padded with zeros and unique together with the lengths, and their meaning.
    // Not private: the compiler of Swift 6.3 crashes if a buffer of a private type is stored in a type of another file.
    struct Entry {
        var first: (UInt64, UInt64, UInt64, UInt64)
        var second: (UInt64, UInt64)
        /// The two lengths and the context; `emptyShape` in an empty slot.
        var shape: UInt64
        var value: UInt64 = 0

        static let emptyShape = UInt64.max

        @inline(__always) var isEmpty: Bool { shape == Self.emptyShape }

        @inline(__always) func hasSameKey(as other: borrowing Entry) -> Bool {
            // One combined comparison, because a branch for each word would often be mispredicted.
            (first.0 ^ other.first.0) | (first.1 ^ other.first.1) | (first.2 ^ other.first.2)
                | (first.3 ^ other.first.3) | (second.0 ^ other.second.0) | (second.1 ^ other.second.1)
                | (shape ^ other.shape) == 0
        }

        @inline(__always) var hash: Int {
            // The multiplications do not depend on each other, so that they can run in parallel.
            let front = (first.0 ^ shape) &* 0x9E37_79B9_7F4A_7C15 &+ first.1 &* 0xFF51_AFD7_ED55_8CCD
            let back = first.2 &* 0xC4CE_B9FE_1A85_EC53 &+ first.3 &* 0xD6E8_FEB8_6659_FD93
            var hash = front &+ back &+ second.0 &* 0xA076_1D64_78BD_642F &+ second.1 &* 0xE703_7ED1_A0B4_28DB
            hash = (hash ^ (hash &>> 32)) &* 0x9FB2_1C65_1E98_DF25
            return Int(truncatingIfNeeded: hash &>> 40)
        }
    }

    private var slots: FixedBuffer<Entry>
    /// The masks of the words of a cell, which are set in the bytes of the cell: for each length, one for each word.
    private let masks: FixedBuffer<UInt64>
    private var count = 0

    package init() {
        slots = Self.emptySlots(Self.slotCounts.first)
        let words = Self.firstBytesMax / 8
        masks = FixedBuffer(repeating: 0, count: (Self.firstBytesMax + 1) * words)
        for count in 0...Self.firstBytesMax {
            for word in 0..<words {
                let bytes = min(8, max(0, count - 8 * word))
                masks[count * words + word] = UInt64.max >> UInt64(64 - 8 * bytes)
            }
        }
    }

    private static func emptySlots(_ count: Int) -> FixedBuffer<Entry> {
        FixedBuffer(repeating: Entry(first: (0, 0, 0, 0), second: (0, 0), shape: Entry.emptyShape), count: count)
    }

    /// The combined meaning of two cells of a `RecordBatch`, from the cache or from `resolve`, whose nil is not cached.
    ///
    /// For the same cells and `context`, `resolve` always returns the same. A nil cell is the same as an empty one.
    @inline(__always) mutating func value(
        _ first: ByteView, _ second: ByteView? = nil, context: UInt32 = 0, resolve: () -> UInt64?
    ) -> UInt64? {
        let secondCount = second?.count ?? 0
        guard first.count <= Self.firstBytesMax, secondCount <= Self.secondBytesMax else { return resolve() }
        var entry = Entry(
            first: (word(0, of: first), word(1, of: first), word(2, of: first), word(3, of: first)),
            second: second.map { (word(0, of: $0), word(1, of: $0)) } ?? (0, 0),
            shape: UInt64(truncatingIfNeeded: first.count | secondCount &<< 8) | UInt64(context) &<< 16)
        let mask = slots.count &- 1
        var slot = entry.hash & mask
        while !slots[slot].isEmpty {
            if slots[slot].hasSameKey(as: entry) { return slots[slot].value }
            slot = (slot &+ 1) & mask
        }
        guard let value = resolve() else { return nil }
        entry.value = value
        store(entry, in: slot)
        return value
    }

    /// The word with an index from 0 of a cell of a `RecordBatch`, with zeros for bytes after the cell's end.
    @inline(__always) private func word(_ index: Int, of cell: ByteView) -> UInt64 {
        cell.paddedWord(at: index &* 8) & masks[cell.count &* (Self.firstBytesMax / 8) &+ index]
    }

    private mutating func store(_ entry: Entry, in slot: Int) {
        slots[slot] = entry
        count += 1
        guard count == slots.count / 2 else { return }
        // The table is replaced by an empty one of twice its size, up to the maximum.
        slots = Self.emptySlots(min(2 * slots.count, Self.slotCounts.last))
        count = 0
    }
}
