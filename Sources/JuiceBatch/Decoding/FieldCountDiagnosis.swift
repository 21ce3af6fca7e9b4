package import CSV
internal import JuiceCore

/// The likely cause why the number of a row's cells differs from the number of columns.
package struct FieldCountDiagnosis: Sendable, Hashable {
    /// The likely cause, with cells counted from 1.
    package enum Cause: Sendable, Hashable {
        /// The cells from `first` to `last` are one number with thousands separators, which should be in quotes.
        case separatedNumber(first: Int, last: Int)
        /// The cells from `first` to `last` are one cell: there is an extra delimiter, or the cell should be in quotes.
        case splitCell(first: Int, last: Int)
        /// The only excess cells are empty ones at the end of the row.
        case emptyEnd
        /// A cell continues over several lines: a quote is missing, or there is one too many.
        case severalLines(cell: Int)
        /// A cell contains the delimiter of another CSV dialect, so the row was probably written with that delimiter.
        case otherDelimiter(cell: Int, Delimiter)
        /// A delimiter is missing in or after a cell, so the cells that follow are too far to the left.
        case missingDelimiter(cell: Int)
        /// The row consists of the end-of-file character of old programs (0x1A).
        case endOfFileCharacter
    }

    /// The number of cells that the row should have.
    package let expected: Int
    /// The number of cells that the row has.
    package let actual: Int
    /// The likely cause; nil if the cells do not clearly show one.
    package let cause: Cause?

    /// Diagnoses a row with the wrong number of cells.
    package init(_ records: borrowing RecordBatch, _ row: Int, _ plan: InputPlan, _ names: NameIndex) {
        (expected, actual) = (plan.columns.count, records.fieldCount(row))
        let excess = actual - expected
        // A row may have a million cells; with many too many, no cause can be found anyway.
        let cells = (0..<min(actual, expected + Self.excessMax)).map { column in
            trimmedText(plan.columns.cell(records, row, column))
        }
        let alignment = RowAlignment(cells: cells, columns: plan.columns, delimiter: plan.delimiter, names: names)
        if actual == 1, isEndOfFile(cells[0]) {
            cause = .endOfFileCharacter
        } else if excess < 0 {
            cause = alignment.tooFew(missing: -excess)
        } else {
            let isEndEmpty = (expected..<actual).allSatisfy { trimmed(records.field(row, $0)).isEmpty }
            cause = alignment.tooMany(excess: excess, isClear: excess <= Self.excessMax, isEndEmpty: isEndEmpty)
        }
    }

    /// The maximum number of excess cells for which the position of the error is searched.
    private static let excessMax = 8
}

/// The character that DOS programs write at the end of a file: Ctrl-Z, the byte 0x1A.
package let endOfFileCharacter = "\u{1A}"

/// Whether a cell consists only of end-of-file characters.
package func isEndOfFile(_ cell: String) -> Bool { !cell.isEmpty && cell.utf8.allSatisfy { $0 == 0x1A } }

/// A comparison of a row's cells with the columns, which finds the shift that makes action, item and quantity readable.
private struct RowAlignment {
    let cells: [String]
    let columns: ColumnLayout
    let delimiter: Delimiter
    let names: NameIndex

    /// Finds the cells that are one number or one cell, at the only position at which joining them makes the row
    /// readable; only empty cells at the end are looked for if it is not clear where the others are.
    func tooMany(excess: Int, isClear: Bool, isEndEmpty: Bool) -> FieldCountDiagnosis.Cause? {
        /// The cell of a column if that at `cellIndex` was split into `excess + 1` pieces; empty ones add no delimiter.
        func cell(_ cellIndex: Int, _ column: Int) -> String? {
            if column < cellIndex { return cells[column] }
            if column > cellIndex { return cells[column + excess] }
            return cells[cellIndex...(cellIndex + excess)].filter { !$0.isEmpty }
                .joined(separator: delimiter == .tab ? "\t" : delimiter.name)
        }
        let splits = isClear ? indices(columns.count, changingAt: { [$0, $0 + 1] }, cell) : []
        let numbers = delimiter == .comma ? splits.filter { isNumber(cells[$0...($0 + excess)]) } : []
        if let first = only(numbers) { return .separatedNumber(first: first + 1, last: first + excess + 1) }
        if isEndEmpty, reads({ cells[$0] }) { return .emptyEnd }
        return only(splits).map { .splitCell(first: $0 + 1, last: $0 + excess + 1) }
    }

