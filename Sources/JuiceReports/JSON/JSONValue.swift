internal import CSV

/// A JSON value whose objects keep the order of their keys.
package indirect enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case string(String)
    case number(Int)
    /// A number that is not whole, or too large, as it is spelled.
    case otherNumber(String)
    case array([JSONValue])
    /// Numbers on one line, where there are many.
    case numbers([Int])
    case object([(String, JSONValue)])

    /// The value as indented text with a line end behind it.
    package var text: String {
        var buffer = ByteBuffer(capacity: 1 << 16)
        write(to: &buffer, depth: 0)
        buffer.append(Ascii.lineFeed)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    /// The value on one line, with no line end behind it.
    package var line: String {
        var buffer = ByteBuffer(capacity: 1 << 8)
        writeLine(to: &buffer)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    private func writeLine(to buffer: inout ByteBuffer) {
        switch self {
        case .array(let values):
            buffer.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { buffer.append(", ") }
                value.writeLine(to: &buffer)
            }
            buffer.append(UInt8(ascii: "]"))
        case .object(let members):
            buffer.append(UInt8(ascii: "{"))
            for (index, (key, value)) in members.enumerated() {
                if index > 0 { buffer.append(", ") }
                Self.write(key, to: &buffer)
                buffer.append(": ")
                value.writeLine(to: &buffer)
            }
            buffer.append(UInt8(ascii: "}"))
        case .null, .bool, .string, .number, .otherNumber, .numbers: write(to: &buffer, depth: 0)
        }
    }

    private func write(to buffer: inout ByteBuffer, depth: Int) {
        switch self {
        case .null: buffer.append("null")
        case .bool(let value): buffer.append(value ? "true" : "false")
        case .string(let value): Self.write(value, to: &buffer)
        case .number(let value): Self.write(value, to: &buffer)
        case .otherNumber(let value): buffer.append(value)
        case .array(let values):
            buffer.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                Self.writeLineEnd(index, depth + 1, to: &buffer)
                value.write(to: &buffer, depth: depth + 1)
            }
            Self.writeEnd("]", isEmpty: values.isEmpty, depth, to: &buffer)
        case .numbers(let values):
            buffer.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { buffer.append(", ") }
                Self.write(value, to: &buffer)
            }
            buffer.append(UInt8(ascii: "]"))
        case .object(let members):
            buffer.append(UInt8(ascii: "{"))
            for (index, (key, value)) in members.enumerated() {
                Self.writeLineEnd(index, depth + 1, to: &buffer)
                Self.write(key, to: &buffer)
                buffer.append(": ")
                value.write(to: &buffer, depth: depth + 1)
            }
            Self.writeEnd("}", isEmpty: members.isEmpty, depth, to: &buffer)
        }
    }

    /// Begins the line of an element, of which `index` stand before it.
    private static func writeLineEnd(_ index: Int, _ depth: Int, to buffer: inout ByteBuffer) {
        if index > 0 { buffer.append(Ascii.comma) }
        buffer.append(Ascii.lineFeed)
        for _ in 0..<2 * depth { buffer.append(Ascii.space) }
    }

    private static func writeEnd(_ bracket: Unicode.Scalar, isEmpty: Bool, _ depth: Int, to buffer: inout ByteBuffer) {
        if !isEmpty { writeLineEnd(0, depth, to: &buffer) }
        buffer.append(UInt8(ascii: bracket))
    }

    private static func write(_ value: Int, to buffer: inout ByteBuffer) {
        if value < 0 {
            buffer.append(String(value))
        } else {
            buffer.append(decimal: value)
        }
    }

    private static func write(_ value: String, to buffer: inout ByteBuffer) {
        buffer.append(Ascii.quote)
        buffer.append(Escaping.json(value))
        buffer.append(Ascii.quote)
    }
}

/// Typed access to the content of a JSON value that was read.
extension JSONValue {
    /// The value of a key; nil where it is not there, or this is no object.
    package subscript(key: String) -> JSONValue? { members?.first { $0.0 == key }?.1 }

    /// The value that keys lead to; nil where one of them is not there.
    package subscript(path: [String]) -> JSONValue? {
        guard let key = path.first else { return self }
        return self[key]?[Array(path.dropFirst())]
    }

    /// Keys and values in order; nil if it is no object.
    package var members: [(String, JSONValue)]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The value as a string; nil if it is none.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value as a whole number; nil if it is none or does not fit.
    package var int: Int? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The value as a Boolean; nil if it is none.
    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The value as a list of strings; nil if it is none.
    package var strings: [String]? {
        guard case .array(let values) = self else { return nil }
        let texts = values.compactMap(\.string)
        return texts.count == values.count ? texts : nil
    }
}
