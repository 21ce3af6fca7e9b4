internal import CSV

/// Assigns the columns of a header to roles.
///
/// Columns that settings and options name are assigned first, then the others by their names.
struct RoleAssignment {
    /// An error in assigning the columns of a header.
    enum AssignmentError: Error {
        /// Two columns have the same role or name, or one column has two roles; the value is the role or the name.
        case twice(String)
        case noItem
        /// The input has only some columns of a composite.
        case incompleteComposite(Role, present: [String], missing: [String])
    }

    /// The column, from 0, of each role that has a single column.
    private(set) var single: [Role: Int] = [:]
    /// The parts of each role whose cell is composed of several columns.
    private(set) var composite: [Role: [ColumnLayout.Composite.Part]] = [:]
    /// The roles whose columns were found by their names in the header alone.
    private(set) var rolesFromHeader: Set<Role> = []
    private let header: [String]
    private let keys: [String]

    /// Assigns the columns of a header to roles, or throws the first error.
    init(header: [String], options: ColumnOptions, exportSettings: ExportSettings) throws(AssignmentError) {
        self.header = header
        keys = header.map(nameKey)
        var incomplete: [AssignmentError] = []
        for role in Role.allCases {
            switch options.columns[role] {
            case .none?, nil: break
            case .single(let name)?: try assignSingle(role, name)
            case .composite(let parts)?:
                if let error = try assignComposite(role, parts, date: exportSettings.date) { incomplete.append(error) }
            }
        }
        try findByHeader(options)
        for name in (exportSettings.ignore + exportSettings.only).map(\.column.name) + exportSettings.fill.map(\.name)
        where columns(named: name).count > 1 {
            throw .twice(name)
        }
        let isItemIncomplete = incomplete.contains { if case .noItem = $0 { true } else { false } }
        if isItemIncomplete || single[.item] == nil && composite[.item] == nil { throw .noItem }
        if let first = incomplete.first { throw first }
    }

    private func columns(named name: String) -> [Int] {
        let key = nameKey(name)
        return keys.indices.filter { keys[$0] == key }
    }

    private mutating func assignSingle(_ role: Role, _ name: String) throws(AssignmentError) {
        let present = columns(named: name)
        guard present.count <= 1 else { throw .twice(role.rawValue) }
        guard let column = present.first else { return }
        // One column cannot have two roles, because each role reads its cells differently.
        if single.contains(where: { $0.value == column }) { throw .twice(role.rawValue) }
        single[role] = column
    }

    /// - Returns: The error if only some of the columns exist.
    private mutating func assignComposite(
        _ role: Role, _ parts: [RoleColumns.Part], date: String?
    ) throws(AssignmentError) -> AssignmentError? {
        var present: [String] = []
        var missing: [String] = []
        var compositeParts: [ColumnLayout.Composite.Part] = []
        for part in parts {
            switch part {
            case .occurrence: compositeParts.append(.occurrence)
            case .date: compositeParts.append(.text(Array((date ?? "").utf8)))
            case .column(let name):
                let columns = columns(named: name)
                guard columns.count <= 1 else { throw .twice(role.rawValue) }
                if let column = columns.first {
                    present.append(header[column])
                    compositeParts.append(.column(column))
                } else {
                    missing.append(name)
                }
            }
        }
        if missing.isEmpty {
            composite[role] = compositeParts
        } else if !present.isEmpty {
            // An incomplete item column is reported as missing, even if another column could be the item.
            return role == .item ? .noItem : .incompleteComposite(role, present: present, missing: missing)
        }
        return nil
    }

    private mutating func findByHeader(_ options: ColumnOptions) throws(AssignmentError) {
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
            guard single[role] == nil else { throw .twice(role.rawValue) }
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
                parts: parts.map { part in
                    if case .column(let column) = part { .column(columns.filling(column)) } else { part }
                })
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
            columns.roleNames[role] = name(of: role, exportSettings.date)
            columns.sources[role] = sources(of: role)
        }
    }

    private func sources(of role: Role) -> [Int]? {
        if let column = single[role] { return [column] }
        return composite[role]?.compactMap { part in
            if case .column(let column) = part { column } else { nil }
        }
    }

    private func name(of role: Role, _ date: String?) -> String? {
        if let column = single[role] { return header[column] }
        return composite[role]?.map { part in
            switch part {
            case .column(let column): RoleColumns.Part.column(header[column]).text
            case .occurrence: RoleColumns.Part.occurrence.text
            case .text: RoleColumns.Part.date.text
            }
        }.joined(separator: "+")
    }
}

/// The columns of an input that form the cell of a role.
package enum RoleColumns: Sendable, Equatable {
    /// A part of a composite cell.
    package enum Part: Sendable, Hashable {
        /// The cell of the column with this header name.
        case column(String)
        /// The occurrence number of the row among the rows whose other parts are equal: `#`.
        case occurrence
        /// The date of the run: `@date`.
        case date
    }

    /// The role has no column.
    case none
    /// The column with this header name.
    case single(String)
    /// Several parts, or a single part that is not a column.
    case composite([Part])

    /// Parses parts given by the command line or by juice-batch.json; nil if one of them is empty.
    ///
    /// - Parameter texts: `#`, `@date` or the names of columns; `##` and `@@date` stand for columns named `#` and
    ///   `@date`.
    package init?(parts texts: [String]) {
        if texts == [""] {
            self = .none
            return
        }
        var parts: [Part] = []
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
        if case .column(let name) = parts[0], parts.count == 1 {
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

    /// The names of its columns, in order.
    package var names: [String] {
        switch self {
        case .none: []
        case .single(let name): [name]
        case .composite(let parts):
            parts.compactMap { part in
                if case .column(let name) = part { name } else { nil }
            }
        }
    }

    /// The spelling on the command line.
    package var text: String {
        switch self {
        case .none: ""
        case .single(let name): Part.column(name).text
        case .composite(let parts): parts.map(\.text).joined(separator: "+")
        }
    }
}

extension RoleColumns.Part {
    /// The spelling on the command line.
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
