import Foundation

/// Reads the rows of all inputs in file order, and finds the first reason to refuse one.
struct PlainReading {
    private let menu: PlainMenu
    private let ledger: PlainLedger?
    /// The ids of rows that were readable up to their quantity, and of the rows of earlier runs.
    private var ids: Set<[UInt8]>
    /// The outcomes of each input's rows, as far as they need neither time nor stock.
    private(set) var outcomes: [[PlainOutcome]] = []

    init(menu: PlainMenu, ledger: PlainLedger?) {
        self.menu = menu
        self.ledger = ledger
        ids = Set(ledger.map { Array($0.usedIDs.keys) } ?? [])
    }

    /// Reads one input after the other; the refusal is that of the first row that shows one.
    mutating func read(_ inputs: [PlainInput]) -> PlainRefusal? {
        for input in inputs {
            if let refusal = input.columns.flatMap({ read(input, $0) }) ?? input.fault { return refusal }
        }
        return nil
    }

    private mutating func read(_ input: PlainInput, _ columns: PlainColumns) -> PlainRefusal? {
        var totals = PlainTotals(options: input.options)
        var ambiguities = PlainRowAmbiguities(input, columns: columns, menu: menu, ledger: ledger)
        var found: [PlainOutcome] = []
        for line in input.lines {
            switch line {
            case .totals(let line, let figure):
                if !totals.holds(figure) { return input.refusal("total_mismatch", line) }
            case .row(let row):
                let outcome = PlainOutcome.resolve(row, menu: menu, options: input.options)
                totals.add(outcome)
                if input.ownKind == nil, let refusal = ambiguities.refusal(outcome, ids: ids) { return refusal }
                if outcome.isReadable && !row.id.isEmpty { ids.insert(row.id) }
                found.append(outcome)
            }
        }
        outcomes.append(found)
        return input.fault ?? (input.ownKind == nil ? ambiguities.refusalAtEnd : nil)
    }
}

struct PlainRowAmbiguities {
    private let input: PlainInput
    private let columns: PlainColumns
    private let ledger: PlainLedger?
    private var columnAmbiguities: PlainColumnAmbiguities
    /// The times of rows that are not ignored, nil where one cannot be read, and their lines.
    private var times: [(time: PlainTime?, line: Int)] = []
    private var rowCount = 0
    private var hasRightWidth = false
    private var hasID = false
    /// The overlap of an input with a column of ids, which holds if no row has one.
    private var pendingOverlap: PlainRefusal?

    init(_ input: PlainInput, columns: PlainColumns, menu: PlainMenu, ledger: PlainLedger?) {
        self.input = input
        self.columns = columns
        self.ledger = ledger
        columnAmbiguities = PlainColumnAmbiguities(columns, menu: menu, options: input.options)
    }

    /// The refusal of the input because of the next row; nil if there is none.
    mutating func refusal(_ outcome: PlainOutcome, ids: Set<[UInt8]>) -> PlainRefusal? {
        rowCount += 1
        if let code = code(of: outcome, ids: ids) { return input.refusal(code, outcome.row.line) }
        if !outcome.row.id.isEmpty { hasID = true }
        let overlap = overlaps ? input.refusal("overlap", input.rows[0].line) : nil
        if columns.sources[.id] == nil { return overlap }
        pendingOverlap = pendingOverlap ?? overlap
        return nil
    }

    private mutating func code(of outcome: PlainOutcome, ids: Set<[UInt8]>) -> String? {
        let row = outcome.row
        if outcome.code == "wrong_field_count" { return nil }
        hasRightWidth = true
        if outcome.code == "ignored" { return nil }
        if columns.sources[.time] != nil { times.append((row.time, row.line)) }
        if columnAmbiguities.isDoubted(outcome) { return "unclear_column" }
        let isRepeated = outcome.isReadable && columns.rolesFromHeader.contains(.id) && ids.contains(row.id)
        if isRepeated || columns.places(of: PlainRole.id).contains(where: { Self.isCutOff(row.cells[$0]) }) {
            return "unclear_id"
        }
        if outcome.isReadable && hasTotalInExtra(row) { return "unclear_row" }
        let isHeaderAgain = columns.rolePlaces.allSatisfy { PlainText.matches(row.cells[$0], [columns.header[$0]]) }
        return isHeaderAgain ? "second_table" : nil
    }

