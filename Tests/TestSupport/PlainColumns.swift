/// What the columns of one header are for.
package struct PlainColumns {
    /// Where the cell of a role comes from.
    package enum Source: Equatable {
        /// One column, by its place from 0.
        case single(Int)
        /// Parts of several columns, the row's place and the date.
        case composite([Part])
    }

    /// A part of a composite in this header.
    package enum Part: Equatable {
        /// The cell of the column at this place, from 0.
        case cell(Int)
        /// The row's place among those whose other parts are the same.
        case place
        case date
    }

    /// The header's cells without the empty ones at its end.
    package private(set) var header: [String]
    /// By role; none where the input has no such column.
    package private(set) var sources: [PlainRole: Source] = [:]
    /// The roles whose column was found by its header alone.
    package private(set) var foundByHeader: Set<PlainRole> = []
    /// The codes for which the header is refused, the first one first.
    package private(set) var refusals: [String] = []
    /// The names of columns, of all options and settings, that are here.
    package private(set) var foundNames: Set<String> = []
    /// The places of columns that nothing names, of a described export.
    package private(set) var undescribed: [Int] = []
    private let names: [String]
    private let options: PlainOptions
    private var tornRoles: Set<PlainRole> = []
    private var hasDuplicate = false

    /// The columns of a header, by names and by options.
    package init(header cells: [String], options: PlainOptions) {
        var header = cells
        while let last = header.last, PlainText.isBlank(last) { header.removeLast() }
        self.header = header
        self.options = options
        names = header.map { PlainText.matchable($0) }
        for column in options.effectiveColumns { name(column) }
        for role in PlainRole.allCases { findByHeader(role) }
        for name in options.ignore.map(\.column) + options.only.map(\.column) + options.fill
        where places(of: name).count > 1 {
            hasDuplicate = true
        }
        for name in options.namedColumns where !places(of: name).isEmpty { foundNames.insert(name) }
        if header.count > 256 { refusals.append("too_many_columns") }
        if hasDuplicate { refusals.append("duplicate_column") }
        if sources[.item] == nil { refusals.append("no_item_column") }
        if !tornRoles.isEmpty { refusals.append("unclear_column") }
        let roles = Set(PlainRole.allCases.flatMap { places(of: $0) })
        let named = Set(options.namedColumns.flatMap { places(of: $0) })
        undescribed = options.isDescribed ? header.indices.filter { !roles.contains($0) && !named.contains($0) } : []
    }

    /// The columns of a file of our own, each role at its place.
    package init(ownHeader cells: [String], places: [PlainRole: Int]) {
        header = cells
        names = cells.map { PlainText.matchable($0) }
        options = PlainOptions()
        sources = places.mapValues { .single($0) }
    }

    /// The places, from 0, of the columns of a name.
    package func places(of name: String) -> [Int] {
        let wanted = PlainText.matchable(name)
        return names.indices.filter { names[$0] == wanted }
    }

    /// The places of the columns that a role's cell is made of.
    package func places(of role: PlainRole) -> [Int] {
        switch sources[role] {
        case .single(let place)?: [place]
        case .composite(let parts)?:
            parts.compactMap { part in
                if case .cell(let place) = part { return place }
                return nil
            }
        case nil: []
        }
    }

    /// The columns that are no extras: those that are all there is of id, action, item or quantity.
    package var takenPlaces: Set<Int> {
        let roles = sources.filter { $0.key != .time }
        return Set(
            roles.values.compactMap { source in
                if case .single(let place) = source { return place }
                return nil
            })
    }

    /// As in summary.json: the header's name, a composite as `A+#`; nil where there is no column.
    package func title(of role: PlainRole) -> String? {
        switch sources[role] {
        case .single(let place)?: header[place]
        case .composite(let parts)?:
            parts.map { part in
                switch part {
                case .cell(let place): header[place]
                case .place: "#"
                case .date: "@date"
                }
            }.joined(separator: "+")
        case nil: nil
        }
    }

    private mutating func name(_ column: PlainOptions.Column) {
        let found = column.names.map { places(of: $0) }
        if found.contains(where: { $0.count > 1 }) { hasDuplicate = true }
        if column.parts.isEmpty { return }
        if column.single != nil {
            guard let place = found.first?.first else { return }
            if takenBySingleNames.contains(place) || sources[column.role] != nil { hasDuplicate = true }
            sources[column.role] = .single(place)
            return
        }
        if found.contains([]) {
            if found.contains(where: { !$0.isEmpty }) { tornRoles.insert(column.role) }
            return
        }
        sources[column.role] = .composite(
            column.parts.map { part in
                switch part {
                case .column(let name): .cell(places(of: name).first ?? 0)
                case .place: .place
                case .date: .date
                }
            })
    }

    private var takenBySingleNames: Set<Int> {
        Set(
            sources.values.compactMap { source in
                if case .single(let place) = source { return place }
                return nil
            })
    }

    private mutating func findByHeader(_ role: PlainRole) {
        if sources[role] != nil || tornRoles.contains(role) { return }
        if options.effectiveColumns.contains(where: { $0.role == role && $0.parts.isEmpty }) { return }
        let taken = takenBySingleNames
        var found = names.indices.filter {
            !taken.contains($0) && PlainText.matches(header[$0], role.headerNames)
        }
        if role == .time && found.isEmpty {
            found = names.indices.filter { PlainText.matches(header[$0], PlainRole.dateNames) }
        }
        // Of several times none is it until one is named.
        if role == .time && found.count > 1 { return }
        if found.count > 1 { hasDuplicate = true }
        guard let place = found.first else { return }
        sources[role] = .single(place)
        foundByHeader.insert(role)
    }
}

extension PlainOptions {
    /// The names of all columns that options and settings name, in the form in which they were given.
    package var namedColumns: [String] {
        effectiveColumns.flatMap(\.names) + (ignore + only + known).map(\.column) + accept + fill
    }

    /// Those that were typed: each entry is found where one of its names is.
    var typedColumns: [[String]] {
        var typed = effectiveColumns.filter { !$0.isSettled && !$0.names.isEmpty }.map(\.names)
        func add(_ key: String, _ names: [String]) {
            if !settledKeys.contains(key) { typed += names.map { [$0] } }
        }
        add("ignore", ignore.map(\.column))
        add("only", only.map(\.column))
        add("known", known.map(\.column))
        add("accept", accept)
        add("fill", fill)
        return typed
    }
}
