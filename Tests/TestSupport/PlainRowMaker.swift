/// Makes rows of an input's records.
struct PlainRowMaker {
    private let file: String
    private let columns: PlainColumns
    private let options: PlainOptions
    /// Number of cells of the header's record, with its empty ones at the end.
    private let headerWidth: Int
    private let extras: [Int: PlainExtra]
    private let ownKind: PlainOwnKind?
    private let takesGuardOff: Bool
    private let hasTrailing: Bool
    private let itemHeader: String
    private let timeRules: PlainTime.Rules
    private var filled: [Int: String] = [:]
    private var counts: [PlainRole: [String: Int]] = [:]
    /// The number of each composite, if occurrences count from the end.
    private var totals: [PlainRole: [String: Int]] = [:]

    /// Creates a maker for the rows of an input; its records must not be blank.
    init(
        _ records: [PlainRecord], of input: PlainInput, columns: PlainColumns, headerWidth: Int,
        extras: [Int: PlainExtra], takesGuardOff: Bool
    ) {
        (file, ownKind, options) = (input.file, input.ownKind, input.options)
        (self.columns, self.headerWidth, self.extras) = (columns, headerWidth, extras)
        self.takesGuardOff = takesGuardOff
        let width = columns.header.count
        let data = records.filter { !Self.isTotals($0.cells, words: input.options.totals, columns: columns) }
        hasTrailing =
            input.options.dropsTrailing && !data.isEmpty
            && data.allSatisfy { Self.isTrailing($0.cells, width: width, headerWidth: headerWidth) }
        itemHeader = columns.single(.item).map { PlainText.matchable(columns.header[$0]) } ?? ""
        let parts = columns.sources[.time] ?? []
        let isBusinessDate =
            parts.contains(.date)
            || columns.places(of: PlainRole.time).contains {
                PlainHeaderWords(columns.header[$0]).has(hangul: "영업", english: "business")
            }
        timeRules = PlainTime.Rules(
            dateOrder: options.dateOrder?.rawValue, dayStart: options.dayStartMinutes,
            movesDates: isBusinessDate && columns.single(.time) == nil)
    }

    /// The rows and totals rows of records, which must not be blank.
    func lines(_ records: [PlainRecord], of input: PlainInput) -> [PlainLine] {
        var maker = self
        let lines = records.map { maker.line($0) }
        guard input.isReadFromEnd(lines.compactMap(\.row)) else { return lines }
        var fromEnd = self
        fromEnd.totals = maker.counts
        return records.map { fromEnd.line($0) }
    }

    // MARK: Widths and totals

    private static func fits(_ cells: [String], width: Int, headerWidth: Int) -> Bool {
        if cells.count == width { return true }
        return cells.count == headerWidth && cells.dropFirst(width).allSatisfy { PlainText.isBlank($0) }
    }

    /// Whether a row has one additional empty cell.
    private static func isTrailing(_ cells: [String], width: Int, headerWidth: Int) -> Bool {
        guard let last = cells.last, PlainText.isBlank(last) else { return false }
        return fits(cells.dropLast(), width: width, headerWidth: headerWidth)
    }

    /// Whether the item cell or one before it matches a word, or any cell does and the item cell is empty; each part of
    /// a composite item is an item cell.
    private static func isTotals(_ cells: [String], words: [String], columns: PlainColumns) -> Bool {
        guard !words.isEmpty else { return false }
        let matching = cells.indices.filter { PlainText.matches(cells[$0], words) }
        return columns.places(of: PlainRole.item).contains { item in
            let isEmpty = item >= cells.count || PlainText.isBlank(cells[item])
            return matching.contains { $0 <= item || isEmpty }
        }
    }

    func isTotals(_ cells: [String]) -> Bool {
        Self.isTotals(cells, words: options.totals, columns: columns)
    }

    /// The cells without the additional one; nil for a row with the wrong number of cells.
    func rightCells(_ cells: [String]) -> [String]? {
        let width = columns.header.count
        if hasTrailing && Self.isTrailing(cells, width: width, headerWidth: headerWidth) { return cells.dropLast() }
        return Self.fits(cells, width: width, headerWidth: headerWidth) ? cells : nil
    }

    // MARK: Rows

