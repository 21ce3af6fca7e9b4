/// The roles of the columns of a header.
package struct PlainColumns {
    /// A part of the cell of a role.
    package enum Part: Equatable {
        /// The cell of the column at this index, from 0.
        case cell(Int)
        /// The row's number among the rows whose other parts are equal.
        case occurrence
        case date
    }

    /// The header's cells without the empty ones at its end.
    package private(set) var header: [String]
    /// The parts by role, a single column or a composite; no parts if the input has no such column.
    package private(set) var sources: [PlainRole: [Part]] = [:]
    /// The roles whose column was found by its header alone.
    package private(set) var rolesFromHeader: Set<PlainRole> = []
    /// The codes for which the header is refused, the first one first.
    package private(set) var refusals: [String] = []
    /// The names of columns in options and settings that this header has.
    package private(set) var foundNames: Set<String> = []
    /// The indices of columns that nothing names, for a described export.
    package private(set) var undescribed: [Int] = []
    private let names: [String]
    private let options: PlainOptions
    private var tornRoles: Set<PlainRole> = []
    private var hasDuplicate = false

    /// The columns of a header, by names and by options.
    package init(header cells: [String], options: PlainOptions) {
        header = Self.trimmed(cells)
        names = header.map { PlainText.matchable($0) }
        self.options = options
        for column in options.effectiveColumns { name(column) }
        for role in PlainRole.allCases { findByHeader(role) }
        let once = options.ignore.map(\.column) + options.only.map(\.column) + options.fill
        if once.contains(where: { places(of: $0).count > 1 }) { hasDuplicate = true }
        foundNames = Set(options.namedColumns.filter { !places(of: $0).isEmpty })
        if header.count > 256 { refusals.append("too_many_columns") }
        if hasDuplicate { refusals.append("duplicate_column") }
        if sources[.item] == nil { refusals.append("no_item_column") }
        if !tornRoles.isEmpty { refusals.append("unclear_column") }
        let named = Set(options.namedColumns.flatMap { places(of: $0) })
        if options.isDescribed {
            undescribed = header.indices.filter { !rolePlaces.contains($0) && !named.contains($0) }
        }
    }

    /// The columns of a file that the program wrote, each role at its index.
    package init(ownHeader cells: [String], places: [PlainRole: Int]) {
        header = cells
        names = cells.map { PlainText.matchable($0) }
        options = PlainOptions()
        sources = places.mapValues { [.cell($0)] }
    }

    /// The cells of a header without the empty ones at its end.
    static func trimmed(_ cells: [String]) -> [String] {
        Array(cells.prefix((cells.lastIndex { !PlainText.isBlank($0) } ?? -1) + 1))
    }

    /// The indices, from 0, of the columns with a name.
    package func places(of name: String) -> [Int] {
        let wanted = PlainText.matchable(name)
        return names.indices.filter { names[$0] == wanted }
    }

    /// The indices of the columns of which a role's cell consists.
    package func places(of role: PlainRole) -> [Int] {
        (sources[role] ?? []).compactMap { if case .cell(let occurrence) = $0 { occurrence } else { nil } }
    }

    /// The index of a role's only column; nil for a composite, or if there is none.
    package func single(_ role: PlainRole) -> Int? {
        sources[role]?.count == 1 ? places(of: role).first : nil
    }

    /// The places of the columns of all roles.
    var rolePlaces: Set<Int> { Set(PlainRole.allCases.flatMap { places(of: $0) }) }

    /// The columns that are no extras: those that are all there is of id, action, item or quantity.
    package var takenPlaces: Set<Int> { Set(PlainRole.allCases.filter { $0 != .time }.compactMap { single($0) }) }

    /// As in summary.json: the header's name, a composite as `A+#`; nil where there is no column.
    package func title(of role: PlainRole) -> String? {
        sources[role]?.map { part in
            switch part {
            case .cell(let occurrence): header[occurrence]
            case .occurrence: "#"
            case .date: "@date"
            }
        }.joined(separator: "+")
    }

    private mutating func name(_ column: PlainOptions.Column) {
        let found = column.names.map { places(of: $0) }
        if found.contains(where: { $0.count > 1 }) { hasDuplicate = true }
        if column.parts.isEmpty { return }
        if found.contains([]) {
            if found.contains(where: { !$0.isEmpty }) { tornRoles.insert(column.role) }
            return
        }
        if column.single != nil, let occurrence = found[0].first {
            if takenBySingleNames.contains(occurrence) || sources[column.role] != nil { hasDuplicate = true }
        }
        sources[column.role] = column.parts.map { part in
            switch part {
            case .column(let name): .cell(places(of: name).first ?? 0)
            case .occurrence: .occurrence
            case .date: .date
            }
        }
    }

    private var takenBySingleNames: Set<Int> { Set(PlainRole.allCases.compactMap { single($0) }) }

    private mutating func findByHeader(_ role: PlainRole) {
        if sources[role] != nil || tornRoles.contains(role) { return }
        if options.effectiveColumns.contains(where: { $0.role == role && $0.parts.isEmpty }) { return }
        let usedByOrders = takenBySingleNames
        var found = names.indices.filter {
            !usedByOrders.contains($0) && PlainText.matches(header[$0], role.headerNames)
        }
        if role == .time && found.isEmpty {
            found = names.indices.filter { PlainText.matches(header[$0], PlainRole.dateNames) }
        }
        // If several columns may be the time, none is, until one is named.
        if role == .time && found.count > 1 { return }
        if found.count > 1 { hasDuplicate = true }
        guard let occurrence = found.first else { return }
        sources[role] = [.cell(occurrence)]
        rolesFromHeader.insert(role)
    }
}

extension PlainOptions {
    /// The names of all columns that options and settings name, in the form in which they were given.
    package var namedColumns: [String] { effectiveColumns.flatMap(\.names) + lists.flatMap(\.columns) }

    /// Those that were typed: each entry is found where one of its names is.
    var typedColumns: [[String]] {
        effectiveColumns.filter { !$0.isFinished && !$0.names.isEmpty }.map(\.names)
            + lists.filter { !settledKeys.contains($0.key) }.flatMap { $0.columns.map { [$0] } }
    }

    /// The columns that each list of settings names, by its key.
    private var lists: [(key: String, columns: [String])] {
        [
            ("ignore", ignore.map(\.column)), ("only", only.map(\.column)), ("known", known.map(\.column)),
            ("accept", accept), ("fill", fill),
        ]
    }
}
