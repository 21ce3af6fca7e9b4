internal import CSV
internal import Foundation
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The settings file of a shop, `juice-batch.json`.
struct ConfigurationFile {
    static let defaultName = "juice-batch.json"

    let path: String
    let content: JSONValue

    /// Reads a settings file, and checks that all of its content is valid.
    init(path: String) throws(BatchError) {
        let raw = try readSmallFile(path, sizeBytesMax: 1 << 20, cancellation: .ofProcess)
        try self.init(JSONReader.settings(in: raw, path: path).object, path: path)
    }

    /// Creates a configuration from a file's content, and checks that all of it is valid.
    init(_ content: JSONValue, path: String) throws(BatchError) {
        guard let members = content.members else { throw .badConfiguration(origin: path, error: .notJSON(line: 1)) }
        self.path = path
        self.content = content
        // The error for the first invalid key in the order of the file is reported.
        let errors = members.lazy.compactMap { Self.error([$0.0], $0.1) }
        if let error = Self.repeated(members, below: "") ?? errors.first {
            throw .badConfiguration(origin: path, error: error)
        }
        guard let settings = RawExportSettings(content) else {
            preconditionFailure("A validated settings file could not be read")
        }
        do throws(LocatedSettingError) {
            try settings.check()
        } catch {
            throw .badConfiguration(origin: path, error: .exportSettings(error))
        }
    }

    /// Reads the settings of a chain, overlaid by a shop's own, for a folder in it; nil if it belongs to none.
    init?(ofChainAround folder: String) throws(BatchError) {
        let paths = [folder, "\(folder)/.."].map { "\($0)/\(ChainFile.name)" }
        guard let path = paths.first(where: { access($0, F_OK) == 0 }) else { return nil }
        let chain = try ConfigurationFile(ChainFile(path: path, cancellation: .ofProcess).settings, path: path)
        let shop = path == paths[0] ? nil : Self.path(in: folder)
        self = if let shop { try chain.overlaid(by: ConfigurationFile(path: shop)) } else { chain }
    }

    /// The path of the settings file in a folder; nil if there is none.
    static func path(in folder: String) -> String? {
        let path = "\(folder)/\(defaultName)"
        return access(path, F_OK) == 0 ? path : nil
    }

    /// Returns the settings overlaid by those of another file: its values replace values, and objects are merged.
    func overlaid(by other: ConfigurationFile) throws(BatchError) -> ConfigurationFile {
        var members = members(Self.absolute)
        for (key, value) in other.members(Self.absolute) {
            let index = members.firstIndex { $0.0 == key }
            let inherited = index.flatMap { members[$0].1.members } ?? []
            let merged = value.members.map { own in
                JSONValue.object(inherited.filter { (name, _) in !own.contains { $0.0 == name } } + own)
            }
            if let index { members[index].1 = merged ?? value } else { members.append((key, value)) }
        }
        return try ConfigurationFile(.object(members), path: other.path)
    }

    /// The members of the file, with each path, relative to the working folder, converted.
    func members(_ convert: (String) -> String) -> [(String, JSONValue)] {
        (content.members ?? []).map { key, value in
            guard let setting = Setting(rawValue: key), case .path = setting.kind, let path = value.string else {
                return (key, value)
            }
            return (key, .string(convert(resolved(path))))
        }
    }

    /// The absolute path for a path relative to the working folder.
    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = resolvedPath(".") else { return path }
        return "\(folder)/\(path)"
    }

    /// A path in the file as a path that is relative to the working folder.
    func resolved(_ value: String) -> String {
        guard !value.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return value }
        return String(path[...slash] + (value.hasPrefix("./") ? value.dropFirst(2) : value[...]))
    }

    private static func error(_ path: [String], _ value: JSONValue) -> ConfigurationError? {
        let key = path.joined(separator: ".")
        // By this key, editors find the schema of the file.
        if path == ["$schema"] {
            return value.string == nil ? .badValue(key: key, expected: "\"…\"") : nil
        }
        if let setting = Setting.allCases.first(where: { $0.path == path }) {
            guard setting.fits(value) else { return .badValue(key: key, expected: setting.expected) }
            return repeated(value.members ?? [], below: key + ".")
        }
        guard path.count == 1, Setting.allCases.contains(where: { $0.path.count > 1 && $0.path.first == key }) else {
            return .unknownKey(key, nearest: NearestName.nearest(to: key, among: Setting.allCases.map(\.rawValue)))
        }
        guard let members = value.members else { return .badValue(key: key, expected: "{…}") }
        return repeated(members, below: key + ".") ?? members.lazy.compactMap { error([key, $0.0], $0.1) }.first
    }

    private static func repeated(_ members: [(String, JSONValue)], below prefix: String) -> ConfigurationError? {
        var seen: Set<String> = []
        return members.first { !seen.insert($0.0).inserted }.map { .repeatedKey(prefix + $0.0) }
    }
}

