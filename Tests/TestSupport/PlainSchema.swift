import Foundation

/// A small validator of JSON by JSON Schema: as much of it as this program's schemas need, and no more.
package struct PlainSchema {
    private let root: OrderedJSON

    /// What the schema says has a keyword or a form that this validator does not know.
    package struct Unknown: Error, CustomStringConvertible {
        package let description: String
    }

    package init(_ root: OrderedJSON) {
        self.root = root
    }

    /// Where a value is not as the schema wants it; empty if it is.
    package func problems(of value: OrderedJSON) throws -> [String] {
        try problems(of: value, by: root, at: "")
    }

    /// The schemas of all values that are no objects of named keys, by their path with dots.
    package func leaves() throws -> [String: OrderedJSON] {
        var found: [String: OrderedJSON] = [:]
        try collect(root, below: "", into: &found)
        return found
    }

    private func collect(_ schema: OrderedJSON, below path: String, into found: inout [String: OrderedJSON]) throws {
        let schema = try resolved(schema)
        guard let properties = schema["properties"] else {
            found[path] = schema
            return
        }
        for key in properties.keys {
            guard let inner = properties[key] else { continue }
            try collect(inner, below: path.isEmpty ? key : path + "." + key, into: &found)
        }
    }

    private func resolved(_ schema: OrderedJSON) throws -> OrderedJSON {
        guard let reference = schema["$ref"]?.text else { return schema }
        let prefix = "#/$defs/"
        guard reference.hasPrefix(prefix), let found = root["$defs"]?[String(reference.dropFirst(prefix.count))] else {
            throw Unknown(description: reference)
        }
        return found
    }

    private func problems(of value: OrderedJSON, by unresolved: OrderedJSON, at path: String) throws -> [String] {
        let schema = try resolved(unresolved)
        var problems: [String] = []
        for key in schema.keys {
            guard let rule = schema[key] else { continue }
            switch key {
            case "$schema", "title", "description", "examples", "$defs", "$ref": break
            case "type": if try !Self.isOf(rule, value) { problems.append("\(path): is no \(rule.text ?? "")") }
            case "enum":
                if value.text == nil || !rule.elements.contains(where: { $0.text == value.text }) {
                    problems.append("\(path): is none of its values")
                }
            case "minLength": if let text = value.text, text.isEmpty { problems.append("\(path): is empty") }
            case "pattern":
                if let text = value.text, try !text.contains(Regex(rule.text ?? "")) {
                    problems.append("\(path): has another form")
                }
            case "minimum": if let number = value.int, number < rule.int ?? 0 { problems.append("\(path): too small") }
            case "maximum": if let number = value.int, number > rule.int ?? 0 { problems.append("\(path): too large") }
            case "minItems": if case .array(let values) = value, values.isEmpty { problems.append("\(path): is empty") }
            case "items":
                for (index, element) in value.elements.enumerated() {
                    problems += try self.problems(of: element, by: rule, at: "\(path)/\(index)")
                }
            case "properties", "additionalProperties": break
            case "required":
                guard case .object = value else { break }
                for name in rule.elements.compactMap(\.text) where !value.keys.contains(name) {
                    problems.append("\(path)/\(name): is missing")
                }
            case "anyOf":
                let fits = try rule.elements.contains { try self.problems(of: value, by: $0, at: path).isEmpty }
                if !fits { problems.append("\(path): fits none") }
            default: throw Unknown(description: key)
            }
        }
        return try problems + membersProblems(of: value, by: schema, at: path)
    }

    private func membersProblems(of value: OrderedJSON, by schema: OrderedJSON, at path: String) throws -> [String] {
        guard case .object(let members) = value else { return [] }
        return try members.flatMap { key, member in
            if let known = schema["properties"]?[key] {
                return try problems(of: member, by: known, at: "\(path)/\(key)")
            }
            switch schema["additionalProperties"] {
            case .bool(false)?: return ["\(path)/\(key): is unknown"]
            case .object(let rules)?: return try problems(of: member, by: .object(rules), at: "\(path)/\(key)")
            default: return []
            }
        }
    }

    private static func isOf(_ type: OrderedJSON, _ value: OrderedJSON) throws -> Bool {
        switch type.text {
        case "object": if case .object = value { true } else { false }
        case "array": if case .array = value { true } else { false }
        case "string": value.text != nil
        case "integer": value.int != nil
        case "null": if case .null = value { true } else { false }
        case "boolean": if case .bool = value { true } else { false }
        default: throw Unknown(description: "type \(type)")
        }
    }
}
