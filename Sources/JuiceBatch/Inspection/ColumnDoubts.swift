internal import CSV
internal import JuiceCore

/// Finds the columns of an input that are in doubt, over all of its rows.
struct ColumnDoubts {
    private let survey: InputSurvey
    private let settings: SettingsProposal
    private let item: Int?
    private let variant: Int?
    private let names: NameIndex
    /// The rows of the table that settings do not leave out; nil for all.
    private let rows: [Int]?

    /// - Parameters:
    ///   - settings: all that is settled, proposed or assumed.
    ///   - found: the columns of the item, among others.
    ///   - countsIgnoredNames: whether rows count that settings ignore for their item, whose other cells are judged first.
    init(
        _ survey: InputSurvey, _ settings: SettingsProposal, _ found: ColumnFindings, names: NameIndex,
        countsIgnoredNames: Bool = false
    ) {
        self.survey = survey
        self.settings = settings
        item = found.item
        variant = found.variant
        self.names = names
        rows = Self.rows(survey, settings.rules, item: countsIgnoredNames ? nil : found.item)
    }

    /// The columns in doubt, each with the first meaning that it may have, in the order of the ambiguities.
    func all() -> [(column: Int, kind: Ambiguity.Column)] {
        if survey.ownFile != nil { return [] }
        let reader = ColumnReader(survey, settled: settings, proposal: SettingsProposal())
        let found = survey.columns.indices.compactMap { column in
            reader.isUnnamed(column) ? kind(column, hasQuantity: reader.hasQuantity).map { (column, $0) } : nil
        }
        func order(_ kind: Ambiguity.Column) -> Int {
            Ambiguity.column(kind, header: "", cell: "", beside: []).order
        }
        return found.sorted { a, b in (order(a.1), a.0) < (order(b.1), b.0) }
    }

    /// The first meaning that a column without a role may have, as its cells show it; nil where it is in no doubt.
    func kind(_ column: Int, hasQuantity: Bool) -> Ambiguity.Column? {
        let kinds = AmbiguousColumns.kinds(TextWords(survey.columns[column].name), hasQuantity: hasQuantity)
        return kinds.first { shows($0, in: column) } ?? (hasQuantity ? nil : figures(column)) ?? otherThanOrders(column)
    }

    private func shows(_ kind: Ambiguity.Column, in column: Int) -> Bool {
        switch kind {
        case .variant: hasVariants(column)
        case .location:
            distinct(column).count > 1
                && !distinct(column).allSatisfy { AmbiguousCell.isPlace(survey.table.columns[column].cell($0)) }
        case .date: false
        case .quantity, .action, .cancellation, .unit:
            distinct(column).contains { code in
                AmbiguousCell.isAmbiguous(
                    survey.table.columns[column].cell(code), as: kind, decimal: settings.decimal)
            }
        }
    }

    /// The quantity, if the column holds nothing but figures, not all of them 1, and its header has no word against it.
    private func figures(_ column: Int) -> Ambiguity.Column? {
        let (cells, name) = (survey.table.columns[column], survey.columns[column].name)
        guard AmbiguousColumns.mayHoldQuantities(TextWords(name), name), !cells.hasMore, counts(column).rows > 1 else {
            return nil
        }
        let figures = distinct(column).filter { $0 != CellTable.empty }.map {
            AmbiguousCell.figure(cells.cell($0), decimal: settings.decimal)
        }
        return figures.contains { $0 != 1 } && figures.allSatisfy { $0 != nil } ? .quantity : nil
    }

    /// The action, if the column has few different cells and one of them may mean something else than an order.
    private func otherThanOrders(_ column: Int) -> Ambiguity.Column? {
        let (rows, cells) = counts(column)
        guard !survey.table.columns[column].hasMore, cells.count <= InputProfile.cellsMax else { return nil }
        let areFew =
            rows < InputProfile.rowsOfFewCells
            ? cells.contains { $0.rows > 1 } : cells.count <= InputProfile.toldCellsMax
        return areFew && cells.contains { AmbiguousCell.isAmbiguous($0.text, as: .action, decimal: nil) }
            ? .action : nil
    }

