internal import JuiceBatch
internal import JuiceReports
internal import JuiceShop

extension Setting {
    /// Whether a value of juice-batch.json is of the setting's kind.
    func fits(_ value: JSONValue) -> Bool {
        switch kind {
        case .flag: if case .bool = value { true } else { false }
        case .number: if case .number = value { true } else { false }
        case .path, .choice, .timeOfDay, .sign, .name: value.string != nil
        case .column: RoleColumns(value) != nil
        case .readings: value.members?.allSatisfy { $0.1.string != nil } ?? false
        case .cells: value.members?.allSatisfy { $0.1.strings?.isEmpty == false } ?? false
        case .days: value.strings.map { $0.isEmpty || ClosedDays($0.joined(separator: ",")) != nil } ?? false
        case .list: value.strings != nil
        }
    }
}

extension RoleColumns {
    /// Reads a string as the command line has it, or a list of parts; nil for anything else.
    init?(_ value: JSONValue) {
        if let text = value.string {
            self.init(text)
        } else if let parts = value.strings {
            self.init(parts: parts)
        } else {
            return nil
        }
    }
}

extension ResolvedExportSettings {
    /// The hidden option by which it reaches a command, as an object.
    static let option = "--settled"
    /// The key that names where it comes from, beside those of juice-batch.json.
    static let originKey = "origin"

    /// Creates settings from the known members of an object like juice-batch.json; nil if one is of another type.
    init?(_ content: JSONValue) {
        self.init()
        for setting in Setting.allCases where setting.isOfExportSettings {
            guard let value = content[setting.path] else { continue }
            guard setting.fits(value), set(value, as: setting) else { return nil }
        }
        origin = content[[Self.originKey]]?.string ?? ""
    }

    private mutating func set(_ value: JSONValue, as setting: Setting) -> Bool {
        switch setting {
        case .actionValues, .itemValues:
            guard let role = setting.role else { return false }
            rules.readings += (value.members ?? []).map {
                RowFilterSettings.Reading(role: role, from: $0.0, to: $0.1.string ?? "")
            }
        case .ignore: rules.ignore = Self.cells(value)
        case .only: rules.only = Self.cells(value)
        case .known:
            rules.known = Self.cells(value)
            rules.isDescribed = true
        case .accept: rules.accept = value.strings ?? []
        case .fill: rules.fill = value.strings ?? []
        case .totals: rules.totals = value.strings ?? []
        case .reportBy: rules.reportBy = value.strings ?? []
        default:
            guard let role = setting.columnRole, let parts = RoleColumns(value) else { return false }
            columns[role] = parts
        }
        return true
    }

    private static func cells(_ value: JSONValue) -> [RowFilterSettings.Cell] {
        (value.members ?? []).flatMap { column, values in
            (values.strings ?? []).map { RowFilterSettings.Cell(column: column, value: $0) }
        }
    }
}
