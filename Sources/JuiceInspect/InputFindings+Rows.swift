internal import CSV
internal import Foundation
internal import JuiceBatch
internal import JuiceCore

extension InputFindings {
    // MARK: - Rows that are no orders

    /// The rows that repeat the header in the columns of the item, the quantity and the action.
    var headerRows: [Int] {
        guard let item, !names.isOnMenu(item.name) else { return [] }
        let areHeaders = [item, quantity, action].compactMap(\.self).map { column in
            column.rowTest { nameKey($0) == column.key }
        }
        return (0..<export.count).filter { row in areHeaders.allSatisfy { $0(row) } }
    }

    /// The last row if its item's cell counts the rows, such as `총 2건`, which differs in every export; nil otherwise.
    var countRow: Int? {
        guard let item, let last = export.lines.indices.last else { return nil }
        let code = item.codes[last]
        guard code != ExportColumn.other, item.counts[Int(code)] == 1 else { return nil }
        return isRowCount(item.cell(code)) ? last : nil
    }

    // MARK: - Actions

    /// The number of rows with an item for each value that a column keeps, of those with a `-` in front of the
    /// quantity, and of those whose item is on the menu.
    func groups(_ column: ExportColumn) -> [String: (rows: Int, negative: Int, onMenu: Int)] {
        let isNegative = quantity?.rowTest { parseNegativeQuantity($0, decimal: decimal) != nil } ?? { _ in false }
        let items = itemNames(variant)
        let isOnMenu = items.names.map(names.isOnMenu)
        let texts = column.map { $0 }
        let rows = itemRows.filter { column.codes[$0] != ExportColumn.other }
        return Dictionary(grouping: rows) { texts[Int(column.codes[$0])] }.mapValues { rows in
            let names = rows.compactMap { items.ofRows[$0] }
            return (rows.count, rows.count(where: isNegative), names.count { isOnMenu[$0] })
        }
    }

    /// Reads the values of the action column, or of one whose words cancel cups in rows of quantities with a `-`.
    mutating func readActions() {
        if let action {
            let (replacements, unclear, unknown) = actionReplacements(action)
            proposal = proposal.adding(.replacing(.action, replacements))
            if !unclear.isEmpty {
                let answers: [Answer] = [
                    (.rowsDoNotCount, .replacing(.action, unclear, as: ExportSettings.ignoredWord)),
                    (.returnsToStock, .replacing(.action, unclear, as: Action.cancel.name)),
                ]
                ask(.reversedRows(header: action.name, cells: unclear), answers)
            }
            if !unknown.isEmpty { questions.append(question(onActions: unknown, in: action)) }
            return
        }
        if existing.columns[.action] != nil { return }
        let candidate = export.columns.first { column in
            guard column.isNameable, column != item, !isFilter(column), column.kinds().contains(.action),
                column.hasFewValues
            else { return false }
            let groups = groups(column)
            let reversedCells = column.texts.filter(HeaderHints.isCancelWord)
            return !reversedCells.isEmpty
                && reversedCells.allSatisfy { groups[$0].map { $0.negative == $0.rows } ?? false }
        }
        guard let candidate else { return }
        let (replacements, _, unknown) = actionReplacements(candidate)
        guard unknown.isEmpty else { return }
        action = candidate
        proposal.columns[.action] = .single(candidate.name)
        proposal = proposal.adding(.replacing(.action, replacements))
    }

    /// The replacements by which values of a column become actions, and the values that have none; unclear are words for
    /// reversals in rows without a `-`, which may cancel other rows or be orders never made.
    private func actionReplacements(
        _ column: ExportColumn
    ) -> (replacements: [(from: String, to: String)], unclear: [String], unknown: [String]) {
        var replacements: [(String, String)] = []
        var (unclear, unknown): ([String], [String]) = ([], [])
        let groups = groups(column)
        let configured = existing.replacements.filter { $0.role == .action }.map(\.from)
        for value in column.texts where !configured.containsName(value) && names.action(value) == nil {
            guard let group = groups[value] else { continue }
            if HeaderHints.saleCells.contains(nameKey(value)) {
                replacements.append((value, "order"))
            } else if !HeaderHints.isCancelWord(value) {
                unknown.append(value)
            } else if group.negative == group.rows {
                replacements.append((value, "cancel"))
            } else {
                unclear.append(value)
            }
        }
        return (replacements, unclear, unknown)
    }

