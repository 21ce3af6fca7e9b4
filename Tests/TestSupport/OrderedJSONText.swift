/// Writes JSON.
extension OrderedJSON {
    /// The value on one line.
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
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
