package import CSV

/// The checks for ambiguities in the rows of one input, prepared for many batches.
package struct AmbiguityRules: Sendable {
    /// The scope within which an input may be ambiguous.
    package enum Scope: Sendable {
        case all
        /// Only the form of the table is checked; the run that applies its rows checks everything else.
        case form
    }

    /// A column of a role, and its name in the header, as names match.
    struct HeaderCell: Sendable {
        let column: Int
        let key: String
        /// The filter that rejects most other cells at once.
        let filter: WordFilter

        init(column: Int, name: String) {
            self.column = column
            key = nameKey(name)
            filter = WordFilter([name])
        }
    }

    /// The names of the columns, as the header has them.
    let header: [String]
    let columns: ColumnLayout
    /// The line of the header, from 1.
    let headerLine: Int
    /// The checks of cells, in the order of the ambiguities.
    let cellChecks: [AmbiguousColumn]
    /// The comparisons in the order of the ambiguities, all of variants before those of locations.
    let comparisons: [AmbiguousColumn]
    /// The columns in which a cell may show that its row is a total.
    let extraColumns: [Int]
    /// The columns of the id, in which a spreadsheet may have truncated numbers.
    let idColumns: [Int]
    /// The columns that have no role and that no setting names, whose distinct cells are counted.
    let profiledColumns: [ProfiledColumn]
    /// The profiled columns that may contain quantities if all their cells are numbers.
    private let figures: Set<Int>
    /// The cells of all roles in a row that repeats the header.
    let headerCells: [HeaderCell]
    /// Whether the header's own cell would be a valid item, so that a repeated header may look like a valid row.
    let isHeaderAnItem: Bool
    /// The replacements for cells of the item, by cell key.
    let itemValues: [String: ExportSettings.Replacement]
    let names: NameIndex
    let decimal: DecimalMark?
    /// The column, from 0, that may contain the dates of times without a date; set only if rows are applied by time.
    package let dateColumn: Int?
    /// Whether times that mostly fall make the input ambiguous.
    package let watchesSequence: Bool
    /// Whether no ambiguity is checked, because the input can have none.
    package let areSilent: Bool

    /// Creates the rules of an input.
    ///
    /// - Parameters:
    ///   - header: The names of its columns as in the header.
    ///   - headerLine: The line of the header, from 1.
    ///   - options: The columns that the user or the settings named for roles; the input may lack some of them.
    ///   - names: The names of juices, fruits and actions.
    ///   - scope: The ambiguities that are checked.
    package init(
        header: [String], headerLine: Int, columns: ColumnLayout, options: ColumnOptions,
        exportSettings: ExportSettings,
        names: NameIndex, scope: Scope = .all
    ) {
        let ambiguous = AmbiguousColumns(
            header: header, columns: columns, options: options, exportSettings: exportSettings)
        self.header = header
        self.headerLine = headerLine
        self.columns = columns
        self.names = names
        areSilent = columns.ownFile != nil
        let isOfForm = scope == .form
        decimal = exportSettings.decimal
        let isCompared: (Ambiguity.Column) -> Bool = { $0 == .variant || $0 == .location }
        cellChecks = ambiguous.columns.filter { !isOfForm && !isCompared($0.kind) }
        comparisons = ambiguous.columns.filter { !isOfForm && isCompared($0.kind) }
        let accepted = Set(exportSettings.accept.map { nameKey($0.name) })
        extraColumns =
            areSilent || isOfForm
            ? [] : columns.extras.map(\.column).filter { !accepted.contains(nameKey(header[$0])) }
        let roleColumns = Set(columns.sources.values.joined()).sorted()
        profiledColumns =
            areSilent || isOfForm
            ? []
            : columns.extras.map(\.column).filter { !roleColumns.contains($0) && ambiguous.unnamed.contains($0) }
                .map { ProfiledColumn(column: $0, mayBeQuantity: ambiguous.figures.contains($0)) }
        let isWithID = !areSilent && !isOfForm
        idColumns = isWithID ? (columns.sources[.id] ?? []) : []
        figures = ambiguous.figures
        headerCells = roleColumns.map { HeaderCell(column: $0, name: header[$0]) }
        itemValues = exportSettings.values[.item] ?? [:]
        let itemHeader = (columns.sources[.item] ?? []).map { header[$0] }.joined(separator: " ")
        isHeaderAnItem =
            names.juice(itemHeader) != nil || names.fruit(itemHeader) != nil || itemValues[cellKey(itemHeader)] != nil
        dateColumn = exportSettings.sequence?.isByTime == true && columns.time != nil ? ambiguous.date : nil
        watchesSequence = !areSilent && !isOfForm && exportSettings.sequence == nil && columns.time != nil
    }

    /// Whether a record is a row that can show an ambiguity, by its code (`DecodedRows.codes`).
    @inline(__always)
    package static func shows(_ code: UInt8) -> Bool {
        code != DecodedRows.None.row && code != OutcomeCode.wrongFieldCount.rawValue
            && code != OutcomeCode.ignored.rawValue
    }

    /// The ambiguity of a row's time without a date, if another column may contain the date.
    ///
    /// - Returns: The ambiguity; nil if there is no such column.
    package func dateAmbiguity(_ records: borrowing RecordBatch, _ row: Int) -> Ambiguity? {
        dateColumn.map { ambiguity(.date, column: $0, cell: text(records, row, $0)) }
    }

    /// The ambiguity of a column that only all rows together show, and the line, from 1, of the first row that shows
    /// it.
    ///
    /// First come columns of numbers in an input without quantities; then columns with few distinct cells, some of
    /// which may mean something other than an order.
    func wholeInputAmbiguity(_ profile: InputProfile) -> (line: Int, ambiguity: Ambiguity)? {
        let figures = profile.columns.lazy.compactMap { column in
            self.figures.contains(column.column) && profile.rows > 1
                ? column.firstFigure.map { (column.column, Ambiguity.Column.quantity, $0) } : nil
        }.first
        let word = profile.columns.lazy.compactMap { column in
            self.firstOtherThanOrder(column, rows: profile.rows).map { (column.column, Ambiguity.Column.action, $0) }
        }.first
        guard let (column, kind, cell) = figures ?? word else { return nil }
        return (cell.firstLine, ambiguity(kind, column: column, cell: cell.text))
    }

    /// The first cell of a column with few distinct cells that may mean something other than an order.
    private func firstOtherThanOrder(_ column: InputProfile.Column, rows: Int) -> InputProfile.Cell? {
        guard let cells = column.cells else { return nil }
        let areFew =
            rows < InputProfile.rowsOfFewCells
            ? cells.contains { $0.rows > 1 } : cells.count <= InputProfile.toldCellsMax
        return areFew ? cells.first { AmbiguousCell.isAmbiguous($0.text, as: .action, decimal: decimal) } : nil
    }

    /// The ambiguity of times that mostly fall.
    package var sequenceAmbiguity: Ambiguity { .sequence(header: columns.roleNames[.time] ?? "") }

    /// The cell of a column, from 0, filled from above if settings say so.
    @inline(__always)
    func cell(_ records: borrowing RecordBatch, _ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8> {
        columns.cell(records, row, columns.filling(column))
    }

    /// The text of a column's cell, trimmed.
    func text(_ records: borrowing RecordBatch, _ row: Int, _ column: Int) -> String {
        String(decoding: trimmed(cell(records, row, column)), as: UTF8.self)
    }

    /// The ambiguity of a column, with a cell as evidence.
    func ambiguity(_ kind: Ambiguity.Column, column: Int, cell: String) -> Ambiguity {
        .column(kind, header: header[column], cell: cell, beside: headers(beside: kind))
    }

    /// The ambiguity of a row with a cell, in a column from 0, that looks like that of a totals row.
    func totalAmbiguity(_ records: borrowing RecordBatch, _ row: Int, _ column: Int) -> Ambiguity {
        let items = columns.sources[.item] ?? []
        var isTotalIfNamed = true
        for item in items where !trimmed(records.field(row, item)).isEmpty { isTotalIfNamed = false }
        return .row(
            header: header[column], cell: String(decoding: trimmed(records.field(row, column)), as: UTF8.self),
            isTotalIfNamed: isTotalIfNamed || items.contains { $0 >= column })
    }

    /// The ambiguity of a row that repeats the header.
    var secondTable: Ambiguity { .secondTable(item: headers(of: .item).first ?? "") }

    private func headers(beside kind: Ambiguity.Column) -> [String] {
        switch kind {
        case .variant: headers(of: .item)
        case .date: headers(of: .time)
        default: []
        }
    }

    private func headers(of role: Role) -> [String] { (columns.sources[role] ?? []).map { header[$0] } }
}