    /// Finds the position at which a row with too few cells lost one.
    func tooFew(missing: Int) -> FieldCountDiagnosis.Cause? {
        if let cell = only(cells.indices.filter { cells[$0].utf8.contains(where: Ascii.isLineEnd) }) {
            return .severalLines(cell: cell + 1)
        }
        let others = Delimiter.allCases.filter { $0 != delimiter }
        let foreign = cells.indices.flatMap { cell in
            others.filter { cells[cell].utf8.contains($0.rawValue) }.map { (cell, $0) }
        }
        if foreign.count == 1 { return .otherDelimiter(cell: foreign[0].0 + 1, foreign[0].1) }
        func cell(_ gap: Int, _ column: Int) -> String? {
            column < gap ? cells[column] : column > gap + missing ? cells[column - missing] : nil
        }
        let gaps = indices(cells.count, changingAt: { [$0 + 1, $0 - missing] }, cell)
        return only(gaps).map { .missingDelimiter(cell: $0 + 1) }
    }

    /// The positions, from 0, of the error with which action, item and quantity can be read.
    ///
    /// Only positions at which the cell of a role's column changes (`changes`) are tried. For an error at a position,
    /// `cellOfRow` returns the cell of a column, or nil if it is unknown.
    private func indices(
        _ count: Int, changingAt changes: (Int) -> [Int], _ cellOfRow: (_ cellIndex: Int, _ column: Int) -> String?
    ) -> [Int] {
        let changes = Set([columns.action, columns.item, columns.quantity].compactMap(\.self).flatMap(changes))
        var isReadable = false
        return (0..<count).filter { cellIndex in
            if cellIndex == 0 || changes.contains(cellIndex) { isReadable = reads { cellOfRow(cellIndex, $0) } }
            return isReadable
        }
    }

    /// Whether action, item and quantity can be read, given the cell in a column, from 0, or nil if it is unknown.
    func reads(_ cellOfRow: (Int) -> String?) -> Bool {
        // The parts of a derived cell are unknown, because the row's cells have not been assigned to columns.
        func cell(_ column: Int) -> String? { column < columns.count ? cellOfRow(column) : nil }
        var action: Action?
        if let text = columns.action.flatMap(cell), !text.isEmpty {
            guard let parsedAction = names.action(text) else { return false }
            action = parsedAction
        }
        if let item = cell(columns.item) {
            let (juice, fruit) = (names.juice(item), names.fruit(item))
            let isKnown = action.map { ($0.concernsJuice ? juice : fruit) != nil } ?? (juice != nil || fruit != nil)
            guard isKnown else { return false }
            if action == nil, juice == nil { action = .restock }
            if action == nil, fruit == nil { action = .order }
        }
        guard let text = columns.quantity.flatMap(cell) else { return true }
        if text.isEmpty { return action?.concernsJuice ?? true }
        let number = parseQuantity(text) ?? (action == .cancel ? parseNegativeQuantity(text) : nil)
        guard let quantity = number else { return false }
        return (action ?? .count).quantities.contains(quantity)
    }

    private func isNumber(_ pieces: ArraySlice<String>) -> Bool {
        pieces.allSatisfy { (1...3).contains($0.utf8.count) && $0.utf8.allSatisfy(Ascii.isDigit) }
            && pieces.dropFirst().allSatisfy { $0.utf8.count == 3 }
    }

    private func only<Index>(_ indices: [Index]) -> Index? { indices.count == 1 ? indices.first : nil }
}