    func question(onActions words: [String], in column: ExportColumn) -> SettingsQuestion {
        let words = Array(words.prefix(20))
        var answers: [Answer] = [
            (.isSale, .replacing(.action, words, as: "order")),
            (.rowsDoNotCount, .replacing(.action, words, as: "ignore")),
        ]
        // A column in which no word is an action, such as one of payment types, may have nothing to do with actions.
        let isOfActions = column.texts.contains { value in
            names.action(value) != nil || HeaderHints.saleCells.contains(nameKey(value))
                || HeaderHints.isCancelWord(value)
        }
        if !isOfActions {
            let unused = SettingsProposal.naming(.action, []).adding(.accepting(column.name))
            answers.insert((.meansNothing, unused), at: 0)
        }
        return SettingsQuestion(.actionWords(header: column.name, cells: words), answers)
    }

    /// Proposes to read quantities with a `-` as cancels, if no action shows what they mean.
    mutating func readSigns() {
        guard existing.negative == nil, let quantity,
            quantity.texts.contains(where: { parseNegativeQuantity($0, decimal: decimal) != nil })
        else { return }
        let cancels = proposal.replacements.filter { $0.role == .action && $0.to == "cancel" }.map(\.from)
        let isKnownAction = action.map { action in
            groups(action).allSatisfy { cell, group in
                group.negative == 0 || names.action(cell) == .cancel || cancels.containsName(cell)
            }
        }
        if isKnownAction != true { proposal.negative = .cancel }
    }

    // MARK: - Ids

    /// The rows that may repeat an order: an id of theirs, their number, and the line of the first, from 1.
    private typealias Repeats = (id: String, count: Int, line: Int)

    /// Proposes an id composed of the receipt's number and other columns, unless a single column identifies each row.
    mutating func proposeIDs() {
        if existing.columns[.id] != nil { return }
        let idColumn = columns(of: .id).first
        if let idColumn, isCutOff(idColumn) || !repeatsIDs(idColumn) { return }
        let duplicates = idColumn.flatMap(duplicateRows)
        if duplicates == nil, let unique = export.columns.first(where: belongsToRow) {
            proposal = proposal.adding(.naming(.id, [unique.name]))
            return
        }
        guard let receipt = idColumn ?? filledColumn(HeaderHints.receipt), !isCutOff(receipt) else { return }
        let parts = idProposal(receipt)
        let whole = duplicates ?? duplicateRows(receipt)
        guard let duplicates = whole ?? splitRows(receipt), receipt.isNameable else {
            proposeID(parts, of: receipt)
            return
        }
        // The rows of one receipt may be of several items.
        var same = SettingsProposal.naming(.id, [receipt.name])
        if whole == nil, let columns = parts.columns[.id]?.parts {
            let ordered = [item, quantity].compactMap(\.self).map { RoleColumns.Part.column($0.name) }
            same.columns[.id] = .composite(columns.filter { $0 != .occurrence } + ordered)
        }
        ask(
            .duplicateRows(
                header: receipt.name, id: duplicates.id, count: duplicates.count, line: duplicates.line),
            [(.sameRowAgain, same), (.separateOrders, parts)])
    }

    private func filledColumn(_ names: [String]) -> ExportColumn? {
        names.compactMap(export.column).first { $0.isNameable && !$0.values.isEmpty }
    }

    /// Proposes an id, or asks if a receipt's number may start again each day and the export has no date.
    private mutating func proposeID(_ settings: SettingsProposal, of receipt: ExportColumn) {
        guard let parts = settings.columns[.id]?.parts, dateColumn == nil, mayRestart(receipt.texts) else {
            proposal = proposal.adding(settings)
            return
        }
        let daily = SettingsProposal(\.columns, [.id: .composite([.date] + parts)])
        ask(.restartingNumbers(header: receipt.name), [(.restartsEachDay, daily), (.neverRestarts, settings)])
    }

    /// The column of dates, or of times that include a date, if one column has both; nil if there is none.
    private var dateColumn: ExportColumn? {
        times.date ?? (times.columns.count == 1 && direction?.hasDates == true ? times.columns.first : nil)
    }

