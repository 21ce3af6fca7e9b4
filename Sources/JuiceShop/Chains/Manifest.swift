internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceReports
internal import Synchronization

/// What a chain's night has planned and done so far: `.night/DATE`, from which an interrupted night goes on.
///
/// It is only added to, a line of JSON at a time, so that a kill leaves at most a last line without its end. That one is passed
/// over; whoever goes on says so on the next line, so that a line that was damaged later is not taken for one. What is applied stands in the shops' ledgers; this file saves asking them, and keeps what they do not know.
final class Manifest: Sendable {
    /// The folder of all of them, in the chain's.
    static let folderName = ".night"
    private static let version = 1
    private static let bytesMax = 1 << 30
    /// Stands behind a line that a kill has cut off.
    private static let tornMark = JSONValue.object([("torn", .bool(true))])
    private static let tornLine = Array(tornMark.line.utf8)[...]

    /// An export as the night has met it.
    struct Export: Sendable {
        /// Its number among those of the night, from 1.
        var number: Int
        var facts: ExportFacts
        /// How many rows each shop has of it, by folder.
        var rows: [String: Int]
        /// Whether it has been put away.
        var isPutAway = false
    }

    /// What is on record of a shop.
    struct Visit: Sendable {
        /// Its night has come to this; nil while it is planned or running.
        var state: ShopFacts.State?
        /// The numbers of the exports whose parts are settled.
        var exports: Set<Int> = []
        /// What was met before a file was put away.
        var problems: [ShopFacts.Problem] = []
    }

    /// All that is on record.
    struct Content: Sendable {
        /// Whether the line that says of which night and version it is stands there whole.
        fileprivate(set) var hasHead = false
        var exports: [Export] = []
        /// By folder.
        var shops: [String: Visit] = [:]
    }

    /// What was on record when it was opened.
    let content: Content
    private let path: String
    private let date: String
    private let nights: OpenFolder
    private let file: Guarded<Int32>

    /// Opens the manifest of a night, and begins it if there is none.
    ///
    /// - Parameters:
    ///   - root: the chain's folder.
    ///   - shops: the folders of those that are to be run.
    init(of date: String, shops: [String], in root: OpenFolder, _ interruption: Interruption) throws(BatchError) {
        let nights = try OpenFolder(Self.folderName, in: root, followsLink: false)
        path = "\(Self.folderName)/\(date)"
        let flags = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC
        let descriptor = openat(nights.descriptor, date, flags, 0o666)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, errno: errno) }
        file = Guarded(descriptor)
        self.nights = nights
        self.date = date
        let bytes = try Self.bytes(of: date, in: nights, path, interruption)
        content = try Self.content(bytes, date: date, path: path)
        let isTorn = bytes.last.map { $0 != UInt8(ascii: "\n") } ?? false
        var lines: [JSONValue] = isTorn ? [Self.tornMark] : []
        if !content.hasHead { lines.append(.object([("manifest", .number(Self.version)), ("date", .string(date))])) }
        lines += shops.filter { content.shops[$0] == nil }.map {
            .object([("shop", .string($0)), ("state", .string("planned"))])
        }
        try append(lines, hasTornLine: isTorn, isDurable: true)
        guard fsync(nights.descriptor) == 0 else { throw .inputOutput(path: path, errno: errno) }
    }

    /// What is on record by now, what others have added included.
    func read(_ interruption: Interruption) throws(BatchError) -> Content {
        try Self.content(Self.bytes(of: date, in: nights, path, interruption), date: date, path: path)
    }

    private static func bytes(
        of date: String, in nights: OpenFolder, _ path: String, _ interruption: Interruption
    ) throws(BatchError) -> [UInt8] {
        let opened = openat(nights.descriptor, date, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard opened >= 0 else { throw .unreadable(path: path, errno: errno) }
        // By a name, since the bytes are there only as long as what was read is.
        let read = try SmallFile.read(
            ReadDescriptor(opened), path: path, sizeBytesMax: bytesMax, interruption: interruption)
        return Array(read.bytes)
    }

    deinit {
        file.withLock { _ = close($0) }
    }

    /// Notes exports that the night has met, before anything of them is applied.
    func plan(_ exports: [Export]) throws(BatchError) {
        try append(
            exports.map { export in
                .object([
                    ("export", .number(export.number)), ("state", .string(export.facts.state.rawValue)),
                    ("facts", export.facts.json),
                    ("parts", .object(export.rows.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })),
                ])
            }, isDurable: true)
    }

    /// Notes that an export has been put away.
    func putAway(_ export: Int) throws(BatchError) {
        try append([.object([("export", .number(export)), ("put_away", .bool(true))])], isDurable: false)
    }

    /// Notes that a shop's night begins.
    func begin(_ shop: String) throws(BatchError) {
        try append([.object([("shop", .string(shop)), ("state", .string("running"))])], isDurable: false)
    }

    /// Notes what was met of a file that is about to be put away, which nobody would know of any more behind a kill.
    func note(_ problem: ShopFacts.Problem, of shop: String) throws(BatchError) {
        try append([.object([("shop", .string(shop)), ("problem", problem.json)])], isDurable: true)
    }

    /// Notes that a shop's night is over, its facts included.
    func end(_ shop: String, _ state: ShopFacts.State, exports: [Int]) throws(BatchError) {
        try append(
            [
                .object([
                    ("shop", .string(shop)), ("state", .string(state.rawValue)), ("exports", .numbers(exports)),
                ])
            ], isDurable: false)
    }

    private func append(_ lines: [JSONValue], hasTornLine: Bool = false, isDurable: Bool) throws(BatchError) {
        if lines.isEmpty { return }
        let text = (hasTornLine ? "\n" : "") + lines.map { $0.line + "\n" }.joined()
        let bytes = Array(text.utf8)
        let path = path
        try file.withLock { descriptor throws(BatchError) in
            try writeAll(bytes.span.bytes, to: descriptor).orThrow { .inputOutput(path: path, errno: $0) }
            if isDurable && fdatasync(descriptor) != 0 { throw BatchError.inputOutput(path: path, errno: errno) }
        }
    }
}

