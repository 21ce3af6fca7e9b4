internal import CSV

/// The settings for the rows of one input, in a form that is fast to apply to many rows.
struct RowFilters: Sendable {
    /// The settings that hold for the rows; for files that this program wrote, the defaults.
    let settings: ExportSettings
    /// Whether quantities are summed, to check totals rows or the quantity that the user expects.
    let countsQuantities: Bool
    /// The columns whose cells decide which rows are read; either only matching rows, or all but them.
    private let cellTests: [(cells: KnownCells, keepsMatches: Bool)]
    private(set) var known: [KnownCells]
    /// The columns by whose values reports break down sales; nil for a column that the input lacks.
    private(set) var reported: [KnownCells?]
    /// The check of rows that an earlier run rejected as `unknownValue`; nil for any input but a failure.csv.
    let retry: UnknownValueRetry?
    private let totals: NameMatcher?
    /// The columns, from 0, that the item's cell consists of.
    private let itemColumns: [Int]
    private let lastItemColumn: Int

    init(
        _ exportSettings: ExportSettings, _ columns: ColumnLayout, header: [String],
        options: ColumnOptions = ColumnOptions()
    ) {
        let effective = columns.isProgramFile ? ExportSettings() : exportSettings
        settings = effective
        countsQuantities = !effective.totals.isEmpty || exportSettings.expectedQuantity != nil
        let keys = header.map(nameKey)
        var context: UInt32 = 0
        /// The columns that a setting names, with the cells that it lists; a list has the same context in all inputs.
        func cells(_ list: ExportSettings.Column) -> [KnownCells] {
            context += 1
            let matcher = NameMatcher(list.values, by: cellKey, context: context)
            return keys.indices.filter { keys[$0] == nameKey(list.name) }.map { column in
                KnownCells(column: columns.filling(column), name: header[column], matcher: matcher)
            }
        }
        // Rows of a failure.csv were already filtered by an earlier run, and their cells are unchanged.
        reported = exportSettings.reportBy.map { cells($0).first }
        cellTests =
            effective.ignore.compactMap { cells($0).first }.map { (cells: $0, keepsMatches: false) }
            + effective.only.compactMap { cells($0).first }.map { (cells: $0, keepsMatches: true) }
        known = effective.known.flatMap(cells)
        retry = columns.isFailureFile ? UnknownValueRetry(exportSettings, columns, options: options) : nil
        totals = effective.totals.isEmpty ? nil : NameMatcher(effective.totals, by: nameKey, context: 0)
        itemColumns = columns.sources[.item] ?? []
        lastItemColumn = itemColumns.max() ?? 0
    }

    /// The filters for records to which the derived cells have been appended (`ColumnLayout.flattened`).
    func flattened(_ columns: ColumnLayout) -> RowFilters {
        var flat = self
        for index in known.indices { flat.known[index].column = columns.flattenedIndex(known[index].column) }
        for (index, list) in reported.enumerated() {
            if let list { flat.reported[index]?.column = columns.flattenedIndex(list.column) }
        }
        return flat
    }

    /// Whether every row is read as it is.
    var isPlain: Bool {
        cellTests.isEmpty && known.isEmpty && totals == nil && settings.values.values.allSatisfy(\.isEmpty)
            && settings.negative == .reject && settings.decimal == nil && !countsQuantities
    }

    /// Replaces the trimmed cell of an action or an item as settings say; returns false if they leave the row out.
    func replace(_ text: inout String, of role: Role) -> Bool {
        guard let values = settings.values[role], !values.isEmpty else { return true }
        let key = cellKey(text)
        // Text whose key is empty is not the same as an empty cell.
        guard !key.isEmpty || text.isEmpty, let name = values[key] else { return true }
        text = name
        return name != ExportSettings.ignoredWord
    }

    var hasTotals: Bool { totals != nil }

    /// Whether a record is a totals row: its word is in or before the item's cell, or anywhere if that cell is empty.
    func isTotal(_ records: borrowing RecordBatch, _ row: Int, _ cache: inout SpellingCache) -> Bool {
        guard let totals else { return false }
        let count = records.fieldCount(row)
        let hasItem = itemColumns.contains { $0 < count && !trimmed(records.field(row, $0)).isEmpty }
        for column in 0..<(hasItem ? min(lastItemColumn + 1, count) : count)
        where totals.match(records.field(row, column), &cache) != nil { return true }
        return false
    }

    /// Whether the tests of cells leave out a row, which must have the right number of cells.
    func ignores(
        _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout, _ cache: inout SpellingCache
    ) -> Bool {
        // Iterating over the elements would copy each of them for every row.
        for at in cellTests.indices {
            let cell = columns.cell(records, row, cellTests[at].cells.column)
            if (cellTests[at].cells.matcher.match(cell, &cache) != nil) != cellTests[at].keepsMatches { return true }
        }
        return false
    }

    /// Whether a row of the right number of cells has a cell that is not among the listed values of its column.
    @inline(__always) func hasUnknownCell(
        _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout, _ cache: inout SpellingCache
    ) -> Bool {
        for at in known.indices {
            let cell = columns.cell(records, row, known[at].column)
            if known[at].matcher.match(cell, &cache) == nil { return true }
        }
        return false
    }
}

/// The values that settings list for a column; cells are compared with them by `cellKey`.
struct KnownCells: Sendable {
    /// The index of the column, from 0; for a filled column, that of its derived column.
    var column: Int
    let name: String
    let matcher: NameMatcher
}
