struct PlainRowMaker {
    private let records: [PlainRecord]
    private let input: PlainInput
    private let columns: PlainColumns
    private let options: PlainOptions
    private let timeRules: PlainTime.Rules
    private var hasTrailing = false
    private var filled: [Int: String] = [:]
    private var counts: [PlainRole: [String: Int]] = [:]
    /// The number of each composite, if occurrences count from the end.
    private var totals: [PlainRole: [String: Int]] = [:]

    /// Creates a maker for the rows of an input; its records must not be blank.
    init(_ records: [PlainRecord], of input: PlainInput, columns: PlainColumns) {
        (self.records, self.input, self.columns, options) = (records, input, columns, input.options)
        let isBusinessDate =
            columns.sources[.time]?.contains(.date) == true
            || columns.places(of: PlainRole.time).contains {
                PlainHeaderWords(columns.header[$0]).has(hangul: "영업", english: "business")
            }
        timeRules = PlainTime.Rules(
            dateOrder: options.dateOrder?.rawValue, dayStart: options.dayStartMinutes,
            movesDates: isBusinessDate && columns.single(.time) == nil)
        let data = records.map(\.cells).filter { !isTotals($0) }
        hasTrailing = options.dropsTrailing && !data.isEmpty && data.allSatisfy { isTrailing($0) }
    }

    func lines() -> [PlainLine] {
        var maker = self
        let lines = records.map { maker.line($0) }
        guard input.isReadFromEnd(lines.compactMap(\.row)) else { return lines }
        var fromEnd = self
        fromEnd.totals = maker.counts
        return records.map { fromEnd.line($0) }
    }

    /// The cells of all rows of data with the right number of them.
    var fittingCells: [[String]] { records.map(\.cells).filter { !isTotals($0) }.compactMap { rightCells($0) } }

    // MARK: Widths and totals

    private func fits(_ cells: [String]) -> Bool {
        let width = columns.header.count
        return cells.count == width
            || cells.count == input.header.cells.count && cells.dropFirst(width).allSatisfy { PlainText.isBlank($0) }
    }

    private func isTrailing(_ cells: [String]) -> Bool {
        cells.last.map { PlainText.isBlank($0) } == true && fits(cells.dropLast())
    }

    /// Whether the item cell or one before it matches a word, or any cell does and the item cell is empty; each part of
    /// a composite item is an item cell.
    private func isTotals(_ cells: [String]) -> Bool {
        let matching =
            options.totals.isEmpty ? [] : cells.indices.filter { PlainText.matches(cells[$0], options.totals) }
        return columns.places(of: PlainRole.item).contains { item in
            let isEmpty = item >= cells.count || PlainText.isBlank(cells[item])
            return matching.contains { $0 <= item || isEmpty }
        }
    }

    /// The cells without the additional one; nil for a row with the wrong number of cells.
    private func rightCells(_ cells: [String]) -> [String]? {
        hasTrailing && isTrailing(cells) ? cells.dropLast() : fits(cells) ? cells : nil
    }

    // MARK: Rows

