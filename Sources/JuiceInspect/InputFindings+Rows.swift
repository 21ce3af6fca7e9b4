internal import JuiceBatch
internal import JuiceCore

// MARK: - Headers

extension InputFindings {
    /// The rows that repeat the header in the columns of the item, the quantity and the action.
    var headerRows: [Int] {
        guard let item, !names.isOnMenu(header(item)) else { return [] }
        let columns = [item, quantity, action].compactMap(\.self).map { export.columns[$0] }
        let areHeaders = columns.map { column in column.map { nameKey($0) == column.key } }
        return (0..<export.count).filter { row in
            zip(columns, areHeaders).allSatisfy { column, isHeader in
                column.codes[row] != ExportColumn.other && isHeader[Int(column.codes[row])]
            }
        }
    }

    /// Whether a row repeats the header and the existing settings do not leave it out.
    var hasSecondHeader: Bool {
        guard let item, !headerRows.isEmpty else { return false }
        let ignored = existing.ignore.filter { export.column($0.column) == item }.map(\.value)
        let readings = existing.readings.filter { $0.role == .item }.map(\.from)
        return !Self.isNamed(header(item), by: ignored + readings)
    }

    // MARK: - Actions

    /// The number of rows that have an item and a certain value in a column, of those among them with a `-` in front of
    /// the quantity, and of those whose item is on the menu.
    package typealias Group = (rows: Int, negative: Int, onMenu: Int)

    /// The maximum number of values of a column that distinguishes kinds of rows.
    private static let kindsMax = 50

    /// Whether a column has so few different values that they may distinguish kinds of rows.
    func hasFewValues(_ column: Int) -> Bool {
        let column = export.columns[column]
        return !column.hasMoreValues && (1...Self.kindsMax).contains(column.values.count)
    }

    /// The rows that have an item, grouped by their value in a column; values that are not kept are left out.
    package func groups(_ column: Int) -> [String: Group] {
        let cells = export.columns[column]
        let signs = quantity.map { export.columns[$0] }
        let isNegative = signs?.map { parseNegativeQuantity($0, decimal: decimal) != nil } ?? []
        let items = itemNames(variant)
        let isOnMenu = items.names.map(names.isOnMenu)
        let (texts, rows) = (cells.map { $0 }, itemRows.filter { cells.codes[$0] != ExportColumn.other })
        return Dictionary(grouping: rows) { texts[Int(cells.codes[$0])] }.mapValues { rows in
            let signCodes = rows.compactMap { signs?.codes[$0] }.filter { $0 != ExportColumn.other }
            let names = rows.compactMap { items.ofRows[$0] }
            return (rows.count, signCodes.count { isNegative[Int($0)] }, names.count { isOnMenu[$0] })
        }
    }

    /// Reads the values of the action column, or of one whose words cancel cups in rows of quantities with a `-`.
    mutating func readActions() {
        if let action {
            let (readings, unclear, unknown) = actionReadings(action)
            proposal = proposal.adding(.reading(.action, readings))
            if !unclear.isEmpty {
                let answers = [
                    Answer(.rowsDoNotCount, .reading(.action, unclear, as: ExportSettings.ignoredWord)),
                    Answer(.returnsToStock, .reading(.action, unclear, as: Action.cancel.name)),
                ]
                ask(.reversedRows(header: header(action), cells: unclear), answers)
            }
            if !unknown.isEmpty { questions.append(question(onActions: unknown, in: action)) }
            return
        }
        if existing.columns[.action] != nil { return }
        let candidate = export.columns.indices.first { column in
            guard isNameable(column), column != item, !isFilter(column), kinds(column).contains(.action),
                hasFewValues(column)
            else { return false }
            let groups = groups(column)
            let reversedCells = export.columns[column].values.map(\.text).filter(HeaderHints.isCancelWord)
            return !reversedCells.isEmpty
                && reversedCells.allSatisfy { groups[$0].map { $0.negative == $0.rows } ?? false }
        }
        guard let candidate else { return }
        let (readings, _, unknown) = actionReadings(candidate)
        guard unknown.isEmpty else { return }
        action = candidate
        proposal.columns[.action] = .single(header(candidate))
        proposal = proposal.adding(.reading(.action, readings))
    }

