internal import CSV

/// The assignment of a header's columns to roles.
///
/// Columns that settings and options name are assigned first, then the others by their names.
struct RoleAssignment {
    /// The column, from 0, of each role that has a single column.
    private(set) var single: [Role: Int] = [:]
    /// The parts of each role whose cell is composed of several columns.
    private(set) var composite: [Role: [RoleColumns.Part<Int>]] = [:]
    /// The roles whose columns were found by their names in the header alone.
    private(set) var rolesFromHeader: Set<Role> = []
    private let header: [String]
    private let keys: [String]

    /// Assigns the columns of a header to roles, or throws the first reason why it cannot.
    init(header: [String], options: ColumnOptions, exportSettings: ExportSettings) throws(Refusal.Reason) {
        self.header = header
        keys = header.map(nameKey)
        var incomplete: [Refusal.Reason] = []
        for role in Role.allCases {
            switch options.columns[role] {
            case .none?, nil: break
            case .single(let name)?: try assignSingle(role, name)
            case .composite(let parts)?:
                if let reason = try assignComposite(role, parts, exportSettings) { incomplete.append(reason) }
            }
        }
        try findByHeader(options)
        for name in (exportSettings.ignore + exportSettings.only + exportSettings.fill).map(\.name)
        where columns(named: name).count > 1 {
            throw .repeatedColumn(name: name, header: header)
        }
        // An incomplete item column is reported as missing, even if another column could be the item.
        if incomplete.contains(noItem) || single[.item] == nil && composite[.item] == nil { throw noItem }
        if let first = incomplete.first { throw first }
    }

    private var noItem: Refusal.Reason { .noItemColumn(header: header, likelyLine: nil) }

    private func columns(named name: String) -> [Int] {
        let key = nameKey(name)
        return keys.indices.filter { keys[$0] == key }
    }

    private mutating func assignSingle(_ role: Role, _ name: String) throws(Refusal.Reason) {
        let present = columns(named: name)
        // One column cannot have two roles, because each role reads its cells differently.
        guard present.count <= 1, !single.values.contains(where: present.contains) else {
            throw .repeatedColumn(name: name, header: header)
        }
        guard let column = present.first else { return }
        single[role] = column
    }

    /// Assigns the columns of a composite to a role, if the header has all of them.
    ///
    /// - Returns: The reason to refuse the input if the header has only some of the columns.
    private mutating func assignComposite(
        _ role: Role, _ parts: [RoleColumns.Part<String>], _ exportSettings: ExportSettings
    ) throws(Refusal.Reason) -> Refusal.Reason? {
        var present: [String] = []
        var missing: [String] = []
        var compositeParts: [RoleColumns.Part<Int>] = []
        for part in parts {
            switch part {
            case .occurrence: compositeParts.append(.occurrence)
            case .date: compositeParts.append(.date)
            case .column(let name):
                let columns = columns(named: name)
                guard columns.count <= 1 else { throw .repeatedColumn(name: name, header: header) }
                if let column = columns.first {
                    present.append(header[column])
                    compositeParts.append(.column(column))
                } else {
                    missing.append(name)
                }
            }
        }
        if missing.isEmpty { composite[role] = compositeParts }
        if missing.isEmpty || present.isEmpty { return nil }
        if role == .item { return noItem }
        return .ambiguity(
            .incompleteComposite(
                role: role, present: present, missing: missing, isDescribed: exportSettings.isDescribed))
    }

    private mutating func findByHeader(_ options: ColumnOptions) throws(Refusal.Reason) {
        let named = Set(single.values)
        let assignedRoles = Set(single.keys).union(composite.keys)
        var times: [Int] = []
        for (column, key) in keys.enumerated() {
            guard let role = Role.byKey[key], !assignedRoles.contains(role), options.columns[role] != RoleColumns.none
            else {
                continue
            }
            if role == .time {
                times.append(column)
                continue
            }
            guard !named.contains(column) else { continue }
            guard single[role] == nil else { throw .duplicateColumn(role: role, header: header) }
            single[role] = column
            rolesFromHeader.insert(role)
        }
        if times.isEmpty, !assignedRoles.contains(.time), options.columns[.time] != RoleColumns.none {
            times = keys.indices.filter { Role.dateKeys.contains(keys[$0]) }
        }
        // Of several time columns none is used, because it is unknown which one is meant.
        if times.count == 1 {
            single[.time] = times[0]
            rolesFromHeader.insert(.time)
        }
    }

    /// Writes the assigned columns into a layout whose number of columns is already set.
    func assignColumns(in columns: inout ColumnLayout, exportSettings: ExportSettings) {
        columns.filled = exportSettings.fill.compactMap { self.columns(named: $0.name).first }.reduce(into: []) {
            filled, column in
            if !filled.contains(column) { filled.append(column) }
        }
        func cells(of role: Role) -> Int? {
            if let column = single[role] { return columns.filling(column) }
            guard let parts = composite[role] else { return nil }
            let newComposite = ColumnLayout.Composite(
                parts: parts.map { $0.map { columns.filling($0) } }, date: Array((exportSettings.date ?? "").utf8))
            if role == .id {
                columns.idComposite = newComposite
                return ColumnLayout.derivedID
            }
            columns.composites.append(newComposite)
            return ColumnLayout.derivedBase + columns.derivedCount - 1
        }
        columns.id = cells(of: .id)
        columns.action = cells(of: .action)
        columns.item = cells(of: .item) ?? 0
        columns.quantity = cells(of: .quantity)
        columns.time = cells(of: .time)
        columns.dateOrder = exportSettings.dateOrder
        columns.rolesFromHeader = rolesFromHeader
        for role in Role.allCases {
            columns.roleNames[role] = name(of: role)
            columns.sources[role] = sources(of: role)
        }
    }

