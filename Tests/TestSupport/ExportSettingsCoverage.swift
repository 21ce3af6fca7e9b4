/// Counts what random export cases covered, so that a test can require everything.
package struct ExportSettingsCoverage: Sendable, CustomStringConvertible {
    /// The number of cases by feature.
    ///
    /// The names are `refused CODE`, `code CODE`, `did ACTION`, `with SETTING` and the like.
    package private(set) var counts: [String: Int] = [:]

    package init() {}

    /// Counts a case with the model's result.
    ///
    /// - Parameter detail: the program's details of a refusal.
    package mutating func add(_ randomCase: RandomCase, _ result: PlainModel.Result, detail: String? = nil) {
        switch result {
        case .stopped(let exit, let refusal):
            note("exit \(exit)")
            if let refusal { note("refused \(refusal.code)") }
            if let refusal, let detail { note("refused \(refusal.code) \(detail)") }
        case .done(let run):
            note("exit \(run.exit)")
            let failures = Set(run.outcomes.compactMap(\.code))
            for code in failures { note("code \(code)") }
            for action in Set(run.successes.compactMap(\.action)) { note("did \(action.rawValue)") }
            for name in Self.settings(of: run) { note("with \(name)") }
            if run.inputs.contains(where: Self.hasFigure) { note("a figure in a totals row") }
            if run.inputs.count > 1 { note("several inputs") }
            if Self.isInOtherOrder(run) { note("in another order than the files'") }
            if run.inputs.contains(where: { $0.ownKind != nil }) { note("a file of our own among them") }
        }
    }

    /// One line per feature, starting with its count.
    package var description: String {
        counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: "\n")
    }

    /// Adds other counts.
    package mutating func add(_ other: ExportSettingsCoverage) {
        counts.merge(other.counts, uniquingKeysWith: +)
    }

    /// The features that occurred less often than expected.
    ///
    /// - Parameter caseCount: the number of cases; rare features are required only of many.
    package func gaps(caseCount: Int) -> [String] {
        let rare = caseCount >= 5_000 ? Self.rare.map { ($0, caseCount / 2_500) } : []
        let wanted = Self.usual.map { ($0, caseCount / 200) } + rare
        return wanted.filter { counts[$0.0, default: 0] < max(1, $0.1) }.map { name, least in
            "\(name): \(counts[name, default: 0]), at least \(least) were expected"
        }
    }

    /// Features of about one case in fifty or more.
    private static let usual =
        named(
            "code",
            "wrong_field_count ignored unknown_action missing_item unknown_item missing_action invalid_quantity invalid_time "
                + "already_processed id_conflict nothing_to_cancel insufficient_stock unknown_value")
        + named("refused", "unclear_column unclear_id unclear_row unclear_sequence total_mismatch unknown_column")
        + named("refused unclear_column", "action date quantity") + named("did", "order restock cancel")
        + named("with", "--only --accept --fill --header --trailing --totals --day-start --date-order --excel")
        + named("with --expect", "rows quantity")
        + named("with --value", "action item") + named("with --negative", "cancel ignore")
        + named("with --decimal", ". ,") + named("with --sequence", "time file newest-first")
        + [
            "several inputs", "in another order than the files'", "with id of several columns", "with id with #",
            "with id with @date", "with time of several columns", "a figure in a totals row",
            "with settings of a file",
        ]

    /// Features of few cases.
    private static let rare =
        named("code", "stock_limit assertion_failed")
        + named(
            "refused",
            "second_table no_row_fits no_header no_item_column duplicate_column too_many_columns bad_quoting bad_encoding "
                + "nul_byte field_too_long record_too_long already_applied changed_report checksum_mismatch")
        + named("refused unclear_column", "cancellation location unit variant") + named("did", "discard count assert")
        + named("exit", "0 3 4 64 65 66 78") + named("with", "--ignore --encoding")
        + ["id", "action", "quantity", "time"].map { "with \($0) switched off" }
        + ["a file of our own among them", "with item of several columns"]

    private static func named(_ kind: String, _ names: String) -> [String] {
        names.split(separator: " ").map { "\(kind) \($0)" }
    }

    private mutating func note(_ name: String) { counts[name, default: 0] += 1 }

    private static func isInOtherOrder(_ run: PlainRun) -> Bool {
        let places = run.outcomes.map { outcome in
            (run.inputs.firstIndex { $0.file == outcome.row.file } ?? 0, outcome.row.line)
        }
        return zip(places, places.dropFirst()).contains { $1 < $0 }
    }

    /// The settings of a run, from all sources.
    private static func settings(of run: PlainRun) -> Set<String> {
        var options = run.options
        options.settledKeys = []
        let words = options.arguments
        var found: Set<String> = []
        for (option, value) in zip(words, words.dropFirst() + [""]) where option.hasPrefix("--") {
            found.formUnion([option, "\(option) \(value.prefix { !":=".contains($0) })"])
        }
        for column in options.effectiveColumns {
            let role = column.role.rawValue
            if column.parts.isEmpty { found.insert("\(role) switched off") }
            if column.parts.count > 1 { found.insert("\(role) of several columns") }
            if column.parts.contains(.occurrence) { found.insert("\(role) with #") }
            if column.parts.contains(.date) { found.insert("\(role) with @date") }
        }
        let isFinished = !run.options.settledKeys.isEmpty || options.columns.contains(where: \.isFinished)
        if isFinished { found.insert("settings of a file") }
        return found
    }

    private static func hasFigure(_ input: PlainInput) -> Bool {
        input.lines.contains { line in
            if case .totals(_, .some) = line { return true }
            return false
        }
    }
}