    /// The readings by which values of a column become actions, and the values that have none; unclear are words for
    /// reversals in rows without a `-`, which may cancel other rows or be orders never made.
    private func actionReadings(
        _ column: Int
    ) -> (readings: [(from: String, to: String)], unclear: [String], unknown: [String]) {
        var readings: [(String, String)] = []
        var (unclear, unknown): ([String], [String]) = ([], [])
        let groups = groups(column)
        for value in export.columns[column].values.map(\.text) {
            guard let group = groups[value] else { continue }
            let key = nameKey(value)
            let isConfigured = existing.readings.contains { $0.role == .action && nameKey($0.from) == key }
            if isConfigured || names.action(value) != nil { continue }
            if HeaderHints.saleCells.contains(key) {
                readings.append((value, "order"))
            } else if !HeaderHints.isCancelWord(value) {
                unknown.append(value)
            } else if group.negative == group.rows {
                readings.append((value, "cancel"))
            } else {
                unclear.append(value)
            }
        }
        return (readings, unclear, unknown)
    }

    func question(onActions words: [String], in column: Int) -> SettingsQuestion {
        let words = Array(words.prefix(20))
        var answers = [
            Answer(.isSale, .reading(.action, words, as: "order")),
            Answer(.rowsDoNotCount, .reading(.action, words, as: "ignore")),
        ]
        // A column in which no word is an action, such as one of payment types, may have nothing to do with actions.
        let isOfActions = export.columns[column].values.map(\.text).contains { value in
            names.action(value) != nil || HeaderHints.saleCells.contains(nameKey(value))
                || HeaderHints.isCancelWord(value)
        }
        if !isOfActions {
            let unused = SettingsProposal.naming(.action, []).adding(.accepting(header(column)))
            answers.insert(Answer(.meansNothing, unused), at: 0)
        }
        return SettingsQuestion(.actionWords(header: header(column), cells: words), answers)
    }

    /// Proposes to read quantities with a `-` as cancels, if no action shows what they mean.
    mutating func readSigns() {
        guard existing.negative == nil, let quantity,
            export.columns[quantity].values.contains(where: {
                parseNegativeQuantity($0.text, decimal: decimal) != nil
            })
        else { return }
        let cancels = proposal.readings.filter { $0.role == .action && $0.to == "cancel" }.map(\.from)
        let isKnownAction = action.map { action in
            groups(action).allSatisfy { cell, group in
                group.negative == 0 || names.action(cell) == .cancel || Self.isNamed(cell, by: cancels)
            }
        }
        if isKnownAction != true { proposal.negative = .cancel }
    }

    // MARK: - Ids

    /// Proposes an id composed of the receipt's number and other columns, unless a single column identifies each row.
    mutating func makeIDs() {
        if existing.columns[.id] != nil { return }
        let idColumn = columns(of: .id).first
        if let idColumn, isCutOff(idColumn) || !repeatsIDs(idColumn) { return }
        let duplicates = idColumn.flatMap(duplicateRows)
        if duplicates == nil, let unique = export.columns.indices.first(where: belongsToRow) {
            proposal = proposal.adding(.naming(.id, [header(unique)]))
            return
        }
        guard let receipt = idColumn ?? filledColumn(HeaderHints.receipt), !isCutOff(receipt) else { return }
        let parts = idProposal(receipt)
        let whole = duplicates ?? duplicateRows(receipt)
        guard let duplicates = whole ?? splitRows(receipt), isNameable(receipt) else {
            proposeID(parts, of: receipt)
            return
        }
        // The rows of one receipt may be of several items.
        var same = SettingsProposal.naming(.id, [header(receipt)])
        if whole == nil, let columns = parts.columns[.id]?.parts {
            let ordered = [item, quantity].compactMap(\.self).map { RoleColumns.Part.column(header($0)) }
            same.columns[.id] = .composite(columns.filter { $0 != .occurrence } + ordered)
        }
        ask(
            .duplicateRows(
                header: header(receipt), id: duplicates.id, count: duplicates.count, line: duplicates.line,
                areWhole: whole != nil),
            [Answer(.sameRowAgain, same), Answer(.separateOrders, parts)])
    }

    /// The first column with one of some names that is not empty.
    private func filledColumn(_ names: [String]) -> Int? {
        names.compactMap(export.column).first { isNameable($0) && !export.columns[$0].values.isEmpty }
    }

    /// Proposes an id, or asks if a receipt's number may start again each day and the export has no date.
    private mutating func proposeID(_ settings: SettingsProposal, of receipt: Int) {
        guard let parts = settings.columns[.id]?.parts, dateColumn == nil,
            mayRestart(export.columns[receipt].values.map(\.text))
        else {
            proposal = proposal.adding(settings)
            return
        }
        let daily = SettingsProposal(\.columns, [.id: .composite([.date] + parts)])
        ask(
            .restartingNumbers(header: header(receipt)),
            [Answer(.restartsEachDay, daily), Answer(.neverRestarts, settings)])
    }