    /// Whether a spreadsheet has truncated a cell of a column, so that the column cannot identify rows.
    private func isCutOff(_ column: ExportColumn) -> Bool { column.texts.contains { IDText.isCutOff($0) } }

    /// Whether a column has the same id twice, not counting placeholders.
    private func repeatsIDs(_ column: ExportColumn) -> Bool {
        column.counts.indices.dropFirst().contains { code in
            column.counts[code] > 1 && !column.cell(UInt32(code)).withView { IDText.isPlaceholder($0) }
        }
    }

    /// The rows that equal another row in every cell; nil if there are none, or if rows with the same id differ.
    private func duplicateRows(_ ids: ExportColumn) -> Repeats? {
        // If no id occurs only once, each id is a receipt with equal rows.
        guard ids.counts.dropFirst().contains(1) else { return nil }
        var above: [UInt32: Int] = [:]
        var duplicates: [Int] = []
        for (row, code) in ids.codes.enumerated() where code != ExportColumn.empty && code != ExportColumn.other {
            guard let rowAbove = above.updateValue(row, forKey: code) else { continue }
            if !areEqual(row, rowAbove) { return nil }
            duplicates.append(row)
        }
        return repeats(ids, in: duplicates)
    }

    /// The rows that differ from another row of their receipt only in how it was paid, taxed or delivered, if any.
    private func splitRows(_ ids: ExportColumn) -> Repeats? {
        let ordered = export.columns.filter { !$0.words.hasAny(HeaderHints.besideOrder) }
        // For each hash of what was ordered, the last row with it.
        var above: [Int: Int] = [:]
        let rows = ids.codes.indices.filter { row in
            let codes = ordered.map { $0.codes[row] } + [ids.codes[row]]
            if codes.contains(ExportColumn.other) || codes.last == ExportColumn.empty { return false }
            return above.updateValue(row, forKey: codes.hashValue).map { !areEqual(row, $0) } ?? false
        }
        return repeats(ids, in: rows)
    }

    /// Whether two rows have the same cells; cells that are not kept count as the same.
    private func areEqual(_ row: Int, _ other: Int) -> Bool {
        // Iterating over the columns would copy each of them for every row.
        export.columns.indices.allSatisfy { export.columns[$0].codes[row] == export.columns[$0].codes[other] }
    }

    private func repeats(_ ids: ExportColumn, in rows: [Int]) -> Repeats? {
        rows.first.map { (ids.cell(ids.codes[$0]), rows.count, export.lines[$0]) }
    }

    /// Whether a column identifies each row and, by its header, contains the numbers of orders' lines.
    private func belongsToRow(_ column: ExportColumn) -> Bool {
        guard column.isNameable, column.words.hasAny(["id", "번호"]), !HeaderHints.receipt.contains(column.key),
            !column.hasMore, !column.hasRepeats, column.emptyRows == 0, column.values.count >= 2, !isCutOff(column),
            column.words.hasAny(["selection", "line", "lineitem"])
                || column.words.hasAny(["주문", "order"])
                    && column.words.hasAny(["상품", "상세", "품목", "메뉴", "item", "detail", "details"])
        else { return false }
        // Numbers that count the rows from 1, in any order, are no ids. Rows that are not kept are counted too.
        return !column.codes.allSatisfy { code in Int(column.cell(code)).map { 1...export.rows ~= $0 } ?? false }
    }

    /// An id composed of a receipt's number and all columns that distinguish the receipt's rows.
    func idProposal(_ receipt: ExportColumn) -> SettingsProposal {
        guard receipt.isNameable else { return SettingsProposal() }
        var parts: [ExportColumn] = []
        if let date = dateColumn, mayRestart(receipt.texts) {
            // Each POS terminal counts on its own.
            let terminal = filledColumn(HeaderHints.terminal).flatMap { column in
                column.emptyRows <= export.count - itemRows.count ? column : nil
            }
            parts = [date].filter(\.isNameable) + [terminal].compactMap(\.self)
        }
        parts.append(receipt)
        // An id must not change from one export to the next, as an order's state does, but not that of its payment.
        if let action, action.isNameable,
            !action.words.hasAny(["상태", "처리", "결과", "status", "state", "result"])
                || action.words.hasAny(["결제", "payment"]),
            action.texts.contains(where: { HeaderHints.isCancelWord($0) || names.action($0) == .cancel })
        {
            parts.append(action)
        }
        return SettingsProposal(\.columns, [.id: .composite(parts.map { .column($0.name) } + [.occurrence])])
    }

