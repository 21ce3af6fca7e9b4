internal import JuiceBatch
package import JuiceCore

/// The steps that read and apply inputs, which a run and a check share.
struct InputWork {
    let request: InputRequest
    /// The environment of the use case.
    let environment: Environment
    /// The menu to use instead of the one that the request names; nil for that of the request.
    var menu: (menu: Menu, names: NameIndex)?

    /// The names of inputs in the reports: the last component of each path, with a suffix such as `#2` for a repeated
    /// name.
    static func names(of paths: [String]) -> [String] {
        var counts: [String: Int] = [:]
        return paths.map { path in
            let name = path == "-" ? "-" : path.split(separator: "/").last.map(String.init) ?? path
            counts[name, default: 0] += 1
            let count = counts[name, default: 1]
            return count == 1 ? name : "\(name)#\(count)"
        }
    }

    /// Resolves the settings for applying the inputs.
    ///
    /// Data that does not fit into memory goes to the temporary folder.
    func settings() throws(BatchError) -> RunSettings {
        let columns = try ColumnOptions(parsing: request.columns, defaults: request.settled.columns)
        let rules = try request.rules.rules()
        if request.paths.filter({ $0 == "-" }).count > 1 { throw .usage(.standardInputTwice) }
        let (menu, names) = if let menu { menu } else { try environment.menu(at: request.menu) }
        var opening = FruitStore(menu: menu).stock
        if let stock = request.stock {
            opening = try StockFile.load(
                path: environment.source(stock), menu: menu, names: names, cancellation: environment.cancellation)
        }
        var settings = RunSettings(
            menu: menu, names: names, opening: opening,
            reading: ReadingOptions(
                columns: columns, exportSettings: try exportSettings(columns, rules, names, menu),
                delimiter: request.delimiter,
                encoding: request.encoding,
                chunkBytes: request.chunkBytes),
            threads: request.threads ?? environment.processorCount, hashSeed: environment.makeSeed())
        settings.spillFolder = environment.temporaryFolder
        return settings
    }

    /// Resolves the settings for the POS's exports; typed options override those of the settings file.
    private func exportSettings(
        _ columns: ColumnOptions, _ rules: RowFilterSettings, _ names: NameIndex, _ menu: Menu
    ) throws(BatchError) -> ExportSettings {
        var exportSettings = request.exportSettings
        exportSettings.date = request.readingDate
        if exportSettings.date == nil, let role = Role.allCases.first(where: { columns.columns[$0]?.needsDate == true })
        {
            throw .usage(.noDate(role: role.rawValue))
        }
        do throws(RowFilterSettings.Misplaced) {
            try exportSettings.add(request.settled.rules, isTyped: false, names: names, menu: menu)
        } catch {
            throw .badConfiguration(
                origin: request.settled.origin, mistake: .exportSettings(error.place, error.mistake))
        }
        do throws(RowFilterSettings.Misplaced) {
            try exportSettings.add(rules, isTyped: true, names: names, menu: menu)
        } catch {
            throw .usage(.exportSettings(error.place, error.mistake))
        }
        try exportSettings.expect(request.expectations)
        return exportSettings
    }

    /// Opens all inputs of the request.
    ///
    /// - Parameters:
    ///   - spillFolder: the folder for the copy of a pipe.
    ///   - progress: receives the number of bytes copied from a pipe.
    func open(spillFolder: String, progress: any RunProgress) throws(BatchError) -> [InputFile] {
        var opened: [InputFile] = []
        for (path, name) in zip(request.paths, Self.names(of: request.paths)) {
            let cancellation = environment.cancellation
            let input = try InputFile(
                path: environment.source(path), name: name, spillFolder: spillFolder, cancellation: cancellation,
                progress: progress.update(copiedBytes:))
            if path != "-", let digest = try ChecksumFile.digest(beside: input.path, cancellation: cancellation) {
                input.expect(sha256: digest)
            }
            input.givenPath = path
            opened.append(input)
        }
        return opened
    }

    /// Applies inputs that are already open, and reports the progress.
    func apply(
        _ settings: RunSettings, to files: [InputFile], sink: any OutcomeSink, progress: any RunProgress
    ) throws -> RunResult {
        defer { progress.clear() }
        let totalBytes = files.reduce(0) { $0 + $1.sizeBytes }
        return try BatchRun(settings: settings, files: files, cancellation: environment.cancellation)
            .run(sink: sink) { progress.update($0, totalBytes: totalBytes) }
    }
}

extension Shop {
    /// Reads the menu file at a path; nil returns the built-in menu.
    package func menu(at path: String?) throws -> Menu {
        try environment.menu(at: path).menu
    }
}

extension Environment {
    /// Reads a menu file, and builds an index of its names.
    func menu(at path: String?) throws(BatchError) -> (menu: Menu, names: NameIndex) {
        if let path { return try MenuFile.load(path: source(path), cancellation: cancellation) }
        do throws(NameIndex.NameConflict) {
            return (Menu.builtIn, try NameIndex(menu: .builtIn))
        } catch {
            throw .invariant("the built-in menu names '\(error.name)' twice")
        }
    }
}
