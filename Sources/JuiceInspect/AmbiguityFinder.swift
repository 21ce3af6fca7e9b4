internal import JuiceBatch

/// Finds the ambiguous columns of an input by examining all of its rows.
struct AmbiguityFinder {
    private let input: InputFindings
    private let settings: SettingsProposal
    /// The settings by which columns are named, and are therefore not ambiguous.
    private let naming: SettingsProposal
    let hasQuantity: Bool
    /// The rows that settings do not leave out; nil if all rows count.
    private let rows: [Int]?

    /// Examines an input with existing, proposed or assumed settings, of which `naming`, or all for nil, name columns.
    ///
    /// Rows that the settings ignore because of their item are examined only if `countsIgnoredNames` is true.
    init(
        _ input: InputFindings, _ settings: SettingsProposal, naming: SettingsProposal? = nil,
        countsIgnoredNames: Bool = false
    ) {
        (self.input, self.settings, self.naming) = (input, settings, naming ?? settings)
        let export = input.export
        hasQuantity = !export.columns(of: .quantity, self.naming).isEmpty
        var filters: [(_ row: Int) -> Bool] = []
        func exclude(_ column: ExportColumn?, _ leavesOut: (String) -> Bool) {
            if let column { filters.append(column.rowTest(leavesOut)) }
        }
        for (cells, keepsMatches) in [(settings.ignore, false), (settings.only, true)] {
            for cells in Dictionary(grouping: cells, by: { nameKey($0.column) }).values {
                let keys = Set(cells.map { cellKey($0.value) })
                exclude(export.column(cells[0].column)) { keys.contains(cellKey($0)) != keepsMatches }
            }
        }
        let ignored = settings.replacements.filter { $0.role == .item && nameKey($0.to) == ExportSettings.ignoredWord }
        if !countsIgnoredNames, !ignored.isEmpty {
            let keys = Set(ignored.map { cellKey($0.from) })
            exclude(input.item) { keys.contains(cellKey($0)) }
        }
        // The rows with a usual word for totals are not among those of the export.
        let totals = Set(settings.totals.filter { !AmbiguousCell.isTotal($0) }.map(nameKey))
        if !totals.isEmpty, let item = input.item {
            for column in export.columns[...item.index] { exclude(column) { totals.contains(nameKey($0)) } }
        }
        rows = filters.isEmpty ? nil : (0..<export.count).filter { row in !filters.contains { $0(row) } }
    }

    /// The reading of each column, with the first meaning that its cells show if it is ambiguous.
    var readings: [ColumnReading] {
        input.export.columns.map { column in
            var reading = reading(column)
            if !input.export.isProgramFile, reading.isUnassigned { reading.ambiguity = kind(column) }
            return reading
        }
    }

    func reading(_ column: ExportColumn) -> ColumnReading { input.export.reading(column, naming) }

    /// The first meaning that a column without a role may have, as its cells show it; nil if it is not ambiguous.
    private func kind(_ column: ExportColumn) -> Ambiguity.Column? {
        let cells = cells(column)
        let kinds = column.kinds(hasQuantity: hasQuantity)
        if let shown = kinds.first(where: { shows($0, in: column, cells.map(\.text)) }) { return shown }
        if column.hasMore { return nil }
        let rowCount = cells.reduce(0) { $0 + $1.rows }
        if !hasQuantity, rowCount > 1 {
            let filled = cells.map(\.text).filter { !$0.isEmpty }
            let figures = filled.compactMap { AmbiguousCell.figure($0, decimal: settings.decimal) }
            let mayBeQuantities =
                AmbiguousColumns.mayContainQuantities(column.words)
                || column.words.hasAny(HeaderHints.sums) && figures.allSatisfy { abs($0) < 100 }
            if mayBeQuantities, figures.count == filled.count, figures.contains(where: { $0 != 1 }) { return .quantity }
        }
        let mayDistinguishActions =
            cells.count <= InputProfile.cellsMax && InputProfile.areFew(cells.map(\.rows), of: rowCount)
            && cells.contains { AmbiguousCell.isAmbiguous($0.text, as: .action, decimal: nil) }
        return mayDistinguishActions ? .action : nil
    }

