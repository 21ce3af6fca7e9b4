internal import Configuration
internal import Glibc
internal import JuiceBatch
internal import JuiceReports

/// What the environment and juice-batch.json say, in this order.
struct ShopConfiguration {
    /// A value and where it comes from.
    struct Value {
        /// As the option takes it.
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
        // Empty is as good as not set.
        let own = variables.filter { $0.key.hasPrefix(Setting.variablePrefix) && !$0.value.isEmpty }
        environment = own.isEmpty ? nil : EnvironmentVariablesProvider(environmentVariables: own)
        if let path {
            file = try ConfigurationFile(path: path)
        } else if access(ConfigurationFile.defaultName, F_OK) == 0 {
            file = try ConfigurationFile(path: ConfigurationFile.defaultName)
        } else {
            file = nil
        }
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

    /// The value of a setting; nil where neither says anything.
    func value(of setting: Setting) throws(BatchError) -> Value? {
        if let value = try environmentValue(of: setting) { return value }
        guard let file, let text = try text(of: setting, origin: file.path, in: file.snapshot, below: []) else {
            return nil
        }
        guard case .path = setting.kind else { return Value(text: text, origin: file.path) }
        return Value(text: file.resolved(text), origin: file.path)
    }

    private func environmentValue(of setting: Setting) throws(BatchError) -> Value? {
        guard let environment else { return nil }
        let text = try text(
            of: setting, origin: setting.variable, in: environment.snapshot(), below: ["juice", "batch"])
        return text.map { Value(text: $0, origin: setting.variable) }
    }

    private func text(
        of setting: Setting, origin: String, in snapshot: any ConfigSnapshot, below prefix: [String]
    ) throws(BatchError) -> String? {
        let key = AbsoluteConfigKey(prefix + setting.rawValue.split(separator: ".").map(String.init))
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
        case .path, .column, .choice: .string
        case .number: .int
        case .flag: .bool
        }
    }
}
