internal import CSV

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

extension InputSurveyor {
    /// The relations between the cells of an input's rows, given the presumed roles of its columns.
    func relations(of file: InputFile, _ survey: InputSurvey, _ guess: ColumnGuess) throws -> RowRelations {
        let plan = try plan(of: file)
        defer { file.pause() }
        var surveyor = RowSurveyor(guess, names: names, columns: survey.columns)
        _ = try rows(of: plan) { records, row, line in
            let fits =
                survey.hasTrailingCells ? plan.columns.fitsTrailing(records, row) : plan.columns.fits(records, row)
            guard fits else { return }
            let cells = (0..<plan.columns.count).map {
                trimmedText(String(decoding: records.field(row, $0), as: UTF8.self))
            }
            // Rows that look like totals are none of data.
            if cells.contains(where: { $0.utf8.count <= 64 && AmbiguousCell.isTotal($0) }) { return }
            surveyor.add(cells, line: line)
        }
        return surveyor.relations()
    }
}

/// A survey of rows as a whole.
struct RowSurveyor {
    /// The maximum number of a column's values that are distinguished.
    private static let groupsMax = 200
    private static let evening = 18 * 3_600
    private static let morning = 12 * 3_600

    private let guess: ColumnGuess
    private let names: NameIndex
    private let reader: TimeReader
    private var found = RowRelations()
    private var direction = RowRelations.Direction()
    private var lastTime: RowTime?
    private var filledDate: [String] = []
    private var isFirst = true
    private var emptyElsewhere: Set<Int> = []
    /// The columns that are not empty in the first row.
    private var begun: Set<Int> = []

    /// - Parameter columns: the surveys of the columns.
    init(_ guess: ColumnGuess, names: NameIndex, columns: [ColumnSurvey]) {
        self.guess = guess
        self.names = names
        reader = TimeReader(dateOrder: guess.dateOrder)
        direction.columns = guess.time
        filledDate = guess.time.map { _ in "" }
        for column in guess.grouped { found.groups[column] = [:] }
    }

    /// Adds the trimmed cells of the next row.
    mutating func add(_ cells: [String], line: Int) {
        let item = guess.item.map { cells[$0] }
        let empty = Set(cells.indices.filter { cells[$0].isEmpty })
        if let item, item.isEmpty {
            found.namelessRows += 1
            if found.firstNamelessLine == 0 { found.firstNamelessLine = line }
            return
        }
        emptyElsewhere.formUnion(empty)
        if isFirst { begun = Set(cells.indices).subtracting(empty) }
        isFirst = false
        addGroups(cells, item)
        addTime(cells)
        guard let item else { return }
        // A juice may be called by its fruit, and its size say the rest.
        if names.juice(item) != nil { found.knownJuices += 1 }
        for column in guess.variants where names.juice(item + " " + cells[column]) != nil {
            found.knownWithVariant[column, default: 0] += 1
        }
    }

    private func isOnMenu(_ text: String) -> Bool { names.juice(text) != nil || names.fruit(text) != nil }

    private mutating func addGroups(_ cells: [String], _ item: String?) {
        let isNegative = guess.quantity.map { parseNegativeQuantity(cells[$0], decimal: guess.decimal) != nil } ?? false
        let variant = guess.variant.map { cells[$0] } ?? ""
        let isKnown = item.map { isOnMenu(variant.isEmpty ? $0 : $0 + " " + variant) } ?? false
        for column in guess.grouped {
            let value = cells[column]
            guard found.groups[column]?[value] != nil || (found.groups[column]?.count ?? 0) < Self.groupsMax else {
                continue
            }
            found.groups[column]?[value, default: RowRelations.Group()].rows += 1
            if isNegative { found.groups[column]?[value]?.negative += 1 }
            if isKnown { found.groups[column]?[value]?.known += 1 } else { found.groups[column]?[value]?.unknown += 1 }
        }
    }

    private mutating func addTime(_ cells: [String]) {
        guard !guess.time.isEmpty else { return }
        // Merged cells stand for those below them.
        for (at, column) in guess.time.enumerated() where !cells[column].isEmpty { filledDate[at] = cells[column] }
        let text = filledDate.joined(separator: " ")
        let time = Array(text.utf8).withUnsafeBufferPointer { reader.read($0) }
        guard let time else {
            direction.unreadable += 1
            return
        }
        if direction.first.isEmpty { direction.first = text }
        direction.last = text
        defer { lastTime = time }
        guard let lastTime, lastTime.kind == time.kind else { return }
        if lastTime.isEarlier(than: time) { direction.rises += 1 }
        if time.isEarlier(than: lastTime) {
            direction.falls += 1
            if time.day == lastTime.day, lastTime.secondsOfDay >= Self.evening, time.secondsOfDay < Self.morning {
                direction.midnights += 1
            }
        }
        if direction.midnights > 0, time.secondsOfDay < Self.morning {
            direction.latestMorningMinutes = max(direction.latestMorningMinutes, time.secondsOfDay / 60)
        }
    }

    /// Returns the relations found in the rows.
    func relations() -> RowRelations {
        var found = found
        if !guess.time.isEmpty { found.direction = direction }
        found.mergedColumns = emptyElsewhere.intersection(begun).sorted()
        return found
    }
}
