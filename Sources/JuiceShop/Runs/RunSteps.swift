internal import JuiceBatch
internal import JuiceCore
internal import JuiceLedger
internal import JuiceReports

/// The steps that all kinds of runs share: with a ledger, without one, as a dry run, or to rebuild reports.
struct RunSteps {
    let request: RunRequest
    let environment: Environment
    let listener: any RunListener

    var input: InputSteps { InputSteps(request: request.input, environment: environment, listener: listener) }

    func open() throws -> [InputFile] { try input.open(spillFolder: spillFolder()) }

    /// The folder for data that does not fit into memory: beside the reports, or the temporary folder for a dry run.
    private func spillFolder() throws(BatchError) -> String {
        if request.isDryRun { return environment.temporaryFolder }
        let output = request.output ?? RunTarget.defaultFolder(request.input.paths)
        return try ReportFolder(path: environment.path(output)).existingParent
    }

    /// Applies inputs, and writes their reports, which are not put in place yet; nothing is recorded.
    ///
    /// `view` is the part of the reports that earlier runs determine, nil without a ledger. `snapshot` is nil without a
    /// ledger and for a new one. `recorded` is the business day of an earlier run whose reports are rebuilt.
    ///
    /// - Throws: `RunOutcome` if more rows are rejected than the request allows, and other errors.
    func produce(
        _ settings: RunSettings, _ files: [InputFile], _ target: RunTarget, view: LedgerView?,
        in snapshot: LedgerSnapshot? = nil, recorded: BusinessDay? = nil, extraSink: (any OutcomeSink)? = nil
    ) throws -> (result: RunResult, model: ReportModel) {
        let isDryRun = request.isDryRun
        let folder = target.folder
        var settings = settings
        settings.spillFolder = try spillFolder()
        let style = CellStyle(isForExcel: request.isForExcel)
        let failures = FirstFailuresSink(
            menu: settings.menu, language: request.language, terminal: request.messageLanguage,
            rejectedMax: request.maxRejected == nil
                ? FirstFailures.rejectedMax : FirstFailures.rejectedWithoutReportsMax)
        var rows: CSVReportSink?
        if !isDryRun {
            rows = CSVReportSink(
                menu: settings.menu, style: style, language: request.language,
                success: request.reports == .all ? try folder.create("success.csv") : nil,
                failure: try folder.create("failure.csv"))
        }
        let byColumn = SalesByColumnSink(settings.reading.exportSettings, menu: settings.menu)
        let sinks: [any OutcomeSink] = [rows, failures, byColumn, extraSink].compactMap(\.self)
        let result: RunResult
        do {
            result = try input.apply(settings, to: files, sinks: sinks)
        } catch BatchError.refused(let refusal) {
            listener.refused(refusal, path: files.paths[refusal.file])
            throw BatchError.refused(files.withPath(refusal))
        }
        let first = failures.firstFailures
        let isTooMany = request.maxRejected.map { result.tally.count(.rejected) > $0 } ?? false
        listener.rejected(
            (first, result.tally, files.paths, files.givenPaths, request.input.failOn, !isDryRun && !isTooMany))
        if isTooMany { throw RunOutcome.tooManyRejected(result.tally) }
        let day = day(of: result, recorded: recorded)
        var view = view
        if let snapshot, let run = view?.runNumber, let today = day.flatMap({ CalendarDay($0.date) }) {
            view?.days = try snapshot.dayFigures(comparedWith: today, before: run)
        }
        var model = ReportModel(
            language: request.language, menu: settings.menu, result: result, first: first, day: day, ledger: view,
            reading: settings.reading, currency: request.currency, limits: request.limits)
        model.shop = request.shop
        model.salesByColumn = byColumn?.figures ?? []
        model.daysWithoutRun = daysWithoutRun(day, view, result)
        try rows?.checkRows(result.tally)
        if !isDryRun { try request.reports.write(model, style: style, to: folder) }
        return (result, model)
    }

    /// Reports the result to the listener, which prints it; if that fails or a signal has arrived, nothing is applied.
    func willCommit(_ target: RunTarget, _ model: ReportModel) throws {
        try listener.willCommit(model, reports: request.isDryRun ? nil : target.shownFolder)
        try environment.cancellation.check()
    }