    private mutating func line(_ record: PlainRecord) -> PlainLine {
        let cells = rightCells(record.cells)
        if isTotals(record.cells) {
            filled = [:]
            return .totals(line: record.line, figure: cells.flatMap { figure($0) })
        }
        var row = PlainRow(file: file, line: record.line)
        guard let cells else {
            filled = [:]
            row.givenCode = "wrong_field_count"
            row.raw = PlainCSVWriter.record(record.cells)
            return .row(row)
        }
        let clean = cells.map { takesGuardOff ? PlainCSVWriter.unguarded($0) : $0 }
        for (occurrence, extra) in extras { row.extras[extra] = clean[occurrence] }
        row.ownCells = clean
        row.cells = fill(clean)
        for role in PlainRole.allCases where columns.sources[role] != nil { row.roles[role] = text(role, row.cells) }
        row.hasPlaceholderID = columns.single(.id).map { Self.isPlaceholder(row.cells[$0]) } ?? false
        row.itemHeader = itemHeader
        if ownKind == .failure { takeCode(&row) }
        if isIgnored(row.cells) {
            row.givenCode = "ignored"
        } else if options.known.contains(where: { !isKnown($0.column, row.cells) }) {
            row.givenCode = "unknown_value"
        }
        row.time = row.roles[.time].flatMap { PlainTime.read($0, timeRules) }
        return .row(row)
    }

    /// The quantity of a totals row; nil where it has none.
    private func figure(_ cells: [String]) -> String? {
        let parts = columns.places(of: PlainRole.quantity).map { PlainText.trimmed(cells[$0]) }
        let text = parts.filter { !$0.isEmpty }.joined(separator: " ")
        return text.isEmpty ? nil : text
    }

    private mutating func fill(_ cells: [String]) -> [String] {
        var result = cells
        for occurrence in options.fill.compactMap({ columns.places(of: $0).first }) {
            if !PlainText.isBlank(result[occurrence]) {
                filled[occurrence] = result[occurrence]
            } else if let above = filled[occurrence] {
                result[occurrence] = above
            }
        }
        return result
    }

    /// The text of a role's cell, trimmed.
    private mutating func text(_ role: PlainRole, _ cells: [String]) -> String {
        guard let parts = columns.sources[role] else { return "" }
        if let occurrence = columns.single(role) { return PlainText.trimmed(cells[occurrence]) }
        let others = parts.filter { $0 != .occurrence }.map { text($0, cells, count: 0) }
        let key = joined(others, role)
        let count = counts[role, default: [:]][key, default: 0] + 1
        counts[role, default: [:]][key] = count
        let occurrence = totals[role]?[key].map { $0 - count + 1 } ?? count
        let all = parts.map { text($0, cells, count: occurrence) }
        if role == .id && (all.contains("") || hasNoID(cells)) { return "" }
        return joined(all, role)
    }

    private static func isPlaceholder(_ cell: String) -> Bool {
        PlainText.cell(cell, isAmong: ["-", "--", "null", "none", "n/a", "#n/a", "\\n", "없음", "0"])
    }

    /// Whether all parts of an id, except dates, are placeholders.
    private func hasNoID(_ cells: [String]) -> Bool {
        let texts = columns.places(of: PlainRole.id).map { PlainText.trimmed(cells[$0]) }
        let dates = PlainTime.Rules(dateOrder: options.dateOrder?.rawValue, dayStart: 0, movesDates: false)
        let others = texts.filter { text in
            guard let kind = PlainTime.read(text, dates)?.kind else { return true }
            return !kind.hasDate || kind.hasClock || Self.isPlaceholder(text)
        }
        return !others.isEmpty && others.allSatisfy { Self.isPlaceholder($0) }
    }

    private func text(_ part: PlainColumns.Part, _ cells: [String], count: Int) -> String {
        switch part {
        case .cell(let occurrence): PlainText.trimmed(cells[occurrence])
        case .occurrence: String(count)
        case .date: options.date ?? ""
        }
    }

    private func joined(_ texts: [String], _ role: PlainRole) -> String {
        guard role == .id else { return texts.filter { !$0.isEmpty }.joined(separator: " ") }
        return texts.map { text in
            PlainText.string(text.unicodeScalars.flatMap { $0 == "/" ? ["/", "/"] : [$0] })
        }.joined(separator: "/")
    }

    private func isIgnored(_ cells: [String]) -> Bool {
        func matches(_ match: PlainMatch) -> Bool {
            guard let occurrence = columns.places(of: match.column).first else { return false }
            return PlainText.cell(cells[occurrence], isAmong: [match.value])
        }
        if options.ignore.contains(where: { matches($0) }) { return true }
        return options.only.contains { only in
            guard !columns.places(of: only.column).isEmpty else { return false }
            let wanted = PlainText.matchable(only.column)
            return !options.only.contains { PlainText.matchable($0.column) == wanted && matches($0) }
        }
    }