    /// The different cells of a column in the rows that count, in order of first appearance, and the number of the rows;
    /// cells that are not kept are left out.
    func counts(_ column: Int) -> (rows: Int, cells: [(text: String, rows: Int)]) {
        let cells = survey.table.columns[column]
        var counts = cells.counts
        if let rows {
            counts = counts.map { _ in 0 }
            for row in rows where cells.codes[row] != CellTable.other { counts[Int(cells.codes[row])] += 1 }
        }
        let found = counts.indices.filter { counts[$0] > 0 }.map { (text: cells.cell(UInt32($0)), rows: counts[$0]) }
        return (found.reduce(0) { $0 + $1.rows }, found)
    }

    /// The codes of the cells of a column in the rows that count; cells that are not kept are left out.
    private func distinct(_ column: Int) -> [UInt32] {
        let cells = survey.table.columns[column]
        guard let rows else { return cells.counts.indices.filter { cells.counts[$0] > 0 }.map { UInt32($0) } }
        var isSeen = [Bool](repeating: false, count: cells.count + 1)
        for row in rows where cells.codes[row] != CellTable.other { isSeen[Int(cells.codes[row])] = true }
        return isSeen.indices.filter { isSeen[$0] }.map { UInt32($0) }
    }

    /// Whether the rows of one item have different cells in a column.
    private func hasVariants(_ column: Int) -> Bool {
        guard let item else { return false }
        let (items, sizes) = (survey.table.columns[item], variant.map { survey.table.columns[$0] })
        let cells = survey.table.columns[column]
        var numbers: [UInt64: Int?] = [:]
        var first = [UInt32?](repeating: nil, count: names.itemCount)
        func differs(_ row: Int) -> Bool {
            let (code, size) = (items.codes[row], sizes?.codes[row] ?? CellTable.empty)
            if code == CellTable.other || size == CellTable.other { return false }
            let pair = UInt64(code) << 32 | UInt64(size)
            let known = numbers[pair] ?? number(of: items.cell(code), size: sizes?.cell(size) ?? "")
            numbers[pair] = .some(known)
            guard let number = known else { return false }
            if let earlier = first[number] { return earlier != cells.codes[row] }
            first[number] = cells.codes[row]
            return false
        }
        return rows.map { $0.contains(where: differs) } ?? (0..<survey.table.count).contains(where: differs)
    }

    /// The number of an item on the menu, which may be called by its name and its size.
    private func number(of item: String, size: String) -> Int? {
        let name = size.isEmpty || item.isEmpty ? item : item + " " + size
        switch (names.juice(name), names.fruit(name)) {
        case (let juice?, nil): return Int(juice)
        case (nil, let fruit?): return Int(fruit) + names.juiceCount
        default: return nil
        }
    }

    /// The rows that settings do not leave out; nil where they leave out none.
    private static func rows(_ survey: InputSurvey, _ rules: RowFilterSettings, item: Int?) -> [Int]? {
        let table = survey.table
        var left = [[Bool]?](repeating: nil, count: table.columns.count)
        func leaveOut(_ column: Int, _ isLeftOut: (String) -> Bool) {
            let found = table.columns[column].map(isLeftOut)
            left[column] = left[column].map { zip($0, found).map { $0 || $1 } } ?? found
        }
        let columns = Dictionary(
            survey.header.indices.map { (nameKey(survey.header[$0]), $0) }, uniquingKeysWith: { first, _ in first })
        for cell in rules.ignore {
            if let column = columns[nameKey(cell.column)] { leaveOut(column) { isSame($0, cell.value) } }
        }
        for (name, cells) in Dictionary(grouping: rules.only, by: { nameKey($0.column) }) {
            guard let column = columns[name] else { continue }
            leaveOut(column) { text in !cells.contains { isSame(text, $0.value) } }
        }
        if let item {
            for reading in rules.readings where reading.role == .item && nameKey(reading.to) == nameKey("ignore") {
                leaveOut(item) { isSame($0, reading.from) }
            }
        }
        if left.allSatisfy({ $0 == nil }) { return nil }
        let used = left.enumerated().compactMap { column, cells in cells.map { (table.columns[column].codes, $0) } }
        return (0..<table.count).filter { row in
            !used.contains { codes, isLeftOut in codes[row] != CellTable.other && isLeftOut[Int(codes[row])] }
        }
    }

