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
    package subscript(key: String) -> OrderedJSON? { members.first { $0.0 == key }?.1 }

    /// The elements of a list; empty for any other value.
    package var elements: [OrderedJSON] { if case .array(let values) = self { values } else { [] } }

    /// The keys and values of an object; empty for any other value.
    package var members: [(String, OrderedJSON)] { if case .object(let pairs) = self { pairs } else { [] } }

    package var keys: [String] { members.map(\.0) }

    package var int: Int? { if case .number(let value) = self { value } else { nil } }

    package var text: String? { if case .string(let value) = self { value } else { nil } }

    /// An object with the members of another object appended.
    static func + (first: OrderedJSON, second: OrderedJSON?) -> OrderedJSON {
        .object(first.members + (second?.members ?? []))
    }

    package var line: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let value): String(value)
        case .otherNumber(let spelling): spelling
        case .string(let text): Self.quoted(text)
        case .array(let values): "[" + values.map(\.line).joined(separator: ", ") + "]"
        case .object(let pairs):
            "{" + pairs.map { Self.quoted($0.0) + ": " + $0.1.line }.joined(separator: ", ") + "}"
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
            let isExact = !exactKeys.contains(path.filter { !$0.isNumber }) || keys == actual.keys
            return (isExact ? [] : ["\(path): keys \(actual.keys), expected \(keys)"])
                + pairs.flatMap { $1.differences(from: actual[$0], at: "\(path)/\($0)", exactKeys: exactKeys) }
        case (.array(let values), .array(let others)) where values.count == others.count:
            return values.indices.flatMap { index in
                values[index].differences(from: others[index], at: "\(path)/\(index)", exactKeys: exactKeys)
            }
        default: return PlainText.same(line, actual.line) ? [] : ["\(path): \(actual.line), expected \(line)"]
        }
    }
}

extension OrderedJSON: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral pairs: (String, OrderedJSON)...) { self = .object(pairs) }
}

/// Parses JSON in the order in which it is written; Foundation's parser decides what is JSON.
package enum OrderedJSONParser {
    private static let separators = Array(" \n\r\t,:".utf8)
    private static let ends = separators + Array("]}".utf8)

    /// Parses a whole text; nil for anything that is not exactly one value.
    package static func parse(_ text: String) -> OrderedJSON? {
        guard (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil else {
            return nil
        }
        var rest = Array(text.utf8)[...]
        return value(&rest)
    }

    /// The next value; nil at a closing bracket.
    private static func value(_ rest: inout ArraySlice<UInt8>) -> OrderedJSON? {
        rest = rest.drop { separators.contains($0) }
        switch rest.first {
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            rest.removeFirst()
            return nil
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            let isList = rest.removeFirst() == UInt8(ascii: "[")
            var found: [OrderedJSON] = []
            while let element = value(&rest) { found.append(element) }
            if isList { return .array(found) }
            return .object(stride(from: 0, to: found.count, by: 2).map { (found[$0].text ?? "", found[$0 + 1]) })
        case UInt8(ascii: "\""):
            var end = rest.startIndex + 1
            while rest[end] != UInt8(ascii: "\"") { end += rest[end] == UInt8(ascii: "\\") ? 2 : 1 }
            let spelling = rest[...end]
            rest = rest[(end + 1)...]
            if spelling.contains(UInt8(ascii: "\\")) {
                return (try? JSONDecoder().decode(String.self, from: Data(spelling))).map { .string($0) }
            }
            return .string(String(decoding: spelling.dropFirst().dropLast(), as: UTF8.self))
        default:
            let spelling = rest.prefix { !ends.contains($0) }
            rest = rest[spelling.endIndex...]
            let word = String(decoding: spelling, as: UTF8.self)
            let known: [String: OrderedJSON] = ["null": .null, "true": .bool(true), "false": .bool(false)]
            return known[word] ?? Int(word).map { .number($0) } ?? .otherNumber(word)
        }
    }
}