    private func shows(_ kind: Ambiguity.Column, in column: ExportColumn, _ cells: [String]) -> Bool {
        (kind != .variant || hasVariants(column) || cells.count { !$0.isEmpty } > 1)
            && (kind != .location || cells.count > 1)
            && cells.contains { Self.mayMean(kind, $0, decimal: settings.decimal) }
    }

    /// Whether a cell that a column has not had before may have a meaning, by itself or under the column's header.
    func mayHaveMeaning(_ cell: String, in column: ExportColumn) -> Bool {
        !cell.isEmpty
            && ([.action] + column.kinds(hasQuantity: hasQuantity)).contains { Self.mayMean($0, cell, decimal: nil) }
    }

    /// Whether a cell may have a certain meaning, at least beside other cells.
    private static func mayMean(_ kind: Ambiguity.Column, _ cell: String, decimal: DecimalMark?) -> Bool {
        switch kind {
        case .quantity, .action, .cancellation, .unit: AmbiguousCell.isAmbiguous(cell, as: kind, decimal: decimal)
        case .location: !AmbiguousCell.isPlaceOfUse(cell)
        case .variant: true
        case .date: false
        }
    }

    /// Whether a cell of a column may be that of a row that is not an order, by itself or under the column's header.
    func mayBeNoOrder(_ cell: String, in column: ExportColumn) -> Bool {
        ([.action] + column.kinds()).contains {
            $0.isShownByCells && AmbiguousCell.isAmbiguous(cell, as: $0, decimal: nil)
        }
    }

    /// The rows without an item, as far as settings do not leave them out.
    var namelessRows: [Int] {
        let named = settings.columns[.item]?.names.compactMap(input.export.column) ?? []
        let items = named.isEmpty ? [input.item].compactMap(\.self) : named
        let hasNames =
            items.contains { settings.fill.containsName($0.name) }
            || settings.replacements.contains {
                $0.role == .item && $0.from.isEmpty && nameKey($0.to) != ExportSettings.ignoredWord
            }
        if items.isEmpty || hasNames { return [] }
        let codes = items.map(\.codes)
        return countedRows.filter { row in codes.allSatisfy { $0[row] == ExportColumn.empty } }
    }

    /// The last row of the export if it counts the others and settings do not leave it out; nil otherwise.
    var countRow: Int? { input.countRow.flatMap { rows?.contains($0) == false ? nil : $0 } }

    /// The rows that may be orders, without ones left out, nameless ones, repeated headers and a count; nil for all rows.
    var orderRows: [Int]? {
        let others = Set(namelessRows + input.headerRows + [countRow].compactMap(\.self))
        return others.isEmpty ? rows : countedRows.filter { !others.contains($0) }
    }

    /// The distinct cells of a column in the rows that count.
    func cells(_ column: ExportColumn) -> [(text: String, rows: Int)] { column.cells(in: rows) }

    private var countedRows: [Int] { rows ?? Array(0..<input.export.count) }

    private func hasVariants(_ column: ExportColumn) -> Bool {
        let items = input.itemNames(input.variant)
        let replacements = Dictionary(
            settings.replacements.filter { $0.role == .item }.map { (cellKey($0.from), $0.to) }
        ) { first, _ in first }
        var ofRows = items.ofRows
        if let item = input.item, settings.fill.containsName(item.name) {
            for row in ofRows.indices.dropFirst() where ofRows[row].map({ items.names[$0].isEmpty }) ?? false {
                ofRows[row] = ofRows[row - 1]
            }
        }
        // A name of both a juice and a fruit is one item, whichever it means.
        let numbers = items.names.map { name in
            let name = replacements[cellKey(name)] ?? name
            return input.names.juice(name) ?? input.names.item(name)
        }
        var first: [Int: UInt32] = [:]
        return countedRows.contains { row in
            guard let number = ofRows[row].flatMap({ numbers[$0] }) else { return false }
            if let earlier = first[number] { return earlier != column.codes[row] }
            first[number] = column.codes[row]
            return false
        }
    }
}

// MARK: - Questions

extension InputFindings {
    typealias Answer = SettingsQuestion.Answer

    /// The maximum number of cells in an answer.
    static let cellsMax = 50
    /// The maximum number of cells in a question about the meaning of a column.
    static let shownMax = 10