    /// Whether a cell matches that of a setting.
    private static func isSame(_ cell: String, _ value: String) -> Bool {
        cell.isEmpty || value.isEmpty ? cell == value : cellKey(cell) == cellKey(value)
    }
}

/// Makes the questions about columns that are in doubt.
struct DoubtAsker {
    private typealias Answer = SettingsQuestion.Answer

    /// The maximum number of cells in a question.
    private static let cellsMax = 50

    let survey: InputSurvey
    let found: ColumnFindings
    let names: NameIndex

    /// The question about the meaning that a column may have.
    func question(_ kind: Ambiguity.Column, _ header: String) -> SettingsQuestion {
        let column = survey.columns.first { nameKey($0.name) == nameKey(header) }
        let cells = (column?.values ?? []).map(\.text)
        let accept = Answer(.meansNothing, .accepting(header))
        func ask(_ answers: [SettingsQuestion.Answer]) -> SettingsQuestion {
            SettingsQuestion(.column(kind, header: header, cells: Array(cells.prefix(10))), answers)
        }
        switch kind {
        case .quantity:
            let isQuantity = Answer(.isQuantity, .naming(.quantity, [header]))
            if HeaderHints.isStock(header) {
                return SettingsQuestion(
                    .stock(header: header, cells: Array(cells.prefix(10))), [accept, isQuantity])
            }
            return ask([isQuantity, accept])
        case .action, .cancellation: return takenBack(kind, header, cells)
        case .unit:
            let cups = cells.filter { !AmbiguousCell.isAmbiguous($0, as: .unit, decimal: nil) }
            let mine = cups.isEmpty ? [] : [Answer(.onlyTheseAreOurs, .keeping(header, cups))]
            return ask([accept] + mine)
        case .variant:
            let item = found.item.map { survey.header[$0] }
            let own = item.map { [Answer(.ownProducts, .naming(.item, [$0, header]))] } ?? []
            return ask([accept] + own)
        case .location:
            return ask([Answer(.onlyTheseAreOurs, .keeping(header, Array(cells.prefix(1)))), accept])
        case .date:
            let time = found.time.columns.last.map { survey.header[$0] }
            return ask(time.map { [Answer(.isItem, .naming(.time, [header, $0]))] } ?? [] + [accept])
        }
    }

    private func takenBack(_ kind: Ambiguity.Column, _ header: String, _ cells: [String]) -> SettingsQuestion {
        let ambiguous = cells.filter { AmbiguousCell.isAmbiguous($0, as: kind, decimal: nil) }
        let shown = Array(ambiguous.prefix(Self.cellsMax))
        let ignore = Answer(.rowsAreNotOurs, .ignoring(header, shown))
        let accept = Answer(.meansNothing, .accepting(header))
        guard kind == .action else {
            return SettingsQuestion(.takenBack(header: header, cells: shown), [ignore, accept])
        }
        let back = shown.filter(HeaderHints.takesBack)
        let rest = cells.filter { names.action($0) == nil && !HeaderHints.takesBack($0) }
        let readings = rest.map { ($0, "order") } + back.filter { names.action($0) == nil }.map { ($0, "cancel") }
        let isAction = SettingsProposal.naming(.action, [header]).adding(
            .reading(.action, Array(readings.prefix(Self.cellsMax))))
        if back.count == shown.count {
            return SettingsQuestion(
                .takenBack(header: header, cells: shown), [ignore, Answer(.givenBack, isAction), accept])
        }
        return SettingsQuestion(
            .column(.action, header: header, cells: Array(cells.prefix(10))),
            [Answer(.isAction, isAction), ignore, accept])
    }
}

extension HeaderHints {
    private static let stockWords = ["재고", "잔량", "보유", "stock", "inventory"]

    /// Words of headers by which a count is of something else than the row's own cups.
    static let otherCounts = ["누적", "누계", "할인", "단가", "cumulative", "discount", "price", "hand"]

    /// Whether a header says what there is, not what was sold or came in.
    static func isStock(_ header: String) -> Bool { TextWords(header).hasAny(stockWords) }
}
