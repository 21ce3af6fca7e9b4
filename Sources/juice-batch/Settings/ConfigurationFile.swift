internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// `juice-batch.json`: what a shop has settled once.
struct ConfigurationFile {
    /// The file that is looked for in the working folder.
    static let defaultName = "juice-batch.json"
    /// The key under which editors find what the file may say; it means nothing to us.
    static let schemaKey = "$schema"
    /// The longest such file, in bytes.
    private static let sizeBytesMax = 1 << 20

    /// The path as the user gave it.
    let path: String
    /// The content of the file.
    let content: JSONValue

    /// Reads a file and checks that all of it is understood.
    init(path: String) throws(BatchError) {
        let raw = try SmallFile.read(
            path, sizeBytesMax: Self.sizeBytesMax, cancellation: Signals.cancellation)
        try self.init(JSONReader.settings(in: Array(raw.bytes), path: path).object, path: path)
    }

    /// Creates a configuration from a file's content, and checks that all of it is valid.
    ///
    /// - Parameter path: the path of the file in messages.
    init(_ content: JSONValue, path: String) throws(BatchError) {
        guard let members = content.members else { throw .badConfiguration(origin: path, mistake: .notJSON(line: nil)) }
        self.path = path
        self.content = content
        if let mistake = ConfigurationShape(members).mistake { throw .badConfiguration(origin: path, mistake: mistake) }
        guard let settled = ResolvedExportSettings(content) else {
            preconditionFailure("a checked file settles something else")
        }
        do throws(RowFilterSettings.Misplaced) {
            try settled.rules.check()
        } catch {
            throw .badConfiguration(origin: path, mistake: .exportSettings(error.place, error.mistake))
        }
    }

    /// Reads the settings in a chain's folder, for all of its shops, or in a shop's folder of a chain, with the shop's
    /// own in front.
    ///
    /// - Returns: nil for any other folder.
    init?(ofChainAround folder: String) throws(BatchError) {
        func chain(in folder: String) throws(BatchError) -> ConfigurationFile? {
            let path = "\(folder)/\(ChainFile.name)"
            guard access(path, F_OK) == 0 else { return nil }
            let file = try ChainFile(path: path, cancellation: Signals.cancellation)
            return try ConfigurationFile(file.settings, path: path)
        }
        if let own = try chain(in: folder) {
            self = own
            return
        }
        guard let around = try chain(in: "\(folder)/..") else { return nil }
        let own = "\(folder)/\(Self.defaultName)"
        self = try access(own, F_OK) == 0 ? around.overlaid(by: ConfigurationFile(path: own)) : around
    }

    /// The configuration overlaid by another file's: its values replace those of this one, and objects are merged.
    func overlaid(by other: ConfigurationFile) throws(BatchError) -> ConfigurationFile {
        var members = members(Self.absolute)
        for (key, value) in other.members(Self.absolute) {
            guard let place = members.firstIndex(where: { $0.0 == key }) else {
                members.append((key, value))
                continue
            }
            guard let inner = value.members, let own = members[place].1.members else {
                members[place].1 = value
                continue
            }
            let kept = own.filter { (name, _) in !inner.contains { $0.0 == name } }
            members[place].1 = .object(kept + inner)
        }
        return try ConfigurationFile(.object(members), path: other.path)
    }

    /// The members of the file, with paths that do not depend on its folder.
    ///
    /// - Parameter path: makes of each path what is to stand for it.
    func members(_ path: (String) -> String) -> [(String, JSONValue)] {
        (content.members ?? []).map { key, value in
            guard let setting = Setting(rawValue: key), case .path = setting.kind, let named = value.string else {
                return (key, value)
            }
            return (key, .string(path(resolved(named))))
        }
    }

    /// A path from the working folder, wherever that is by then.
    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }

    /// A path of the file, from the working folder.
    func resolved(_ value: String) -> String {
        guard !value.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return value }
        return String(path[...slash] + (value.hasPrefix("./") ? value.dropFirst(2) : value[...]))
    }
}

/// The keys of a configuration file, and of which kind their values are.
private struct ConfigurationShape {
    /// The error of the first invalid key, in their order; nil if all are valid.
    private(set) var mistake: ConfigurationError?

    init(_ members: [(String, JSONValue)]) {
        mistake =
            Self.repeated(members, below: "") ?? members.lazy.compactMap { Self.mistake([$0.0], $0.1) }.first
    }

    private static func mistake(_ path: [String], _ value: JSONValue) -> ConfigurationError? {
        let key = path.joined(separator: ".")
        if path == [ConfigurationFile.schemaKey] {
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
        return repeated(members, below: key + ".") ?? members.lazy.compactMap { mistake([key, $0.0], $0.1) }.first
    }

    private static func repeated(_ members: [(String, JSONValue)], below prefix: String) -> ConfigurationError? {
        var seen: Set<String> = []
        return members.first { !seen.insert($0.0).inserted }.map { .repeatedKey(prefix + $0.0) }
    }
}