    /// The refusal of the input after its last row; nil if there is none.
    var refusalAtEnd: PlainRefusal? {
        if let line = columnAmbiguities.lineOfWhole { return input.refusal("unclear_column", line) }
        let known = times.compactMap(\.time)
        if input.options.sequence == nil, known.count == times.count, PlainSequence.isNewestFirst(known),
            let falling = known.indices.dropFirst().first(where: { known[$0].isBefore(known[$0 - 1]) })
        {
            return input.refusal("unclear_sequence", times[falling].line)
        }
        if rowCount > 0 && !hasRightWidth { return input.refusal("no_row_fits", input.header.line) }
        return hasID ? nil : pendingOverlap
    }

    private func hasTotalInExtra(_ row: PlainRow) -> Bool {
        let settled = columns.takenPlaces.union(input.options.accept.flatMap { columns.places(of: $0) })
        return columns.header.indices.contains { !settled.contains($0) && Self.isTotal(row.ownCells[$0]) }
    }

    /// Whether a cell is a word for a total, or ends with one after a blank; punctuation, symbols and digits do not
    /// count.
    private static func isTotal(_ cell: String) -> Bool {
        let words = ["합계", "총계", "총합계", "소계", "누계", "일계", "월계", "total", "subtotal", "grandtotal"]
        let kept = cell.precomposedStringWithCompatibilityMapping.unicodeScalars.filter {
            !CharacterSet.punctuationCharacters.union(.symbols).contains($0)
                && $0.properties.generalCategory != .decimalNumber
        }
        let parts = kept.split(whereSeparator: \.properties.isWhitespace).map { PlainText.string($0) }
        return PlainText.matches(PlainText.string(kept), words)
            || parts.count > 1 && PlainText.matches(parts[parts.count - 1], words)
    }

    /// Whether a cell is a number in scientific notation.
    private static func isCutOff(_ cell: String) -> Bool {
        let text = PlainText.trimmed(cell).precomposedStringWithCompatibilityMapping
        return text.wholeMatch(of: /[0-9]+([.,][0-9]+)?[Ee][+\-][0-9]+/) != nil
    }

    /// Whether the input so far contains all records of an earlier one at its start; `OverlapTests` has other overlaps.
    private var overlaps: Bool {
        guard let ledger, !input.options.again, !hasID else { return false }
        return ledger.recentInputs.contains { earlier in
            earlier.records.count == rowCount + 1
                && zip(earlier.records, input.records).allSatisfy { $0.elementsEqual($1, by: PlainText.same) }
        }
    }
}

/// The quantities above a totals row.
struct PlainTotals {
    private struct Part {
        var quantity: Int
        /// Whether the row counts as a cancel in the total; both values if either is possible.
        var isCancel: [Bool]
        var isIgnored: Bool
    }

    private let options: PlainOptions
    private var all: [Part] = []
    private var sinceTotals: [Part] = []
    private var hasWrongWidth = false

    init(options: PlainOptions) { self.options = options }

    mutating func add(_ outcome: PlainOutcome) {
        if outcome.code == "wrong_field_count" { hasWrongWidth = true }
        let cell = outcome.row.roles[.quantity] ?? ""
        guard let number = PlainNumber.signed(cell, decimal: options.decimal) else { return }
        let isIgnored = outcome.code == "ignored"
        // A POS subtracts signed quantities for every action. Ignored rows have no action, and the POS may still have
        // meant a cancel.
        let isTakenOff = number.isNegative || outcome.action == .cancel
        let isCancel = isTakenOff ? [true] : isIgnored && outcome.wouldCancel(options) ? [false, true] : [false]
        let quantity = min(number.magnitude, PlainModel.sumLimit)
        let part = Part(quantity: quantity, isCancel: isCancel, isIgnored: isIgnored)
        all.append(part)
        sinceTotals.append(part)
    }

    /// Whether a totals row's figure equals one of the sums above it, or cannot be checked; the next sum then begins.
    mutating func holds(_ figure: String?) -> Bool {
        defer { sinceTotals = [] }
        guard let figure, !hasWrongWidth else { return true }
        return PlainNumber.signed(figure, decimal: options.decimal).map { sums.contains($0.value) } ?? false
    }

    /// The possible sums: with and without ignored rows, with cancels subtracted or not.
    private var sums: [Int] {
        [all, sinceTotals].flatMap { [$0, $0.filter { !$0.isIgnored }] }.flatMap { parts in
            [-1, 0].flatMap { sign in
                [\[Bool].first, \.last].map { isCancel in
                    parts.reduce(0) { sum, part in
                        let more = part.isCancel[keyPath: isCancel] == true ? sign * part.quantity : part.quantity
                        return min(max(sum + more, -PlainModel.sumLimit), PlainModel.sumLimit)
                    }
                }
            }
        }
    }
}
