/// What cases of tills have brought up, so that a test can say that nothing was left out.
package struct ExportSettingsCoverage: Sendable, CustomStringConvertible {
    /// In how many cases each thing was, by its name.
    ///
    /// The names are `refused CODE`, `code CODE`, `did ACTION`, `with SETTING` and the like.
    package private(set) var counts: [String: Int] = [:]

    package init() {}

    /// Notes a case and what the model says of it.
    ///
    /// - Parameter detail: what the program says of a refusal besides its code, if anything.
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
            if run.inputs.count > 1 { note("several inputs") }
            if Self.isInOtherOrder(run) { note("in another order than the files'") }
            if run.inputs.contains(where: { $0.ownKind != nil }) { note("a file of our own among them") }
        }
    }

    /// One line for each thing, with its count in front.
    package var description: String {
        counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: "\n")
    }

    /// Adds what others have seen.
    package mutating func add(_ other: ExportSettingsCoverage) {
        counts.merge(other.counts, uniquingKeysWith: +)
    }

    /// What has been seen less often than so many cases let expect, as words.
    ///
    /// - Parameter caseCount: how many cases there were; what is rare is asked of many only.
    package func gaps(caseCount: Int) -> [String] {
        let rare = caseCount >= 5_000 ? Self.rare.map { ($0, caseCount / 2_500) } : []
        let wanted = Self.usual.map { ($0, caseCount / 200) } + rare
        return wanted.filter { counts[$0.0, default: 0] < max(1, $0.1) }.map { name, least in
            "\(name): \(counts[name, default: 0]), at least \(least) were expected"
        }
    }

    /// What about one case in fifty or more brings up.
    private static let usual =
        [
            "wrong_field_count", "ignored", "unknown_action", "missing_item", "unknown_item", "missing_action",
            "invalid_quantity", "invalid_time", "already_processed", "id_conflict", "nothing_to_cancel",
            "insufficient_stock", "unknown_value",
        ].map { "code \($0)" }
        + ["unclear_column", "unclear_id", "unclear_row", "unclear_sequence", "total_mismatch", "unknown_column"].map {
            "refused \($0)"
        }
        + ["action", "date", "quantity"].map { "refused unclear_column \($0)" }
        + ["order", "restock", "cancel"].map { "did \($0)" }
        + [
            "several inputs", "in another order than the files'", "with id of several columns", "with id with #",
            "with id with @date", "with time of several columns", "with --value action", "with --value item",
            "with --only", "with --accept", "with --fill", "with --negative cancel", "with --negative ignore",
            "with --negative reject", "with --decimal .", "with --decimal ,", "with --header find",
            "with --trailing drop", "with --totals", "with a figure in a totals row", "with --expect rows",
            "with --expect quantity", "with --sequence time", "with --sequence file", "with --sequence newest-first",
            "with --day-start", "with --date-order", "with --excel", "with settings of a file",
        ]

    /// What few cases bring up.
    private static let rare =
        ["stock_limit", "assertion_failed"].map { "code \($0)" }
        + [
            "second_table", "no_row_fits", "no_header", "no_item_column", "duplicate_column", "too_many_columns",
            "bad_quoting", "bad_encoding", "nul_byte", "field_too_long", "record_too_long", "already_applied",
            "changed_report", "checksum_mismatch", "unclear_column cancellation", "unclear_column location",
            "unclear_column unit", "unclear_column variant",
        ].map { "refused \($0)" }
        + ["discard", "count", "assert"].map { "did \($0)" }
        + [0, 3, 4, 64, 65, 66, 78].map { "exit \($0)" }
        + [
            "a file of our own among them", "with item of several columns", "with id switched off",
            "with action switched off", "with quantity switched off", "with time switched off", "with --ignore",
            "with --encoding",
        ]

    private mutating func note(_ name: String) { counts[name, default: 0] += 1 }

    private static func isInOtherOrder(_ run: PlainRun) -> Bool {
        let places = run.outcomes.map { outcome in
            (run.inputs.firstIndex { $0.file == outcome.row.file } ?? 0, outcome.row.line)
        }
        return zip(places, places.dropFirst()).contains { $1 < $0 }
    }

    /// The settings of a run that mattered to one of its inputs, as far as the inputs show it.
    private static func settings(of run: PlainRun) -> [String] {
        let options = run.options
        let tills = run.inputs.filter { $0.ownKind == nil }
        var names: [String] = []
        func note(_ name: String, _ condition: Bool) { if condition { names.append(name) } }
        let rows = tills.flatMap(\.rows)
        for role in PlainRole.allCases {
            let sources = tills.compactMap { $0.columns?.sources[role] }
            let parts = sources.flatMap { source -> [PlainColumns.Part] in
                if case .composite(let parts) = source { return parts }
                return []
            }
            note("\(role.rawValue) of several columns", !parts.isEmpty)
            note("\(role.rawValue) with #", parts.contains(.place))
            note("\(role.rawValue) with @date", parts.contains(.date))
            note(
                "\(role.rawValue) switched off",
                options.effectiveColumns.contains { $0.role == role && $0.parts.isEmpty })
        }
        note("--value action", !rows.isEmpty && options.values.contains { $0.role == .action })
        note("--value item", !rows.isEmpty && options.values.contains { $0.role == .item })
        note("--ignore", rows.contains { $0.givenCode == "ignored" } && !options.ignore.isEmpty)
        note("--only", rows.contains { $0.givenCode == "ignored" } && !options.only.isEmpty)
        note("--accept", !rows.isEmpty && !options.accept.isEmpty)
        note("--fill", !rows.isEmpty && !options.fill.isEmpty)
        let hasNegative = rows.contains { ($0.roles[.quantity] ?? "").contains("-") }
        note("--negative \(options.negative.rawValue)", hasNegative)
        note("--decimal \(options.decimal.map { String($0) } ?? "")", options.decimal != nil)
        note("--header find", tills.contains { $0.titles > 0 } && options.findsHeader)
        note("--trailing drop", !rows.isEmpty && options.dropsTrailing)
        note("--totals", tills.contains { $0.totals > 0 })
        note("a figure in a totals row", tills.contains(where: hasFigure))
        note("--expect rows", options.expectedRows != nil)
        note("--expect quantity", options.expectedQuantity != nil)
        note("--sequence \(options.sequence?.rawValue ?? "")", options.sequence != nil)
        note("--day-start", options.dayStartMinutes > 0 && rows.contains { $0.time != nil })
        note("--date-order", options.dateOrder != nil && rows.contains { $0.time != nil })
        note("--excel", options.excel)
        note("--encoding", options.encoding != nil)
        note("settings of a file", !options.settledKeys.isEmpty || options.columns.contains(where: \.isSettled))
        return names
    }

    private static func hasFigure(_ input: PlainInput) -> Bool {
        input.lines.contains { line in
            if case .totals(_, .some) = line { return true }
            return false
        }
    }
}
