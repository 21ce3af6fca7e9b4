internal import ArgumentParser
internal import CSV
internal import Glibc
internal import JuiceBatch
internal import JuiceCore

/// What `run` and `check` share: the inputs, and how they are read.
struct InputOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("CSV files in the order in which they apply; - is standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp("Menu file: juice,fruit,quantity (default: the built-in menu).", valueName: "file"),
        completion: .file())
    var menu: String?

    @Option(
        help: ArgumentHelp("Stock file: fruit,stock (default: 10 of each fruit).", valueName: "file"),
        completion: .file())
    var stock: String?

    @Option(
        name: .customLong("column"),
        help: ArgumentHelp(
            "Column of a role (id, action, item, quantity) by its header; ROLE= switches a role off "
                + "(default: the header names that README.md lists).",
            valueName: "role=name"))
    var columns: [String] = []

    @Option(
        name: .customLong("default-column"),
        help: ArgumentHelp("As --column, but it need not be in any input.", visibility: .hidden))
    var defaultColumns: [String] = []

    @Option(
        help: ArgumentHelp("Delimiter: , ; | or \\t (default: the one most frequent in the header).", valueName: "c"),
        transform: delimiter)
    var delimiter: Delimiter?

    @Option(help: ArgumentHelp("utf-8, cp949 or utf-16 (default: decided by the bytes).", valueName: "name"))
    var encoding: EncodingChoice?

    @Option(help: ArgumentHelp("none, rejected or shortage: what makes the exit code 4 or 3.", valueName: "what"))
    var failOn: FailOn = .rejected

    @Option(help: ArgumentHelp("Worker threads (default: one a processor).", valueName: "n"))
    var threads: Int?

    @Flag(help: "Show no progress line (default: one on a terminal, while the run lasts).")
    var noProgress = false

    @Option(help: ArgumentHelp("Bytes a worker takes at a time.", visibility: .hidden))
    var chunkBytes: Int = 128 * 1024

    /// How many threads `--threads` can ask for.
    static let threadsAllowed = 1...256

    private static func delimiter(_ name: String) throws -> Delimiter {
        guard let delimiter = Delimiter(name: name) else {
            throw ValidationError("'\(name)' is none of , ; | and \\t")
        }
        return delimiter
    }

    func validate() throws {
        if files.isEmpty { throw ValidationError("no input file") }
        if files.contains("") { throw ValidationError("an input file has no name") }
        if let threads, !Self.threadsAllowed.contains(threads) {
            throw ValidationError("--threads takes 1 to \(Self.threadsAllowed.upperBound)")
        }
        if chunkBytes < 1 { throw ValidationError("--chunk-bytes takes 1 or more") }
    }

    /// The names of inputs in the reports.
    static func names(of paths: [String]) -> [String] {
        var counts: [String: Int] = [:]
        return paths.map { path in
            let name = path == "-" ? "-" : path.split(separator: "/").last.map(String.init) ?? path
            counts[name, default: 0] += 1
            let count = counts[name, default: 1]
            return count == 1 ? name : "\(name)#\(count)"
        }
    }

    /// Everything a run works with besides its inputs.
    func settings() throws(BatchError) -> RunSettings {
        let columns = try ColumnOptions(parsing: columns, defaults: defaultColumns)
        if files.filter({ $0 == "-" }).count > 1 { throw .usage(.standardInputTwice) }
        let (menu, names) = try loadMenu(self.menu)
        var opening = FruitStore(menu: menu).stock
        if let stock {
            opening = try StockFile.load(path: stock, menu: menu, names: names, interruption: Signals.interruption)
        }
        var generator = SystemRandomNumberGenerator()
        return RunSettings(
            menu: menu, names: names, opening: opening,
            reading: ReadingOptions(
                columns: columns, delimiter: delimiter, encoding: encoding, chunkBytes: chunkBytes),
            threads: threads ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), hashSeed: HashSeed(from: &generator))
    }

    /// Opens all inputs.
    ///
    /// - Parameter progress: shows how much of a pipe has been copied.
    func open(spoolFolder: String, progress: ProgressLine) throws(BatchError) -> [InputFile] {
        var opened: [InputFile] = []
        for (path, name) in zip(files, Self.names(of: files)) {
            opened.append(
                try InputFile(
                    path: path, name: name, spoolFolder: spoolFolder, interruption: Signals.interruption,
                    progress: progress.update(copiedBytes:)))
        }
        return opened
    }

    /// Applies opened inputs, and shows how far that is.
    func apply(
        _ settings: RunSettings, to files: [InputFile], sink: any OutcomeSink, progress: ProgressLine
    ) throws -> RunResult {
        defer { progress.clear() }
        let totalBytes = files.reduce(0) { $0 + $1.sizeBytes }
        return try BatchRun(settings: settings, files: files, interruption: Signals.interruption)
            .run(sink: sink) { progress.update($0, totalBytes: totalBytes) }
    }

    /// A folder for files that nobody is to see.
    static var temporaryFolder: String {
        getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    }

    /// The exit code of a run that was done.
    func status(of tally: Tally) -> ExitStatus {
        if failOn != .none && tally.count(.rejected) > 0 { return .rejected }
        return failOn == .shortage && tally.count(.shortage) > 0 ? .short : .done
    }
}

/// What `--fail-on` can ask for.
enum FailOn: String, ExpressibleByArgument, CaseIterable {
    case none, rejected, shortage
}

extension EncodingChoice: ExpressibleByArgument {}

/// The menu of a file, or the built-in one.
func loadMenu(_ path: String?) throws(BatchError) -> (menu: Menu, names: NameIndex) {
    if let path { return try MenuFile.load(path: path, interruption: Signals.interruption) }
    do throws(NameIndex.Ambiguity) {
        return (Menu.builtIn, try NameIndex(menu: .builtIn))
    } catch {
        throw .invariant("the built-in menu names '\(error.name)' twice")
    }
}
