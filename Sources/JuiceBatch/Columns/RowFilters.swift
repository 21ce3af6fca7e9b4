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

    /// The replacements for cells of the action and the item, by name key; nil for a role without.
    private let actionValues: [String: ExportSettings.Replacement]
    private let itemValues: [String: ExportSettings.Replacement]
    let negative: ExportSettings.Negative
    let decimal: DecimalMark?
    /// Whether quantities are summed: to check totals rows, or the quantity that the user expects.
    let countsQuantities: Bool
    private let filters: [Filter]
    /// Recognizes totals rows; nil if the settings name no words for them.
    private let totals: NameMatcher?
    /// The columns that the item's cell is made of, and the last of them.
    private let itemColumns: [Int]
    private let lastItemColumn: Int

    /// The rules of an input that has these columns.
    init(_ exportSettings: ExportSettings, _ columns: ColumnLayout, header: [String]) {
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
                        column: columns.filling(column), matcher: NameMatcher(rule.values, context: context),
                        keepsMatches: keepsMatches))
                context &+= 1
            }
        }
        self.filters = filters
        totals = settled.totals.isEmpty ? nil : NameMatcher(settled.totals, context: 0)
        itemColumns = columns.sources[.item] ?? []
        lastItemColumn = itemColumns.max() ?? 0
    }

    /// Whether rows are read as if nothing were settled.
    var isPlain: Bool {
        filters.isEmpty && totals == nil && actionValues.isEmpty && itemValues.isEmpty && negative == .reject
            && decimal == nil && !countsQuantities
    }

    /// Replaces an action's trimmed cell by its reading; false if the row is left out.
    ///
    /// - Parameter hasColumn: whether there is such a cell.
    func replaceAction(_ text: inout String, hasColumn: Bool) -> Bool {
        !hasColumn || Self.replace(&text, by: actionValues)
    }

    /// The same of an item's cell.
    func replaceItem(_ text: inout String) -> Bool { Self.replace(&text, by: itemValues) }

    private static func replace(_ text: inout String, by values: [String: ExportSettings.Replacement]) -> Bool {
        if values.isEmpty { return true }
        let key = nameKey(text)
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
}
