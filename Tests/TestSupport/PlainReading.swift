/// Goes through the rows of all inputs as they stand, and finds the first reason to refuse one.
struct PlainReading {
    private let menu: PlainMenu
    private let ledger: PlainLedger?
    /// Ids of rows that got past `invalid_quantity`, and of what earlier runs did.
    private var ids: Set<[UInt8]>
    /// What became of each input's rows, as far as neither time nor stock is needed.
    private(set) var outcomes: [[PlainOutcome]] = []

    /// A reading on top of a ledger, if there is one.
    init(menu: PlainMenu, ledger: PlainLedger?) {
        self.menu = menu
        self.ledger = ledger
        ids = Set(ledger.map { Array($0.usedIDs.keys) } ?? [])
    }

    /// Reads one input after the other; the refusal is that of the first row that shows one.
    mutating func read(_ inputs: [PlainInput]) -> PlainRefusal? {
        for input in inputs {
            if let refusal = read(input) { return refusal }
        }
        return nil
    }

    private mutating func read(_ input: PlainInput) -> PlainRefusal? {
        guard let columns = input.columns else { return input.fault }
        var totals = PlainTotals()
        var ambiguities = PlainRowAmbiguities(input, columns: columns, menu: menu, ledger: ledger)
        var found: [PlainOutcome] = []
        for line in input.lines {
            switch line {
            case .totals(let line, let figure):
                if !totals.holds(figure, input.options) {
                    return PlainRefusal(file: input.file, line: line, code: "total_mismatch")
                }
            case .row(let row):
                let outcome = PlainOutcome.resolve(row, menu: menu, options: input.options)
                totals.add(outcome, input.options)
                if let refusal = ambiguities.refusal(outcome, ids: ids) { return refusal }
                if outcome.isReadable && !row.id.isEmpty { ids.insert(row.id) }
                found.append(outcome)
            }
        }
        if let fault = input.fault { return fault }
        if let refusal = ambiguities.refusalAtEnd { return refusal }
        outcomes.append(found)
        return nil
    }
}

/// What the rows of one input put in doubt.
struct PlainRowAmbiguities {
    private let input: PlainInput
    private let columns: PlainColumns
    private let ledger: PlainLedger?
    private var columnAmbiguities: PlainColumnAmbiguities
    private var times = PlainDirection()
    private var hasUnreadableTime = false
    private var firstFallLine: Int?
    private var rowCount = 0
    private var hasRightWidth = false
    private var firstLine: Int?

    /// No row has been seen yet.
    init(_ input: PlainInput, columns: PlainColumns, menu: PlainMenu, ledger: PlainLedger?) {
        self.input = input
        self.columns = columns
        self.ledger = ledger
        columnAmbiguities = PlainColumnAmbiguities(columns, menu: menu, options: input.options)
    }

    private func refusal(_ code: String, _ line: Int) -> PlainRefusal {
        PlainRefusal(file: input.file, line: line, code: code)
    }

    /// Why the next row refuses the input; nil when all is clear.
    mutating func refusal(_ outcome: PlainOutcome, ids: Set<[UInt8]>) -> PlainRefusal? {
        guard input.ownKind == nil else { return nil }
        rowCount += 1
        firstLine = firstLine ?? outcome.row.line
        if let code = code(of: outcome, ids: ids) { return refusal(code, outcome.row.line) }
        return overlaps ? refusal("overlap", firstLine ?? 0) : nil
    }

    private mutating func code(of outcome: PlainOutcome, ids: Set<[UInt8]>) -> String? {
        if outcome.code == "wrong_field_count" { return nil }
        hasRightWidth = true
        if outcome.code == "ignored" { return nil }
        takeTime(outcome.row)
        if columnAmbiguities.isDoubted(outcome) { return "unclear_column" }
        if outcome.isReadable && columns.foundByHeader.contains(.id) && ids.contains(outcome.row.id) {
            return "unclear_id"
        }
        if outcome.isReadable && hasTotalInExtra(outcome.row) { return "unclear_row" }
        return isHeaderAgain(outcome.row) ? "second_table" : nil
    }

    /// Why the input is refused when all its rows have been seen.
    var refusalAtEnd: PlainRefusal? {
        guard input.ownKind == nil else { return nil }
        if input.options.sequence == nil, !hasUnreadableTime, times.isNewestFirst, let firstFallLine {
            return refusal("unclear_sequence", firstFallLine)
        }
        if rowCount > 0 && !hasRightWidth { return refusal("no_row_fits", input.headerLine) }
        return nil
    }

    // MARK: Rows

    private mutating func takeTime(_ row: PlainRow) {
        guard columns.sources[.time] != nil else { return }
        guard let time = row.time else {
            hasUnreadableTime = true
            return
        }
        if times.take(time) == .falls { firstFallLine = firstFallLine ?? row.line }
    }

    private func hasTotalInExtra(_ row: PlainRow) -> Bool {
        let accepted = Set(input.options.accept.flatMap { columns.places(of: $0) })
        let taken = columns.takenPlaces
        let words = ["합계", "총계", "소계", "누계", "total", "subtotal"]
        return columns.header.indices.contains { place in
            !taken.contains(place) && !accepted.contains(place) && PlainText.matches(row.ownCells[place], words)
        }
    }

    /// True where the role cells are the header's own.
    private func isHeaderAgain(_ row: PlainRow) -> Bool {
        PlainRole.allCases.flatMap { columns.places(of: $0) }.allSatisfy {
            PlainText.matches(row.cells[$0], [columns.header[$0]])
        }
    }

    /// True as soon as the input has begun with all the records of an earlier one.
    private var overlaps: Bool {
        guard let ledger, !input.options.again, columns.sources[.id] == nil else { return false }
        let begun = input.records.prefix(rowCount + 1)
        return ledger.recentInputs.contains { earlier in
            earlier.records.count == begun.count
                && zip(earlier.records, begun).allSatisfy { $0.elementsEqual($1, by: PlainText.same) }
        }
    }
}
