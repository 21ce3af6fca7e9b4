internal import CSV

/// The rules for the rows of one input, prepared for many rows.
struct RowFilters: Sendable {
    /// A column that decides which rows are read.
    private struct Filter: Sendable {
        let column: Int
        let matcher: NameMatcher
        /// Whether only matching rows are read; otherwise matching rows are left out.
        let keepsMatches: Bool
    }

    /// The replacements for cells of the action and the item, by cell key; empty for a role without.
    private let actionValues: [String: ExportSettings.Replacement]
    private let itemValues: [String: ExportSettings.Replacement]
    let negative: ExportSettings.Negative
    let decimal: DecimalMark?
    /// Whether quantities are summed: to check totals rows, or the quantity that the user expects.
    let countsQuantities: Bool
    private let filters: [Filter]
    /// The columns whose cells are listed.
    private var known: [KnownCells]
    /// The columns by whose cells reports divide sales; nil for one that the input lacks.
    private var reported: [KnownCells?]
    /// Judges the rows of a failure.csv that an earlier run rejected as `unknownValue`; nil for any other input.
    let retry: UnknownValueRetry?
    /// Recognizes totals rows; nil if the settings name no words for them.
    private let totals: NameMatcher?
    /// The columns that the item's cell is made of, and the last of them.
    private let itemColumns: [Int]
    private let lastItemColumn: Int

    /// The rules of an input that has these columns.
    ///
    /// - Parameter options: the columns that settings name for roles.
    init(
        _ exportSettings: ExportSettings, _ columns: ColumnLayout, header: [String],
        options: ColumnOptions = ColumnOptions()
    ) {
        let settled = columns.ownFile == nil ? exportSettings : ExportSettings()
        actionValues = settled.values[.action] ?? [:]
        itemValues = settled.values[.item] ?? [:]
        negative = settled.negative
        decimal = settled.decimal
        countsQuantities = !settled.totals.isEmpty || exportSettings.expectedQuantity != nil
        let keys = header.map(nameKey)
        var filters: [Filter] = []
        var context: UInt8 = 1
        for (rules, keepsMatches) in [(settled.ignore, false), (settled.only, true)] {
            for rule in rules {
                guard let column = keys.firstIndex(of: nameKey(rule.column.name)) else { continue }
                filters.append(
                    Filter(
                        column: columns.filling(column),
                        matcher: NameMatcher(rule.values, by: cellKey, context: context),
                        keepsMatches: keepsMatches))
                context &+= 1
            }
        }
        self.filters = filters
        known = settled.known.flatMap { list in
            keys.indices.filter { keys[$0] == nameKey(list.column.name) }.map { column in
                KnownCells(column: columns.filling(column), name: header[column], list.values)
            }
        }
        // An earlier run has judged the rows of failure.csv, and their cells are as they came.
        reported = exportSettings.reportBy.map { list in
            keys.firstIndex(of: nameKey(list.column.name)).map { column in
                KnownCells(column: columns.filling(column), name: header[column], list.values)
            }
        }
        retry = columns.isFailureFile ? UnknownValueRetry(exportSettings, columns, options: options) : nil
        totals = settled.totals.isEmpty ? nil : NameMatcher(settled.totals, by: nameKey, context: 0)
        itemColumns = columns.sources[.item] ?? []
        lastItemColumn = itemColumns.max() ?? 0
    }

    /// The rules for rows whose derived cells follow their own, for messages about them (`ColumnLayout.flattened`).
    func flattened(_ columns: ColumnLayout) -> RowFilters {
        var flat = self
        for at in flat.known.indices { flat.known[at].column = columns.flattened(known[at].column) }
        for at in flat.reported.indices {
            if let column = reported[at]?.column { flat.reported[at]?.column = columns.flattened(column) }
        }
        return flat
    }

    /// Whether rows are read as if nothing were settled.
    var isPlain: Bool {
        filters.isEmpty && known.isEmpty && totals == nil && actionValues.isEmpty && itemValues.isEmpty
            && negative == .reject
            && decimal == nil && !countsQuantities
    }

    /// Replaces an action's trimmed cell by its reading; false if the row is left out.
    ///
    /// - Parameter hasColumn: whether there is such a cell.
    func replaceAction(_ text: inout String, hasColumn: Bool) -> Bool {
        !hasColumn || Self.replace(&text, by: actionValues)
    }

    /// Replaces an item's trimmed cell by its reading; false if the row is left out.
    func replaceItem(_ text: inout String) -> Bool { Self.replace(&text, by: itemValues) }

    private static func replace(_ text: inout String, by values: [String: ExportSettings.Replacement]) -> Bool {
        if values.isEmpty { return true }
        let key = cellKey(text)
        // What matches to nothing is not the empty cell.
        guard !key.isEmpty || text.isEmpty, let value = values[key] else { return true }
        guard case .name(let name) = value else { return false }
        text = name
        return true
    }

    /// Whether any rows are totals.
    var hasTotals: Bool { totals != nil }

