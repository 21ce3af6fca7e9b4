internal import CSV
internal import Configuration
internal import Foundation
internal import JuiceBatch
internal import JuiceReports

/// `juice-batch.json`: what a shop has settled once.
struct ConfigurationFile {
    /// The file that is looked for in the working folder.
    static let defaultName = "juice-batch.json"
    /// The longest such file, in bytes.
    private static let sizeBytesMax = 1 << 20

    /// The path as the user gave it.
    let path: String
    /// The values, as swift-configuration reads them.
    let snapshot: JSONSnapshot

    /// Reads a file and checks that all of it is understood.
    init(path: String) throws(BatchError) {
        self.path = path
        let content = try SmallFile.read(
            path, sizeBytesMax: Self.sizeBytesMax, interruption: Signals.interruption)
        var bytes = Array(content.bytes)
        // Notepad's byte order mark is no JSON.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        do {
            try JSONDecoder().decode(ConfigurationShape.self, from: Data(bytes)).check(path: path)
            snapshot = try JSONSnapshot(data: bytes.span.bytes, providerName: path, parsingOptions: .default)
        } catch let error as BatchError {
            throw error
        } catch {
            throw .badConfiguration(origin: path, mistake: .notJSON)
        }
    }

    /// A path of the file, from the working folder.
    func resolved(_ value: String) -> String {
        guard !value.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return value }
        return path[...slash] + value
    }
}

/// The keys of a configuration file, and of which kind their values are.
private struct ConfigurationShape: Decodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// The key of each value, and whether the value is of the setting's kind.
    private let values: [(key: String, fits: Bool)]

    init(from decoder: any Decoder) throws {
        let top = try decoder.container(keyedBy: Key.self)
        var values: [(key: String, fits: Bool)] = []
        for key in top.allKeys {
            let name = key.stringValue
            if let inner = try? top.nestedContainer(keyedBy: Key.self, forKey: key) {
                values += inner.allKeys.map { ("\(name).\($0.stringValue)", Self.fits(inner, $0, below: name)) }
                // An empty object says nothing, but its name has to be known.
                if inner.allKeys.isEmpty { values.append((name, Setting.allCases.contains { $0.isBelow(name) })) }
            } else {
                values.append((name, Self.fits(top, key, below: nil)))
            }
        }
        self.values = values.sorted { $0.key < $1.key }
    }

    private static func fits(_ container: KeyedDecodingContainer<Key>, _ key: Key, below parent: String?) -> Bool {
        let name = (parent.map { $0 + "." } ?? "") + key.stringValue
        return switch Setting(rawValue: name)?.kind {
        case .flag: (try? container.decode(Bool.self, forKey: key)) != nil
        case .number: (try? container.decode(Int.self, forKey: key)) != nil
        case .path, .column, .choice: (try? container.decode(String.self, forKey: key)) != nil
        case nil: false
        }
    }

    /// Refuses keys that mean nothing, and values of another kind than the setting's.
    func check(path: String) throws(BatchError) {
        for (key, fits) in values where !fits {
            let isObject = Setting.allCases.contains { $0.isBelow(key) }
            if let expected = Setting(rawValue: key)?.expected ?? (isObject ? "{…}" : nil) {
                throw .badConfiguration(origin: path, mistake: .badValue(key: key, expected: expected))
            }
            let nearest = NearestName.nearest(to: key, among: Setting.allCases.map(\.rawValue))
            throw .badConfiguration(origin: path, mistake: .unknownKey(key, nearest: nearest))
        }
    }
}

extension Setting {
    /// Whether the key stands in an object of this name.
    fileprivate func isBelow(_ name: String) -> Bool { rawValue.hasPrefix(name + ".") }
}
