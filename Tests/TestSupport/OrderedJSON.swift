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

/// A small JSON parser; nil for anything that is not exactly one value.
package struct OrderedJSONParser {
    private let scalars: [Unicode.Scalar]
    private var index = 0

    private init(_ text: String) { scalars = Array(text.unicodeScalars) }

    /// Parses a whole text.
    package static func parse(_ text: String) -> OrderedJSON? {
        var parser = OrderedJSONParser(text)
        let value = parser.value()
        parser.skipSpace()
        return parser.index == parser.scalars.count ? value : nil
    }

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func skipSpace() {
        while let scalar = next, scalar == " " || scalar == "\n" || scalar == "\r" || scalar == "\t" { index += 1 }
    }

    private mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == scalar else { return false }
        index += 1
        return true
    }

    private mutating func value() -> OrderedJSON? {
        skipSpace()
        switch next {
        case "{":
            return list(until: "}") { parser in
                parser.skipSpace()
                guard let key = parser.string(), parser.accept(":") else { return nil }
                return parser.value().map { (key, $0) }
            }.map { .object($0) }
        case "[": return list(until: "]") { $0.value() }.map { .array($0) }
        case "\"": return string().map { .string($0) }
        default:
            let start = index
            while let scalar = next, scalar.properties.isAlphabetic || "+-.0123456789".unicodeScalars.contains(scalar) {
                index += 1
            }
            let word = PlainText.string(scalars[start..<index])
            let known: [String: OrderedJSON?] = ["": nil, "null": .null, "true": .bool(true), "false": .bool(false)]
            return known[word] ?? Int(word).map { .number($0) } ?? .otherNumber(word)
        }
    }

    /// The comma-separated elements between brackets.
    private mutating func list<Element>(
        until end: Unicode.Scalar, _ element: (inout OrderedJSONParser) -> Element?
    ) -> [Element]? {
        index += 1
        var found: [Element] = []
        if accept(end) { return found }
        repeat {
            guard let next = element(&self) else { return nil }
            found.append(next)
        } while accept(",")
        return accept(end) ? found : nil
    }

    private mutating func string() -> String? {
        guard next == "\"" else { return nil }
        let start = index
        var hasEscape = false
        repeat {
            if next == "\\" {
                hasEscape = true
                index += 1
            }
            index += 1
            guard index < scalars.count else { return nil }
        } while next != "\""
        index += 1
        if !hasEscape { return PlainText.string(scalars[start + 1..<index - 1]) }
        return try? JSONDecoder().decode(String.self, from: Data(PlainText.string(scalars[start..<index]).utf8))
    }
}
