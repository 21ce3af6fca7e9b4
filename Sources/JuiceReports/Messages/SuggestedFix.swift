internal import JuiceBatch

/// A fix for an ambiguous input: an option for one run, or a setting in juice-batch.json for all runs.
enum SuggestedFix {
    /// A role is read from these columns; without any, the role has no column.
    case column(Role, [RoleColumns.Part])
    /// Cells equal to `from` are read as `to`.
    case value(Role, from: String, to: String)
    /// The column is accepted although it is not used.
    case accept(String)
    /// The column may contain these values.
    case known(String, cells: [String])
    /// Rows with this value in the column are ignored.
    case ignore(String, cell: String)
    /// Rows with any other value in the column are ignored.
    case only(String, cell: String)
    /// Rows that contain this word are totals.
    case totals(String)
    case sequence(ExportSettings.Sequence)
    case findHeader
    case dropTrailing
    /// This character is the decimal separator.
    case decimal(DecimalMark)

    /// The option with the line of juice-batch.json in parentheses; only the line if a name cannot be typed as an
    /// option.
    var text: String {
        guard let option else { return "`\(setting)`" }
        return "`\(option)` (`\(setting)`)"
    }

    /// The option, quoted for a shell; nil if a name contains a character with a meaning in the option.
    var option: String? {
        switch self {
        case .column(let role, let parts):
            let names = parts.compactMap { if case .column(let name) = $0 { name } else { nil } }
            guard names.allSatisfy({ !$0.contains("+") && Escaping.isShown($0) }) else { return nil }
            let text = parts.map(\.text).joined(separator: "+")
            return "--column \(role.rawValue)=" + (text.isEmpty ? "" : Escaping.shell(text))
        case .value(let role, let from, let to): return option("--value", "\(role.rawValue):\(from)=\(to)")
        case .accept(let name): return option("--accept", name)
        case .known(let name, let cells):
            let options = cells.map { name.contains("=") ? nil : option("--known", "\(name)=\($0)") }
            return options.contains(nil) || options.isEmpty ? nil : options.compactMap(\.self).joined(separator: " ")
        case .ignore(let name, let cell): return name.contains("=") ? nil : option("--ignore", "\(name)=\(cell)")
        case .only(let name, let cell): return name.contains("=") ? nil : option("--only", "\(name)=\(cell)")
        case .totals(let word): return option("--totals", word)
        case .sequence(let sequence): return "--sequence \(sequence.rawValue)"
        case .findHeader: return "--header find"
        case .dropTrailing: return "--trailing drop"
        case .decimal(let mark): return "--decimal \(mark.rawValue)"
        }
    }

    private func option(_ name: String, _ value: String) -> String? {
        guard Escaping.isShown(value) else { return nil }
        // A value that begins with a hyphen would be parsed as an option.
        return name + (value.hasPrefix("-") ? "=" : " ") + Escaping.shell(value)
    }

    /// The line of juice-batch.json.
    var setting: String {
        switch self {
        case .column(let role, []): "\"columns\":{\(string(role.rawValue)):\"\"}"
        case .column(let role, let parts):
            "\"columns\":{\(string(role.rawValue)):[\(parts.map { string($0.text) }.joined(separator: ","))]}"
        case .value(let role, let from, let to):
            "\"values\":{\(string(role.rawValue)):{\(string(from)):\(string(to))}}"
        case .accept(let name): "\"accept\":[\(string(name))]"
        case .known(let name, let cells):
            "\"known\":{\(string(name)):[\((cells.isEmpty ? ["…"] : cells).map(string).joined(separator: ","))]}"
        case .ignore(let name, let cell): "\"ignore\":{\(string(name)):[\(string(cell))]}"
        case .only(let name, let cell): "\"only\":{\(string(name)):[\(string(cell))]}"
        case .totals(let word): "\"totals\":[\(string(word))]"
        case .sequence(let sequence): "\"sequence\":\(string(sequence.settingName))"
        case .findHeader: "\"header\":\"find\""
        case .dropTrailing: "\"trailing\":\"drop\""
        case .decimal(let mark): "\"decimal\":\(string(mark.rawValue))"
        }
    }

    private func string(_ text: String) -> String { "\"\(Escaping.json(text))\"" }
}
