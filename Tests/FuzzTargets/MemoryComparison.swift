import CSV
import JuiceBatch
import JuiceCore
import JuiceReports
package import TestSupport

/// Runs cases in memory and compares each with the model.
package struct MemoryComparison {
    private struct Outcome {
        var model: PlainModel.Result
        /// The program's reports; nil if it stopped.
        var reports: ReportSet?
        /// The program's kind of an ambiguous column.
        var detail: String?
        /// The differences between program and model.
        var problem: String?
    }

    private let names: NameIndex

    package init() throws { names = try NameIndex(menu: .builtIn) }

    /// Differences in the run of a case and in the run of its failure.csv after its restock.csv; nil if there
    /// are none.
    ///
    /// - Parameters:
    ///   - runsAgain: whether to run the failure.csv as well.
    ///   - seen: receives the model's result, and the program's details of an ambiguity.
    package func problem(
        of randomCase: RandomCase, threads: Int, chunkBytes: Int, runsAgain: Bool = true,
        seen: (_ result: PlainModel.Result, _ detail: String?) -> Void = { _, _ in }
    ) throws -> String? {
        precondition(randomCase.menu == nil, "a run in memory has the built-in menu")
        let first = try run(randomCase, threads, chunkBytes)
        seen(first.model, first.detail)
        guard runsAgain, first.problem == nil, case .done(let run) = first.model, let reports = first.reports else {
            return first.problem
        }
        let second = try self.run(randomCase.retry(reports), threads, chunkBytes)
        if let problem = second.problem { return "again: \(problem)" }
        guard case .done(let again) = second.model else { return "failure.csv is refused" }
        let left = second.reports?.summary["codes"]?["insufficient_stock"]?.int ?? 0
        return run.promisesRetry(in: again) && left > 0 ? "\(left) shortages are left" : nil
    }

    private func run(_ randomCase: RandomCase, _ threads: Int, _ chunkBytes: Int) throws -> Outcome {
        var outcome = Outcome(model: randomCase.modelResult())
        let options = randomCase.options
        do {
            var settings = RunSettings(
                menu: .builtIn, names: names, opening: FruitStore(menu: .builtIn).stock,
                reading: ReadingOptions(
                    columns: try columns(options), exportSettings: try exportSettings(options),
                    delimiter: options.delimiter.flatMap { Delimiter(rawValue: $0) },
                    encoding: options.encoding.flatMap { EncodingChoice(rawValue: $0) }, chunkBytes: chunkBytes),
                threads: threads, hashSeed: HashSeed(low: 1, high: 2))
            let needsDate = Role.allCases.first { settings.reading.columns.columns[$0]?.needsDate == true }
            if options.date == nil, let needsDate { throw BatchError.usage(.noDate(role: needsDate.rawValue)) }
            if case .done(let run) = outcome.model { settings.opening = run.opening }
            let reports = try reports(of: randomCase.inputs, settings, CellStyle(isForExcel: options.excel))
            guard case .done(let wanted) = outcome.model else {
                outcome.problem = "done, but the model stops: \(outcome.model)"
                return outcome
            }
            outcome.reports = reports
            let found = wanted.differences(from: reports)
            outcome.problem = found.isEmpty ? nil : found.joined(separator: "\n")
        } catch is LocatedSettingError {
            let exit = options.settledKeys.contains("values") ? 78 : 64
            outcome.problem = difference(exit: exit, refusal: nil, from: outcome.model)
        } catch let error as BatchError {
            switch error {
            case .refused(let refusal):
                if case .ambiguity(.column(let kind, _, _, _, _)) = refusal.reason { outcome.detail = "\(kind)" }
                let index = PlainRefusal(file: refusal.file, line: refusal.line, code: refusal.code)
                outcome.problem = difference(exit: 65, refusal: index, from: outcome.model)
            case .usage: outcome.problem = difference(exit: 64, refusal: nil, from: outcome.model)
            case .badChecksum: outcome.problem = difference(exit: 66, refusal: nil, from: outcome.model)
            default: throw error
            }
        }
        return outcome
    }

    /// The difference between an error and the model's; nil if the model stops for the same reason.
    private func difference(exit: Int, refusal: PlainRefusal?, from model: PlainModel.Result) -> String? {
        if case .stopped(exit, refusal) = model { return nil }
        guard case .stopped(let wanted, let place) = model else {
            return "stops: \(exit) \(refusal?.description ?? "")"
        }
        return "stops: \(exit) \(refusal?.description ?? ""), the model: \(wanted) \(place?.description ?? "")"
    }

    // MARK: Settings

    private func columns(_ options: PlainOptions) throws(BatchError) -> ColumnOptions {
        func words(_ column: PlainOptions.Column) -> String { column.parts.map(\.text).joined(separator: "+") }
        var settled: [Role: RoleColumns] = [:]
        for column in options.columns where column.isFinished {
            if let role = Role(rawValue: column.role.rawValue) { settled[role] = RoleColumns(words(column)) }
        }
        let typed = options.columns.filter { !$0.isFinished }.map { "\($0.role.rawValue)=\(words($0))" }
        return try ColumnOptions(parsing: typed, defaults: settled)
    }

    private func exportSettings(_ options: PlainOptions) throws -> ExportSettings {
        var exportSettings = ExportSettings()
        exportSettings.date = options.date
        exportSettings.negative = ExportSettings.Negative(rawValue: options.negative.rawValue) ?? .reject
        exportSettings.decimal = options.decimal.flatMap { DecimalMark(rawValue: String($0)) }
        exportSettings.header = options.findsHeader ? .find : .first
        exportSettings.trailing = options.dropsTrailing ? .drop : .keep
        exportSettings.sequence = options.sequence.flatMap { ExportSettings.RowSequence(rawValue: $0.rawValue) }
        exportSettings.dateOrder = options.dateOrder.flatMap { DateOrder(rawValue: $0.rawValue) }
        exportSettings.dayStart = DayStart(options.dayStartClock) ?? .midnight
        for isTyped in [false, true] {
            let rules = rules(options) { options.settledKeys.contains($0) != isTyped }
            try rules.check()
            try exportSettings.add(rules, isTyped: isTyped, names: names, menu: .builtIn)
        }
        let expected = [options.expectedRows.map { "rows=\($0)" }, options.expectedQuantity.map { "quantity=\($0)" }]
        try exportSettings.expect(expected.compactMap { $0 })
        return exportSettings
    }

    private func rules(_ options: PlainOptions, _ isWanted: (String) -> Bool) -> RawExportSettings {
        func list<Element>(_ key: String, _ list: [Element]) -> [Element] { isWanted(key) ? list : [] }
        func cells(_ key: String, _ matches: [PlainMatch]) -> [RawExportSettings.Cell] {
            list(key, matches).map { RawExportSettings.Cell(column: $0.column, value: $0.value) }
        }
        var rules = RawExportSettings()
        rules.replacements = list("values", options.values).map { value in
            RawExportSettings.ReplacementRule(
                role: value.role == .action ? .action : .item, from: value.from, to: value.to)
        }
        rules.ignore = cells("ignore", options.ignore)
        rules.only = cells("only", options.only)
        rules.known = cells("known", options.known)
        rules.isDescribed = !rules.known.isEmpty
        rules.accept = list("accept", options.accept)
        rules.fill = list("fill", options.fill)
        rules.totals = list("totals", options.totals)
        return rules
    }

    // MARK: Runs

    /// Runs inputs; repeated names get a number, as in the program.
    private func reports(of inputs: [RandomCase.Input], _ settings: RunSettings, _ style: CellStyle) throws -> ReportSet
    {
        let cancellation = CancellationToken()
        let folder = try TemporaryFolder.inMemory()
        var counts: [String: Int] = [:]
        let files = try inputs.map { input in
            counts[input.name, default: 0] += 1
            let count = counts[input.name, default: 1]
            let name = count == 1 ? input.name : "\(input.name)#\(count)"
            let path = try folder.write(input.bytes, to: "input-" + name)
            let file = try InputFile(path: path, name: name, spillFolder: "/tmp", cancellation: cancellation)
            if let checksum = input.checksum {
                file.expectedSHA256 = try ChecksumFile.digest(of: input.name, in: checksum)
            }
            return file
        }
        let sink = CSVReportSink(
            menu: settings.menu, style: style, language: .korean,
            success: try OutputFile(creating: folder.path + "/success.csv"),
            failure: try OutputFile(creating: folder.path + "/failure.csv"))
        let failures = FirstFailuresSink(menu: settings.menu, language: .korean)
        let result = try BatchRun(settings: settings, files: files, cancellation: cancellation).run(
            sinks: [sink, failures])
        try sink.checkRows(result.tally)
        let model = ReportModel(
            language: .korean, menu: settings.menu, result: result, first: failures.firstFailures)
        let page = ReportViewModel(model).markdown()
        guard page.utf8.count <= 60_000 else { throw BatchError.invariant("report.md has \(page.utf8.count) bytes") }
        guard let summary = OrderedJSONParser.parse(model.summaryJSON) else {
            throw BatchError.invariant("summary.json is no JSON")
        }
        return ReportSet(
            success: folder.read("success.csv") ?? [], failure: folder.read("failure.csv") ?? [],
            stock: model.stockCSV(style), restock: model.restockCSV(style), summary: summary)
    }
}

extension TemporaryFolder {
    static func inMemory() throws -> TemporaryFolder { try TemporaryFolder(in: "/dev/shm") }
}
