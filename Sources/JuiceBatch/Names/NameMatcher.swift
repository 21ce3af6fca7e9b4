internal import CSV
internal import Foundation
package import JuiceCore

/// Finds which of some texts a cell matches, compared as names (`nameKey`) or as cells (`cellKey`).
///
/// A class, because the matcher is passed on for every row.
final class NameMatcher: Sendable {
    /// The index of each text, from 0, by its key.
    private let places: [String: Int]
    /// The index of the text that is the empty cell; nil if there is none.
    private let empty: Int?
    /// A filter that quickly rejects most cells.
    private let filter: WordFilter
    /// The value by which its spellings differ from those of other matchers in a shared memo.
    private let context: UInt8
    private let key: @Sendable (String) -> String

    private static let none: UInt64 = .max

    /// Creates a matcher for texts; `""` is the empty cell.
    ///
    /// - Parameters:
    ///   - key: The function whose result is equal for matching texts: `nameKey`, or the stricter `cellKey`.
    ///   - context: A value that no other matcher in the same memo uses.
    init(_ names: [String], by key: @escaping @Sendable (String) -> String, context: UInt8) {
        self.key = key
        var places: [String: Int] = [:]
        for (place, name) in names.enumerated() where !name.isEmpty {
            let key = key(name)
            if places[key] == nil { places[key] = place }
        }
        self.places = places
        filter = WordFilter(names.filter { !$0.isEmpty })
        empty = names.firstIndex(of: "")
        self.context = context
    }

    /// The index, from 0, of the text that a cell of a `RecordBatch` matches; nil if it matches none.
    @inline(__always)
    func match(_ cell: UnsafeBufferPointer<UInt8>, _ memo: inout SpellingMemo) -> Int? {
        guard empty != nil || filter.mayBegin(cell) else { return nil }
        let text = trimmed(cell)
        if text.isEmpty { return empty }
        let found = memo.value(text, context: context) {
            guard firstInvalidUTF8(text) == nil else { return nil }
            let place = places[key(String(decoding: text, as: UTF8.self))]
            return place.map(UInt64.init) ?? Self.none
        }
        return found == Self.none ? nil : found.map { Int($0) }
    }
}

/// The meanings of names: a juice, a fruit or an action for each spelling.
package struct NameIndex: Sendable {
    /// The error of a name that means two juices or two fruits.
    package struct NameConflict: Error, Sendable, Equatable {
        package let name: String
    }

    private var juices: [String: Int] = [:]
    private var fruits: [String: Int] = [:]
    private var actions: [String: Action] = [:]
    /// The number of juices on the menu.
    package let juiceCount: Int
    /// The number of juices and fruits on the menu.
    let itemCount: Int

    /// Creates an index of all names on this menu.
    package init(menu: Menu) throws(NameConflict) {
        juiceCount = menu.juices.count
        itemCount = menu.juices.count + menu.fruits.count
        for (index, juice) in menu.juices.enumerated() {
            for name in [juice.name] + juice.aliases {
                let key = nameKey(name)
                try Self.add(key, index, to: &juices, name: name)
                if key.utf8.allSatisfy({ $0 < 0x80 }) {
                    try Self.add(key + "juice", index, to: &juices, name: name)
                }
            }
        }
        for (index, fruit) in menu.fruits.enumerated() {
            for name in [fruit.name] + fruit.aliases {
                try Self.add(nameKey(name), index, to: &fruits, name: name)
            }
        }
        for action in Action.allCases {
            for name in action.names { actions[nameKey(name)] = action }
        }
    }

    private static func add(
        _ key: String, _ index: Int, to table: inout [String: Int], name: String
    ) throws(NameConflict) {
        guard table[key, default: index] == index else { throw NameConflict(name: name) }
        table[key] = index
    }

    /// The juice's index on the menu, from 0.
    package func juice(_ name: String) -> Int? { juices[nameKey(name)] }

    /// The fruit's index on the menu, from 0.
    package func fruit(_ name: String) -> Int? { fruits[nameKey(name)] }

    /// The action that a name means.
    package func action(_ name: String) -> Action? { actions[nameKey(name)] }
}

/// The key by which names are compared; equivalent spellings have the same key.
///
/// The name is converted to NFKC and lower case. White_Space is removed, and so are `-` and `_` unless they are between
/// two digits; 주스 is replaced by 쥬스.
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

/// Returns a text in NFKC.
///
/// ASCII and precomposed Hangul syllables, of which most names consist, are already in that form.
private func compatibilityForm(of text: String) -> String {
    let isInForm = text.unicodeScalars.allSatisfy { $0.isASCII || ("가"..."힣").contains($0) }
    return isInForm ? text : text.precomposedStringWithCompatibilityMapping
}

private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

/// The key by which cells are compared when settings list cells of a column; equivalent spellings have the same key.
///
/// The text is converted to NFKC and lower case. White_Space at both ends is removed, and each run of it inside is
/// replaced by one space.
package func cellKey(_ text: String) -> String {
    var key = String.UnicodeScalarView()
    var isBehindSpace = false
    for scalar in compatibilityForm(of: text).unicodeScalars {
        for lower in scalar.properties.lowercaseMapping.unicodeScalars {
            if lower.properties.isWhitespace {
                isBehindSpace = true
                continue
            }
            if isBehindSpace && !key.isEmpty { key.append(" ") }
            isBehindSpace = false
            key.append(lower)
        }
    }
    return String(key)
}

/// Returns a text without White_Space at both ends.
package func trimmedText(_ text: String) -> String {
    var text = text
    return text.withUTF8 { String(decoding: trimmed($0), as: UTF8.self) }
}

extension Fruit {
    /// The value for this fruit in a table keyed by fruits' names (`nameKey`).
    ///
    /// The value is that of its name, or otherwise of the first alias that the table contains.
    package func value<Value>(in table: [String: Value]) -> Value? {
        table[nameKey(name)] ?? aliases.lazy.compactMap { table[nameKey($0)] }.first
    }
}

extension Action {
    /// The canonical name of the action, as reports write it.
    package var name: String {
        switch self {
        case .order: "order"
        case .restock: "restock"
        case .discard: "discard"
        case .count: "count"
        case .cancel: "cancel"
        case .assert: "assert"
        }
    }

    /// The names of the action, starting with the canonical one.
    package var names: [String] {
        switch self {
        case .order: [name, "주문"]
        case .restock: [name, "입고", "재고추가"]
        case .discard: [name, "폐기"]
        case .count: [name, "실사", "재고수정"]
        case .cancel: [name, "취소", "주문취소", "void"]
        case .assert: [name, "재고확인"]
        }
    }
}