    /// The open business days without a run up to this run's day; nil if its day is unknown.
    private func daysWithoutRun(_ day: BusinessDay?, _ view: LedgerView?, _ result: RunResult) -> [CalendarDay]? {
        guard let view, let today = day.flatMap({ CalendarDay($0.date) }) else { return nil }
        let days = view.demand.businessDays.dates.union(result.days.map(\.date)).union([today])
        return request.closed.daysWithoutRun(between: days.filter { $0 <= today })
    }

    /// The business day of a run; nil if it cannot be determined.
    private func day(of result: RunResult, recorded: BusinessDay?) -> BusinessDay? {
        let given = request.input.date
        if let recorded, given == nil || given == recorded.date { return recorded }
        if let given { return BusinessDay(date: given, source: .given) }
        guard let rows = result.businessDay?.text else { return request.fallbackDays.first }
        // Rows of several days, of which the name has one, do not contradict the name.
        let named = request.namedDate.flatMap { named in
            named == rows || result.days.contains { $0.date.text == named } ? nil : named
        }
        return BusinessDay(date: rows, source: .rows, named: named)
    }

    /// Applies opened inputs, or those of the request, without a ledger; a dry run writes nothing.
    func runWithoutLedger(_ opened: [InputFile]?) throws -> CompletedRun {
        let settings = try input.settings()
        let target = try RunTarget(self, paths: request.input.paths, ledger: nil)
        let (_, model) = try produce(settings, try opened ?? open(), target, view: nil)
        try willCommit(target, model)
        if !request.isDryRun { try target.folder.commit(durable: false) }
        return finish(target, model, number: nil)
    }

    /// Completes a run after its reports, if any, were put in place; it has a number if it has a ledger.
    func finish(
        _ target: RunTarget, _ model: ReportModel, number: Int?, in ledger: LedgerFile? = nil
    ) -> CompletedRun {
        if !request.isDryRun {
            // The notice is not part of the reports, which do not depend on earlier content of the folder. Reports of
            // the same inputs come from the same run, and its open rows are in the new reports.
            if let earlier = target.earlierReports, earlier.inputs != model.inputs.map(\.sha256) {
                let (short, rejected) = (earlier.run.sums.ordersShort, earlier.run.rejected)
                if short + rejected > 0 {
                    listener.notice(.replaced(reports: target.shownFolder, ordersShort: short, rowsRejected: rejected))
                }
            }
            if request.index != .unchanged {
                FolderIndex.update(
                    around: target.shownFolder, in: environment, (request.language, request.closed),
                    isDurable: number != nil, createsIndex: request.index == .createOrUpdate,
                    ledger: ledger, notifying: listener)
            }
        }
        return CompletedRun(
            model: model, number: number, reports: request.isDryRun ? nil : target.shownFolder,
            exitStatus: ExitStatus(of: model.tally, failOn: request.input.failOn))
    }
}

extension [InputFile] {
    /// The path of each input by its name in the reports, except for standard input.
    var paths: [String: String] {
        Dictionary(filter { $0.path != "-" }.map { ($0.name, $0.path) }) { first, _ in first }
    }

    /// The path of each input as the user gave it, by its name in the reports; empty if no user gave paths.
    var givenPaths: [String: String] {
        Dictionary(compactMap { file in file.givenPath.map { (file.name, $0) } }) { first, _ in first }
    }

    /// A refusal of one of these inputs that names its path as the user gave it.
    func withPath(_ refusal: Refusal) -> Refusal {
        var refusal = refusal
        refusal.file = givenPaths[refusal.file] ?? refusal.file
        return refusal
    }
}

/// The steps that read and apply inputs, which a run and a check share.
struct InputSteps {
    let request: InputRequest
    let environment: Environment
    /// The listener that shows the progress of reading; nil for none.
    var listener: (any RunListener)?

