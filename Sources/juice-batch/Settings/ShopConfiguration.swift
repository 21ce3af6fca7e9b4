internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The settings from the environment and from juice-batch.json, in this order.
struct ShopConfiguration {
    /// A value and where it comes from.
    struct Value {
        /// The value as text for its option.
        let text: String
        /// An environment variable's name, or the file's path.
        let origin: String
    }

    /// The environment variables of settings, by their names.
    private let variables: [String: String]
    private let file: ConfigurationFile?

    /// - Parameters:
    ///   - path: the file that the user names; nil for the one of the working folder, if there is one.
    ///   - variables: the environment.
    init(path: String?, variables: [String: String]) throws(BatchError) {
        if let path {
            self.init(try ConfigurationFile(path: path), variables: variables)
        } else if access(ConfigurationFile.defaultName, F_OK) == 0 {
            self.init(try ConfigurationFile(path: ConfigurationFile.defaultName), variables: variables)
        } else {
            self.init(nil, variables: variables)
        }
    }

    /// Creates a configuration from the environment and a file that has been read already.
    init(_ file: ConfigurationFile?, variables: [String: String]) {
        // Empty is as good as not set.
        self.variables = variables.filter { $0.key.hasPrefix(Setting.variablePrefix) && !$0.value.isEmpty }
        self.file = file
    }

    /// Whether there may be anything to read, as far as can be told without reading it.
    ///
    /// - Parameters:
    ///   - path: the file that the user names; nil for the one of the working folder.
    ///   - variables: the environment.
    static func mayExist(path: String?, variables: [String: String]) -> Bool {
        path != nil || !variables.isEmpty || access(ConfigurationFile.defaultName, F_OK) == 0
    }

    /// The variables of this process that may be settings.
    static var processVariables: [String: String] {
        var variables: [String: String] = [:]
        var at = environ
        while let entry = at.pointee {
            let text = String(cString: entry)
            if text.hasPrefix(Setting.variablePrefix), let sign = text.firstIndex(of: "=") {
                variables[String(text[..<sign])] = String(text[text.index(after: sign)...])
            }
            at += 1
        }
        return variables
    }

    /// The values of a setting; none if neither says anything, and one of what has one value.
    func values(of setting: Setting) throws(BatchError) -> [Value] {
        guard setting.isMany else { return try value(of: setting).map { [$0] } ?? [] }
        guard let file, let settled = ResolvedExportSettings(file.content) else { return [] }
        return settled.rules.words(of: setting).map { Value(text: $0, origin: file.path) }
    }

    /// The value of a setting that has one; nil if neither says anything.
    func value(of setting: Setting) throws(BatchError) -> Value? {
        if let value = try environmentValue(of: setting) { return value }
        guard let file, let content = file.content[setting.path] else { return nil }
        let text: String
        switch (setting.kind, content) {
        case (.column, _): text = RoleColumns(content)?.text ?? ""
        case (.days, _):
            guard let days = content.strings, !days.isEmpty else { return nil }
            text = days.joined(separator: ",")
        case (.path, .string(let path)): text = path.isEmpty ? path : file.resolved(path)
        case (_, .string(let word)): text = word
        case (_, .number(let number)): text = String(number)
        case (_, .bool(let flag)): text = String(flag)
        default: throw badValue(of: setting, origin: file.path)
        }
        guard setting.accepts(text) else { throw badValue(of: setting, origin: file.path) }
        return Value(text: text, origin: file.path)
    }

    /// The settled settings for the POS' exports, as an object like that of the file (`ResolvedExportSettings`); nil if there
    /// are none.
    func resolvedExportSettings() throws(BatchError) -> JSONValue? {
        var columns: [(String, JSONValue)] = []
        var members: [(String, JSONValue)] = []
        for setting in Setting.allCases {
            if let role = setting.columnRole {
                if let value = try environmentValue(of: setting) {
                    columns.append((role.rawValue, .string(value.text)))
                } else if let value = file?.content[setting.path] {
                    columns.append((role.rawValue, value))
                }
            } else if setting.isMany, let key = setting.path.first, !members.contains(where: { $0.0 == key }),
                let value = file?.content[[key]]
            {
                members.append((key, value))
            }
        }
        if !columns.isEmpty { members.append(("columns", .object(columns))) }
        guard !members.isEmpty else { return nil }
        return .object(members + [(ResolvedExportSettings.originKey, .string(file?.path ?? ""))])
    }

    /// The members of the file, with paths from the working folder.
    var fileMembers: [(String, JSONValue)] {
        file?.members { $0 } ?? []
    }

    private func environmentValue(of setting: Setting) throws(BatchError) -> Value? {
        guard let variable = setting.variable, var text = variables[variable] else { return nil }
        if setting.isFlag {
            text = text.lowercased()
            text = ["yes": "true", "1": "true", "no": "false", "0": "false"][text] ?? text
        }
        guard setting.accepts(text) else { throw badValue(of: setting, origin: variable) }
        return Value(text: text, origin: variable)
    }

    private func badValue(of setting: Setting, origin: String) -> BatchError {
        .badConfiguration(origin: origin, mistake: .badValue(key: setting.rawValue, expected: setting.expected))
    }
}

extension RowFilterSettings {
    /// The values of a setting, each as text for its option.
    fileprivate func words(of setting: Setting) -> [String] {
        switch setting {
        case .actionValues, .itemValues:
            readings.filter { $0.role == setting.role }.map { "\($0.role.rawValue):\($0.from)=\($0.to)" }
        case .ignore: ignore.map { "\($0.column)=\($0.value)" }
        case .only: only.map { "\($0.column)=\($0.value)" }
        case .known: known.map { "\($0.column)=\($0.value)" }
        case .accept: accept
        case .fill: fill
        case .totals: totals
        case .reportBy: reportBy
        default: []
        }
    }
}
