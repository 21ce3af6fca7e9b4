internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

/// An option that can also be set in juice-batch.json and, if it has a single value, by an environment variable.
///
/// The raw value is the key in juice-batch.json; a dot separates the keys of nested objects. The delimiter and the
/// encoding are no settings, since files may differ: the reports of an earlier run are read beside the POS's exports.
enum Setting: String, CaseIterable {
    case menu, stock, output, ledger
    case idColumn = "columns.id"
    case actionColumn = "columns.action"
    case itemColumn = "columns.item"
    case quantityColumn = "columns.quantity"
    case timeColumn = "columns.time"
    case actionValues = "values.action"
    case itemValues = "values.item"
    case ignore, only, known, accept, fill
    case negative, decimal, header, trailing, totals, sequence
    case dayStart = "day_start"
    case dateOrder = "date_order"
    case currency, shop, closed
    case missingPercent = "missing_percent"
    case overstockDays = "overstock_days"
    case reportBy = "report.by"
    case excel
    case failOn = "fail_on"
    case maxRejected = "max_rejected"
    case lockWait = "lock_wait"
    case threads, language

    /// The type of a setting's value.
    enum Kind {
        /// A path, which in juice-batch.json is relative to the folder of that file.
        case path
        /// The header of a column or a composite, also as a list of parts; an empty text if the role has no column.
        case column
        case number(ClosedRange<Int>)
        case choice([String])
        case flag
        /// A text of some form, with examples of it.
        case text(examples: String, isValid: (String) -> Bool)
        /// Weekdays and dates, also as a list.
        case days
        /// The meanings of cells of a role: an action, an item, or `ignore` for each cell.
        case meanings
        /// Lists of values, by column.
        case cells
        case list
    }

    var kind: Kind {
        switch self {
        case .menu, .stock, .output, .ledger: .path
        case .idColumn, .actionColumn, .itemColumn, .quantityColumn, .timeColumn: .column
        case .actionValues, .itemValues: .meanings
        case .ignore, .only, .known: .cells
        case .accept, .fill, .totals, .reportBy: .list
        case .negative: .choice(ExportSettings.Negative.allCases.map(\.rawValue))
        case .decimal: .choice(DecimalMark.allCases.map(\.rawValue))
        case .header: .choice(ExportSettings.HeaderPosition.allCases.map(\.rawValue))
        case .trailing: .choice(ExportSettings.Trailing.allCases.map(\.rawValue))
        case .sequence: .choice(ExportSettings.RowSequence.allCases.map(\.settingName))
        case .dayStart: .text(examples: "\"00:00\"…\"23:59\"") { DayStart($0) != nil }
        case .dateOrder: .choice(DateOrder.allCases.map(\.rawValue))
        case .failOn: .choice(FailOn.allCases.map(\.rawValue))
        case .language: .choice(MessageLanguage.allCases.map(\.rawValue))
        case .maxRejected: .number(0...Int.max)
        case .lockWait: .number(LedgerRequest.waitSecondsAllowed)
        case .threads: .number(InputRequest.threadsAllowed)
        case .missingPercent: .number(0...100)
        case .overstockDays: .number(0...BuyingPlan.Scope.daysAllowed.upperBound)
        case .excel: .flag
        case .currency:
            .text(
                examples: "\"\(MoneyFormat.usualSign)\" \"$\" \"EUR\" …", isValid: MoneyFormat.isValidCurrencySign)
        case .shop: .text(examples: "\"쥬스나라 강남점\" …", isValid: ShopName.isValid)
        case .closed: .days
        }
    }

    var path: [String] { rawValue.split(separator: ".").map(String.init) }

    /// The environment variable of the setting; nil for a setting with several values.
    var variable: String? {
        hasSeveralValues ? nil : Self.variablePrefix + path.map { $0.uppercased() }.joined(separator: "_")
    }

    static let variablePrefix = "JUICE_BATCH_"

    /// The option on the command line that sets the same.
    var option: String {
        switch kind {
        case .column: "--column"
        case .meanings: "--value"
        default: "--" + String(rawValue.map { "_.".contains($0) ? "-" : $0 })
        }
    }

    var isFlag: Bool { if case .flag = kind { true } else { false } }

    /// Whether the setting has several values; typed ones are added to those of the settings file.
    var hasSeveralValues: Bool {
        switch kind {
        case .meanings, .cells, .list: true
        default: false
        }
    }

    /// Whether the setting is passed to a command as a part of `--settled` and not as its own option.
    var isResolvedExportSetting: Bool { hasSeveralValues || columnRole != nil }

    /// The role whose column the setting names; nil for other settings.
    var columnRole: Role? { if case .column = kind { role } else { nil } }

    /// The role with which a value of the option begins; nil for other settings.
    var role: Role? { path.last.flatMap(Role.init) }

