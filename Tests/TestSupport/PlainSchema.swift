import Foundation

/// A small JSON Schema validator with the keywords that the schemas of this project use.
package struct PlainSchema {
    private let root: OrderedJSON

    package init(_ root: OrderedJSON) { self.root = root }

    package enum Published: String, CaseIterable, Sendable {
        case settings = "juice-batch"
        case summary, check, status, chain, stock, history, plan, inspect, diff

        package var path: String { "Sources/juice-batch/Settings/\(rawValue).schema.json" }
    }

    /// One of the program's schemas, as it is in the project.
    package static func published(_ schema: Published) throws -> PlainSchema { try PlainSchema(json(schema)) }

    /// Its text as JSON.
    package static func json(_ schema: Published) throws -> OrderedJSON {
        let json = try OrderedJSONParser.parse(ProjectFile.text(schema.path))
        return try json ?? { throw ProgramError(description: schema.path) }()
    }

    /// The paths at which a value violates the schema; empty if it is valid.
    package func problems(of value: OrderedJSON) throws -> [String] { try problems(of: value, by: root, at: "") }

    /// The schemas of all values other than objects with named keys, by their path with dots.
    package func leaves() throws -> [String: OrderedJSON] { try leaves(of: root, at: []) }

    private func leaves(of schema: OrderedJSON, at path: [String]) throws -> [String: OrderedJSON] {
        let schema = try resolved(schema)
        guard let properties = schema["properties"] else { return [path.joined(separator: "."): schema] }
        return try properties.members.reduce(into: [:]) { found, member in
            found.merge(try leaves(of: member.1, at: path + [member.0])) { $1 }
        }
    }

    /// The paths of properties without a description, and of objects that take unknown keys.
    package func undescribed() -> [String] { undescribed(root, at: "") }

    private func undescribed(_ schema: OrderedJSON, at path: String) -> [String] {
        var found: [String] = []
        if let properties = schema["properties"] {
            if schema["additionalProperties"]?.line != "false" { found.append(path) }
            for (key, inner) in properties.members where inner["description"]?.text?.isEmpty != false {
                found.append("\(path)/\(key)")
            }
        }
        let named = ["properties", "$defs"].flatMap { schema[$0]?.members ?? [] }
        let unnamed = (schema["anyOf"]?.elements ?? []) + [schema["items"]].compactMap(\.self)
        return found + (named + unnamed.map { ("…", $0) }).flatMap { undescribed($1, at: "\(path)/\($0)") }
    }

    private func resolved(_ schema: OrderedJSON) throws -> OrderedJSON {
        guard let reference = schema["$ref"]?.text else { return schema }
        if reference == "#" { return root }
        let found = reference.hasPrefix("#/$defs/") ? root["$defs"]?[String(reference.dropFirst(8))] : nil
        return try found ?? { throw ProgramError(description: reference) }()
    }

    private func problems(of value: OrderedJSON, by unresolved: OrderedJSON, at path: String) throws -> [String] {
        let schema = try resolved(unresolved)
        let members = try value.members.flatMap { key, member in
            switch schema["properties"]?[key] ?? schema["additionalProperties"] {
            case .bool(false)?: ["\(path)/\(key): is unknown"]
            case let rules?: try problems(of: member, by: rules, at: "\(path)/\(key)")
            case nil: [String]()
            }
        }
        return members + (try schema.members.flatMap { try problems(of: value, by: $0, at: path) })
    }

    /// The problems of a value itself, by one keyword.
    private func problems(of value: OrderedJSON, by rule: (String, OrderedJSON), at path: String) throws
        -> [String]
    {
        func found(_ isWrong: Bool, _ problem: String) -> [String] { isWrong ? ["\(path): \(problem)"] : [] }
        let (key, rule) = rule
        let (elements, int) = (rule.elements, rule.int ?? 0)
        switch key {
        case "$schema", "$id", "title", "description", "examples", "$defs", "$ref", "properties",
            "additionalProperties":
            return []
        case "type":
            let types = (elements + [rule]).compactMap(\.text)
            return found(try !types.contains { try Self.isOf($0, value) }, "is no \(types)")
        case "enum": return found(!elements.contains { $0.line == value.line }, "is none of its values")
        case "const": return found(rule.line != value.line, "is another value")
        case "required":
            guard case .object = value else { return [] }
            return elements.compactMap(\.text).filter { value[$0] == nil }.map { "\(path)/\($0): is missing" }
        case "maxItems": return found(value.elements.count > int, "has too many")
        case "minItems": return found(value.line == "[]", "is empty")
        case "minLength": return found(value.text == "", "is empty")
        case "pattern":
            let pattern = try Regex(rule.text ?? "")
            return found(value.text.map { !$0.contains(pattern) } ?? false, "has another form")
        case "minimum": return found(value.int.map { $0 < int } ?? false, "too small")
        case "maximum": return found(value.int.map { $0 > int } ?? false, "too large")
        case "items":
            return try value.elements.enumerated().flatMap { try problems(of: $1, by: rule, at: "\(path)/\($0)") }
        case "anyOf":
            return found(try !elements.contains { try problems(of: value, by: $0, at: path).isEmpty }, "fits none")
        default: throw ProgramError(description: key)
        }
    }

    private static func isOf(_ type: String, _ value: OrderedJSON) throws -> Bool {
        switch type {
        case "object": if case .object = value { true } else { false }
        case "array": if case .array = value { true } else { false }
        case "string": value.text != nil
        case "integer": value.int != nil
        case "boolean": if case .bool = value { true } else { false }
        case "null": if case .null = value { true } else { false }
        default: throw ProgramError(description: "type \(type)")
        }
    }
}
