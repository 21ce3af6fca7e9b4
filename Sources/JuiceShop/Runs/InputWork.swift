internal import JuiceBatch
internal import JuiceCore

/// Inputs as use cases read and apply them: what a run and a check share.
struct InputWork {
    let request: InputRequest
    /// The environment of the use case.
    let surroundings: Surroundings
    /// The menu, where it is none that the request names.
    var menu: (menu: Menu, names: NameIndex)?

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

    /// Everything that the inputs are applied with; what does not fit into memory goes to the temporary folder.
    func settings() throws(BatchError) -> RunSettings {
        let columns = try ColumnOptions(parsing: request.columns, defaults: request.settled.columns)
        let rules = try request.rules.rules()
        if request.paths.filter({ $0 == "-" }).count > 1 { throw .usage(.standardInputTwice) }
        let (menu, names) = if let menu { menu } else { try surroundings.menu(at: request.menu) }
        var opening = FruitStore(menu: menu).stock
        if let stock = request.stock {
            opening = try StockFile.load(
                path: surroundings.source(stock), menu: menu, names: names, interruption: surroundings.interruption)
        }
        var settings = RunSettings(
            menu: menu, names: names, opening: opening,
            reading: ReadingOptions(
                columns: columns, till: try till(columns, rules, names, menu), delimiter: request.delimiter,
                encoding: request.encoding,
                chunkBytes: request.chunkBytes),
            threads: request.threads ?? surroundings.processorCount, hashSeed: surroundings.makeSeed())
        settings.spoolFolder = surroundings.temporaryFolder
        return settings
    }

    /// Resolves the settings for the POS' exports; typed ones override settled ones.
    private func till(
        _ columns: ColumnOptions, _ rules: TillRules, _ names: NameIndex, _ menu: Menu
    ) throws(BatchError) -> TillSettings {
        var till = request.till
        till.date = request.readingDate
        if till.date == nil, let role = Role.allCases.first(where: { columns.columns[$0]?.needsDate == true }) {
            throw .usage(.noDate(role: role.rawValue))
        }
        do throws(TillRules.Misplaced) {
            try till.add(request.settled.rules, isTyped: false, names: names, menu: menu)
        } catch {
            throw .badConfiguration(origin: request.settled.origin, mistake: .till(error.place, error.mistake))
        }
        do throws(TillRules.Misplaced) {
            try till.add(rules, isTyped: true, names: names, menu: menu)
        } catch {
            throw .usage(.till(error.place, error.mistake))
        }
        try till.expect(request.expectations)
        return till
    }

    /// Opens all inputs of the request.
    ///
    /// - Parameters:
    ///   - spoolFolder: the folder for the copy of a pipe.
    ///   - progress: receives the number of bytes copied of a pipe.
    func open(spoolFolder: String, progress: any RunProgress) throws(BatchError) -> [InputFile] {
        var opened: [InputFile] = []
        for (path, name) in zip(request.paths, Self.names(of: request.paths)) {
            let interruption = surroundings.interruption
            let input = try InputFile(
                path: surroundings.source(path), name: name, spoolFolder: spoolFolder, interruption: interruption,
                progress: progress.update(copiedBytes:))
            if path != "-", let digest = try ChecksumFile.digest(beside: input.path, interruption: interruption) {
                input.expect(sha256: digest)
            }
            opened.append(input)
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
