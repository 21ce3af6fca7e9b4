internal import CSV

/// A JSON value whose objects keep the order of their keys.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case string(String)
    case number(Int)
    /// A number that is not whole or too large, in its original spelling.
    case otherNumber(String)
    case array([JSONValue])
    case object([(String, JSONValue)])

    /// A way of breaking the text of a value into lines.
    private enum Layout {
        case oneLine
        /// An inner object or list that contains no other object or list is on one line.
        case records
        /// A list that contains no object or other list is on one line; each member of an object is on its own line.
        case settings
    }

    /// The value as indented text with a line end; an innermost object or list is on one line.
    package var text: String { text(.records) + "\n" }
    /// The value as the indented text of a settings file, with a line end; only innermost lists are on one line.
    package var settingsText: String { text(.settings) + "\n" }
    /// The value on one line, without a line end.
    package var line: String { text(.oneLine) }

    private var count: Int? { members?.count ?? elements?.count }
    var isEmpty: Bool { count == 0 }

    private func text(_ layout: Layout) -> String {
        var buffer = ByteBuffer(capacity: layout == .oneLine ? 1 << 8 : 1 << 16)
        write(to: &buffer, layout, depth: 0)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    private func write(to buffer: inout ByteBuffer, _ layout: Layout, depth: Int) {
        switch self {
        case .null: buffer.append("null")
        case .bool(let value): buffer.append(value ? "true" : "false")
        case .string(let value): Self.write(value, to: &buffer)
        case .number(let value): buffer.append(String(value))
        case .otherNumber(let value): buffer.append(value)
        case .array(let values):
            let isRecord = depth > 0 && !values.contains { $0.count != nil }
            Self.write(values.map { (nil, $0) }, "[", "]", to: &buffer, isRecord ? .oneLine : layout, depth)
        case .object(let members):
            let isRecord = depth > 0 && layout == .records && !members.contains { $0.1.count != nil }
            Self.write(members.map { ($0, $1) }, "{", "}", to: &buffer, isRecord ? .oneLine : layout, depth)
        }
    }

    private static func write(
        _ elements: [(key: String?, value: JSONValue)], _ opening: Unicode.Scalar, _ closing: Unicode.Scalar,
        to buffer: inout ByteBuffer, _ layout: Layout, _ depth: Int
    ) {
        buffer.append(UInt8(ascii: opening))
        for (index, element) in elements.enumerated() {
            if index > 0 { buffer.append(layout == .oneLine ? ", " : ",") }
            if layout != .oneLine { writeIndent(depth + 1, to: &buffer) }
            if let key = element.key {
                write(key, to: &buffer)
                buffer.append(": ")
            }
            element.value.write(to: &buffer, layout, depth: depth + 1)
        }
        if layout != .oneLine, !elements.isEmpty { writeIndent(depth, to: &buffer) }
        buffer.append(UInt8(ascii: closing))
    }

    private static func writeIndent(_ depth: Int, to buffer: inout ByteBuffer) {
        buffer.append(Ascii.lineFeed)
        for _ in 0..<2 * depth { buffer.append(Ascii.space) }
    }

    private static func write(_ value: String, to buffer: inout ByteBuffer) {
        buffer.append(Ascii.quote)
        buffer.append(Escaping.json(value))
        buffer.append(Ascii.quote)
    }
}

extension JSONValue: JSONConvertible, ExpressibleByDictionaryLiteral {
    package init?(_ value: JSONValue) { self = value }

    /// Creates an object with members in the given order.
    package init(dictionaryLiteral members: (String, any JSONConvertible)...) {
        self = .object(members.map { ($0, $1.json) })
    }

    package var json: JSONValue { self }

    /// Returns an object without the members that are null.
    package static func omittingNulls(_ object: JSONValue) -> JSONValue {
        .object((object.members ?? []).filter { if case .null = $0.1 { false } else { true } })
    }

    /// Returns an object without the members that are empty lists or objects.
    static func omittingEmpty(_ object: JSONValue) -> JSONValue {
        .object((object.members ?? []).filter { !$0.1.isEmpty })
    }

    /// Returns an object with the members of two objects, in order.
    package static func + (one: JSONValue, other: JSONValue) -> JSONValue {
        .object((one.members ?? []) + (other.members ?? []))
    }
}

/// Typed access to the content of a JSON value.
extension JSONValue {
    /// The value of a key; nil if the key is missing, or this is not an object.
    package subscript(key: String) -> JSONValue? { members?.first { $0.0 == key }?.1 }

    /// The value at a path of keys; nil if one of the keys is missing.
    package subscript(path: [String]) -> JSONValue? {
        guard let key = path.first else { return self }
        return self[key]?[Array(path.dropFirst())]
    }

    /// The members of an object in order; nil for any other value.
    package var members: [(String, JSONValue)]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The members of an object in order; nil for any other value, and for an object with a repeated key.
    var uniqueMembers: [(String, JSONValue)]? { members.flatMap { Set($0.map(\.0)).count == $0.count ? $0 : nil } }
    package var string: String? { String(self) }
    package var bool: Bool? { Bool(self) }
    /// The value as an integer; nil if it is not a whole number or too large.
    package var int: Int? { Int(self) }

    /// The elements of a list; nil if it is not a list.
    package var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    package var strings: [String]? { [String](self) }
}
