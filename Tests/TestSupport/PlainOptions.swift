/// A part of a composite.
package enum PlainPart: Equatable, Sendable {
    /// The cell of the column of this name.
    case column(String)
    /// The row's place among those whose other parts are the same.
    case place
    /// What `--date` says.
    case date

    /// As in `A+#`.
    package var text: String {
        switch self {
        case .column(let name): name == "#" || name == "@date" ? name.prefix(1) + name : name
        case .place: "#"
        case .date: "@date"
        }
    }
}

/// A column and a value of its cells, of `--ignore` and `--only`.
package struct PlainMatch: Equatable, Sendable {
    /// The header's name.
    package var column: String
    /// The cell; `""` is the empty one.
    package var value: String

    /// A pair by hand.
    package init(column: String, value: String) {
        self.column = column
        self.value = value
    }
}

/// What a cell of action or item is read as.
package struct PlainValue: Equatable, Sendable {
    /// Action or item.
    package var role: PlainRole
    /// The cell; `""` is the empty one.
    package var from: String
    /// An action, a name on the menu, or `ignore`.
    package var to: String

    /// A value by hand.
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
        /// The role.
        package var role: PlainRole
        /// The parts: one column, or a composite.
        package var parts: [PlainPart]
        /// True when juice-batch.json says it, false when it is typed.
        package var isSettled = false

        /// An option by hand.
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
        /// Never.
        case none
        /// For rejected rows.
        case rejected
        /// For rejected rows and shortages.
        case shortage
    }

    /// What an order of a negative quantity is.
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
        /// As they stand.
        case file
        /// As they happened.
        case time
        /// The same, each input from its end.
        case newestFirst = "newest-first"

        /// True where times put rows in order.
        package var isByTime: Bool { self != .file }
    }

    /// What the numbers of a date stand for.
    package enum DateOrder: String, CaseIterable, Sendable {
        /// Month, day, year.
        case mdy
        /// Day, month, year.
        case dmy
        /// Year, month, day.
        case ymd
    }

    /// In the order of the command line.
    package var columns: [Column] = []
    /// `--delimiter`.
    package var delimiter: UInt8?
    /// `--encoding`.
    package var encoding: String?
    /// `--excel`.
    package var excel = false
    /// `--currency`; nil where it is not given.
    package var currency: String?
    /// `--fail-on`.
    package var failOn = FailOn.rejected
    /// `--value`.
    package var values: [PlainValue] = []
    /// `--ignore`.
    package var ignore: [PlainMatch] = []
    /// `--only`.
    package var only: [PlainMatch] = []
    /// `--known`.
    package var known: [PlainMatch] = []
    /// True where `known` stands in the settings or is typed.
    package var isDescribed = false
    /// `--accept`.
    package var accept: [String] = []
    /// `--fill`.
    package var fill: [String] = []
    /// `--negative`.
    package var negative = Negative.reject
    /// `--decimal`: `.` or `,`.
    package var decimal: Unicode.Scalar?
    /// `--header find`.
    package var findsHeader = false
    /// `--trailing drop`.
    package var dropsTrailing = false
    /// `--totals`.
    package var totals: [String] = []
    /// `--expect rows=N`.
    package var expectedRows: Int?
    /// `--expect quantity=N`.
    package var expectedQuantity: Int?
    /// The value of `--sequence`; nil where it is not given.
    package var sequence: Sequence?
    /// `--day-start`, in minutes from midnight.
    package var dayStartMinutes = 0
    /// `--date-order`.
    package var dateOrder: DateOrder?
    /// `--date`, as `2026-11-20`.
    package var date: String?
    /// `--again`: an input that begins with all of an earlier one is applied all the same.
    package var again = false
    /// The keys of juice-batch.json, `columns` aside, that stand there and are not typed.
    package var settledKeys: Set<String> = []

    /// Of failure.csv, what rows are judged by that were rejected as unknown_value; at most one.
    package var judging: [PlainOptions] = []

    /// True where no row of the run stands by its time, so that places count from the start.
    var countsPlacesFromStart = false

    /// No options.
    package init() {}

    /// The columns that hold: what is typed for a role goes before what is settled for it.
    package var effectiveColumns: [Column] {
        columns.filter { column in
            !column.isSettled || !columns.contains { $0.role == column.role && !$0.isSettled }
        }
    }

    /// What holds for files of our own, which are read without any setting.
    package var forOwnFiles: PlainOptions {
        var own = PlainOptions()
        own.encoding = encoding
        own.judging = [self]
        return own
    }

    /// What juice-batch.json still says of a failure.csv that is run without any option.
    package var settledForRetry: PlainOptions {
        func settled<Element>(_ key: String, _ list: [Element]) -> [Element] { settledKeys.contains(key) ? list : [] }
        var retry = PlainOptions()
        retry.columns = columns.filter(\.isSettled)
        retry.ignore = settled("ignore", ignore)
        retry.only = settled("only", only)
        retry.known = settled("known", known)
        retry.accept = settled("accept", accept)
        retry.fill = settled("fill", fill)
        retry.isDescribed = !retry.known.isEmpty
        return retry
    }

    /// The exit status for settings that mean nothing, whatever the inputs; nil when all is well.
    func exitOfBadSettings(menu: PlainMenu) -> Int? {
        let typedRoles = columns.filter { !$0.isSettled }.map(\.role)
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
