internal import CSV
internal import JuiceCore

/// The presumed roles of an input's columns, by which rows are examined as a whole.
struct ColumnGuess: Equatable {
    /// The index of the item column, from 0, as of the others.
    var item: Int?
    /// A column that makes up the item together with that one.
    var variant: Int?
    /// Columns of which it is to be seen whether they would.
    var variants: [Int] = []
    var quantity: Int?
    /// The columns whose joined cells are the times; empty where there are none.
    var time: [Int] = []
    var dateOrder: DateOrder?
    /// The mark in front of a fraction.
    var decimal: DecimalMark?
    /// The columns whose values are counted together with quantities and items.
    var grouped: [Int] = []
}

extension RowRelations {
    /// The maximum number of a column's values that are distinguished.
    private static let groupsMax = 200
    private static let evening = 18 * 3_600
    private static let morning = 12 * 3_600

    /// The relations between the cells of a table's rows, given the presumed roles of its columns.
    init(_ table: RowTable, _ guess: ColumnGuess, names: NameIndex) {
        self.init()
        let rows = namedRows(table, guess.item)
        count(table, guess, rows, names)
        addGroups(table, guess, rows, names)
        addDirection(table, guess, rows)
        mergedColumns = table.columns.indices.filter { column in
            guard let first = rows.first else { return false }
            let codes = table.columns[column].codes
            return codes[first] != CellTable.empty && rows.contains { codes[$0] == CellTable.empty }
        }
    }

    /// The rows with an item; those without are counted.
    private mutating func namedRows(_ table: RowTable, _ item: Int?) -> [Int] {
        guard let item else { return Array(0..<table.count) }
        let codes = table.columns[item].codes
        let rows = (0..<table.count).filter { codes[$0] != CellTable.empty }
        namelessRows = table.count - rows.count
        if namelessRows > 0, let first = (0..<table.count).first(where: { codes[$0] == CellTable.empty }) {
            firstNamelessLine = Int(table.lines[first])
        }
        return rows
    }

    private mutating func count(_ table: RowTable, _ guess: ColumnGuess, _ rows: [Int], _ names: NameIndex) {
        guard let item = guess.item else { return }
        let isJuice = table.columns[item].map { names.juice($0) != nil }
        let items = table.columns[item].codes
        knownJuices = rows.count { items[$0] != CellTable.other && isJuice[Int(items[$0])] }
        for variant in guess.variants {
            // A juice may be called by its fruit, and its size say the rest.
            let known = joined(table, item, variant, rows) { names.juice($0) != nil }
            if known > 0 { knownWithVariant[variant] = known }
        }
    }

    /// The number of rows for which two joined cells satisfy a condition.
    private func joined(
        _ table: RowTable, _ first: Int, _ second: Int, _ rows: [Int], _ holds: (String) -> Bool
    ) -> Int {
        var memo = PairMemo(table.columns[first], table.columns[second])
        return rows.count { row in memo.value(row) { holds($0.isEmpty ? "" : $0 + " " + $1) } }
    }

    private mutating func addGroups(_ table: RowTable, _ guess: ColumnGuess, _ rows: [Int], _ names: NameIndex) {
        func isOnMenu(_ text: String) -> Bool { names.juice(text) != nil || names.fruit(text) != nil }
        let negative = guess.quantity.map { column in
            table.columns[column].map { parseNegativeQuantity($0, decimal: guess.decimal) != nil }
        }
        let known = guess.item.map { item in
            var memo = PairMemo(table.columns[item], table.columns[guess.variant ?? item])
            return rows.map { row in
                memo.value(row) { isOnMenu(guess.variant == nil || $1.isEmpty ? $0 : $0 + " " + $1) }
            }
        }
        for column in guess.grouped {
            let cells = table.columns[column]
            var groups = [Group](repeating: Group(), count: min(cells.count, Self.groupsMax) + 1)
            for (place, row) in rows.enumerated() where Int(cells.codes[row]) < groups.count {
                let code = Int(cells.codes[row])
                groups[code].rows += 1
                if let quantity = guess.quantity, let negative {
                    let quantityCode = table.columns[quantity].codes[row]
                    if quantityCode != CellTable.other, negative[Int(quantityCode)] { groups[code].negative += 1 }
                }
                if known?[place] == true { groups[code].known += 1 } else { groups[code].unknown += 1 }
            }
            self.groups[column] = Dictionary(
                uniqueKeysWithValues: groups.indices.filter { groups[$0].rows > 0 }.map {
                    (cells.cell(UInt32($0)), groups[$0])
                })
        }
    }

