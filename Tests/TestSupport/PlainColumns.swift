/// The roles of the columns of a header.
package struct PlainColumns {
    package enum Part: Equatable {
        /// The cell of the column at this index, from 0.
        case cell(Int)
        /// The row's number among the rows whose other parts are equal.
        case occurrence
        case date
    }

    /// The header's cells without the empty ones at its end.
    package let header: [String]
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

    /// The columns of a header, by names and by options.
    package init(header cells: [String], options: PlainOptions) {
        self.init(ownHeader: Self.trimmed(cells), places: [:])
        let once = options.ignore.map(\.column) + options.only.map(\.column) + options.fill
        var hasDuplicate = once.contains { places(of: $0).count > 1 }
        var closed = Set(options.effectiveColumns.filter(\.parts.isEmpty).map(\.role))
        var isTorn = false
        for column in options.effectiveColumns where !column.parts.isEmpty {
            let found = column.names.map { places(of: $0) }
            if found.contains(where: { $0.count > 1 }) { hasDuplicate = true }
            if !found.contains([]) {
                if column.single != nil, singles.contains(found[0][0]) { hasDuplicate = true }
                sources[column.role] = column.parts.map { part in
                    switch part {
                    case .column(let name): .cell(places(of: name)[0])
                    case .occurrence: .occurrence
                    case .date: .date
                    }
                }
            } else if found.contains(where: { !$0.isEmpty }) {
                isTorn = true
                closed.insert(column.role)
            }
        }
        for role in PlainRole.allCases where sources[role] == nil && !closed.contains(role) {
            let taken = singles
            var found = header.indices.filter {
                !taken.contains($0) && PlainText.matches(header[$0], role.headerNames)
            }
            if role == .time && found.isEmpty {
                found = header.indices.filter { PlainText.matches(header[$0], PlainRole.dateNames) }
            }
            // If several columns may be the time, none is, until one is named.
            if found.isEmpty || role == .time && found.count > 1 { continue }
            if found.count > 1 { hasDuplicate = true }
            sources[role] = [.cell(found[0])]
            rolesFromHeader.insert(role)
        }
        foundNames = Set(options.namedColumns.filter { !places(of: $0).isEmpty })
        let problems = [
            ("too_many_columns", header.count > 256), ("duplicate_column", hasDuplicate),
            ("no_item_column", sources[.item] == nil), ("unclear_column", isTorn),
        ]
        refusals = problems.filter(\.1).map(\.0)
        let described = rolePlaces.union(options.namedColumns.flatMap { places(of: $0) })
        if options.isDescribed { undescribed = header.indices.filter { !described.contains($0) } }
    }

    /// The columns of a file that the program wrote, each role at its index.
    package init(ownHeader cells: [String], places: [PlainRole: Int]) {
        header = cells
        names = cells.map { PlainText.matchable($0) }
        sources = places.mapValues { [.cell($0)] }
    }

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
        (sources[role] ?? []).compactMap { if case .cell(let index) = $0 { index } else { nil } }
    }

    /// The index of a role's only column; nil for a composite, or if there is none.
    package func single(_ role: PlainRole) -> Int? {
        sources[role]?.count == 1 ? places(of: role).first : nil
    }

    private var singles: Set<Int> { Set(PlainRole.allCases.compactMap { single($0) }) }

    var rolePlaces: Set<Int> { Set(PlainRole.allCases.flatMap { places(of: $0) }) }

    /// The columns that are no extras: those that are all there is of id, action, item or quantity.
    package var takenPlaces: Set<Int> { Set(PlainRole.allCases.filter { $0 != .time }.compactMap { single($0) }) }

    /// As in summary.json: the header's name, a composite as `A+#`; nil where there is no column.
    package func title(of role: PlainRole) -> String? {
        sources[role]?.map { part in
            switch part {
            case .cell(let index): header[index]
            case .occurrence: "#"
            case .date: "@date"
            }
        }.joined(separator: "+")
    }
}
