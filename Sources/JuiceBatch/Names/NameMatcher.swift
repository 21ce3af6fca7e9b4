internal import CSV

/// Tells which of some names a cell is, as names match (`nameKey`).
struct NameMatcher: Sendable {
    /// The place of each name, from 0, by its key.
    private let places: [String: Int]
    /// The place of the name that is the empty cell; nil if none is.
    private let empty: Int?
    /// Which bytes of ASCII, in lower case, a key begins with.
    private let firstBytes: [Bool]
    /// What tells its spellings from those of other matchers in a shared memo.
    private let context: UInt8

    private static let none: UInt64 = .max

    /// A matcher for names; `""` is the empty cell.
    ///
    /// - Parameter context: what tells it from others that share a memo.
    init(_ names: [String], context: UInt8) {
        var places: [String: Int] = [:]
        var firstBytes = [Bool](repeating: false, count: 128)
        for (place, name) in names.enumerated() where !name.isEmpty {
            let key = nameKey(name)
            if places[key] == nil { places[key] = place }
            if let first = key.utf8.first, first < 128 { firstBytes[Int(first)] = true }
        }
        self.places = places
        self.firstBytes = firstBytes
        empty = names.firstIndex(of: "")
        self.context = context
    }

    /// The place, from 0, of the name that a cell of a `RecordBatch` is; nil if it is none of them.
    @inline(__always)
    func match(_ cell: UnsafeBufferPointer<UInt8>, _ memo: inout SpellingMemo) -> Int? {
        let text = trimmed(cell)
        guard let first = text.first else { return empty }
        if first < 0x80, text.count == 1 || text[1] < 0x80, first != 0x2D, first != 0x5F {
            // No accent can follow, so this byte is the key's first, too.
            let lower = first >= 0x41 && first <= 0x5A ? first | 0x20 : first
            guard firstBytes[Int(lower)] else { return nil }
        }
        let found = memo.value(text, context: context) {
            guard firstInvalidUTF8(text) == nil else { return nil }
            let place = places[nameKey(String(decoding: text, as: UTF8.self))]
            return place.map(UInt64.init) ?? Self.none
        }
        return found == Self.none ? nil : found.map { Int($0) }
    }
}