    private mutating func addDirection(_ table: RowTable, _ guess: ColumnGuess, _ rows: [Int]) {
        if guess.time.isEmpty { return }
        var direction = Direction()
        direction.columns = guess.time
        let reader = TimeReader(dateOrder: guess.dateOrder)
        // Merged cells stand for those below them.
        var filled = guess.time.map { _ in CellTable.empty }
        var (text, latest): ([UInt8], [UInt8]) = ([], [])
        var last: RowTime?
        var isReadable = false
        for row in rows {
            var (hasChanged, isKnown) = (!isReadable, true)
            for (at, column) in guess.time.enumerated() {
                let code = table.columns[column].codes[row]
                if code == CellTable.other { isKnown = false }
                if code == CellTable.empty || code == filled[at] { continue }
                filled[at] = code
                hasChanged = true
            }
            if !hasChanged { continue }
            isReadable = false
            guard isKnown, !filled.contains(CellTable.other) else {
                direction.unreadable += 1
                continue
            }
            text.removeAll(keepingCapacity: true)
            for (at, column) in guess.time.enumerated() {
                if at > 0 { text.append(Ascii.space) }
                table.columns[column].withBytes(filled[at]) { text.append(contentsOf: $0) }
            }
            guard let time = text.withUnsafeBufferPointer({ reader.read($0) }) else {
                direction.unreadable += 1
                continue
            }
            if direction.first.isEmpty { direction.first = String(decoding: text, as: UTF8.self) }
            direction.add(time, after: last)
            (last, isReadable) = (time, true)
            swap(&text, &latest)
        }
        direction.last = String(decoding: latest, as: UTF8.self)
        self.direction = direction
    }
}

extension RowRelations.Direction {
    private static let evening = 18 * 3_600
    private static let morning = 12 * 3_600

    /// Adds the next time.
    fileprivate mutating func add(_ time: RowTime, after last: RowTime?) {
        hasDates = time.kind.contains(.date)
        guard let last, last.kind == time.kind else { return }
        if last.isEarlier(than: time) { rises += 1 }
        if time.isEarlier(than: last) {
            falls += 1
            if time.day == last.day, last.secondsOfDay >= Self.evening, time.secondsOfDay < Self.morning {
                midnights += 1
            }
        }
        if midnights > 0, time.secondsOfDay < Self.morning {
            latestMorningMinutes = max(latestMorningMinutes, time.secondsOfDay / 60)
        }
    }
}

/// The answers to a question about the cells of two columns, each pair asked once.
private struct PairMemo {
    private let first: CellTable
    private let second: CellTable
    private var answers: [UInt64: Bool] = [:]
    private var last: (pair: UInt64, answer: Bool)?

    init(_ first: CellTable, _ second: CellTable) {
        self.first = first
        self.second = second
    }

    /// The answer for a row; false where a cell is not kept.
    mutating func value(_ row: Int, _ answer: (String, String) -> Bool) -> Bool {
        let (one, two) = (first.codes[row], second.codes[row])
        if one == CellTable.other || two == CellTable.other { return false }
        let pair = UInt64(one) << 32 | UInt64(two)
        if let last, last.pair == pair { return last.answer }
        let found = answers[pair] ?? answer(first.cell(one), second.cell(two))
        answers[pair] = found
        last = (pair, found)
        return found
    }
}
