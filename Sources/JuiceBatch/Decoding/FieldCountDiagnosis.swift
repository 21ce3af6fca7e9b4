package import CSV
internal import JuiceCore

/// A row that has not as many cells as the header has columns, and where that likely comes from.
package struct FieldCountDiagnosis: Sendable, Hashable {
    /// The likely error, with cells counted from 1.
    package enum Cause: Sendable, Hashable {
        /// The cells from `first` to `last` are one number with thousands separators, which wants quotes.
        case separatedNumber(first: Int, last: Int)
        /// The cells from `first` to `last` are one cell: a delimiter too many, or one that wants quotes.
        case splitCell(first: Int, last: Int)
        /// The only excess cells are empty ones at the row's end.
        case emptyEnd
        /// A cell goes on over several lines: a quote is missing, or one too many.
        case severalLines(cell: Int)
        /// A cell holds what separates the cells of other files.
        case otherDelimiter(cell: Int, Delimiter)
        /// Within a cell or behind it a delimiter is missing: the cells after it stand too far in front.
        case missingDelimiter(cell: Int)
        /// The row is nothing but the mark that old programs write at a file's end (0x1A).
        case endOfFileMark
    }

    /// The number of cells that the row should have.
    package let expected: Int
    /// The number of cells that the row has.
    package let found: Int
    /// The likely cause; nil if the cells do not show it clearly.
    package let cause: Cause?

    package init(expected: Int, found: Int, cause: Cause?) {
        self.expected = expected
        self.found = found
        self.cause = cause
    }

    /// Diagnoses a row whose number of cells does not fit its input.
    package init(_ records: borrowing RecordBatch, _ row: Int, _ plan: InputPlan, _ names: NameIndex) {
        let (expected, found) = (plan.columns.count, records.fieldCount(row))
        let isEndEmpty = (expected..<max(expected, found)).allSatisfy { trimmed(records.field(row, $0)).isEmpty }
        // Beyond some cells too many nothing is clear any more, and a row may have a million.
        let cells = (0..<min(found, expected + Self.excessMax)).map { column in
            String(decoding: trimmed(plan.columns.cell(records, row, column)), as: UTF8.self)
        }
        let alignment = RowAlignment(cells: cells, columns: plan.columns, delimiter: plan.delimiter, names: names)
        let cause: Cause?
        if found == 1, isEndOfFile(cells[0]) {
            cause = .endOfFileMark
        } else if found < expected {
            cause = alignment.tooFew(missing: expected - found)
        } else {
            let isClear = found - expected <= Self.excessMax
            cause =
                (isClear ? alignment.separatedNumber(excess: found - expected) : nil)
                ?? (isEndEmpty && alignment.reads { cells[$0] } ? .emptyEnd : nil)
                ?? (isClear ? alignment.splitCell(excess: found - expected) : nil)
        }
        self.init(expected: expected, found: found, cause: cause)
    }

    /// The maximum number of excess cells for which a position is searched.
    private static let excessMax = 8
}

/// The mark that programs of DOS write at a file's end: Ctrl-Z, the byte 0x1A.
package let endOfFileMark = "\u{1A}"

/// Whether a cell consists only of end-of-file marks.
package func isEndOfFile(_ cell: String) -> Bool { !cell.isEmpty && cell.utf8.allSatisfy { $0 == 0x1A } }

/// The cells of a row against the columns: which way of pushing them makes action, item and quantity readable.
private struct RowAlignment {
    /// The trimmed cells of the row.
    let cells: [String]
    let columns: ColumnLayout
    let delimiter: Delimiter
    let names: NameIndex

    /// The only place where the cells too many are a number's groups of three digits, and all else can be read.
    func separatedNumber(excess: Int) -> FieldCountDiagnosis.Cause? {
        guard delimiter == .comma else { return nil }
        return only(places(excess: excess).filter { isNumber(cells[$0...($0 + excess)]) })
            .map { .separatedNumber(first: $0 + 1, last: $0 + excess + 1) }
    }

