internal import CSV

/// Tells which of some names a cell is, as names match (`nameKey`).
///
/// A reference, since it is handed on for every row.
final class NameMatcher: Sendable {
    /// The place of each name, from 0, by its key.
    private let places: [String: Int]
    /// The place of the name that is the empty cell; nil if none is.
    private let empty: Int?
    /// Tells most cells apart that are none of them.
    private let filter: WordFilter
    /// The value that distinguishes its spellings from those of other matchers in a shared memo.
    private let context: UInt8

    private static let none: UInt64 = .max

    /// A matcher for names; `""` is the empty cell.
    ///
    /// - Parameter context: what tells it from others that share a memo.
    init(_ names: [String], context: UInt8) {
        var places: [String: Int] = [:]
        for (place, name) in names.enumerated() where !name.isEmpty {
            let key = nameKey(name)
            if places[key] == nil { places[key] = place }
        }
        self.places = places
        filter = WordFilter(names.filter { !$0.isEmpty })
        empty = names.firstIndex(of: "")
        self.context = context
    }

    /// The place, from 0, of the name that a cell of a `RecordBatch` is; nil if it is none of them.
    @inline(__always)
    func match(_ cell: UnsafeBufferPointer<UInt8>, _ memo: inout SpellingMemo) -> Int? {
        guard empty != nil || filter.mayBegin(cell) else { return nil }
        let text = trimmed(cell)
        if text.isEmpty { return empty }
        let found = memo.value(text, context: context) {
            guard firstInvalidUTF8(text) == nil else { return nil }
            let place = places[nameKey(String(decoding: text, as: UTF8.self))]
            return place.map(UInt64.init) ?? Self.none
        }
        return found == Self.none ? nil : found.map { Int($0) }
    }
}