    /// The code, by the current settings, of a row rejected as unknown_value; nil if it is read again.
    private func judged(_ row: PlainRow) -> String? {
        guard let judging = options.judging.first, judging.isDescribed else { return "unknown_value" }
        func isNamed(_ name: String) -> Bool { row.cells[7].contains(PlainText.quoted(name)) }
        let extras = columns.header.indices.dropFirst(10).map { (name: columns.header[$0], cell: row.cells[$0]) }
        let settled = judging.namedColumns.map { PlainText.matchable($0) }
        let isOpen = extras.contains { isNamed($0.name) && !settled.contains(PlainText.matchable($0.name)) }
        func cells(_ column: String) -> [(name: String, cell: String, isRole: Bool)] {
            let found = extras.filter { PlainText.matches($0.name, [column]) }
            if !found.isEmpty { return found.map { ($0.name, $0.cell, false) } }
            let role = PlainRole.allCases.first { role in
                guard let said = judging.effectiveColumns.first(where: { $0.role == role }) else {
                    return PlainText.matches(column, role.headerNames)
                }
                return said.single.map { PlainText.matches($0, [column]) } ?? false
            }
            guard let role, let cell = row.roles[role] else { return [] }
            return [(column, cell, true)]
        }
        func looked(_ column: String) -> [(name: String, cell: String, isRole: Bool)] {
            cells(column).filter { $0.isRole || !PlainText.isBlank($0.cell) || isNamed($0.name) }
        }
        func values(_ list: [PlainMatch], _ column: String) -> [String] {
            list.filter { PlainText.matches($0.column, [column]) }.map(\.value)
        }
        // An extra that was filled from above is empty; only the message says what it was.
        func isOne(_ found: (name: String, cell: String, isRole: Bool), _ wanted: [String]) -> Bool {
            let isFilled = !found.isRole && judging.fill.contains { PlainText.matches($0, [found.name]) }
            guard isFilled, PlainText.isBlank(found.cell), isNamed(found.name) else {
                return PlainText.cell(found.cell, isAmong: wanted)
            }
            return wanted.contains { row.cells[7].contains(PlainText.quoted($0)) }
        }
        // An edited message does not tell an empty cell from a column that the row's input lacked.
        let columnsOfLists = judging.ignore + judging.only + judging.known
        let namesColumns = isOpen || columnsOfLists.contains { cells($0.column).contains { isNamed($0.name) } }
        let missing = judging.known.map(\.column).filter { cells($0).isEmpty }
        let isEmpty = judging.known.map(\.column).contains { column in
            cells(column).contains { found in
                !found.isRole && PlainText.isBlank(found.cell)
                    && !PlainText.cell(found.cell, isAmong: values(judging.known, column))
            }
        }
        if missing.contains(where: isNamed) || !namesColumns && (!missing.isEmpty || isEmpty) {
            return "unknown_value"
        }
        for match in judging.ignore where looked(match.column).contains(where: { isOne($0, [match.value]) }) {
            return "ignored"
        }
        for only in judging.only {
            let wanted = values(judging.only, only.column)
            if looked(only.column).contains(where: { !isOne($0, wanted) }) { return "ignored" }
        }
        let isUnknown = judging.known.contains { known in
            looked(known.column).contains { found in
                let wasKnown = found.isRole && namesColumns && !isNamed(found.name)
                return !wasKnown && !isOne(found, values(judging.known, known.column))
            }
        }
        if isUnknown || isOpen { return "unknown_value" }
        let isReadAsIgnored = judging.values.contains { value in
            PlainText.matches(value.to, ["ignore"])
                && PlainText.cell(row.roles[value.role] ?? "", isAmong: [value.from])
        }
        return isReadAsIgnored ? "ignored" : nil
    }

    private func isKnown(_ column: String, _ cells: [String]) -> Bool {
        let wanted = PlainText.matchable(column)
        let values = options.known.filter { PlainText.matchable($0.column) == wanted }.map(\.value)
        return columns.places(of: column).allSatisfy { PlainText.cell(cells[$0], isAmong: values) }
    }

    /// The codes that failure.csv keeps.
    private func takeCode(_ row: inout PlainRow) {
        let code = PlainText.trimmed(row.cells[6])
        if ["already_processed", "id_conflict", "ignored", "invalid_time"].contains(code) { row.givenCode = code }
        if code == "wrong_field_count" && row.roles.values.allSatisfy({ $0.isEmpty }) {
            row.givenCode = code
            row.raw = row.cells[9]
        }
        if code == "unknown_value" { row.givenCode = judged(row) }
        // A row whose message names the cell that was wrong has not been edited.
        func isNamed(_ role: PlainRole) -> Bool { row.cells[7].contains(PlainText.quoted(row.roles[role] ?? "")) }
        if code == "missing_action" && (row.roles[.action] ?? "").isEmpty && isNamed(.item) { row.earlierCode = code }
        let hasMark = PlainNumber.narrow(row.roles[.quantity] ?? "").unicodeScalars.contains { $0 == "." || $0 == "," }
        if code == "invalid_quantity" && hasMark && isNamed(.quantity) { row.earlierCode = code }
    }
}
