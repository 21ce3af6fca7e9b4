internal import JuiceBatch
internal import JuiceCore

/// Inputs as use cases read and apply them: what a run and a check share.
struct InputWork {
    /// What was asked for.
    let request: InputRequest
    /// What surrounds the use case.
    let surroundings: Surroundings

    /// The names of inputs in the reports: the last component of each path, with `#2` and so on behind a repeated one.
    static func names(of paths: [String]) -> [String] {
        var counts: [String: Int] = [:]
        return paths.map { path in
            let name = path == "-" ? "-" : path.split(separator: "/").last.map(String.init) ?? path
            counts[name, default: 0] += 1
            let count = counts[name, default: 1]
            return count == 1 ? name : "\(name)#\(count)"
        }
    }

    /// Everything that the inputs are applied with.
    func settings() throws(BatchError) -> RunSettings {
        let columns = try ColumnOptions(parsing: request.columns)
        if request.paths.filter({ $0 == "-" }).count > 1 { throw .usage(.standardInputTwice) }
        let (menu, names) = try surroundings.menu(at: request.menu)
        var opening = FruitStore(menu: menu).stock
        if let stock = request.stock {
            opening = try StockFile.load(
                path: surroundings.source(stock), menu: menu, names: names, interruption: surroundings.interruption)
        }
        return RunSettings(
            menu: menu, names: names, opening: opening,
            reading: ReadingOptions(
                columns: columns, delimiter: request.delimiter, encoding: request.encoding,
                chunkBytes: request.chunkBytes),
            threads: request.threads ?? surroundings.processorCount, hashSeed: surroundings.makeSeed())
    }

    /// Opens all inputs.
    ///
    /// - Parameters:
    ///   - spoolFolder: where the copy of a pipe goes.
    ///   - progress: is told how much of a pipe has been copied.
    func open(spoolFolder: String, progress: any RunProgress) throws(BatchError) -> [InputFile] {
        var opened: [InputFile] = []
        for (path, name) in zip(request.paths, Self.names(of: request.paths)) {
            opened.append(
                try InputFile(
                    path: surroundings.source(path), name: name, spoolFolder: spoolFolder,
                    interruption: surroundings.interruption, progress: progress.update(copiedBytes:)))
        }
        return opened
    }

    /// Applies opened inputs, and tells how far that is.
    func apply(
        _ settings: RunSettings, to files: [InputFile], sink: any OutcomeSink, progress: any RunProgress
    ) throws -> RunResult {
        defer { progress.clear() }
        let totalBytes = files.reduce(0) { $0 + $1.sizeBytes }
        return try BatchRun(settings: settings, files: files, interruption: surroundings.interruption)
            .run(sink: sink) { progress.update($0, totalBytes: totalBytes) }
    }
}
