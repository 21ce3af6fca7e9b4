package import CSV
internal import FlatMemory
internal import JuiceCore

/// Finds ambiguities in the rows of batches.
///
/// Each worker has one scanner for all inputs.
package struct AmbiguityScanner: ~Copyable {
    private var memo = SpellingMemo()

    /// The kind of question about a spelling; as part of the key, it lets one memo serve all kinds.
    private enum Question: UInt8 {
        case quantity, action, cancellation, unit, total, place, item
    }

    package init() {}

    /// Scans the rows of a batch that has been decoded and not yet applied.
    ///
    /// - Parameter rules: The rules of the batch's input.
    package mutating func scan(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ rules: AmbiguityRules
    ) -> BatchAmbiguities {
        var ambiguities = BatchAmbiguities()
        if rules.areSilent { return ambiguities }
        countFitting(records, rows, &ambiguities)
        // Ambiguities with a lower rank are searched first, so that the others are searched only in the rows above.
        var end = records.count
        for check in rules.cellChecks {
            guard let row = firstAmbiguous(records, rows, check, rules, end) else { continue }
            let cell = rules.text(records, row, check.column)
            ambiguities.found = BatchAmbiguities.Found(
                row: row, ambiguity: rules.ambiguity(check.kind, column: check.column, cell: cell))
            end = row
        }
        if let (row, cell) = firstCutOffID(records, rows, rules, end) {
            let ambiguity = Ambiguity.cutOffID(header: rules.columns.roleNames[.id] ?? "", id: cell)
            ambiguities.found = BatchAmbiguities.Found(row: row, ambiguity: ambiguity)
            end = row
        }
        if let (row, column) = firstTotal(records, rows, rules, end) {
            ambiguities.found = BatchAmbiguities.Found(row: row, ambiguity: rules.totalAmbiguity(records, row, column))
            end = row
        }
        if let row = firstHeader(records, rows, rules, end) {
            ambiguities.found = BatchAmbiguities.Found(row: row, ambiguity: rules.secondTable)
        }
        // The row that was found may also have an ambiguity with a lower rank, which is then reported instead.
        let last = ambiguities.found.map { $0.row + 1 } ?? records.count
        for comparison in rules.comparisons {
            ambiguities.groups.append(groups(records, rows, comparison, rules, last))
        }
        return ambiguities
    }

    private func countFitting(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ ambiguities: inout BatchAmbiguities
    ) {
        for row in 0..<records.count {
            let code = rows.codes[unchecked: row]
            if code == OutcomeCode.wrongFieldCount.rawValue {
                if ambiguities.firstMisfitCells == nil { ambiguities.firstMisfitCells = records.fieldCount(row) }
            } else if code != DecodedRows.None.row {
                ambiguities.hasFittingRow = true
                return
            }
        }
    }

    private mutating func firstAmbiguous(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ check: AmbiguousColumn,
        _ rules: AmbiguityRules, _ end: Int
    ) -> Int? {
        let column = rules.columns.filling(check.column)
        for row in 0..<end where AmbiguityRules.shows(rows.codes[unchecked: row]) {
            if isAmbiguous(rules.columns.cell(records, row, column), as: check.kind, rules) { return row }
        }
        return nil
    }

    @inline(__always)
    private mutating func isAmbiguous(
        _ cell: UnsafeBufferPointer<UInt8>, as kind: Ambiguity.Column, _ rules: AmbiguityRules
    ) -> Bool {
        guard let first = cell.first else { return false }
        let question: Question
        switch kind {
        case .quantity:
            if first == 0x31 && cell.count == 1 { return false }
            question = .quantity
        case .action:
            guard cell.contains(where: { $0 > Ascii.colon }) else { return false }
            question = .action
        case .cancellation: question = .cancellation
        default: question = .unit
        }
        return holds(question, cell) { AmbiguousCell.isAmbiguous($0, as: kind, decimal: rules.decimal) }
    }

    /// Whether a condition holds for a cell's trimmed text, from the memo or newly evaluated.
    private mutating func holds(
        _ question: Question, _ cell: UnsafeBufferPointer<UInt8>, _ answer: (String) -> Bool
    ) -> Bool {
        memo.value(cell, context: question.rawValue) {
            // If the bytes are not valid UTF-8, the whole input will be read in another encoding.
            guard firstInvalidUTF8(cell) == nil else { return nil }
            return answer(String(decoding: trimmed(cell), as: UTF8.self)) ? 1 : 0
        } == 1
    }

    /// The first row whose id is a number that a spreadsheet truncated, and that number.
    private func firstCutOffID(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ rules: AmbiguityRules, _ end: Int
    ) -> (row: Int, cell: String)? {
        var first: (row: Int, cell: String)?
        for idColumn in rules.idColumns {
            let column = rules.columns.filling(idColumn)
            let isPlain = rules.columns.isPlain(column)
            for row in 0..<(first?.row ?? end) where AmbiguityRules.shows(rows.codes[unchecked: row]) {
                let cell = isPlain ? records.field(row, column) : rules.columns.cell(records, row, column)
                guard IDText.isCutOff(cell) else { continue }
                first = (row, String(decoding: trimmed(cell), as: UTF8.self))
                break
            }
        }
        return first
    }

    /// The first row that may be a total, and the column that shows it.
    private mutating func firstTotal(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ rules: AmbiguityRules, _ end: Int
    ) -> (row: Int, column: Int)? {
        let columns = rules.extraColumns
        if columns.isEmpty { return nil }
        for row in 0..<end {
            let code = rows.codes[unchecked: row]
            guard code == OutcomeCode.success.rawValue || code > OutcomeCode.invalidQuantity.rawValue,
                code != DecodedRows.None.row
            else { continue }
            for column in columns {
                let cell = records.field(row, column)
                if AmbiguousCell.mayBeTotal(cell), holds(.total, cell, AmbiguousCell.isTotal) { return (row, column) }
            }
        }
        return nil
    }

    /// The first row that repeats the header.
    private mutating func firstHeader(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ rules: AmbiguityRules, _ end: Int
    ) -> Int? {
        for row in 0..<end {
            let code = rows.codes[unchecked: row]
            guard AmbiguityRules.shows(code), rules.isHeaderAnItem || code != OutcomeCode.success.rawValue else {
                continue
            }
            if isHeader(records, row, rules) { return row }
        }
        return nil
    }

    private func isHeader(_ records: borrowing RecordBatch, _ row: Int, _ rules: AmbiguityRules) -> Bool {
        for role in rules.headerCells {
            let cell = rules.cell(records, row, role.column)
            guard role.filter.mayBegin(cell), nameKey(String(decoding: trimmed(cell), as: UTF8.self)) == role.key else {
                return false
            }
        }
        return true
    }
}

