import Foundation

/// A JSON value that keeps the order of keys; numbers are whole.
package indirect enum OrderedJSON: Sendable {
    case null
    case bool(Bool)
    case number(Int)
    /// Any other text that starts like a number, unchanged.
    case otherNumber(String)
    case string(String)
    case array([OrderedJSON])
    /// Keys and values in order.
    case object([(String, OrderedJSON)])

    /// The value of a key; nil if there is none, or if this is not an object.
    package subscript(key: String) -> OrderedJSON? {
        guard case .object(let pairs) = self else { return nil }
        return pairs.first { $0.0 == key }?.1
    }

    /// The elements of a list; empty for any other value.
    package var elements: [OrderedJSON] {
        if case .array(let values) = self { return values }
        return []
    }

    /// The keys of an object in order.
    package var keys: [String] {
        if case .object(let pairs) = self { return pairs.map(\.0) }
        return []
    }

    package var int: Int? {
        if case .number(let value) = self { return value }
        return nil
    }

    package var text: String? {
        if case .string(let value) = self { return value }
        return nil
    }

    package var isFalse: Bool {
        if case .bool(false) = self { return true }
        return false
    }

    /// An object with the members of another object appended; any other value is returned unchanged.
    static func + (first: OrderedJSON, second: OrderedJSON?) -> OrderedJSON {
        guard case .object(let pairs) = first, case .object(let more)? = second else { return first }
        return .object(pairs + more)
    }

    package var line: String {
        switch self {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .number(let value): return String(value)
        case .otherNumber(let spelling): return spelling
        case .string(let text): return Self.quoted(text)
        case .array(let values): return "[" + values.map(\.line).joined(separator: ", ") + "]"
        case .object(let pairs):
            return "{" + pairs.map { Self.quoted($0.0) + ": " + $0.1.line }.joined(separator: ", ") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// The paths at which `actual` lacks or contradicts this value; objects at a path in `exactKeys` (without list
    /// indices) must have exactly these keys, in this order.
    ///
    /// Elsewhere, keys that only `actual` has are not a difference.
    package func differences(from actual: OrderedJSON?, at path: String = "", exactKeys: Set<String>) -> [String] {
        guard let actual else { return ["\(path): missing"] }
        switch (self, actual) {
        case (.object(let pairs), .object):
            var found = pairs.flatMap { key, value in
                value.differences(from: actual[key], at: "\(path)/\(key)", exactKeys: exactKeys)
            }
            if exactKeys.contains(path.filter { !$0.isNumber }), keys != actual.keys {
                found.append("\(path): keys \(actual.keys), expected \(keys)")
            }
            return found
        case (.array(let values), .array(let others)):
            guard values.count == others.count else {
                return ["\(path): \(others.count) elements, expected \(values.count)"]
            }
            return values.indices.flatMap { index in
                values[index].differences(from: others[index], at: "\(path)/\(index)", exactKeys: exactKeys)
            }
        case (.number(let value), .number(let other)) where value == other: return []
        case (.string(let value), .string(let other)) where PlainText.same(value, other): return []
        case (.bool(let value), .bool(let other)) where value == other: return []
        case (.null, .null): return []
        default: return ["\(path): \(actual), expected \(self)"]
        }
    }
}

extension OrderedJSON: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral pairs: (String, OrderedJSON)...) { self = .object(pairs) }
}

/// Parses JSON in the order in which it is written; Foundation's parser decides what is JSON.
package struct OrderedJSONParser {
    private static let separators = Array(" \n\r\t,:".utf8)
    private static let ends = separators + Array("]}".utf8)

    private var rest: ArraySlice<UInt8>

    /// Parses a whole text; nil for anything that is not exactly one value.
    package static func parse(_ text: String) -> OrderedJSON? {
        guard (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil else {
            return nil
        }
        var parser = OrderedJSONParser(rest: Array(text.utf8)[...])
        return parser.value()
    }

    /// The first byte of the next token.
    private var next: UInt8? {
        mutating get {
            rest = rest.drop { Self.separators.contains($0) }
            return rest.first
        }
    }

    private mutating func value() -> OrderedJSON {
        switch next {
        case UInt8(ascii: "{"): return .object(list { parser in (parser.string(), parser.value()) })
        case UInt8(ascii: "["): return .array(list { $0.value() })
        case UInt8(ascii: "\""): return .string(string())
        default:
            let spelling = rest.prefix { !Self.ends.contains($0) }
            rest = rest.dropFirst(spelling.count)
            let word = String(decoding: spelling, as: UTF8.self)
            let known: [String: OrderedJSON] = ["null": .null, "true": .bool(true), "false": .bool(false)]
            return known[word] ?? Int(word).map { .number($0) } ?? .otherNumber(word)
        }
    }

    /// The elements between brackets.
    private mutating func list<Element>(_ element: (inout OrderedJSONParser) -> Element) -> [Element] {
        rest = rest.dropFirst()
        var found: [Element] = []
        while let first = next, first != UInt8(ascii: "]"), first != UInt8(ascii: "}") { found.append(element(&self)) }
        rest = rest.dropFirst()
        return found
    }

    private mutating func string() -> String {
        guard next != nil else { return "" }
        var end = rest.startIndex + 1
        while rest[end] != UInt8(ascii: "\"") { end += rest[end] == UInt8(ascii: "\\") ? 2 : 1 }
        let spelling = rest[...end]
        rest = rest[(end + 1)...]
        if !spelling.contains(UInt8(ascii: "\\")) {
            return String(decoding: spelling.dropFirst().dropLast(), as: UTF8.self)
        }
        return (try? JSONDecoder().decode(String.self, from: Data(spelling))) ?? ""
    }
}