    /// Whether receipt numbers are so short that they may start again each day: `0001`, `01-0001`, `P01-000001`.
    ///
    /// A number of more than 6 characters with a letter behind a digit, such as `B2KQ00861`, is a code.
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
        let ofOrder = (times.columns + [item, quantity].compactMap(\.self)).map(\.codes)
        // A row in which the column is empty, but which has its own time, item and quantity, may be a separate order.
        let merged = export.columns.filter { column in
            isMerged(column, in: itemRows)
                && !itemRows.contains { row in
                    column.isEmpty(row) && ofOrder.allSatisfy { $0[row] != ExportColumn.empty }
                }
        }
        let idNames = (existing.columns[.id] ?? proposal.columns[.id])?.names ?? columns(of: .id).map(\.name)
        let ofReceipt = merged.filter { idNames.containsName($0.name) }
        var candidates: [ExportColumn] = []
        if let leading = ofReceipt.first ?? times.columns.first(where: merged.contains) {
            let count = itemRows.count { leading.isEmpty($0) }
            candidates = merged.filter { column in
                itemRows.count { column.isEmpty($0) } == count && column.isNameable
                    && (ofReceipt.contains(column) || times.columns.contains(column) || isStatusColumn(column))
            }
        }
        candidates += export.columns.filter { column in
            !candidates.contains(column) && column.isNameable && isStatusColumn(column)
                && [itemRows, Array(0..<export.count)].contains { isOnFirstLinesOnly(column, in: $0) }
        }
        proposal.fill = candidates.map(\.name).filter { !existing.fill.containsName($0) }
        // An id that is filled from above applies to several rows.
        guard existing.columns[.id] == nil, proposal.columns[.id] == nil, let id = columns(of: .id).first,
            candidates.contains(id)
        else { return }
        proposeID(idProposal(id), of: id)
    }

    /// Whether a column is empty in some of the rows, but not in the first of them.
    func isMerged(_ column: ExportColumn, in rows: [Int]) -> Bool {
        guard let first = rows.first, !column.isEmpty(first) else { return false }
        return rows.contains { column.isEmpty($0) }
    }

    private func isStatusColumn(_ column: ExportColumn) -> Bool {
        column == action || existing.filterColumns.containsName(column.name)
            || column.kinds().contains { $0 == .action || $0 == .cancellation }
    }

    /// Whether a column is empty exactly in those of the rows that have the same order number as the one above.
    private func isOnFirstLinesOnly(_ column: ExportColumn, in rows: [Int]) -> Bool {
        guard isMerged(column, in: rows) else { return false }
        let others = times.columns + [column, item, quantity].compactMap(\.self)
        return export.columns.contains { orders in
            guard !others.contains(orders), orders.distinct > 1 else { return false }
            return zip(rows, rows.dropFirst()).allSatisfy { above, row in
                let (code, codeAbove) = (orders.codes[row], orders.codes[above])
                let isKept = code != ExportColumn.empty && code != ExportColumn.other
                return (isKept && code == codeAbove) == column.isEmpty(row)
            }
        }
    }
}

/// Whether a cell consists of a number and a word for rows or for a total: `총 2건`, `Total: 2 rows`, `2 rows`.
private func isRowCount(_ cell: String) -> Bool {
    let text = cell.precomposedStringWithCompatibilityMapping.lowercased()
    guard text.contains(where: { $0.isASCII && $0.isNumber }) else { return false }
    var rest = text.filter { !($0.isASCII && $0.isNumber) && !$0.isWhitespace && !",.:()[]-=".contains($0) }
    if rest.isEmpty { return false }
    for word in ["총", "전체", "합", "total", "count"] where rest.hasPrefix(word) { rest.removeFirst(word.count) }
    return rest.isEmpty || ["건", "행", "개", "row", "rows", "records", "items", "orders"].contains(rest)
}
