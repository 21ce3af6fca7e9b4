internal import Configuration
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

    private let environment: EnvironmentVariablesProvider?
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
        let own = variables.filter { $0.key.hasPrefix(Setting.variablePrefix) && !$0.value.isEmpty }
        environment = own.isEmpty ? nil : EnvironmentVariablesProvider(environmentVariables: own)
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

    /// The values of a setting; none where neither says anything, and one of what has one value.
    func values(of setting: Setting) throws(BatchError) -> [Value] {
        guard setting.isMany else { return try value(of: setting).map { [$0] } ?? [] }
        guard let file, let settled = ResolvedExportSettings(file.content) else { return [] }
        return settled.rules.words(of: setting).map { Value(text: $0, origin: file.path) }
    }

    /// The value of a setting that has one; nil where neither says anything.
    func value(of setting: Setting) throws(BatchError) -> Value? {
        if let value = try environmentValue(of: setting) { return value }
        if setting.columnRole != nil {
            guard let file, let parts = file.content[setting.path].flatMap({ RoleColumns($0) }) else { return nil }
            return Value(text: parts.text, origin: file.path)
        }
        if case .days = setting.kind {
            guard let file, let days = file.content[setting.path]?.strings, !days.isEmpty else { return nil }
            return Value(text: days.joined(separator: ","), origin: file.path)
        }
        guard let file, let text = try text(of: setting, origin: file.path, in: file.snapshot, below: []) else {
            return nil
        }
        guard case .path = setting.kind else { return Value(text: text, origin: file.path) }
        return Value(text: file.resolved(text), origin: file.path)
    }

    /// The settled settings for the POS' exports, as an object like that of the file (`ResolvedExportSettings`); nil where there
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
        guard let file, let members = file.content.members else { return [] }
        return members.map { key, value in
            guard let setting = Setting(rawValue: key), case .path = setting.kind, let path = value.string else {
                return (key, value)
            }
            return (key, .string(file.resolved(path)))
        }
    }

    private func environmentValue(of setting: Setting) throws(BatchError) -> Value? {
        guard let environment, let variable = setting.variable else { return nil }
        let text = try text(of: setting, origin: variable, in: environment.snapshot(), below: ["juice", "batch"])
        return text.map { Value(text: $0, origin: variable) }
    }

    private func text(
        of setting: Setting, origin: String, in snapshot: any ConfigSnapshot, below prefix: [String]
    ) throws(BatchError) -> String? {
        let key = AbsoluteConfigKey(prefix + setting.path)
        let bad = BatchError.badConfiguration(
            origin: origin, mistake: .badValue(key: setting.rawValue, expected: setting.expected))
        let found: ConfigValue?
        do {
            found = try snapshot.value(forKey: key, type: setting.type).value
        } catch {
            throw bad
        }
        guard let found else { return nil }
        let text: String
        switch found.content {
        case .string(let value): text = value
        case .int(let value): text = String(value)
        case .bool(let value): text = String(value)
        default: throw bad
        }
        guard setting.accepts(text) else { throw bad }
        return text
    }
}

extension Setting {
    fileprivate var type: ConfigType {
        switch kind {
        case .path, .column, .choice, .timeOfDay, .sign, .name, .days, .readings, .cells, .list: .string
        case .number: .int
        case .flag: .bool
        }
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
        default: []
        }
    }
}
