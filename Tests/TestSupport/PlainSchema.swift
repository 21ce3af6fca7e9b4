import Foundation

/// A small JSON Schema validator with the keywords that the schemas of this project use.
package struct PlainSchema {
    private let root: OrderedJSON

    /// The error for a keyword or a form of schema that this validator does not support.
    package struct Unknown: Error, CustomStringConvertible {
        package let description: String
    }

    package init(_ root: OrderedJSON) {
        self.root = root
    }

    /// The schemas that the program prints.
    package enum Published: String, CaseIterable, Sendable {
        case settings = "juice-batch"
        case summary, check, status, chain, stock, history, plan, inspect, diff

        /// The path of the schema in the project.
        package var path: String { "Sources/juice-batch/Settings/\(rawValue).schema.json" }
    }

    /// One of the program's schemas, as it is in the project.
    package static func published(_ schema: Published) throws -> PlainSchema { try PlainSchema(json(schema)) }

    /// Its text as JSON.
    package static func json(_ schema: Published) throws -> OrderedJSON {
        guard let json = try OrderedJSONParser.parse(ProjectFile.text(schema.path)) else {
            throw Unknown(description: schema.path)
        }
        return json
    }

    /// The paths at which a value violates the schema; empty if it is valid.
    package func problems(of value: OrderedJSON) throws -> [String] {
        try problems(of: value, by: root, at: "")
    }

    /// The schemas of all values other than objects with named keys, by their path with dots.
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

    /// The paths of properties without a description, and of objects that take unknown keys.
    package func undescribed() -> [String] { undescribed(root, at: "") }

    private func undescribed(_ schema: OrderedJSON, at path: String) -> [String] {
        var found: [String] = []
        if schema["properties"] != nil, schema["additionalProperties"]?.isFalse != true { found.append(path) }
        for key in schema["properties"]?.keys ?? [] {
            guard let inner = schema["properties"]?[key] else { continue }
            if inner["description"]?.text?.isEmpty != false { found.append("\(path)/\(key)") }
            found += undescribed(inner, at: "\(path)/\(key)")
        }
        for key in schema["$defs"]?.keys ?? [] {
            found += schema["$defs"]?[key].map { undescribed($0, at: "\(path)/$defs/\(key)") } ?? []
        }
        for inner in (schema["anyOf"]?.elements ?? []) + [schema["items"]].compactMap(\.self) {
            found += undescribed(inner, at: path + "/…")
        }
        return found
    }

    private func resolved(_ schema: OrderedJSON) throws -> OrderedJSON {
        guard let reference = schema["$ref"]?.text else { return schema }
        if reference == "#" { return root }
        let prefix = "#/$defs/"
        guard reference.hasPrefix(prefix), let found = root["$defs"]?[String(reference.dropFirst(prefix.count))] else {
            throw Unknown(description: reference)
        }
        return found
    }

    private func problems(of value: OrderedJSON, by unresolved: OrderedJSON, at path: String) throws -> [String] {
        let schema = try resolved(unresolved)
        return try schema.keys.flatMap { key -> [String] in
            guard let rule = schema[key] else { return [] }
            func found(_ isWrong: Bool, _ problem: String) -> [String] { isWrong ? ["\(path): \(problem)"] : [] }
            switch key {
            case "$schema", "$id", "title", "description", "examples", "$defs", "$ref", "properties",
                "additionalProperties":
                return []
            case "type":
                let types = rule.text == nil ? rule.elements : [rule]
                return found(try !types.contains { try Self.isOf($0, value) }, "is no \(types.map { $0.text ?? "" })")
            case "enum": return found(!rule.elements.contains { Self.isSame($0, value) }, "is none of its values")
            case "const": return found(!Self.isSame(rule, value), "is another value")
            case "required":
                guard case .object = value else { return [] }
                return rule.elements.compactMap(\.text).filter { value[$0] == nil }.map { "\(path)/\($0): is missing" }
            case "maxItems": return found(value.elements.count > rule.int ?? 0, "has too many")
            case "minItems": if case .array(let values) = value { return found(values.isEmpty, "is empty") }
            case "minLength": return found(value.text?.isEmpty == true, "is empty")
            case "pattern":
                return found(
                    try value.text.map { try !$0.contains(Regex(rule.text ?? "")) } ?? false, "has another form")
            case "minimum": return found(value.int.map { $0 < rule.int ?? 0 } ?? false, "too small")
            case "maximum": return found(value.int.map { $0 > rule.int ?? 0 } ?? false, "too large")
            case "items":
                return try value.elements.enumerated().flatMap { try problems(of: $1, by: rule, at: "\(path)/\($0)") }
            case "anyOf":
                let fits = try rule.elements.contains { try problems(of: value, by: $0, at: path).isEmpty }
                return found(!fits, "fits none")
            default: throw Unknown(description: key)
            }
            return []
        } + membersProblems(of: value, by: schema, at: path)
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

    /// Whether two values other than lists and objects are equal.
    private static func isSame(_ one: OrderedJSON, _ other: OrderedJSON) -> Bool { one.line == other.line }

    private static func isOf(_ type: OrderedJSON, _ value: OrderedJSON) throws -> Bool {
        switch type.text {
        case "object": if case .object = value { true } else { false }
        case "array": if case .array = value { true } else { false }
        case "string": value.text != nil
        case "integer": value.int != nil
        case "boolean": if case .bool = value { true } else { false }
        case "null": if case .null = value { true } else { false }
        default: throw Unknown(description: "type \(type)")
        }
    }
}
