package import CSV
internal import FlatMemory
internal import Foundation
package import JuiceCore

/// The role of a column: what its cells mean to the program.
package enum Role: String, CaseIterable, Sendable {
    case id, action, item, quantity, time

    /// The column names by which the role is recognized in a header.
    package var headerNames: [String] {
        switch self {
        case .id: ["id", "order id", "주문번호"]
        case .action: ["action", "type", "구분", "유형", "작업"]
        case .item: ["item", "juice", "fruit", "품목", "상품", "메뉴", "메뉴명", "쥬스", "과일"]
        case .quantity: ["quantity", "qty", "수량", "개수"]
        case .time:
            [
                "time", "datetime", "date time", "timestamp", "시각", "일시", "시간", "주문일시", "거래일시", "판매일시",
                "결제일시",
            ]
        }
    }

    /// The keys of names by which a column of dates is that of the time, if no column has a name of the time itself.
    package static let dateKeys = Set(
        ["date", "날짜", "일자", "작성일자", "거래일", "거래일자", "판매일", "판매일자", "주문일", "주문일자", "영업일", "영업일자"]
            .map(nameKey))

    /// The words by which columns of dates are recognized, in Korean and English.
    static let dateWords = ["날짜", "일자", "date"]

    /// The columns, from 0, that are the time by the keys of their names: those of times, or else those of dates.
    package static func timeColumns(_ keys: [String]) -> [Int] {
        let times = keys.indices.filter { byKey[keys[$0]] == .time }
        return times.isEmpty ? keys.indices.filter { dateKeys.contains(keys[$0]) } : times
    }

    /// The roles by the keys (`nameKey`) of their header names.
    package static let byKey = Dictionary(
        allCases.flatMap { role in role.headerNames.map { (nameKey($0), role) } }
    ) { role, _ in role }
}

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
    @inline(__always)
    func match(_ cell: ByteView, _ cache: inout SpellingCache) -> Int? {
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

/// The key by which names are compared, the same for equivalent spellings: in NFKC and lower case, without White_Space,
/// with a `-` or `_` only between two digits, and with 쥬스 for 주스.
package func nameKey(_ name: String) -> String {
    var key = String.UnicodeScalarView()
    // The marks since the last other character; a single mark between two digits is kept.
    var mark: Unicode.Scalar?
    var markCount = 0
    func add(_ lower: Unicode.Scalar) {
        if lower == "-" || lower == "_" {
            mark = lower
            markCount += 1
            return
        }
        if let mark, markCount == 1, isDigit(lower), key.last.map(isDigit) == true { key.append(mark) }
        markCount = 0
        if lower == "스" && key.last == "주" {
            key.removeLast()
            key.append("쥬")
        }
        key.append(lower)
    }
    for scalar in compatibilityForm(of: name).unicodeScalars {
        // Syllables of Hangul have no case; to look that up takes most of the time.
        if ("가"..."힣").contains(scalar) {
            add(scalar)
        } else {
            for lower in scalar.properties.lowercaseMapping.unicodeScalars where !lower.properties.isWhitespace {
                add(lower)
            }
        }
    }
    return String(key)
}

/// Returns a text in NFKC, in which ASCII and precomposed Hangul syllables, of which most names consist, already are.
private func compatibilityForm(of text: String) -> String {
    let isInForm = text.unicodeScalars.allSatisfy { $0.isASCII || ("가"..."힣").contains($0) }
    return isInForm ? text : text.precomposedStringWithCompatibilityMapping
}

private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

/// The key by which cells are compared with those that settings list, the same for equivalent spellings: in NFKC and
/// lower case, without White_Space at both ends, and with one space for each run of it inside.
package func cellKey(_ text: String) -> String {
    var key = String.UnicodeScalarView()
    var followsSpace = false
    for scalar in compatibilityForm(of: text).unicodeScalars {
        for lower in scalar.properties.lowercaseMapping.unicodeScalars {
            if lower.properties.isWhitespace {
                followsSpace = true
                continue
            }
            if followsSpace && !key.isEmpty { key.append(" ") }
            followsSpace = false
            key.append(lower)
        }
    }
    return String(key)
}

/// Returns a text without White_Space at both ends.
package func trimmedText(_ text: String) -> String { text.withView { trimmedText($0) } }

/// Returns the text of a cell without White_Space at both ends.
package func trimmedText(_ cell: ByteView) -> String { String(decoding: trimmed(cell), as: UTF8.self) }

extension Fruit {
    /// The value of the fruit's name, or else of its first alias, in a table keyed by names (`nameKey`).
    package func value<Value>(in table: [String: Value]) -> Value? {
        table[nameKey(name)] ?? aliases.lazy.compactMap { table[nameKey($0)] }.first
    }
}

extension Action {
    private static let canonicalNames = allCases.map { $0.names[0] }

    /// The canonical name of the action, as reports write it.
    package var name: String { Self.canonicalNames[Int(rawValue)] }

    /// The names of the action, starting with the canonical one.
    package var names: [String] {
        switch self {
        case .order: ["order", "주문"]
        case .restock: ["restock", "입고", "재고추가"]
        case .discard: ["discard", "폐기"]
        case .count: ["count", "실사", "재고수정"]
        case .cancel: ["cancel", "취소", "주문취소", "void"]
        case .assert: ["assert", "재고확인"]
        }
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

        @inline(__always)
        var isEmpty: Bool { shape == Self.emptyShape }

        @inline(__always)
        func hasSameKey(as other: borrowing Entry) -> Bool {
            // One combined comparison, because a branch for each word would often be mispredicted.
            (first.0 ^ other.first.0) | (first.1 ^ other.first.1) | (first.2 ^ other.first.2)
                | (first.3 ^ other.first.3) | (second.0 ^ other.second.0) | (second.1 ^ other.second.1)
                | (shape ^ other.shape) == 0
        }

        @inline(__always)
        var hash: Int {
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
    @inline(__always)
    mutating func value(
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
    @inline(__always)
    private func word(_ index: Int, of cell: ByteView) -> UInt64 {
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
