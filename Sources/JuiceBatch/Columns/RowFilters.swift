internal import CSV

/// The settings for the rows of one input, in a form that is fast to apply to many rows.
struct RowFilters: Sendable {
    /// The replacements for cells of the action column, by `cellKey`.
    let actionValues: [String: ExportSettings.Replacement]
    /// The replacements for cells of the item column, by `cellKey`.
    let itemValues: [String: ExportSettings.Replacement]
    let negative: ExportSettings.Negative
    let decimal: DecimalMark?
    /// Whether quantities are summed, to check totals rows or the quantity that the user expects.
    let countsQuantities: Bool
    /// The columns whose cells decide which rows are read; either only matching rows, or all but them.
    private let filters: [(column: Int, matcher: NameMatcher, keepsMatches: Bool)]
    private(set) var known: [KnownCells]
    /// The columns by whose values reports break down sales; nil for a column that the input lacks.
    private(set) var reported: [KnownCells?]
    /// The check of rows that an earlier run rejected as `unknownValue`; nil for any input but a failure.csv.
    let retry: UnknownValueRetry?
    /// The matcher of words that mark totals rows; nil if the settings name none.
    private let totals: NameMatcher?
    /// The columns, from 0, that the item's cell consists of.
    private let itemColumns: [Int]
    /// The last of `itemColumns`; 0 if there are none.
    private let lastItemColumn: Int

    /// Creates the rules of an input with these columns, for which `options` names roles.
    init(
        _ exportSettings: ExportSettings, _ columns: ColumnLayout, header: [String],
        options: ColumnOptions = ColumnOptions()
    ) {
        let effective = columns.isProgramFile ? ExportSettings() : exportSettings
        actionValues = effective.values[.action] ?? [:]
        itemValues = effective.values[.item] ?? [:]
        negative = effective.negative
        decimal = effective.decimal
        countsQuantities = !effective.totals.isEmpty || exportSettings.expectedQuantity != nil
        let keys = header.map(nameKey)
        var filters: [(column: Int, matcher: NameMatcher, keepsMatches: Bool)] = []
        var context: UInt8 = 1
        for (rules, keepsMatches) in [(effective.ignore, false), (effective.only, true)] {
            for rule in rules {
                guard let column = keys.firstIndex(of: nameKey(rule.name)) else { continue }
                let matcher = NameMatcher(rule.values, by: cellKey, context: context)
                filters.append((columns.filling(column), matcher, keepsMatches))
                context &+= 1
            }
        }
        self.filters = filters
        func cells(_ column: Int, _ list: ExportSettings.Column) -> KnownCells {
            KnownCells(column: columns.filling(column), name: header[column], list.values)
        }
        known = effective.known.flatMap { list in
            keys.indices.filter { keys[$0] == nameKey(list.name) }.map { cells($0, list) }
        }
        // Rows of a failure.csv were already filtered by an earlier run, and their cells are unchanged.
        reported = exportSettings.reportBy.map { list in
            keys.firstIndex(of: nameKey(list.name)).map { cells($0, list) }
        }
        retry = columns.isFailureFile ? UnknownValueRetry(exportSettings, columns, options: options) : nil
        totals = effective.totals.isEmpty ? nil : NameMatcher(effective.totals, by: nameKey, context: 0)
        itemColumns = columns.sources[.item] ?? []
        lastItemColumn = itemColumns.max() ?? 0
    }

    /// The rules for records to which the derived cells have been appended (`ColumnLayout.flattened`).
    func flattened(_ columns: ColumnLayout) -> RowFilters {
        var flat = self
        for index in known.indices { flat.known[index].column = columns.flattenedIndex(known[index].column) }
        for (index, list) in reported.enumerated() {
            if let list { flat.reported[index]?.column = columns.flattenedIndex(list.column) }
        }
        return flat
    }

    /// Whether there are no rules, so that every row is read as it is.
    var isPlain: Bool {
        filters.isEmpty && known.isEmpty && totals == nil && actionValues.isEmpty && itemValues.isEmpty
            && negative == .reject && decimal == nil && !countsQuantities
    }