    func question(about kind: Ambiguity.Column, header: String) -> SettingsQuestion {
        guard SettingsProposal.isNameable(header) else { return SettingsQuestion(.namelessColumn, []) }
        let cells = export.column(header)?.texts ?? []
        let shown = Array(cells.prefix(Self.shownMax))
        let accept: Answer = (.meansNothing, .accepting(header))
        var answers = [accept]
        switch kind {
        case .quantity:
            let (words, quantity) = (TextWords(header), [(.isQuantity, .naming(.quantity, [header]))] as [Answer])
            let isStock = HeaderHints.isStock(words)
            // As a quantity, fruit that was used or counted would be delivered.
            if !isStock && hasFruits && words.hasAny(HeaderHints.otherCounts) { break }
            answers = isStock ? answers + quantity : quantity + answers
        case .action, .cancellation: return reversedRows(kind, header, cells)
        case .unit:
            let cups = cells.filter { !AmbiguousCell.isAmbiguous($0, as: .unit, decimal: nil) }
            if !cups.isEmpty { answers.append((.onlyTheseCount, .keeping(header, cups))) }
        case .variant:
            if let item { answers.append((.separateProducts, .naming(.item, [item.name, header]))) }
        case .location: answers = [(.onlyTheseCount, .keeping(header, Array(cells.prefix(1)))), accept]
        case .date:
            if let time = times.columns.last { answers = [(.isItem, .naming(.time, [header, time.name]))] }
        }
        return SettingsQuestion(.column(kind, header: header, cells: shown), answers)
    }

    /// The question about a column of actions or cancellations, some of whose cells show that a row is not an order.
    private func reversedRows(_ kind: Ambiguity.Column, _ header: String, _ cells: [String]) -> SettingsQuestion {
        let ambiguous = cells.filter { AmbiguousCell.isAmbiguous($0, as: kind, decimal: nil) }
        let shown = Array(ambiguous.prefix(Self.cellsMax))
        let ignore: Answer = (.rowsDoNotCount, .ignoring(header, shown))
        let accept: Answer = (.meansNothing, .accepting(header))
        guard kind == .action else {
            // Other rows will have other times or numbers, so those that count are listed instead.
            let hasEmpty = export.column(header).map { $0.emptyRows > 0 } ?? false
            let plain = (hasEmpty ? [""] : []) + cells.filter { !ambiguous.contains($0) }
            let keepsPlain =
                (1...Self.shownMax).contains(plain.count) && ambiguous.allSatisfy { $0.contains(where: \.isNumber) }
            return SettingsQuestion(
                .reversedRows(header: header, cells: shown),
                [keepsPlain ? (.rowsDoNotCount, .keeping(header, plain)) : ignore, accept])
        }
        // Rows with an empty status may belong to the order above; if there are no times, only the user can tell.
        let isMerged = export.column(header).map { self.isMerged($0, in: itemRows) } ?? false
        let mayContinue = isMerged && times.columns.isEmpty && !(existing.fill + proposal.fill).containsName(header)
        let filled = SettingsProposal(\.fill, [header]).adding(ignore.settings)
        let ignored: [Answer] = mayContinue ? [(.rowsAndThoseBelowDoNotCount, filled), ignore] : [ignore]
        // Cells such as 입금대기 mean orders that were never made.
        let replacements =
            cells.filter { !HeaderHints.isCancelWord($0) && !ambiguous.contains($0) }.map { ($0, "order") }
            + shown.map { ($0, HeaderHints.isCancelWord($0) ? "cancel" : ExportSettings.ignoredWord) }
        let isAction = SettingsProposal.naming(.action, [header]).adding(
            .replacing(.action, Array(replacements.filter { names.action($0.0) == nil }.prefix(Self.cellsMax))))
        if shown.allSatisfy(HeaderHints.isCancelWord) {
            return SettingsQuestion(
                .reversedRows(header: header, cells: shown),
                ignored + [(.returnsToStock, isAction), accept])
        }
        return SettingsQuestion(
            .column(.action, header: header, cells: Array(cells.prefix(Self.shownMax))),
            [(.isAction, isAction)] + ignored + [accept])
    }
}