    private func sources(of role: Role) -> [Int]? {
        if let column = single[role] { return [column] }
        return composite[role]?.compactMap(\.column)
    }

    private func name(of role: Role) -> String? {
        if let column = single[role] { return header[column] }
        return composite[role]?.map { part in part.map { header[$0] }.text }.joined(separator: "+")
    }
}

/// The columns of an input that form the cell of a role.
package enum RoleColumns: Sendable, Equatable {
    /// A part of a composite cell, with columns given by their header names or by their indices.
    package enum Part<Column: Sendable & Hashable>: Sendable, Hashable {
        /// The cell of this column.
        case column(Column)
        /// The occurrence number of the row, from 1, among the rows whose other parts are equal: `#`.
        case occurrence
        /// The date of the run: `@date`.
        case date

        /// The column; nil for any other part.
        var column: Column? { if case .column(let column) = self { column } else { nil } }

        /// Returns this part with its column, if it has one, converted.
        func map<Other>(_ convert: (Column) -> Other) -> Part<Other> {
            switch self {
            case .column(let column): .column(convert(column))
            case .occurrence: .occurrence
            case .date: .date
            }
        }
    }

    /// The role has no column.
    case none
    /// The column with this header name.
    case single(String)
    /// Several parts, or a single part that is not a column.
    case composite([Part<String>])

    /// Parses the parts of a role from the command line or from juice-batch.json; nil if one of them is empty.
    ///
    /// - Parameter texts: `#`, `@date` or the names of columns; `##` and `@@date` stand for columns named `#` and
    ///   `@date`.
    package init?(parts texts: [String]) {
        if texts == [""] {
            self = .none
            return
        }
        var parts: [Part<String>] = []
        for text in texts {
            switch trimmedText(text) {
            case "": return nil
            case "#": parts.append(.occurrence)
            case "@date": parts.append(.date)
            case "##": parts.append(.column("#"))
            case "@@date": parts.append(.column("@date"))
            default: parts.append(.column(text))
            }
        }
        guard !parts.isEmpty else { return nil }
        if let name = parts[0].column, parts.count == 1 {
            self = .single(name)
        } else {
            self = .composite(parts)
        }
    }

    /// Parses parts joined by `+`; nil if one of them is empty.
    package init?(_ text: String) {
        self.init(parts: text.split(separator: "+", omittingEmptySubsequences: false).map(String.init))
    }

    /// Whether the date of the run is a part.
    package var needsDate: Bool {
        if case .composite(let parts) = self { parts.contains(.date) } else { false }
    }

    /// The names of the columns, in order.
    package var names: [String] {
        switch self {
        case .none: []
        case .single(let name): [name]
        case .composite(let parts): parts.compactMap(\.column)
        }
    }

    /// The columns as they are spelled on the command line, such as `A+#`.
    package var text: String {
        switch self {
        case .none: ""
        case .single(let name): Part.column(name).text
        case .composite(let parts): parts.map(\.text).joined(separator: "+")
        }
    }
}

extension RoleColumns.Part where Column == String {
    /// The part as it is spelled on the command line.
    package var text: String {
        switch self {
        case .occurrence: "#"
        case .date: "@date"
        case .column("#"): "##"
        case .column("@date"): "@@date"
        case .column(let name): name
        }
    }
}

/// The columns that the user named for roles, and the roles that the user disabled.
package struct ColumnOptions: Sendable, Equatable {
    /// The columns that form the cell of each role that the user named.
    package private(set) var columns: [Role: RoleColumns] = [:]
    /// The roles whose columns need not be in any input.
    package private(set) var defaults: Set<Role> = []

    /// Creates options with which all columns are found by their headers.
    package init() {}

    /// Parses options of the form `ROLE=NAME`, `ROLE=A+B` and `ROLE=`.
    ///
    /// - Parameter defaults: Columns from the shop's configuration, for roles that `options` does not name; an input
    ///   need not have them.
    package init(parsing options: [String], defaults: [Role: RoleColumns] = [:]) throws(BatchError) {
        for option in options {
            guard let sign = option.firstIndex(of: "=") else { throw .usage(.malformedColumn(option)) }
            let word = String(option[..<sign])
            guard let role = Role(rawValue: nameKey(word)) else { throw .usage(.unknownRole(word)) }
            guard columns[role] == nil else { throw .usage(.repeatedRole(role.rawValue)) }
            let text = String(option[option.index(after: sign)...])
            guard let requestedColumns = RoleColumns(text) else { throw .usage(.malformedColumn(option)) }
            columns[role] = requestedColumns
        }
        add(defaults: defaults)
    }

    /// Adds default columns for the roles that have none yet; no input needs to contain them.
    package mutating func add(defaults added: [Role: RoleColumns]) {
        for (role, requestedColumns) in added where columns[role] == nil {
            columns[role] = requestedColumns
            defaults.insert(role)
        }
    }
}