    /// The column of dates, or of times that include a date, if one column has both; nil if there is none.
    private var dateColumn: Int? {
        times.date ?? (times.columns.count == 1 && direction?.hasDates == true ? times.columns.first : nil)
    }

    /// Whether a spreadsheet has truncated a cell of a column, so that the column cannot identify rows.
    private func isCutOff(_ column: Int) -> Bool {
        export.columns[column].values.contains { IDText.isCutOff($0.text) }
    }

    /// Whether a column has the same id twice, not counting placeholders.
    private func repeatsIDs(_ column: Int) -> Bool {
        let cells = export.columns[column]
        return cells.counts.indices.dropFirst().contains { code in
            cells.counts[code] > 1 && !cells.withBytes(UInt32(code)) { IDText.isPlaceholder($0) }
        }
    }

    /// The rows that equal another row in every cell although ids otherwise identify rows; nil if there are none, or if
    /// an id occurs in rows that differ.
    private func duplicateRows(_ column: Int) -> (id: String, count: Int, line: Int)? {
        let cells = export.columns[column]
        // If no id occurs only once, each id is a receipt with equal rows.
        guard cells.counts.dropFirst().contains(1) else { return nil }
        var digests: [UInt32: Int] = [:]
        var duplicates: [Int] = []
        for (row, code) in cells.codes.enumerated() where code != ExportColumn.empty && code != ExportColumn.other {
            guard let known = digests.updateValue(export.digests[row], forKey: code) else { continue }
            if known != export.digests[row] { return nil }
            duplicates.append(row)
        }
        return duplicates.first.map { (cells.cell(cells.codes[$0]), duplicates.count, Int(export.lines[$0])) }
    }

    /// The rows that differ from another row of their receipt only in how it was paid, taxed or delivered; nil if there
    /// are none.
    private func splitRows(_ column: Int) -> (id: String, count: Int, line: Int)? {
        let ids = export.columns[column]
        let ordered = export.columns.filter { !$0.words.hasAny(HeaderHints.besideOrder) }
        // For each hash of what was ordered, that of the whole row.
        var digests: [Int: Int] = [:]
        let rows = ids.codes.indices.filter { row in
            let codes = ordered.map { $0.codes[row] } + [ids.codes[row]]
            if codes.contains(ExportColumn.other) || codes.last == ExportColumn.empty { return false }
            let digest = export.digests[row]
            return digests.updateValue(digest, forKey: codes.hashValue).map { $0 != digest } ?? false
        }
        return rows.first.map { (ids.cell(ids.codes[$0]), rows.count, Int(export.lines[$0])) }
    }

    /// Whether a column contains a number that identifies each row, by its name and its values.
    private func belongsToRow(_ column: Int) -> Bool {
        let cells = export.columns[column]
        guard cells.isNameable, cells.words.hasAny(["id", "번호"]), !HeaderHints.receipt.contains(cells.key),
            !cells.hasMore, !cells.hasRepeats, cells.emptyRows == 0, cells.values.count >= 2,
            !isCutOff(column), !countsRows(cells)
        else { return false }
        return HeaderHints.namesALine(cells.words)
    }

    /// Whether the cells of a column are the numbers of the rows, counted from 1 in any order.
    private func countsRows(_ column: ExportColumn) -> Bool {
        // Rows with a wrong number of cells are counted, but not kept.
        column.codes.allSatisfy { code in Int(column.cell(code)).map { 1...export.rows ~= $0 } ?? false }
    }

    /// An id composed of a receipt's number and all columns that distinguish the receipt's rows.
    func idProposal(_ receipt: Int) -> SettingsProposal {
        guard isNameable(receipt) else { return SettingsProposal() }
        var parts: [Int] = []
        let values = export.columns[receipt].values.map(\.text)
        if let date = dateColumn, mayRestart(values) {
            // Each POS terminal counts on its own.
            let counter = filledColumn(HeaderHints.counter)
            let hasCounter = counter.map { export.columns[$0].emptyRows <= export.count - itemRows.count } ?? false
            parts = [date].filter(isNameable) + (hasCounter ? [counter].compactMap(\.self) : [])
        }
        parts.append(receipt)
        if let action, isNameable(action), !HeaderHints.isState(export.columns[action].words),
            export.columns[action].values.contains(where: {
                HeaderHints.isCancelWord($0.text) || names.action($0.text) == .cancel
            })
        {
            parts.append(action)
        }
        return SettingsProposal(\.columns, [.id: .composite(parts.map { .column(header($0)) } + [.occurrence])])
    }