extension Manifest {
    private static func content(_ bytes: [UInt8], date: String, path: String) throws(BatchError) -> Content {
        var content = Content()
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() where !line.isEmpty {
            guard let value = try? JSONReader.value(of: Array(line)) else {
                if number == lines.count - 1 || lines[number + 1] == tornLine { continue }
                throw .badChain(path: path, mistake: .badManifest(line: number + 1))
            }
            if line == tornLine { continue }
            if !content.hasHead {
                guard value["manifest"]?.int == version, value["date"]?.string == date else {
                    throw .badChain(path: path, mistake: .badManifest(line: number + 1))
                }
                content.hasHead = true
            } else if !content.take(value) {
                throw .badChain(path: path, mistake: .badManifest(line: number + 1))
            }
        }
        return content
    }
}

extension Manifest.Content {
    /// Takes a line.
    ///
    /// - Returns: whether it is one of those that this version writes.
    fileprivate mutating func take(_ line: JSONValue) -> Bool {
        if let folder = line["shop"]?.string { return take(line, of: folder) }
        guard let number = line["export"]?.int, number >= 1 else { return false }
        if line["put_away"]?.bool == true {
            guard let place = exports.firstIndex(where: { $0.number == number }) else { return false }
            exports[place].isPutAway = true
            return true
        }
        guard let facts = line["facts"].flatMap({ ExportFacts($0) }), let parts = line["parts"]?.members else {
            return false
        }
        var rows: [String: Int] = [:]
        for (folder, count) in parts {
            guard let count = count.int else { return false }
            rows[folder] = count
        }
        exports.append(Manifest.Export(number: number, facts: facts, rows: rows))
        return true
    }

    private mutating func take(_ line: JSONValue, of folder: String) -> Bool {
        if let problem = line["problem"] {
            guard let problem = ShopFacts.Problem(problem) else { return false }
            shops[folder, default: Manifest.Visit()].problems.append(problem)
            return true
        }
        switch line["state"]?.string {
        case "planned": shops[folder] = shops[folder] ?? Manifest.Visit()
        case "running": shops[folder, default: Manifest.Visit()].state = nil
        case let text?:
            guard let state = ShopFacts.State(rawValue: text) else { return false }
            shops[folder, default: Manifest.Visit()].state = state
            if case .array(let exports)? = line["exports"] {
                shops[folder]?.exports.formUnion(exports.compactMap(\.int))
            }
        case nil: return false
        }
        return true
    }
}
