/// A JSON value whose objects keep the order in which their keys were written.
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
        var text = ""
        write(to: &text, indent: "")
        return text + "\n"
    }

    private func write(to text: inout String, indent: String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .string(let value): Self.write(value, to: &text)
        case .number(let value): text += String(value)
        case .otherNumber(let value): text += value
        case .array(let values):
            Self.write(values, to: &text, indent: indent, brackets: ("[", "]")) { value, text, inner in
                value.write(to: &text, indent: inner)
            }
        case .numbers(let values): text += "[" + values.map(String.init).joined(separator: ", ") + "]"
        case .object(let members):
            Self.write(members, to: &text, indent: indent, brackets: ("{", "}")) { member, text, inner in
                Self.write(member.0, to: &text)
                text += ": "
                member.1.write(to: &text, indent: inner)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element], to text: inout String, indent: String, brackets: (String, String),
        _ body: (Element, inout String, String) -> Void
    ) {
        text += brackets.0
        let inner = indent + "  "
        for (index, element) in elements.enumerated() {
            text += (index > 0 ? ",\n" : "\n") + inner
            body(element, &text, inner)
        }
        text += (elements.isEmpty ? "" : "\n" + indent) + brackets.1
    }

    private static func write(_ value: String, to text: inout String) {
        text += "\""
        if value.utf8.allSatisfy(isPlain) {
            text += value
        } else {
            writeEscaped(value, to: &text)
        }
        text += "\""
    }

    /// Whether a byte of UTF-8 stands for itself; E2 may begin one of the separators that do not.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x22 && byte != 0x5C && byte != 0x7F && byte != 0xE2
    }

    private static func writeEscaped(_ value: String, to text: inout String) {
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
