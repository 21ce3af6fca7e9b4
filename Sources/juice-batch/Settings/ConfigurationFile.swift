internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// The settings file of a shop, `juice-batch.json`.
struct ConfigurationFile {
    static let defaultName = "juice-batch.json"
    private static let sizeBytesMax = 1 << 20

    let path: String
    let content: JSONValue

    /// Reads a settings file, and checks that all of its content is valid.
    init(path: String) throws(BatchError) {
        let raw = try readSmallFile(path, sizeBytesMax: Self.sizeBytesMax, cancellation: .ofProcess)
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
