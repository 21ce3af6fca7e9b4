package import JuiceBatch

/// An error in a JSON text, and its position.
package struct JSONParseError: Error, Equatable {
    /// The physical line, from 1.
    package let line: Int
}

/// A strict reader of JSON (RFC 8259): one value, followed only by white space.
///
/// Unlike Foundation's reader, it reports the line of an error and keeps the order of keys.
package struct JSONReader {
    static let depthMax = 64

    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    /// Reads a complete text in UTF-8; repeated keys of an object are all kept.
    package static func value(of bytes: [UInt8]) throws(JSONParseError) -> JSONValue {
        var reader = JSONReader(bytes: bytes)
        let value = try reader.value()
        reader.skipSpace()
        guard reader.index == bytes.count else { throw reader.parseError }
        return value
    }

    /// Reads a settings file, with or without the byte order mark that Notepad writes; its path is for messages.
    ///
    /// - Throws: `badConfiguration` if the text is not a JSON object.
    package static func settings(
        in bytes: [UInt8], path: String
    ) throws(BatchError) -> (object: JSONValue, members: [(String, JSONValue)]) {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        let object = try Result { () throws(JSONParseError) in try value(of: text) }
            .mapError { BatchError.badConfiguration(origin: path, error: .notJSON(line: $0.line)) }.get()
        guard let members = object.members else { throw .badConfiguration(origin: path, error: .notJSON(line: 1)) }
        return (object, members)
    }

    private var parseError: JSONParseError {
        JSONParseError(line: bytes.prefix(index).count { $0 == UInt8(ascii: "\n") } + 1)
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    /// Skips white space, and then a given byte if it is the next one; false if it is not.
    private mutating func accept(_ byte: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: byte) else { return false }
        index += 1
        return true
    }

    private mutating func value() throws(JSONParseError) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard depth < Self.depthMax else { throw parseError }
            depth += 1
            defer { depth -= 1 }
            index += 1
            return bytes[index - 1] == UInt8(ascii: "{") ? try object() : try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        default: return try number()
        }
    }

    private mutating func array() throws(JSONParseError) -> JSONValue {
        if accept("]") { return .array([]) }
        var values: [JSONValue] = []
        repeat { values.append(try value()) } while accept(",")
        guard accept("]") else { throw parseError }
        return .array(values)
    }

    private mutating func object() throws(JSONParseError) -> JSONValue {
        if accept("}") { return .object([]) }
        var members: [(String, JSONValue)] = []
        repeat {
            skipSpace()
            let key = try string()
            guard accept(":") else { throw parseError }
            members.append((key, try value()))
        } while accept(",")
        guard accept("}") else { throw parseError }
        return .object(members)
    }

    private mutating func word(_ text: String, _ value: JSONValue) throws(JSONParseError) -> JSONValue {
        guard bytes[index...].starts(with: text.utf8) else { throw parseError }
        index += text.utf8.count
        return value
    }

    private mutating func number() throws(JSONParseError) -> JSONValue {
        let start = index
        if next == UInt8(ascii: "-") { index += 1 }
        let first = index
        try digits()
        // A number must not have leading zeros.
        guard bytes[first] != UInt8(ascii: "0") || index == first + 1 else { throw parseError }
        if next == UInt8(ascii: ".") {
            index += 1
            try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            index += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
            try digits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        return Int(text).map { .number($0) } ?? .otherNumber(text)
    }

    private mutating func digits() throws(JSONParseError) {
        let start = index
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        guard index > start else { throw parseError }
    }

    private mutating func string() throws(JSONParseError) -> String {
        guard next == UInt8(ascii: "\"") else { throw parseError }
        index += 1
        // Most strings contain no escapes, so their bytes can be copied.
        let start = index
        while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { index += 1 }
        var content = bytes[start..<index]
        while let byte = next, byte >= 0x20 {
            index += 1
            if byte == UInt8(ascii: "\"") {
                guard let text = String(validating: content, as: UTF8.self) else { throw parseError }
                return text
            }
            if byte == UInt8(ascii: "\\") {
                content += UTF8.encode(try escape()).map { Array($0) } ?? []
            } else {
                content.append(byte)
            }
        }
        throw parseError
    }

    /// Reads the escape sequence after a backslash, or the two sequences of a surrogate pair.
    private mutating func escape() throws(JSONParseError) -> Unicode.Scalar {
        guard let byte = next else { throw parseError }
        index += 1
        if byte != UInt8(ascii: "u") {
            guard let scalar = Self.escapes[Unicode.Scalar(byte)] else { throw parseError }
            return scalar
        }
        let unit = try fourDigits()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard (0xD800...0xDBFF).contains(unit), bytes[index...].starts(with: [0x5C, 0x75]) else { throw parseError }
        index += 2
        let low = try fourDigits()
        let pair = 0x10000 + (UInt32(unit) - 0xD800) << 10 + UInt32(low & 0x3FF)
        guard (0xDC00...0xDFFF).contains(low), let scalar = Unicode.Scalar(pair) else { throw parseError }
        return scalar
    }

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
        "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
    ]

    private mutating func fourDigits() throws(JSONParseError) -> UInt16 {
        let digits = bytes[index...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw parseError }
        index += 4
        return unit
    }
}
