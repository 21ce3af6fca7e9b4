internal import JuiceBatch

/// Proposes settings that describe all columns of exports, so that the next nightly run notices a new column or cell.
struct ExportDescription {
    /// The maximum number of different cells of a column whose cells are listed.
    static let cellsMax = 20

    /// The contents of the columns of one name, in all inputs.
    private struct Column {
        let name: String
        var rows = 0
        /// The distinct cells in order of first appearance, trimmed.
        var cells: [String] = []
        /// Whether some cells are unknown because there are too many distinct ones.
        var hasMore = false
        var isAmbiguous = false
        /// Whether a new cell may mean something other than an order, by the header or by ignored cells.
        var isSensitive = false
        /// Whether the header is of numbers or money and each cell has a digit, so that new cells are usual.
        var holdsNumbers = true

        var hasFewCells: Bool { !hasMore && cells.count <= cellsMax }
        /// Whether its cells are listed: they are few, and a new one would be unusual or must not be overlooked.
        var isListed: Bool {
            hasFewCells && (isSensitive || rows >= 2 * cells.count && !(holdsNumbers && cells != [""]))
        }
    }

    private var columns: [Column] = []
    /// Whether some columns cannot be described: a header that must be found has a name twice, so that no setting can
    /// name them, or the export has no rows, no known item column or an error in it.
    private var isIncomplete = false
    /// The cells in the inputs that the settings' lists of known cells lack.
    private var newCells: [RawExportSettings.Cell] = []

    /// Describes inputs by existing and proposed settings, except for columns, by `nameKey`, whose meaning is asked.
    init(
        _ inputs: [(findings: InputFindings, readings: [ColumnReading])], settings: SettingsProposal,
        askedColumns: Set<String>
    ) {
        for (input, readings) in inputs where !input.export.isProgramFile {
            let isRepeated = input.export.columns.contains { !$0.key.isEmpty && !$0.isNameable }
            if isRepeated && settings.header == .find || input.item == nil || input.export.rows == 0
                || input.export.wasInterrupted
            {
                isIncomplete = true
            }
            let all = AmbiguityFinder(input, settings, countsIgnoredNames: true)
            let orderRows = all.orderRows
            for (column, reading) in zip(input.export.columns, readings) {
                // Cells are judged after filling.
                let isFilled = reading.settings.contains("fill") && column.codes.first != ExportColumn.empty
                let cells = column.cells(in: orderRows).filter { !isFilled || !$0.text.isEmpty }
                let kinds = column.kinds(hasQuantity: all.hasQuantity)
                // A filled column is described, but a new cell of one that may have a meaning must not be overlooked.
                if reading.isUnassigned, reading.settings.isEmpty || !kinds.isEmpty {
                    let isAmbiguous = askedColumns.contains(column.key) || reading.ambiguity != nil
                    add(cells, of: column, isSensitive: !kinds.isEmpty, isAmbiguous: isAmbiguous)
                } else if let known = settings.known.first(where: { nameKey($0.column) == column.key }) {
                    // New cells are listed too; those that may have a meaning stay rejected.
                    let listed = (settings.known + newCells).filter { nameKey($0.column) == column.key }
                    var keys = Set(listed.map { cellKey($0.value) })
                    let plain = cells.map(\.text).filter {
                        !all.mayHaveMeaning($0, in: column) && keys.insert(cellKey($0)).inserted
                    }
                    newCells += SettingsProposal.cells(known.column, plain)
                } else if reading.isOnlyIgnored {
                    let others = cells.filter { !all.mayBeNoOrder($0.text, in: column) }
                    // A column with more cells is described by the setting that names it.
                    if others.count > Self.cellsMax || column.hasMoreValues { continue }
                    add(others, of: column, isSensitive: true, isAmbiguous: false)
                }
            }
        }
    }

    /// Adds the cells of a column that neither a role nor a setting names, or that is listed because of its cells.
    private mutating func add(
        _ cells: [(text: String, rows: Int)], of column: ExportColumn, isSensitive: Bool, isAmbiguous: Bool
    ) {
        // A setting cannot refer to a column without a name.
        if column.key.isEmpty { return }
        let index = columns.firstIndex { nameKey($0.name) == column.key } ?? columns.endIndex
        if index == columns.endIndex { columns.append(Column(name: column.name)) }
        columns[index].rows += cells.reduce(0) { $0 + $1.rows }
        for cell in cells.map(\.text) where columns[index].cells.count <= Self.cellsMax {
            if columns[index].cells.contains(where: { cellKey($0) == cellKey(cell) }) { continue }
            columns[index].cells.append(cell)
        }
        if column.hasMoreValues { columns[index].hasMore = true }
        if isSensitive { columns[index].isSensitive = true }
        if AmbiguousColumns.mayContainQuantities(column.words)
            || !cells.allSatisfy({ $0.text.isEmpty || $0.text.contains(where: \.isNumber) })
        {
            columns[index].holdsNumbers = false
        }
        if isAmbiguous { columns[index].isAmbiguous = true }
    }

    /// The settings that describe the export, except for columns that have no name or are asked about.
    var proposal: SettingsProposal {
        var proposal = SettingsProposal(\.known, newCells)
        if isIncomplete { return proposal }
        proposal.isDescribed = true
        for column in columns where !column.isAmbiguous {
            if column.isListed {
                proposal.known += SettingsProposal.cells(column.name, column.cells)
            } else {
                proposal.accept.append(column.name)
            }
        }
        return proposal
    }

    /// Returns a question whose answers also list the other cells of a column by which they leave out rows.
    func listingCells(in question: SettingsQuestion) -> SettingsQuestion {
        let answers = question.answers.map { answer in
            let ignored = answer.settings.ignore
            let column = columns.first { $0.isAmbiguous && $0.hasFewCells && $0.name == ignored.first?.column }
            guard [.rowsDoNotCount, .rowsAndThoseBelowDoNotCount].contains(answer.meaning), let column else {
                return answer
            }
            let isFilled = !answer.settings.fill.isEmpty
            let keys = Set(ignored.map { cellKey($0.value) })
            let others = column.cells.filter {
                !keys.contains(cellKey($0)) && !(isFilled && $0.isEmpty)
                    && !AmbiguousCell.isAmbiguous($0, as: .action, decimal: nil)
            }
            var listing = answer
            listing.settings.known += SettingsProposal.cells(column.name, others)
            return listing
        }
        return SettingsQuestion(question.subject, answers)
    }
}