    private mutating func line(_ record: PlainRecord) -> PlainLine {
        let cells = rightCells(record.cells)
        if cells == nil || isTotals(record.cells) { filled = [:] }
        if isTotals(record.cells) { return .totals(line: record.line, figure: cells.flatMap { figure($0) }) }
        var row = PlainRow(file: input.file, line: record.line)
        guard let cells else {
            row.givenCode = "wrong_field_count"
            row.raw = PlainCSVWriter.record(record.cells)
            return .row(row)
        }
        row.ownCells = cells.map { input.takesGuardOff ? PlainCSVWriter.unguarded($0) : $0 }
        row.extras = Dictionary(uniqueKeysWithValues: input.extraPlaces.map { ($1, row.ownCells[$0]) })
        row.cells = fill(row.ownCells)
        for role in PlainRole.allCases where columns.sources[role] != nil { row.roles[role] = text(role, row.cells) }
        row.hasPlaceholderID = columns.single(.id).map { Self.isPlaceholder(row.cells[$0]) } ?? false
        row.itemHeader = columns.single(.item).map { PlainText.matchable(columns.header[$0]) } ?? ""
        if input.ownKind == .failure { takeCode(&row) }
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
        let parts = columns.places(of: PlainRole.quantity).map { PlainText.trimmed(cells[$0]) }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    private mutating func fill(_ cells: [String]) -> [String] {
        var result = cells
        for index in options.fill.compactMap({ columns.places(of: $0).first }) {
            if !PlainText.isBlank(result[index]) { filled[index] = result[index] }
            result[index] = filled[index] ?? result[index]
        }
        return result
    }

    /// The text of a role's cell, trimmed.
    private mutating func text(_ role: PlainRole, _ cells: [String]) -> String {
        if let index = columns.single(role) { return PlainText.trimmed(cells[index]) }
        let parts = columns.sources[role] ?? []
        let key = joined(parts.filter { $0 != .occurrence }.map { text($0, cells, count: 0) }, role)
        let count = counts[role, default: [:]][key, default: 0] + 1
        counts[role, default: [:]][key] = count
        let occurrence = totals[role]?[key].map { $0 - count + 1 } ?? count
        let all = parts.map { text($0, cells, count: occurrence) }
        return role == .id && (all.contains("") || hasNoID(cells)) ? "" : joined(all, role)
    }

    private static func isPlaceholder(_ cell: String) -> Bool {
        PlainText.cell(cell, isAmong: ["-", "--", "null", "none", "n/a", "#n/a", "\\n", "없음", "0"])
    }

    /// Whether all parts of an id, except dates, are placeholders.
    private func hasNoID(_ cells: [String]) -> Bool {
        let dates = PlainTime.Rules(dateOrder: options.dateOrder?.rawValue)
        let others = columns.places(of: PlainRole.id).map { PlainText.trimmed(cells[$0]) }.filter { text in
            guard let kind = PlainTime.read(text, dates)?.kind else { return true }
            return !kind.hasDate || kind.hasClock || Self.isPlaceholder(text)
        }
        return !others.isEmpty && others.allSatisfy { Self.isPlaceholder($0) }
    }

    private func text(_ part: PlainColumns.Part, _ cells: [String], count: Int) -> String {
        switch part {
        case .cell(let index): PlainText.trimmed(cells[index])
        case .occurrence: String(count)
        case .date: options.date ?? ""
        }
    }

    private func joined(_ texts: [String], _ role: PlainRole) -> String {
        guard role == .id else { return texts.filter { !$0.isEmpty }.joined(separator: " ") }
        // By scalars: a mark behind a slash makes another character of it.
        let escaped = texts.map { PlainText.string($0.unicodeScalars.flatMap { $0 == "/" ? ["/", "/"] : [$0] }) }
        return escaped.joined(separator: "/")
    }

    // MARK: Lists of cells

    private func isIgnored(_ cells: [String]) -> Bool {
        func isOne(_ column: String, of list: [PlainMatch]) -> Bool? {
            columns.places(of: column).first.map { PlainText.cell(cells[$0], isAmong: Self.values(list, column)) }
        }
        return options.ignore.contains { isOne($0.column, of: options.ignore) == true }
            || options.only.contains { isOne($0.column, of: options.only) == false }
    }

    private func isKnown(_ column: String, _ cells: [String]) -> Bool {
        columns.places(of: column).allSatisfy {
            PlainText.cell(cells[$0], isAmong: Self.values(options.known, column))
        }
    }

    /// The cells that a list has for a column.
    private static func values(_ list: [PlainMatch], _ column: String) -> [String] {
        list.filter { PlainText.matches($0.column, [column]) }.map(\.value)
    }

    // MARK: failure.csv

    /// The code, by the current settings, of a row rejected as unknown_value; nil if it is read again.
    private func judged(_ row: PlainRow) -> String? {
        typealias Cell = (name: String, text: String, isRole: Bool)
        guard let judging = options.judging.first, judging.isDescribed else { return "unknown_value" }
        func isNamed(_ name: String) -> Bool { row.cells[7].contains(PlainText.quoted(name)) }
        let extras = columns.header.indices.dropFirst(10).map { Cell(columns.header[$0], row.cells[$0], false) }
        /// The extras with a name, or else the cell of the role whose column has it.
        func cells(_ column: String) -> [Cell] {
            let found = extras.filter { PlainText.matches($0.name, [column]) }
            let role = PlainRole.allCases.first { role in
                let said = judging.effectiveColumns.first { $0.role == role }
                return PlainText.matches(column, said.map { [$0.single].compactMap(\.self) } ?? role.headerNames)
            }
            return found.isEmpty ? role.flatMap { row.roles[$0] }.map { [(column, $0, true)] } ?? [] : found
        }
        func looked(_ column: String) -> [Cell] {
            cells(column).filter { $0.isRole || !PlainText.isBlank($0.text) || isNamed($0.name) }
        }
        // An extra that was filled from above is empty; only the message says what it was.
        func isOne(_ cell: Cell, of list: [PlainMatch], _ column: String) -> Bool {
            let wanted = Self.values(list, column)
            let isFilled = !cell.isRole && PlainText.matches(cell.name, judging.fill)
            guard isFilled, PlainText.isBlank(cell.text), isNamed(cell.name) else {
                return PlainText.cell(cell.text, isAmong: wanted)
            }
            return wanted.contains { isNamed($0) }
        }
        let isOpen = extras.contains { isNamed($0.name) && !PlainText.matches($0.name, judging.namedColumns) }
        // An edited message does not tell an empty cell from a column that the row's input lacked.
        let listed = (judging.ignore + judging.only + judging.known).map(\.column)
        let namesColumns = isOpen || listed.contains { cells($0).contains { isNamed($0.name) } }
        let known = judging.known.map(\.column)
        let isLacking = known.contains { column in
            cells(column).isEmpty
                || cells(column).contains { cell in
                    !cell.isRole && PlainText.isBlank(cell.text)
                        && !PlainText.cell(cell.text, isAmong: Self.values(judging.known, column))
                }
        }
        if !namesColumns && isLacking || known.contains(where: { cells($0).isEmpty && isNamed($0) }) {
            return "unknown_value"
        }
        let isIgnored =
            judging.ignore.map(\.column).contains { column in
                looked(column).contains { isOne($0, of: judging.ignore, column) }
            }
            || judging.only.map(\.column).contains { column in
                looked(column).contains { !isOne($0, of: judging.only, column) }
            }
        if isIgnored { return "ignored" }
        let isUnknown = known.contains { column in
            looked(column).contains { cell in
                let wasKnown = cell.isRole && namesColumns && !isNamed(cell.name)
                return !wasKnown && !isOne(cell, of: judging.known, column)
            }
        }
        if isUnknown || isOpen { return "unknown_value" }
        let isReadAsIgnored = judging.values.contains { value in
            PlainText.matches(value.to, ["ignore"])
                && PlainText.cell(row.roles[value.role] ?? "", isAmong: [value.from])
        }
        return isReadAsIgnored ? "ignored" : nil
    }

    /// The codes that failure.csv keeps.
    private func takeCode(_ row: inout PlainRow) {
        let code = PlainText.trimmed(row.cells[6])
        if ["already_processed", "id_conflict", "ignored", "invalid_time"].contains(code) { row.givenCode = code }
        if code == "wrong_field_count" && row.roles.values.allSatisfy(\.isEmpty) {
            row.givenCode = code
            row.raw = row.cells[9]
        }
        // A row whose message names the cell that was wrong has not been edited.
        func isNamed(_ role: PlainRole) -> Bool { row.cells[7].contains(PlainText.quoted(row.roles[role] ?? "")) }
        if code == "missing_action" && row.roles[.action] == "" && isNamed(.item) { row.earlierCode = code }
        let hasMark = PlainNumber.narrow(row.roles[.quantity] ?? "").unicodeScalars.contains { $0 == "." || $0 == "," }
        if code == "invalid_quantity" && hasMark && isNamed(.quantity) { row.earlierCode = code }
        if code == "unknown_value" {
            row.givenCode = judged(row)
            // The earlier run wrote a quantity in plain digits, and an action, where it could read them.
            row.earlierCode = hasMark && row.roles[.action] != "" ? "invalid_quantity" : code
        }
    }
}