    /// The names of inputs in the reports: the last components of the paths, with `#2` and so on for repeated ones.
    static func names(of paths: [String]) -> [String] {
        var counts: [String: Int] = [:]
        return paths.map { path in
            let name = path == "-" ? "-" : path.split(separator: "/").last.map(String.init) ?? path
            counts[name, default: 0] += 1
            let count = counts[name, default: 1]
            return count == 1 ? name : "\(name)#\(count)"
        }
    }

    /// Resolves the settings for applying the inputs, with the temporary folder for data that does not fit in memory.
    func settings() throws(BatchError) -> RunSettings {
        let columns = try ColumnOptions(parsing: request.columns, defaults: request.fileSettings.columns)
        let typed = try RawExportSettings(request.rules)
        if request.paths.filter({ $0 == "-" }).count > 1 { throw .usage(.standardInputTwice) }
        let (menu, names) =
            if let recorded = request.recordedMenu {
                try Menu.parse(Array(recorded.text.utf8), path: recorded.path)
            } else {
                try environment.menu(at: request.menu)
            }
        var opening = FruitStore(menu: menu).stock
        if let stock = request.stock {
            opening = try menu.loadStock(
                path: environment.path(stock), names: names, cancellation: environment.cancellation)
        }
        var settings = RunSettings(
            menu: menu, names: names, opening: opening,
            reading: ReadingOptions(
                columns: columns, exportSettings: try exportSettings(columns, typed, names, menu),
                delimiter: request.delimiter, encoding: request.encoding, chunkBytes: request.chunkBytes),
            threads: request.threads ?? environment.processorCount, hashSeed: environment.makeSeed())
        settings.spillFolder = environment.temporaryFolder
        return settings
    }

    /// Resolves the settings for the POS's exports; options of the command line override the settings file.
    private func exportSettings(
        _ columns: ColumnOptions, _ typed: RawExportSettings, _ names: NameIndex, _ menu: Menu
    ) throws(BatchError) -> ExportSettings {
        var exportSettings = ExportSettings()
        exportSettings.date = request.readingDate
        if exportSettings.date == nil, let role = Role.allCases.first(where: { columns.columns[$0]?.needsDate == true })
        {
            throw .usage(.noDate(role: role.rawValue))
        }
        for (settings, isTyped) in [(request.fileSettings, false), (typed, true)] {
            do throws(LocatedSettingError) {
                try exportSettings.add(settings, isTyped: isTyped, names: names, menu: menu)
            } catch {
                throw isTyped
                    ? .usage(.exportSettings(error))
                    : .badConfiguration(origin: settings.origin, error: .exportSettings(error))
            }
        }
        try exportSettings.expect(request.expectations)
        return exportSettings
    }

    /// Opens all inputs of the request; copies of pipes go to the spill folder.
    func open(spillFolder: String) throws(BatchError) -> [InputFile] {
        let cancellation = environment.cancellation
        let progress = listener?.beginProgress()
        return try zip(request.paths, Self.names(of: request.paths)).map { path, name throws(BatchError) in
            let input = try InputFile(
                path: environment.path(path), name: name, spillFolder: spillFolder, cancellation: cancellation,
                progress: { progress?.update(copiedBytes: $0) })
            if path != "-", let digest = try ChecksumFile.digest(beside: input.path, cancellation: cancellation) {
                input.expectedSHA256 = digest
            }
            input.givenPath = path
            return input
        }
    }

    func apply(_ settings: RunSettings, to files: [InputFile], sinks: [any OutcomeSink]) throws -> RunResult {
        let progress = listener?.beginProgress()
        defer { progress?.clear() }
        let totalBytes = files.reduce(0) { $0 + $1.sizeBytes }
        return try BatchRun(settings: settings, files: files, cancellation: environment.cancellation)
            .run(sinks: sinks) { progress?.update($0, totalBytes: totalBytes) }
    }
}

extension Environment {
    func menu(at path: String?) throws(BatchError) -> (menu: Menu, names: NameIndex) {
        if let path { return try Menu.load(path: self.path(path), cancellation: cancellation) }
        do throws(SettingError) {
            return (Menu.builtIn, try NameIndex(menu: .builtIn))
        } catch {
            throw .invariant("the built-in menu is invalid: \(error)")
        }
    }
}