    /// The only place where joining neighbours makes the row readable.
    func splitCell(excess: Int) -> FieldCountDiagnosis.Cause? {
        only(places(excess: excess)).map { .splitCell(first: $0 + 1, last: $0 + excess + 1) }
    }

    /// The position at which a row with too few cells lost one.
    func tooFew(missing: Int) -> FieldCountDiagnosis.Cause? {
        if let cell = only(cells.indices.filter { cells[$0].utf8.contains(where: Self.isLineEnd) }) {
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
        let gaps = places(cells.count, changingAt: { [$0 + 1, $0 - missing] }, cell)
        return only(gaps).map { .missingDelimiter(cell: $0 + 1) }
    }

    /// The columns (from 0) whose cell may have been cut into `excess` + 1 pieces.
    private func places(excess: Int) -> [Int] {
        func cell(_ place: Int, _ column: Int) -> String? {
            if column < place { return cells[column] }
            return column > place ? cells[column + excess] : joined(cells[place...(place + excess)])
        }
        return places(columns.count, changingAt: { [$0, $0 + 1] }, cell)
    }

    /// The positions, from 0, under which action, item and quantity can be read.
    ///
    /// - Parameters:
    ///   - changes: the positions, by the column of a role, at which its cell differs from that of the position before;
    ///     so few cells are read, however many columns there are.
    ///   - own: the cell of a column by the position; nil if it is unknown.
    private func places(
        _ count: Int, changingAt changes: (Int) -> [Int], _ own: (_ place: Int, _ column: Int) -> String?
    ) -> [Int] {
        let changes = Set([columns.action, columns.item, columns.quantity].compactMap(\.self).flatMap(changes))
        var isReadable = false
        return (0..<count).filter { place in
            if place == 0 || changes.contains(place) { isReadable = reads { own(place, $0) } }
            return isReadable
        }
    }

    /// Whether action, item and quantity can be read.
    ///
    /// - Parameter own: the row's cell of a column, from 0; nil if it is unknown.
    func reads(_ own: (Int) -> String?) -> Bool {
        // A cell that is made of others cannot be told: it is not clear which they are.
        func cell(_ column: Int) -> String? { column < columns.count ? own(column) : nil }
        var action: Action?
        if let text = columns.action.flatMap(cell), !text.isEmpty {
            guard let told = names.action(text) else { return false }
            action = told
        }
        if let item = cell(columns.item) {
            let (juice, fruit) = (names.juice(item), names.fruit(item))
            let isKnown = action.map { $0.isOfJuice ? juice != nil : fruit != nil } ?? (juice != nil || fruit != nil)
            guard isKnown else { return false }
            if action == nil, juice == nil { action = .restock }
            if action == nil, fruit == nil { action = .order }
        }
        guard let text = columns.quantity.flatMap(cell) else { return true }
        if text.isEmpty { return action?.isOfJuice ?? true }
        let number = parseQuantity(text) ?? (action == .cancel ? parseNegativeQuantity(text) : nil)
        guard let quantity = number else { return false }
        return (action ?? .count).quantities.contains(quantity)
    }

    /// The pieces joined to the cell that they were; a delimiter beside an empty piece is just excess.
    private func joined(_ pieces: ArraySlice<String>) -> String {
        pieces.filter { !$0.isEmpty }.joined(separator: delimiter == .tab ? "\t" : delimiter.name)
    }

    private func isNumber(_ pieces: ArraySlice<String>) -> Bool {
        pieces.allSatisfy { (1...3).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
            && pieces.dropFirst().allSatisfy { $0.utf8.count == 3 }
    }

    private func only<Place>(_ places: [Place]) -> Place? { places.count == 1 ? places.first : nil }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == Ascii.lineFeed || byte == Ascii.carriageReturn }
}