/// The settings from environment variables and from juice-batch.json; variables take precedence.
struct ShopConfiguration {
    /// The value of a setting as text for its option, and its source: an environment variable or a path.
    typealias Value = (text: String, origin: String)

    private let variables: [String: String]
    let file: ConfigurationFile?

    /// Reads the settings file at a path, or the one in the working folder if there is one.
    init(path: String?, variables: [String: String]) throws(BatchError) {
        let isMissing = path == nil && access(ConfigurationFile.defaultName, F_OK) != 0
        let file = isMissing ? nil : try ConfigurationFile(path: path ?? ConfigurationFile.defaultName)
        self.init(file, variables: variables)
    }

    init(_ file: ConfigurationFile?, variables: [String: String]) {
        // An empty variable counts as not set.
        self.variables = variables.filter { $0.key.hasPrefix(Setting.variablePrefix) && !$0.value.isEmpty }
        self.file = file
    }

    /// The language of messages; nil if it is not set or its setting is invalid.
    var language: MessageLanguage? {
        (try? value(of: .language)).flatMap { MessageLanguage(rawValue: $0.text) }
    }

    /// The environment variables of this process that may be settings.
    static var processVariables: [String: String] {
        ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix(Setting.variablePrefix) }
    }

    /// The values of a setting; empty if it is not set, at most one for a setting with a single value.
    func values(of setting: Setting) throws(BatchError) -> [Value] {
        guard setting.hasSeveralValues else { return try value(of: setting).map { [$0] } ?? [] }
        guard let file, let content = file.content[setting.path] else { return [] }
        if let list = content.strings { return list.map { ($0, file.path) } }
        let prefix = setting.role.map { "\($0.rawValue):" } ?? ""
        return (content.members ?? []).flatMap { key, value in
            (value.strings ?? [value.string ?? ""]).map { ("\(prefix)\(key)=\($0)", file.path) }
        }
    }

    /// The value of a setting with a single value; nil if it is not set.
    func value(of setting: Setting) throws(BatchError) -> Value? {
        if let value = try environmentValue(of: setting) { return value }
        guard let file, let text = file.content[setting.path].flatMap({ setting.text(of: $0) }) else { return nil }
        guard setting.accepts(text) else { throw badValue(of: setting, origin: file.path) }
        if case .path = setting.kind { return (file.resolved(text), file.path) }
        return (text, file.path)
    }

    /// The settings for exports as an object for `--settled` (`RawExportSettings`); nil if there are none.
    func resolvedExportSettings() throws(BatchError) -> JSONValue? {
        var columns: [(String, JSONValue)] = []
        var members: [(String, JSONValue)] = []
        for setting in Setting.allCases {
            if let role = setting.columnRole {
                let variable = try environmentValue(of: setting).map { JSONValue.string($0.text) }
                if let value = variable ?? file?.content[setting.path] { columns.append((role.rawValue, value)) }
            } else if setting.hasSeveralValues, let key = setting.path.first, !members.contains(where: { $0.0 == key }),
                let value = file?.content[[key]]
            {
                members.append((key, value))
            }
        }
        if !columns.isEmpty { members.append(("columns", .object(columns))) }
        guard !members.isEmpty else { return nil }
        return .object(members + [(RawExportSettings.originKey, .string(file?.path ?? ""))])
    }

    private func environmentValue(of setting: Setting) throws(BatchError) -> Value? {
        guard let variable = setting.variable, var text = variables[variable] else { return nil }
        if setting.isFlag {
            text = text.lowercased()
            text = ["yes": "true", "1": "true", "no": "false", "0": "false"][text] ?? text
        }
        guard setting.accepts(text) else { throw badValue(of: setting, origin: variable) }
        return (text, variable)
    }

    private func badValue(of setting: Setting, origin: String) -> BatchError {
        .badConfiguration(origin: origin, error: .badValue(key: setting.rawValue, expected: setting.expected))
    }
}
