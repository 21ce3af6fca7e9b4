import Foundation

/// A part of a composite.
package enum PlainPart: Equatable, Sendable {
    /// The cell of the column of this name.
    case column(String)
    /// The row's place among those whose other parts are the same.
    case occurrence
    case date

    /// As in `A+#`.
    package var text: String {
        switch self {
        case .column(let name): name == "#" || name == "@date" ? name.prefix(1) + name : name
        case .occurrence: "#"
        case .date: "@date"
        }
    }
}

/// A column and a value of its cells, of `--ignore` and `--only`.
package struct PlainMatch: Equatable, Sendable {
    package var column: String
    /// The cell; `""` is the empty one.
    package var value: String

    package init(column: String, value: String) {
        self.column = column
        self.value = value
    }
}

/// The replacement for a cell of the action or the item.
package struct PlainValue: Equatable, Sendable {
    package var role: PlainRole
    /// The cell; `""` is the empty one.
    package var from: String
    /// An action, a name on the menu, or `ignore`.
    package var to: String

    package init(role: PlainRole, from: String, to: String) {
        self.role = role
        self.from = from
        self.to = to
    }
}

/// The options of a run that bear on its reports.
package struct PlainOptions: Sendable {
    /// One `--column ROLE=A+B`; no parts switch the role off.
    package struct Column: Equatable, Sendable {
        package var role: PlainRole
        /// The parts: one column, or a composite.
        package var parts: [PlainPart]
        /// Whether it comes from juice-batch.json; false if it is typed.
        package var isFinished = false

        package init(role: PlainRole, parts: [PlainPart]) {
            self.role = role
            self.parts = parts
        }

        /// A plain column; an empty name switches the role off.
        package init(role: PlainRole, name: String) {
            self.init(role: role, parts: name.isEmpty ? [] : [.column(name)])
        }

        /// The names of the columns among the parts.
        package var names: [String] {
            parts.compactMap { part in
                if case .column(let name) = part { return name }
                return nil
            }
        }

        /// The name of a plain column; nil for a composite and for what switches a role off.
        package var single: String? { parts.count == 1 ? names.first : nil }
    }

    /// When an exit status other than 0 says that rows failed.
    package enum FailOn: String, Sendable {
        case none, rejected, shortage
    }

    /// The meaning of an order with a negative quantity.
    package enum Negative: String, Sendable {
        /// `invalid_quantity`.
        case reject
        /// A cancel of as many.
        case cancel
        /// Not ours.
        case ignore
    }

    /// The order in which rows are applied.
    package enum Sequence: String, Sendable {
        case file, time
        /// The order of the inputs, each read from its end.
        case newestFirst = "newest-first"

        /// Whether rows are sorted by their times.
        package var isByTime: Bool { self != .file }
    }

    /// The order of day, month and year in a date of numbers.
    package enum DateOrder: String, CaseIterable, Sendable {
        case mdy, dmy, ymd
    }

    /// In the order of the command line.
    package var columns: [Column] = []
    package var delimiter: UInt8?
    package var encoding: String?
    package var excel = false
    /// `--currency`; nil where it is not given.
    package var currency: String?
    package var failOn = FailOn.rejected
    package var values: [PlainValue] = []
    package var ignore: [PlainMatch] = []
    package var only: [PlainMatch] = []
    package var known: [PlainMatch] = []
    /// Whether `known` is set or typed.
    package var isDescribed = false
    package var accept: [String] = []
    package var fill: [String] = []
    package var negative = Negative.reject
    /// `--decimal`: `.` or `,`.
    package var decimal: Unicode.Scalar?
    package var findsHeader = false
    package var dropsTrailing = false
    package var totals: [String] = []
    package var expectedRows: Int?
    package var expectedQuantity: Int?
    /// The value of `--sequence`; nil where it is not given.
    package var sequence: Sequence?
    /// `--day-start`, in minutes from midnight.
    package var dayStartMinutes = 0
    package var dateOrder: DateOrder?
    /// `--date`, as `2026-11-20`.
    package var date: String?
    /// `--again`: an input that begins with all of an earlier one is applied all the same.
    package var again = false
    /// The keys of juice-batch.json that are set there and not typed, without `columns`.
    package var settledKeys: Set<String> = []

    /// The options by which rows of failure.csv that were rejected as unknown_value are checked again; at most one.
    package var judging: [PlainOptions] = []

    /// Whether no row of the run is sorted by its time, so that occurrences count from the start.
    var countsPlacesFromStart = false

    package init() {}

    /// The columns that hold: what is typed for a role goes before what is settled for it.
    package var effectiveColumns: [Column] {
        columns.filter { column in
            !column.isFinished || !columns.contains { $0.role == column.role && !$0.isFinished }
        }
    }

    /// The options for files that the program wrote, which are read without settings.
    package var forOwnFiles: PlainOptions {
        var own = PlainOptions()
        own.encoding = encoding
        own.judging = [self]
        return own
    }

    /// The options of juice-batch.json that still apply to a failure.csv that is run without options.
    package var settledForRetry: PlainOptions {
        func settled<Element>(_ key: String, _ list: [Element]) -> [Element] { settledKeys.contains(key) ? list : [] }
        var retry = PlainOptions()
        retry.columns = columns.filter(\.isFinished)
        retry.ignore = settled("ignore", ignore)
        retry.only = settled("only", only)
        retry.known = settled("known", known)
        retry.accept = settled("accept", accept)
        retry.fill = settled("fill", fill)
        retry.isDescribed = !retry.known.isEmpty
        return retry
    }

    /// The exit status for invalid settings, independent of the inputs; nil if they are valid.
    func exitOfBadSettings(menu: PlainMenu) -> Int? {
        let typedRoles = columns.filter { !$0.isFinished }.map(\.role)
        if Set(typedRoles).count < typedRoles.count { return 64 }
        let bad = values.contains { value in
            let matchesNothing = !value.from.isEmpty && PlainText.cellForm(value.from).isEmpty
            return matchesNothing || !isTarget(value.to, of: value.role, menu: menu)
        }
        // Files are read before anything that is typed is put to use.
        if bad && settledKeys.contains("values") { return 78 }
        let usesDate = effectiveColumns.contains { $0.parts.contains(.date) }
        return bad || usesDate && date == nil ? 64 : nil
    }

    private func isTarget(_ text: String, of role: PlainRole, menu: PlainMenu) -> Bool {
        if PlainText.matchable(text) == "ignore" { return true }
        if role == .action { return PlainAction.named(text) != nil }
        return menu.juice(named: text) != nil || menu.fruit(named: text) != nil
    }
}