extension AmbiguityScanner {
    /// The groups of rows that are compared in a column, up to a record.
    private mutating func groups(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ comparison: AmbiguousColumn,
        _ rules: AmbiguityRules, _ end: Int
    ) -> [Int: BatchAmbiguities.Group] {
        let column = rules.columns.filling(comparison.column)
        let isLocation = comparison.kind == .location
        // Rows are grouped by item for variants; for locations, all rows are one group.
        var groups = [BatchAmbiguities.Group?](repeating: nil, count: isLocation ? 1 : rules.names.itemCount)
        for row in 0..<end where AmbiguityRules.shows(rows.codes[unchecked: row]) {
            guard let number = isLocation ? 0 : item(records, rows, row, rules) else { continue }
            let cell = rules.columns.cell(records, row, column)
            guard let group = groups[number] else {
                groups[number] = BatchAmbiguities.Group(first: row)
                if isLocation, !isPlace(cell) { groups[number]?.location = row }
                continue
            }
            if group.different == nil, !isSame(cell, rules.columns.cell(records, group.first, column)) {
                groups[number]?.different = row
                if !isLocation { break }
            }
            if isLocation, group.location == nil, !isPlace(cell) { groups[number]?.location = row }
            if isLocation, groups[0]?.different != nil, groups[0]?.location != nil { break }
        }
        var found: [Int: BatchAmbiguities.Group] = [:]
        for (number, group) in groups.enumerated() { found[number] = group }
        return found
    }

    @inline(__always)
    private func isSame(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
        a.elementsEqual(b) || trimmed(a).elementsEqual(trimmed(b))
    }

    private mutating func isPlace(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        holds(.place, cell, AmbiguousCell.isPlace)
    }

    /// The index of a row's item among all juices followed by all fruits; nil if it is not on the menu.
    @inline(__always)
    private mutating func item(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ row: Int, _ rules: AmbiguityRules
    ) -> Int? {
        let known = rows.items[unchecked: row]
        guard known == DecodedRows.None.item else {
            let isOfJuice = Action(rawValue: rows.actions[unchecked: row])?.isOfJuice
            return Int(known) + (isOfJuice == true ? 0 : rules.names.juiceCount)
        }
        return itemByName(rules.columns.cell(records, row, rules.columns.item), rules)
    }

    private mutating func itemByName(_ cell: UnsafeBufferPointer<UInt8>, _ rules: AmbiguityRules) -> Int? {
        let none: UInt64 = .max
        let found = memo.value(cell, context: Question.item.rawValue) {
            guard firstInvalidUTF8(cell) == nil else { return nil }
            let text = String(decoding: trimmed(cell), as: UTF8.self)
            var name = text
            if case .name(let other)? = rules.itemValues[cellKey(text)] { name = other }
            switch (rules.names.juice(name), rules.names.fruit(name)) {
            case (let juice?, nil): return UInt64(juice)
            case (nil, let fruit?): return UInt64(fruit + rules.names.juiceCount)
            default: return none
            }
        }
        return found == none ? nil : found.map { Int($0) }
    }
}
