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