    /// Whether a record is a totals row: its item's cell matches a word, or one before it, or any cell does and the item's
    /// is empty.
    func isTotal(_ records: borrowing RecordBatch, _ row: Int, _ memo: inout SpellingMemo) -> Bool {
        guard let totals else { return false }
        let count = records.fieldCount(row)
        for column in 0..<min(lastItemColumn + 1, count) where totals.match(records.field(row, column), &memo) != nil {
            return true
        }
        for at in itemColumns.indices {
            let column = itemColumns[at]
            if column < count && !trimmed(records.field(row, column)).isEmpty { return false }
        }
        for column in 0..<count where totals.match(records.field(row, column), &memo) != nil { return true }
        return false
    }

    /// Whether the filters leave out a row, which fits the header.
    func ignores(
        _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout, _ memo: inout SpellingMemo
    ) -> Bool {
        // By their places, since taking them out would copy them for every row.
        for at in filters.indices {
            let cell = columns.cell(records, row, filters[at].column)
            if (filters[at].matcher.match(cell, &memo) != nil) != filters[at].keepsMatches { return true }
        }
        return false
    }

    /// Whether settings list the cells that columns may have.
    var listsCells: Bool { !known.isEmpty || retry != nil }

    /// Whether a row, which fits the header, has a cell that its column may not have.
    @inline(__always)
    func hasUnknownCell(_ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout) -> Bool {
        for at in known.indices where !known[at].contains(columns.cell(records, row, known[at].column)) { return true }
        return false
    }

    /// The place of a row's cell, from 0, in the list of a column by whose cells reports divide sales.
    ///
    /// - Parameter index: the column's among `ExportSettings.reportBy`.
    /// - Returns: nil for any other cell, or if the input lacks the column.
    func reportedPlace(_ index: Int, _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout) -> Int? {
        guard let list = reported[index] else { return nil }
        return list.place(of: columns.cell(records, row, list.column))
    }

    /// The cells of a row that their columns may not have, each with its column's name.
    func unknownCells(
        _ records: borrowing RecordBatch, _ row: Int, _ columns: ColumnLayout
    ) -> [(column: String, cell: String)] {
        var found: [(column: String, cell: String)] = []
        for list in known {
            let cell = columns.cell(records, row, list.column)
            if !list.contains(cell) { found.append((list.name, String(decoding: trimmed(cell), as: UTF8.self))) }
        }
        return found
    }
}

/// The cells that a column may have, as cells match.
struct KnownCells: Sendable {
    /// The column, from 0, or of a filled one its place among those that are made.
    var column: Int
    /// The column's name in the header.
    let name: String
    /// The cells as they were given, which most rows have byte for byte: those of 16 bytes at most as words, and others.
    private let short: [ShortCell]
    private let long: [[UInt8]]
    /// The place of each cell by its key; of cells that match, that of the first one.
    private let places: [String: Int]
    /// The places of `short`.
    private let shortPlaces: [Int]

    init(column: Int, name: String, _ values: [String]) {
        self.column = column
        self.name = name
        let places = Dictionary(values.enumerated().map { (cellKey($1), $0) }) { first, _ in first }
        self.places = places
        let shorts = values.compactMap { value in
            Array(value.utf8).withUnsafeBufferPointer { ShortCell($0) }
                .map { (cell: $0, place: places[cellKey(value)] ?? 0) }
        }
        short = shorts.map(\.cell)
        shortPlaces = shorts.map(\.place)
        long = values.map { Array($0.utf8) }.filter { $0.count > ShortCell.bytesMax }
    }

    /// Whether a cell is one of the known cells.
    @inline(__always)
    func contains(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        if let cell = ShortCell(cell) {
            for at in short.indices where short[at] == cell { return true }
        } else {
            for at in long.indices where long[at].count == cell.count && cell.elementsEqual(long[at]) { return true }
        }
        return places[key(of: cell)] != nil
    }

    /// The place of a cell, from 0, in the list; nil if it is not in it.
    func place(of cell: UnsafeBufferPointer<UInt8>) -> Int? {
        if let cell = ShortCell(cell), let at = short.firstIndex(of: cell) { return shortPlaces[at] }
        return places[key(of: cell)]
    }

    @inline(never)
    private func key(of cell: UnsafeBufferPointer<UInt8>) -> String { cellKey(String(decoding: cell, as: UTF8.self)) }
}

/// A cell of at most 16 bytes in two words, so that it is compared at once.
private struct ShortCell: Equatable {
    /// The maximum number of bytes.
    static let bytesMax = 16

    private let count: Int
    private var first: UInt64 = 0
    private var last: UInt64 = 0

    /// The cell; nil if it is longer.
    @inline(__always)
    init?(_ cell: UnsafeBufferPointer<UInt8>) {
        count = cell.count
        guard count <= Self.bytesMax else { return nil }
        guard count >= 8 else {
            for byte in cell { first = first &<< 8 | UInt64(byte) }
            return
        }
        // The words overlap where the cell is shorter than both.
        let bytes = UnsafeRawBufferPointer(cell)
        first = bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
        last = bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    }
}
