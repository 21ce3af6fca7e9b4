internal import Foundation
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

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
