import CSV
import JuiceBatch
import JuiceCore
import JuiceReports
package import TestSupport

/// Runs cases in memory and compares each with the model.
package struct MemoryComparison {
    /// The result of a completed run.
    struct Done {
        var reports: ReportSet
        var run: PlainRun
    }

    /// A difference from the model.
    struct Problem: Error {
        let text: String
    }

    private let names: NameIndex

    /// Runs with the built-in menu.
    package init() throws {
        names = try NameIndex(menu: .builtIn)
    }

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
        do {
            guard let first = try run(randomCase, threads, chunkBytes, seen), runsAgain else { return nil }
            do {
                guard let second = try run(randomCase.retry(first.reports), threads, chunkBytes) else {
                    return "failure.csv is refused"
                }
                let left = second.reports.summary["codes"]?["insufficient_stock"]?.int ?? 0
                return first.run.promisesRetry(in: second.run) && left > 0 ? "\(left) shortages are left" : nil
            } catch let problem as Problem {
                return "again: \(problem.text)"
            }
        } catch let problem as Problem {
            return problem.text
        }
    }

    /// Runs a case; nil if the program and the model both refuse it.
    private func run(
        _ randomCase: RandomCase, _ threads: Int, _ chunkBytes: Int,
        _ seen: (PlainModel.Result, String?) -> Void = { _, _ in }
    ) throws -> Done? {
        let model = randomCase.modelResult()
        let outcome: MemoryRun.Outcome
        do {
            let settings = try settings(randomCase.options, model, threads, chunkBytes)
            outcome = try MemoryRun(settings: settings, isForExcel: randomCase.options.excel).run(randomCase.inputs)
        } catch let error as BatchError {
            seen(model, Self.detail(of: error))
            if let text = problem(error, model) { throw Problem(text: text) }
            return nil
        }
        seen(model, nil)
        guard case .done(let wanted) = model else { throw Problem(text: "done, but the model stops: \(model)") }
        let found = wanted.differences(from: outcome.reports)
        if !found.isEmpty { throw Problem(text: found.joined(separator: "\n")) }
        return Done(reports: outcome.reports, run: wanted)
    }

    // MARK: Settings

    private func settings(
        _ options: PlainOptions, _ model: PlainModel.Result, _ threads: Int, _ chunkBytes: Int
    ) throws(BatchError) -> RunSettings {
        var opening = FruitStore(menu: .builtIn).stock
        if case .done(let run) = model { opening = run.opening }
        let columns = try columns(options)
        let exportSettings = try exportSettings(options)
        if exportSettings.date == nil, let role = Role.allCases.first(where: { columns.columns[$0]?.needsDate == true })
        {
            throw .usage(.noDate(role: role.rawValue))
        }
        return RunSettings(
            menu: .builtIn, names: names, opening: opening,
            reading: ReadingOptions(
                columns: columns, exportSettings: exportSettings,
                delimiter: options.delimiter.flatMap { Delimiter(rawValue: $0) },
                encoding: options.encoding.flatMap { EncodingChoice(rawValue: $0) }, chunkBytes: chunkBytes),
            threads: threads, hashSeed: HashSeed(low: 1, high: 2))
    }

    private func columns(_ options: PlainOptions) throws(BatchError) -> ColumnOptions {
        func words(_ column: PlainOptions.Column) -> String { column.parts.map(\.text).joined(separator: "+") }
        var settled: [Role: RoleColumns] = [:]
        for column in options.columns where column.isFinished {
            if let role = Role(rawValue: column.role.rawValue) { settled[role] = RoleColumns(words(column)) }
        }
        let typed = options.columns.filter { !$0.isFinished }.map { "\($0.role.rawValue)=\(words($0))" }
        return try ColumnOptions(parsing: typed, defaults: settled)
    }

    private func exportSettings(_ options: PlainOptions) throws(BatchError) -> ExportSettings {
        var exportSettings = ExportSettings()
        exportSettings.date = options.date
        exportSettings.negative = ExportSettings.Negative(rawValue: options.negative.rawValue) ?? .reject
        exportSettings.decimal = options.decimal.flatMap { DecimalMark(rawValue: String($0)) }
        exportSettings.header = options.findsHeader ? .find : .first
        exportSettings.trailing = options.dropsTrailing ? .drop : .keep
        exportSettings.sequence = options.sequence.flatMap { ExportSettings.Sequence(rawValue: $0.rawValue) }
        exportSettings.dateOrder = options.dateOrder.flatMap { DateOrder(rawValue: $0.rawValue) }
        exportSettings.dayStart = DayStart(options.dayStartClock) ?? .midnight
        do throws(RowFilterSettings.LocatedSettingError) {
            try exportSettings.add(try rules(options, areTyped: false), isTyped: false, names: names, menu: .builtIn)
        } catch {
            throw .badConfiguration(origin: "", error: .exportSettings(error.location, error.settingError))
        }
        do throws(RowFilterSettings.LocatedSettingError) {
            try exportSettings.add(try rules(options, areTyped: true), isTyped: true, names: names, menu: .builtIn)
        } catch {
            throw .usage(.exportSettings(error.location, error.settingError))
        }
        let expected = [options.expectedRows.map { "rows=\($0)" }, options.expectedQuantity.map { "quantity=\($0)" }]
        try exportSettings.expect(expected.compactMap { $0 })
        return exportSettings
    }

    private func rules(_ options: PlainOptions, areTyped: Bool) throws(RowFilterSettings.LocatedSettingError)
        -> RowFilterSettings
    {
        func isWanted(_ key: String) -> Bool { options.settledKeys.contains(key) != areTyped }
        func cells(_ matches: [PlainMatch]) -> [RowFilterSettings.Cell] {
            matches.map { RowFilterSettings.Cell(column: $0.column, value: $0.value) }
        }
        var rules = RowFilterSettings()
        if isWanted("values") {
            rules.readings = options.values.map { value in
                RowFilterSettings.ReplacementRule(
                    role: value.role == .action ? .action : .item, from: value.from, to: value.to)
            }
        }
        if isWanted("ignore") { rules.ignore = cells(options.ignore) }
        if isWanted("only") { rules.only = cells(options.only) }
        if isWanted("known") {
            rules.known = cells(options.known)
            rules.isDescribed = !options.known.isEmpty
        }
        if isWanted("accept") { rules.accept = options.accept }
        if isWanted("fill") { rules.fill = options.fill }
        if isWanted("totals") { rules.totals = options.totals }
        try rules.check()
        return rules
    }

    // MARK: Errors

    /// The kind of the ambiguous column.
    private static func detail(of error: BatchError) -> String? {
        guard case .refused(let refusal) = error, case .ambiguity(let ambiguity) = refusal.reason else { return nil }
        if case .column(let kind, _, _, _) = ambiguity { return "\(kind)" }
        return nil
    }

    /// The difference between an error and the model's; nil if the model stops for the same reason.
    private func problem(_ error: BatchError, _ model: PlainModel.Result) -> String? {
        guard case .stopped(let exit, let wanted) = model else { return "stops: \(error)" }
        let status: Int
        switch error {
        case .refused(let refusal):
            let index = PlainRefusal(file: refusal.file, line: refusal.line, code: refusal.code)
            return index == wanted ? nil : "\(index) for \(exit) \(wanted?.description ?? "")"
        case .usage: status = 64
        case .badChecksum: status = 66
        case .badConfiguration: status = 78
        default: return "stops: \(error)"
        }
        return exit == status ? nil : "stops: \(error), the model: \(exit) \(wanted?.description ?? "")"
    }
}