    /// The commands that take the setting.
    var commands: Set<String> {
        switch self {
        case .language:
            [
                "init", "run", "check", "inspect", "menu", "diff", "index", "config", "stock", "plan", "history",
                "status", "reverse", "settle", "restore", "verify", "counter",
            ]
        case .menu: ["run", "check", "inspect", "menu", "stock", "plan", "status", "counter"]
        case .failOn: ["run", "check", "inspect", "status"]
        case .currency: ["run", "menu", "plan", "counter"]
        case .shop: ["run", "plan", "counter"]
        case .ledger: ["run", "stock", "plan", "history", "reverse", "settle", "verify", "counter"]
        case .lockWait: ["run", "reverse", "settle", "verify", "counter"]
        case .excel, .missingPercent, .overstockDays: ["run", "counter"]
        case .closed: ["run", "counter", "index", "status", "reverse", "settle"]
        case .output, .maxRejected: ["run"]
        default: ["run", "check", "inspect"]
        }
    }

    /// Whether a text is a valid value, as an option or an environment variable.
    func accepts(_ text: String) -> Bool {
        switch kind {
        case .path: !text.isEmpty
        case .column: RoleColumns(text) != nil
        case .number(let range): Int(text).map(range.contains) ?? false
        case .choice(let names):
            names.contains(text) || self == .sequence && ExportSettings.RowSequence(named: text) != nil
        case .flag: ["true", "false"].contains(text)
        case .text(_, let isValid): isValid(text)
        case .days: ClosedDays(text) != nil
        case .meanings, .cells, .list: true
        }
    }

    /// The values that are valid, in the form of juice-batch.json.
    var expected: String {
        switch kind {
        case .path: "\"…\""
        case .column: "\"…\" [\"…\", …]"
        case .number(let range): range.expected
        case .choice(let names): names.map { "\"\($0)\"" }.joined(separator: " ")
        case .flag: "true false"
        case .text(let examples, _): examples
        case .meanings: "{\"…\": \"…\", …}"
        case .cells: "{\"…\": [\"…\", …], …}"
        case .days: "[\"mon\", \"2026-12-25\", …]"
        case .list: "[\"…\", …]"
        }
    }

    /// The command line argument for a value; nil if the value is expressed by omitting the option.
    func argument(_ text: String) -> String? {
        if isFlag { return text == "true" ? option : nil }
        // A typed stock file needs a new ledger, one from the settings does not.
        if self == .stock { return "--settled-stock=\(text)" }
        return "\(option)=\(text)"
    }

    /// Whether a value in juice-batch.json has the type of the setting.
    func fits(_ value: JSONValue) -> Bool {
        switch kind {
        case .meanings: value.members?.allSatisfy { $0.1.string != nil } ?? false
        case .cells: value.members?.allSatisfy { $0.1.strings?.isEmpty == false } ?? false
        case .days: value.strings.map { $0.isEmpty || ClosedDays($0.joined(separator: ",")) != nil } ?? false
        case .list: value.strings != nil
        case .path, .column, .number, .choice, .flag, .text: text(of: value) != nil
        }
    }

    /// A single value in juice-batch.json as text for the option; nil if it has another type or is an empty list.
    func text(of value: JSONValue) -> String? {
        switch kind {
        case .flag: value.bool.map { String($0) }
        case .number: value.int.map { String($0) }
        case .path, .choice, .text: value.string
        case .column: value.columns?.text
        case .days: value.strings.flatMap { $0.isEmpty ? nil : $0.joined(separator: ",") }
        case .meanings, .cells, .list: nil
        }
    }
}

extension ClosedRange<Int> {
    /// The range in messages, such as `1…256`, or `1…` for one without an upper limit.
    var expected: String { upperBound == .max ? "\(lowerBound)…" : "\(lowerBound)…\(upperBound)" }
}

extension JSONValue {
    /// The columns in a string in the form of the command line, or in a list of parts; nil for any other value.
    fileprivate var columns: RoleColumns? {
        string.flatMap { RoleColumns($0) } ?? strings.flatMap { RoleColumns(parts: $0) }
    }
}

extension RawExportSettings {
    /// The hidden option by which these settings are passed to a command, as a JSON object.
    static let option = "--settled"
    /// The key for the path of the settings file in that object.
    static let originKey = "origin"

    /// Reads the settings from an object in the form of juice-batch.json; nil if a value has the wrong type.
    init?(_ content: JSONValue) {
        self.init()
        for setting in Setting.allCases where setting.isResolvedExportSetting {
            guard let value = content[setting.path] else { continue }
            guard setting.fits(value) else { return nil }
            let list = value.strings ?? []
            switch setting {
            case .actionValues, .itemValues:
                guard let role = setting.role else { return nil }
                replacements += (value.members ?? []).map { ReplacementRule(role: role, from: $0, to: $1.string ?? "") }
            case .ignore: ignore = Self.cells(value)
            case .only: only = Self.cells(value)
            case .known:
                known = Self.cells(value)
                isDescribed = true
            case .accept: accept = list
            case .fill: fill = list
            case .totals: totals = list
            case .reportBy: reportBy = list
            default:
                guard let role = setting.columnRole else { return nil }
                columns[role] = value.columns
            }
        }
        origin = content[[Self.originKey]]?.string ?? ""
    }

    private static func cells(_ value: JSONValue) -> [Cell] {
        (value.members ?? []).flatMap { column, values in
            (values.strings ?? []).map { Cell(column: column, value: $0) }
        }
    }
}