    /// Whether receipt numbers are so short that they may start again each day: `0001`, `01-0001`, `P01-000001`.
    ///
    /// A longer one with a letter behind a digit is a code: `B2KQ00861`.
    private func mayRestart(_ ids: [String]) -> Bool {
        ids.prefix(1_000).allSatisfy { id in
            id.count <= 6
                || id.count <= 16 && id.filter(\.isNumber).drop { $0 == "0" }.count <= 8
                    && !zip(id, id.dropFirst()).contains { $0.isNumber && $1.isASCII && $1.isLetter }
        } && ids.contains { $0.contains(where: \.isNumber) }
    }

    // MARK: - Merged cells

    /// Proposes to fill columns from above in which one cell applies to several rows.
    mutating func fillMergedCells() {
        let merged = export.columns.indices.filter { isMerged($0) && !hasSeparateOrders($0) }
        let idNames =
            (existing.columns[.id] ?? proposal.columns[.id])?.names ?? columns(of: .id).map(header)
        let ofReceipt = merged.filter { Self.isNamed(header($0), by: idNames) }
        var candidates: [Int] = []
        if let leading = ofReceipt.first ?? times.columns.first(where: merged.contains) {
            let count = emptyRows(leading)
            candidates = merged.filter { column in
                emptyRows(column) == count && isNameable(column)
                    && (ofReceipt.contains(column) || times.columns.contains(column) || isStatusColumn(column))
            }
        }
        candidates += export.columns.indices.filter { column in
            !candidates.contains(column) && isNameable(column) && isStatusColumn(column)
                && [itemRows, Array(0..<export.count)].contains { isOnFirstLinesOnly(column, in: $0) }
        }
        proposal.fill = candidates.map(header).filter { !Self.isNamed($0, by: existing.fill) }
        // An id that is filled from above applies to several rows.
        guard existing.columns[.id] == nil, proposal.columns[.id] == nil, let id = columns(of: .id).first,
            candidates.contains(id)
        else { return }
        proposeID(idProposal(id), of: id)
    }

    /// The number of rows with an item in which a column is empty.
    private func emptyRows(_ column: Int) -> Int {
        let codes = export.columns[column].codes
        return itemRows.count { codes[$0] == ExportColumn.empty }
    }

    /// Whether a column is empty in some of the rows, but not in the first of them; by default, of those with an item.
    private func isMerged(_ column: Int, in rows: [Int]? = nil) -> Bool {
        let (rows, codes) = (rows ?? itemRows, export.columns[column].codes)
        guard let first = rows.first, codes[first] != ExportColumn.empty else { return false }
        return rows.contains { codes[$0] == ExportColumn.empty }
    }

    /// Whether rows with an empty status may belong to the order above, as without times only the user can tell.
    func mayContinueOrders(_ column: Int) -> Bool {
        times.columns.isEmpty && isMerged(column)
            && !Self.isNamed(header(column), by: existing.fill + proposal.fill)
    }

    private func isStatusColumn(_ column: Int) -> Bool {
        column == action || Self.isNamed(header(column), by: existing.filterColumns)
            || kinds(column).contains { $0 == .action || $0 == .cancellation }
    }

    /// Whether a row in which a column is empty has its own time, item and quantity, and so may be a separate order.
    private func hasSeparateOrders(_ column: Int) -> Bool {
        let orderCodes = (times.columns + [item, quantity].compactMap(\.self)).map { export.columns[$0].codes }
        let codes = export.columns[column].codes
        return itemRows.contains { row in
            codes[row] == ExportColumn.empty && orderCodes.allSatisfy { $0[row] != ExportColumn.empty }
        }
    }

    /// Whether a column is empty exactly in those of the rows that have the same order number as the one above.
    private func isOnFirstLinesOnly(_ column: Int, in rows: [Int]) -> Bool {
        let codes = export.columns[column].codes
        guard isMerged(column, in: rows) else { return false }
        let orderColumns = times.columns + [column, item, quantity].compactMap(\.self)
        return export.columns.indices.contains { other in
            guard !orderColumns.contains(other), export.columns[other].distinct > 1 else { return false }
            let orders = export.columns[other].codes
            return zip(rows, rows.dropFirst()).allSatisfy { above, row in
                let isKept = orders[row] != ExportColumn.empty && orders[row] != ExportColumn.other
                return (isKept && orders[row] == orders[above]) == (codes[row] == ExportColumn.empty)
            }
        }
    }
}