    /// Replaces the trimmed cell of an action or an item by its values; returns false if they leave the row out.
    static func replace(_ text: inout String, by values: [String: ExportSettings.Replacement]) -> Bool {
        if values.isEmpty { return true }
        let key = cellKey(text)
        // Text whose key is empty is not the same as an empty cell.
        guard !key.isEmpty || text.isEmpty, let value = values[key] else { return true }
        guard case .name(let name) = value else { return false }
        text = name
        return true
    }

    var hasTotals: Bool { totals != nil }

    /// Whether a record is a totals row: its word is in or before the item's cell, or anywhere if that cell is empty.
    func isTotal(_ records: borrowing RecordBatch, _ row: Int, _ cache: inout SpellingCache) -> Bool {
        guard let totals else { return false }
        let count = records.fieldCount(row)
        for column in 0..<min(lastItemColumn + 1, count) where totals.match(records.field(row, column), &cache) != nil {
            return true
        }
        for at in itemColumns.indices where itemColumns[at] < count {
            if !trimmed(records.field(row, itemColumns[at])).isEmpty { return false }
        }
        for column in 0..<count where totals.match(records.field(row, column), &cache) != nil { return true }
        return false
    }

    /// Whether the filters leave out a row, which must have the right number of cells.
    func ignores(
        _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout, _ cache: inout SpellingCache
    ) -> Bool {
        // Iterating over the elements would copy each of them for every row.
        for at in filters.indices {
            let cell = columns.cell(records, row, filters[at].column)
            if (filters[at].matcher.match(cell, &cache) != nil) != filters[at].keepsMatches { return true }
        }
        return false
    }

    /// Whether a row of the right number of cells has a cell that is not among the listed values of its column.
    @inline(__always)
    func hasUnknownCell(_ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout) -> Bool {
        for at in known.indices where !known[at].contains(columns.cell(records, row, known[at].column)) { return true }
        return false
    }
}

/// The values that settings list for a column; cells are compared with them by `cellKey`.
struct KnownCells: Sendable {
    /// The index of the column, from 0; for a filled column, that of its derived column.
    var column: Int
    let name: String
    // Most cells are the same bytes as one of the values.
    /// The values of at most 16 bytes, as given, with their indices in `indices`.
    private let short: [(cell: ShortCell, index: Int)]
    /// The values of more than 16 bytes, as given.
    private let long: [[UInt8]]
    /// The index of each value by its key; of values with the same key, the index of the first.
    private let indices: [String: Int]

    init(column: Int, name: String, _ values: [String]) {
        (self.column, self.name) = (column, name)
        let indices = Dictionary(values.enumerated().map { (cellKey($1), $0) }) { first, _ in first }
        self.indices = indices
        short = values.compactMap { value in
            Array(value.utf8).withView { ShortCell($0) }.map { ($0, indices[cellKey(value)] ?? 0) }
        }
        long = values.map { Array($0.utf8) }.filter { $0.count > ShortCell.bytesMax }
    }

    @inline(__always)
    func contains(_ cell: ByteView) -> Bool {
        if let cell = ShortCell(cell) {
            for at in short.indices where short[at].cell == cell { return true }
        } else {
            for at in long.indices where long[at].count == cell.count && cell.elementsEqual(long[at]) { return true }
        }
        return indices[key(of: cell)] != nil
    }

    func index(of cell: ByteView) -> Int? {
        if let cell = ShortCell(cell), let found = short.first(where: { $0.cell == cell }) { return found.index }
        return indices[key(of: cell)]
    }

    @inline(never)
    private func key(of cell: ByteView) -> String { cellKey(String(decoding: cell, as: UTF8.self)) }
}

/// A cell of at most 16 bytes, stored in two words, so that comparing two cells takes three integer comparisons.
private struct ShortCell: Equatable {
    static let bytesMax = 16

    private let count: Int
    private var first: UInt64 = 0
    private var last: UInt64 = 0

    @inline(__always)
    init?(_ cell: ByteView) {
        count = cell.count
        guard count <= Self.bytesMax else { return nil }
        guard count >= 8 else {
            for byte in cell { first = first &<< 8 | UInt64(byte) }
            return
        }
        // The two words overlap if the cell has fewer than 16 bytes.
        first = cell.word(at: 0)
        last = cell.word(at: count &- 8)
    }
}
