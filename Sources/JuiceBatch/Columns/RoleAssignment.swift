/// The assignment of a header's columns to roles, first of those that settings and options name, then by their names.
struct RoleAssignment {
    /// The parts of each role's cell, with columns from 0.
    private var parts: [Role: [RoleColumns.Part<Int>]] = [:]
    /// The column of each role that has a single part, which is a column.
    var single: [Role: Int] { parts.compactMapValues { $0.count == 1 ? $0[0].column : nil } }
    private(set) var rolesFromHeader: Set<Role> = []
    private let header: [String]
    private let keys: [String]

    /// Assigns the columns of a header to roles, or throws the first reason why it cannot.
    init(header: [String], options: ColumnOptions, exportSettings: ExportSettings) throws(Refusal.Reason) {
        self.header = header
        keys = header.map(nameKey)
        var incomplete: [Refusal.Reason] = []
        for role in Role.allCases {
            guard let columns = options.columns[role], columns != .none,
                let reason = try assign(columns, to: role, exportSettings)
            else { continue }
            incomplete.append(reason)
        }
        try findByHeader(options)
        for name in (exportSettings.ignore + exportSettings.only + exportSettings.fill).map(\.name)
        where columns(named: name).count > 1 { throw .repeatedColumn(name: name, header: header) }
        // An incomplete item column is reported as missing, even if another column could be the item.
        if incomplete.contains(noItem) || parts[.item] == nil { throw noItem }
        if let first = incomplete.first { throw first }
    }

    private var noItem: Refusal.Reason { .noItemColumn(header: header) }

    private func columns(named name: String) -> [Int] {
        let key = nameKey(name)
        return keys.indices.filter { keys[$0] == key }
    }

    /// Assigns named columns to a role if the header has all of them; returns the reason for a refusal if it has some.
    private mutating func assign(
        _ named: RoleColumns, to role: Role, _ exportSettings: ExportSettings
    ) throws(Refusal.Reason) -> Refusal.Reason? {
        // One column cannot have two roles by itself, because each role reads its cells differently.
        let taken = named.singleName == nil ? [] : Array(single.values)
        var present: [String] = []
        var missing: [String] = []
        var found: [RoleColumns.Part<Int>] = []
        for part in named.parts {
            switch part {
            case .occurrence: found.append(.occurrence)
            case .date: found.append(.date)
            case .column(let name):
                let columns = columns(named: name)
                guard columns.count <= 1, !taken.contains(where: columns.contains) else {
                    throw .repeatedColumn(name: name, header: header)
                }
                if let column = columns.first {
                    present.append(header[column])
                    found.append(.column(column))
                } else {
                    missing.append(name)
                }
            }
        }
        if missing.isEmpty { parts[role] = found }
        if missing.isEmpty || present.isEmpty { return nil }
        if role == .item { return noItem }
        return .ambiguity(
            .incompleteComposite(
                role: role, present: present, missing: missing, isDescribed: exportSettings.isDescribed))
    }

    private mutating func findByHeader(_ options: ColumnOptions) throws(Refusal.Reason) {
        let named = Set(single.values)
        let rolesToFind = Role.allCases.filter { parts[$0] == nil && options.columns[$0] != RoleColumns.none }
        for (column, key) in keys.enumerated() where !named.contains(column) {
            guard let role = Role.byKey[key], role != .time, rolesToFind.contains(role) else { continue }
            guard parts[role] == nil else { throw .duplicateColumn(role: role, header: header) }
            parts[role] = [.column(column)]
            rolesFromHeader.insert(role)
        }
        let times = rolesToFind.contains(.time) ? Role.timeColumns(keys) : []
        // Of several time columns none is used, because it is unknown which one is meant.
        if times.count == 1 {
            parts[.time] = [.column(times[0])]
            rolesFromHeader.insert(.time)
        }
    }

    /// Writes the assigned columns into a layout whose number of columns is already set.
    func assignColumns(in columns: inout ColumnLayout, exportSettings: ExportSettings) {
        for column in exportSettings.fill.compactMap({ self.columns(named: $0.name).first })
        where !columns.filled.contains(column) { columns.filled.append(column) }
        let single = single
        func cells(of role: Role) -> Int? {
            if let column = single[role] { return columns.filling(column) }
            guard let parts = parts[role] else { return nil }
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
        columns.sources = parts.mapValues { $0.compactMap(\.column) }
        columns.roleNames = parts.mapValues { $0.map { part in part.map { header[$0] }.text }.joined(separator: "+") }
        for (role, column) in single { columns.roleNames[role] = header[column] }
    }
}

/// The columns of an input that form the cell of a role.
package struct RoleColumns: Sendable, Equatable {
    /// A part of a composite cell, with columns given by their header names or by their indices.
    package enum Part<Column: Sendable & Hashable>: Sendable, Hashable {
        case column(Column)
        /// The occurrence number of the row, from 1, among the rows whose other parts are equal: `#`.
        case occurrence
        /// The date of the run: `@date`.
        case date

        var column: Column? { if case .column(let column) = self { column } else { nil } }

        func map<Other>(_ convert: (Column) -> Other) -> Part<Other> {
            switch self {
            case .column(let column): .column(convert(column))
            case .occurrence: .occurrence
            case .date: .date
            }
        }
    }

    /// The parts of the cell, in order; empty if the role has no column.
    package let parts: [Part<String>]

    /// The columns of a role that has none.
    package static let none = composite([])
    /// A single column with this header name.
    package static func single(_ name: String) -> RoleColumns { composite([.column(name)]) }
    /// Columns whose cells and other parts are joined.
    package static func composite(_ parts: [Part<String>]) -> RoleColumns { RoleColumns(parts: parts) }

    private init(parts: [Part<String>]) { self.parts = parts }

    /// Parses the parts of a role from the command line or from juice-batch.json; nil if one of them is empty.
    ///
    /// A part is `#`, `@date` or the name of a column; `##` and `@@date` stand for columns named `#` and `@date`.
    package init?(parts texts: [String]) {
        if texts.isEmpty { return nil }
        var parts: [Part<String>] = []
        for text in texts == [""] ? [] : texts {
            switch trimmedText(text) {
            case "": return nil
            case "#": parts.append(.occurrence)
            case "@date": parts.append(.date)
            case "##": parts.append(.column("#"))
            case "@@date": parts.append(.column("@date"))
            default: parts.append(.column(text))
            }
        }
        self.parts = parts
    }

    /// Parses parts joined by `+`; nil if one of them is empty.
    package init?(_ text: String) {
        self.init(parts: text.split(separator: "+", omittingEmptySubsequences: false).map(String.init))
    }

    /// The name of the only part, if that is a column.
    package var singleName: String? { parts.count == 1 ? parts[0].column : nil }
    /// Whether the date of the run is a part.
    package var needsDate: Bool { parts.contains(.date) }
    /// The names of the columns, in order.
    package var names: [String] { parts.compactMap(\.column) }
    /// The columns as they are spelled on the command line, such as `A+#`.
    package var text: String { parts.map(\.text).joined(separator: "+") }
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

    package init() {}

    /// Parses options of the form `ROLE=NAME`, `ROLE=A+B` and `ROLE=`, and adds columns from the shop's configuration.
    package init(parsing options: [String], defaults: [Role: RoleColumns] = [:]) throws(BatchError) {
        for option in options {
            guard let sign = option.firstIndex(of: "="), let role = Role(rawValue: nameKey(String(option[..<sign]))),
                columns[role] == nil, let named = RoleColumns(String(option[option.index(after: sign)...]))
            else { throw .usage(.malformedColumn(option)) }
            columns[role] = named
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