/// The options as a shop writes them: on the command line, and in juice-batch.json.
extension PlainOptions {
    /// The command line's words for what is typed.
    package var arguments: [String] {
        var words: [String] = []
        for column in columns where !column.isFinished {
            words += ["--column", column.role.rawValue + "=" + column.parts.map(\.text).joined(separator: "+")]
        }
        let values = [
            ("--delimiter", delimiter.map { String(decoding: [$0], as: UTF8.self) }), ("--encoding", encoding),
            ("--currency", currency), ("--fail-on", failOn == .rejected ? nil : failOn.rawValue), ("--date", date),
            ("--expect", expectedRows.map { "rows=\($0)" }), ("--expect", expectedQuantity.map { "quantity=\($0)" }),
        ]
        for (option, value) in values { words += value.map { [option, $0] } ?? [] }
        if excel { words.append("--excel") }
        for setting in settings where !settledKeys.contains(setting.key) {
            let option = setting.key == "values" ? "--value" : "--" + setting.key.replacing("_", with: "-")
            words += setting.typed.flatMap { [option, $0] }
        }
        return words
    }

    /// Text of juice-batch.json; nil when nothing is settled.
    package var settingsFile: String? {
        let settled = columns.filter(\.isFinished)
        var pairs = settings.filter { settledKeys.contains($0.key) }.map { ($0.key, $0.settled) }
        if !settled.isEmpty {
            pairs.insert(("columns", .object(settled.map { ($0.role.rawValue, Self.json($0.parts)) })), at: 0)
        }
        return pairs.isEmpty ? nil : OrderedJSON.object(pairs).line + "\n"
    }

    private static func json(_ parts: [PlainPart]) -> OrderedJSON {
        parts.count < 2 ? .string(parts.first?.text ?? "") : list(parts.map(\.text))
    }

    private static func list(_ texts: [String]) -> OrderedJSON { .array(texts.map { .string($0) }) }

    /// Those that are set: as they are typed, and as they are settled.
    private var settings: [(key: String, typed: [String], settled: OrderedJSON)] {
        let words = [
            ("negative", negative == .reject ? nil : negative.rawValue), ("decimal", decimal.map { String($0) }),
            ("header", findsHeader ? "find" : nil), ("trailing", dropsTrailing ? "drop" : nil),
            ("sequence", sequence?.rawValue),
            ("day_start", dayStartMinutes == 0 ? nil : dayStartClock),
            ("date_order", dateOrder?.rawValue),
        ]
        let all =
            [("values", values.map { "\($0.role.rawValue):\($0.from)=\($0.to)" }, valuesJSON)]
            + [("ignore", ignore), ("only", only), ("known", known)].map { key, matches in
                (key, matches.map { "\($0.column)=\($0.value)" }, Self.json(matches))
            } + [("accept", accept), ("fill", fill), ("totals", totals)].map { ($0, $1, Self.list($1)) }
            + words.map { key, word in (key, [word].compactMap(\.self), .string(word ?? "")) }
        return all.filter { !$0.1.isEmpty }
    }

    private var valuesJSON: OrderedJSON {
        .object(
            PlainRole.allCases.compactMap { role in
                let own = values.filter { $0.role == role }
                return own.isEmpty ? nil : (role.rawValue, .object(own.map { ($0.from, .string($0.to)) }))
            })
    }

    private static func json(_ matches: [PlainMatch]) -> OrderedJSON {
        let columns = matches.enumerated().filter { occurrence, match in
            !matches[..<occurrence].contains { PlainText.same($0.column, match.column) }
        }.map(\.element.column)
        return .object(
            columns.map { column in
                (column, list(matches.filter { PlainText.same($0.column, column) }.map(\.value)))
            })
    }

    /// `dayStartMinutes` as a time of day.
    package var dayStartClock: String { String(format: "%02d:%02d", dayStartMinutes / 60, dayStartMinutes % 60) }
}
