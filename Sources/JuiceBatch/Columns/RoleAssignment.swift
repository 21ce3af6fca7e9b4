internal import CSV

/// Assigns the columns of a header to roles.
///
/// Columns that settings and options name are assigned first, then the others by their names.
struct RoleAssignment {
    /// An error in assigning the columns of a header.
    enum Mistake: Error {
        /// Two columns have the same role or name, or one column has two roles; the value is the role or the name.
        case twice(String)
        case noItem
        /// The input has only some columns of a composite.
        case torn(Role, found: [String], missing: [String])
    }

    /// The column, from 0, of each role that has a single column.
    private(set) var single: [Role: Int] = [:]
    /// The parts of each role whose cell is composed of several columns.
    private(set) var composite: [Role: [ColumnLayout.Composite.Part]] = [:]
    /// The roles whose columns were found by their names in the header alone.
    private(set) var foundByHeader: Set<Role> = []
    private let header: [String]
    private let keys: [String]

    /// Assigns the columns of a header to roles, or throws the first error.
    init(header: [String], options: ColumnOptions, exportSettings: ExportSettings) throws(Mistake) {
        self.header = header
        keys = header.map(nameKey)
        var torn: [Mistake] = []
        for role in Role.allCases {
            switch options.columns[role] {
            case .none?, nil: break
            case .single(let name)?: try assignSingle(role, name)
            case .composite(let parts)?:
                if let mistake = try assignComposite(role, parts, date: exportSettings.date) { torn.append(mistake) }
            }
        }
        try findByHeader(options)
        for name in (exportSettings.ignore + exportSettings.only).map(\.column.name) + exportSettings.fill.map(\.name)
        where columns(named: name).count > 1 {
            throw .twice(name)
        }
        let isItemTorn = torn.contains { if case .noItem = $0 { true } else { false } }
        if isItemTorn || single[.item] == nil && composite[.item] == nil { throw .noItem }
        if let first = torn.first { throw first }
    }

    private func columns(named name: String) -> [Int] {
        let key = nameKey(name)
        return keys.indices.filter { keys[$0] == key }
    }

    private mutating func assignSingle(_ role: Role, _ name: String) throws(Mistake) {
        let found = columns(named: name)
        guard found.count <= 1 else { throw .twice(role.rawValue) }
        guard let column = found.first else { return }
        // One column cannot have two roles, because each role reads its cells differently.
        if single.contains(where: { $0.value == column }) { throw .twice(role.rawValue) }
        single[role] = column
    }

    /// - Returns: The error if only some of the columns exist.
    private mutating func assignComposite(
        _ role: Role, _ parts: [RoleColumns.Part], date: String?
    ) throws(Mistake) -> Mistake? {
        var found: [String] = []
        var missing: [String] = []
        var places: [ColumnLayout.Composite.Part] = []
        for part in parts {
            switch part {
            case .place: places.append(.place)
            case .date: places.append(.text(Array((date ?? "").utf8)))
            case .column(let name):
                let columns = columns(named: name)
                guard columns.count <= 1 else { throw .twice(role.rawValue) }
                if let column = columns.first {
                    found.append(header[column])
                    places.append(.column(column))
                } else {
                    missing.append(name)
                }
            }
        }
        if missing.isEmpty {
            composite[role] = places
        } else if !found.isEmpty {
            // An incomplete item column is reported as missing, even if another column could be the item.
            return role == .item ? .noItem : .torn(role, found: found, missing: missing)
        }
        return nil
    }

    private mutating func findByHeader(_ options: ColumnOptions) throws(Mistake) {
        let named = Set(single.values)
        let settled = Set(single.keys).union(composite.keys)
        var times: [Int] = []
        for (column, key) in keys.enumerated() {
            guard let role = Role.byKey[key], !settled.contains(role), options.columns[role] != RoleColumns.none else {
                continue
            }
            if role == .time {
                times.append(column)
                continue
            }
            guard !named.contains(column) else { continue }
            guard single[role] == nil else { throw .twice(role.rawValue) }
            single[role] = column
            foundByHeader.insert(role)
        }
        if times.isEmpty, !settled.contains(.time), options.columns[.time] != RoleColumns.none {
            times = keys.indices.filter { Role.dateKeys.contains(keys[$0]) }
        }
        // Of several time columns none is used, because it is unknown which one is meant.
        if times.count == 1 {
            single[.time] = times[0]
            foundByHeader.insert(.time)
        }
    }

    /// Writes the assigned columns into a layout whose number of columns is already set.
    func place(in columns: inout ColumnLayout, exportSettings: ExportSettings) {
        columns.filled = exportSettings.fill.compactMap { self.columns(named: $0.name).first }.reduce(into: []) {
            filled, column in
            if !filled.contains(column) { filled.append(column) }
        }
        func cells(of role: Role) -> Int? {
            if let column = single[role] { return columns.filling(column) }
            guard let parts = composite[role] else { return nil }
            let made = ColumnLayout.Composite(
                parts: parts.map { part in
                    if case .column(let column) = part { .column(columns.filling(column)) } else { part }
                })
            if role == .id {
                columns.idComposite = made
                return ColumnLayout.madeID
            }
            columns.composites.append(made)
            return ColumnLayout.madeBase + columns.madeCount - 1
        }
        columns.id = cells(of: .id)
        columns.action = cells(of: .action)
        columns.item = cells(of: .item) ?? 0
        columns.quantity = cells(of: .quantity)
        columns.time = cells(of: .time)
        columns.dateOrder = exportSettings.dateOrder
        columns.foundByHeader = foundByHeader
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
            case .place: RoleColumns.Part.place.text
            case .text: RoleColumns.Part.date.text
            }
        }.joined(separator: "+")
    }
}
