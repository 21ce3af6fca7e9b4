internal import CSV
internal import FlatMemory
internal import JuiceCore

/// The checks for ambiguities in the rows of one input, prepared once for all of its batches.
struct AmbiguityRules: Sendable {
    let header: [String]
    let columns: ColumnLayout
    let names: NameIndex
    let exportSettings: ExportSettings
    /// Whether all checks are skipped, because a file of this program has no ambiguities.
    let checksNothing: Bool
    /// The columns whose cells are checked one by one, in the order of the ambiguities.
    let checkedColumns: [(kind: Ambiguity.Column, column: Int)]
    /// The columns whose cells are compared with those of the same item.
    let variantColumns: [Int]
    /// The columns whose cells may name the shops of rows.
    let locationColumns: [Int]
    /// The column, from 0, that may contain the dates of times without a date; set only if rows are applied by time.
    let dateColumn: Int?
    /// The unnamed columns, whose distinct cells are collected, and whether all of their cells may be quantities.
    let profiledColumns: [(column: Int, mayBeQuantity: Bool)]
    /// The columns in which a cell may show that its row is a total.
    let totalsColumns: [Int]
    let idColumns: [Int]
    /// The columns of all roles, each with the key of its name (`nameKey`) and a filter that rejects most other cells.
    let headerCells: [(column: Int, key: String, filter: WordFilter)]
    /// Whether the header's own cell would be a valid item, so that a repeated header may look like a valid row.
    let isHeaderAnItem: Bool
    /// Whether times that are mostly earlier than the one above make the input ambiguous.
    let checksSequence: Bool

    /// Creates the rules of an input, or of the form of its table only (`checksFormOnly`) if a later run checks the rest.
    init(_ plan: InputPlan, _ reading: ReadingOptions, names: NameIndex, checksFormOnly: Bool) {
        (header, columns, exportSettings) = (plan.header, plan.columns, reading.exportSettings)
        self.names = names
        checksNothing = columns.isProgramFile
        let checksRows = !checksNothing && !checksFormOnly
        let unnamed = checksRows ? Self.unnamedColumns(plan, reading) : []
        let isTimed = columns.time != nil
        let hasQuantity = columns.quantity != nil

        let ambiguous = unnamed.flatMap { column, words in
            AmbiguousColumns.kinds(words, hasQuantity: hasQuantity).map { (kind: $0, column: column) }
        }.sorted { a, b in (a.kind.order, a.column) < (b.kind.order, b.column) }
        checkedColumns = ambiguous.filter { ![.variant, .location].contains($0.kind) }
        variantColumns = ambiguous.filter { $0.kind == .variant }.map(\.column)
        locationColumns = ambiguous.filter { $0.kind == .location }.map(\.column)
        let needsDates = isTimed && exportSettings.sequence?.isByTime == true
        dateColumn = needsDates ? unnamed.first { $0.words.hasAny(Role.dateWords) }?.column : nil
        profiledColumns = unnamed.map { column, words in
            (column, mayBeQuantity: !hasQuantity && AmbiguousColumns.mayContainQuantities(words))
        }

        let accepted = Set(exportSettings.accept.map { nameKey($0.name) })
        totalsColumns = (checksRows ? columns.extraColumns.map(\.column) : []).filter { [header] column in
            !accepted.contains(nameKey(header[column]))
        }
        idColumns = checksRows ? columns.sources[.id] ?? [] : []
        headerCells = Set(columns.sources.values.joined()).sorted().map { [header] column in
            (column, nameKey(header[column]), WordFilter([header[column]]))
        }
        let itemHeader = (columns.sources[.item] ?? []).map { [header] in header[$0] }.joined(separator: " ")
        isHeaderAnItem = names.isOnMenu(itemHeader) || exportSettings.values[.item]?[cellKey(itemHeader)] != nil
        checksSequence = checksRows && isTimed && exportSettings.sequence == nil
    }

    /// The columns without a role that no setting names, each with the words of its name.
    private static func unnamedColumns(
        _ plan: InputPlan, _ reading: ReadingOptions
    ) -> [(column: Int, words: TextWords)] {
        let settings = reading.exportSettings
        let filters = settings.ignore + settings.only + settings.known + settings.accept
        let named = Set((reading.columns.columns.values.flatMap(\.names) + filters.map(\.name)).map(nameKey))
        let withRole = Set(plan.columns.sources.values.joined())
        return plan.header.indices.filter { !withRole.contains($0) }
            .map { (column: $0, words: TextWords(plan.header[$0])) }.filter { !named.contains($0.words.key) }
    }

    /// Whether a record is a row that can show an ambiguity, by its code (`DecodedRows.codes`).
    @inline(__always) static func shows(_ code: UInt8) -> Bool {
        code != DecodedRows.notARow && code != OutcomeCode.wrongFieldCount.rawValue
            && code != OutcomeCode.ignored.rawValue
    }

    /// The ambiguity that only all rows together show, and the line, from 1, of the first row that shows it.
    ///
    /// Columns of numbers in an input without quantities come first, then columns with few different cells, of which
    /// one may mean something other than an order.
    func wholeInputAmbiguity(_ profile: InputProfile) -> (line: Int, ambiguity: Ambiguity)? {
        for column in profile.columns where profile.rows > 1 {
            guard let figure = column.firstFigure else { continue }
            return (figure.firstLine, ambiguity(.quantity, column: column.column, cell: figure.text))
        }
        for column in profile.columns {
            guard let cells = column.cells, InputProfile.areFew(cells.map(\.rows), of: profile.rows),
                let word = cells.first(where: {
                    AmbiguousCell.isAmbiguous($0.text, as: .action, decimal: exportSettings.decimal)
                })
            else { continue }
            return (word.firstLine, ambiguity(.action, column: column.column, cell: word.text))
        }
        return nil
    }

    /// The cell of a column, from 0, filled from above if settings say so.
    @inline(__always) func cell(_ records: borrowing RecordBatch, _ row: Int, _ column: Int) -> ByteView {
        columns.cell(records, row, columns.filling(column))
    }

    func text(_ records: borrowing RecordBatch, _ row: Int, _ column: Int) -> String {
        trimmedText(cell(records, row, column))
    }

    func ambiguity(_ kind: Ambiguity.Column, column: Int, cell: String) -> Ambiguity {
        let others = kind == .variant ? headers(of: .item) : kind == .date ? headers(of: .time) : []
        return .column(kind, header: header[column], cell: cell, others: others)
    }

    private func headers(of role: Role) -> [String] { (columns.sources[role] ?? []).map { header[$0] } }
}

/// The search for ambiguities in the rows of a batch; each worker has one cache of spellings for all inputs.
extension AmbiguityRules {
    // The contexts in which the cache keeps totals and items; that of an ambiguous column is its order.
    private static let totalContext: UInt32 = 100
    private static let itemContext: UInt32 = 101

    /// Scans the rows of a batch that has been decoded and not yet applied.
    ///
    /// Ambiguities with a lower rank are searched first, so that the others are searched only in the rows above.
    func scan(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ cache: inout SpellingCache
    ) -> BatchFindings {
        var findings = BatchFindings()
        var end: Int { findings.first?.row ?? records.count }
        for (kind, column) in checkedColumns {
            findings.first = firstCell(of: kind, column, records, rows, end, &cache) ?? findings.first
        }
        for column in idColumns { findings.first = firstCutOffID(column, records, rows, end) ?? findings.first }
        findings.first = firstTotal(records, rows, end, &cache) ?? findings.first
        findings.first = firstRepeatedHeader(records, rows, end) ?? findings.first
        // The row that was found may also have an ambiguity with a lower rank, which is then reported instead.
        let last = min(end + 1, records.count)
        findings.variants = variantColumns.map { variants(records, rows, $0, last, &cache) }
        return findings
    }

    /// The first row before `end` that can show an ambiguity and for which a condition holds.
    @inline(__always) private static func firstRow(
        _ rows: borrowing DecodedRows, before end: Int, where holds: (Int) -> Bool
    ) -> Int? {
        for row in 0..<end where shows(rows.code(row)) && holds(row) { return row }
        return nil
    }

    /// The first row before `end` whose cell is evidence that its column has a meaning.
    private func firstCell(
        of kind: Ambiguity.Column, _ column: Int, _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows,
        _ end: Int, _ cache: inout SpellingCache
    ) -> BatchFindings.Ambiguous? {
        let context = UInt32(kind.order)
        let source = columns.filling(column)
        let row = Self.firstRow(rows, before: end) { row in
            holds(context, columns.cell(records, row, source), &cache) {
                AmbiguousCell.isAmbiguous($0, as: kind, decimal: exportSettings.decimal)
            }
        }
        return row.map { ($0, ambiguity(kind, column: column, cell: text(records, $0, column))) }
    }

    /// The first row before `end` whose id is a number that a spreadsheet cut off.
    private func firstCutOffID(
        _ column: Int, _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ end: Int
    ) -> BatchFindings.Ambiguous? {
        let source = columns.filling(column)
        let isPlain = columns.isPlain(source)
        let row = Self.firstRow(rows, before: end) { row in
            IDText.isCutOff(isPlain ? records.field(row, source) : columns.cell(records, row, source))
        }
        guard let row else { return nil }
        let undescribed = exportSettings.isDescribed ? idColumns.map { header[$0] } : []
        let id = text(records, row, column)
        return (row, .cutOffID(header: columns.roleNames[.id] ?? "", id: id, undescribed: undescribed))
    }

    /// The first row before `end` of which a cell shows that it is a total.
    private func firstTotal(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ end: Int, _ cache: inout SpellingCache
    ) -> BatchFindings.Ambiguous? {
        if totalsColumns.isEmpty { return nil }
        for row in 0..<end where rows.isReadable(row) {
            for column in totalsColumns {
                let cell = records.field(row, column)
                guard AmbiguousCell.mayBeTotal(cell),
                    holds(Self.totalContext, cell, &cache, AmbiguousCell.isTotal)
                else { continue }
                let items = columns.sources[.item] ?? []
                let hasItem = items.contains { !trimmed(records.field(row, $0)).isEmpty }
                let isTotalIfNamed = !hasItem || items.contains { $0 >= column }
                return (row, .row(header: header[column], cell: trimmedText(cell), isTotalIfNamed: isTotalIfNamed))
            }
        }
        return nil
    }

    /// The first row before `end` that repeats the header.
    private func firstRepeatedHeader(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ end: Int
    ) -> BatchFindings.Ambiguous? {
        let row = Self.firstRow(rows, before: end) { row in
            (isHeaderAnItem || rows.code(row) != OutcomeCode.success.rawValue) && isHeader(records, row)
        }
        return row.map { ($0, .secondTable(item: headers(of: .item).first ?? "")) }
    }

    /// Whether a condition holds for a cell's trimmed text, from the cache or newly evaluated.
    private func holds(
        _ context: UInt32, _ cell: ByteView, _ cache: inout SpellingCache, _ answer: (String) -> Bool
    ) -> Bool {
        cache.value(cell, context: context) {
            // If the bytes are not valid UTF-8, the whole input will be read in another encoding.
            guard firstInvalidUTF8(cell) == nil else { return nil }
            return answer(trimmedText(cell)) ? 1 : 0
        } == 1
    }

    /// Whether a row repeats the header in the columns of all roles.
    private func isHeader(_ records: borrowing RecordBatch, _ row: Int) -> Bool {
        for (column, key, filter) in headerCells {
            let cell = cell(records, row, column)
            guard filter.mayBegin(cell), nameKey(trimmedText(cell)) == key else { return false }
        }
        return true
    }

    /// The first row of each item before `end`, up to the first row whose cell in a column differs from its item's.
    private func variants(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ column: Int, _ end: Int,
        _ cache: inout SpellingCache
    ) -> [(item: Int, row: Int)] {
        let column = columns.filling(column)
        var firstRows = [Int?](repeating: nil, count: names.itemCount)
        var variants: [(item: Int, row: Int)] = []
        for row in 0..<end where AmbiguityRules.shows(rows.code(row)) {
            guard let item = item(records, rows, row, &cache) else { continue }
            let isSame = firstRows[item]
                .map { areSameCells(columns.cell(records, row, column), columns.cell(records, $0, column)) }
            if isSame == true { continue }
            variants.append((item, row))
            if isSame == false { break }
            firstRows[item] = row
        }
        return variants
    }

    /// The index of a row's item among all juices followed by all fruits; nil if it is not on the menu.
    @inline(__always) private func item(
        _ records: borrowing RecordBatch, _ rows: borrowing DecodedRows, _ row: Int, _ cache: inout SpellingCache
    ) -> Int? {
        let known = rows.items[row]
        guard known == DecodedRows.noItem else {
            let concernsJuice = Action(rawValue: rows.action(row))?.concernsJuice
            return Int(known) + (concernsJuice == true ? 0 : names.juiceCount)
        }
        let cell = columns.cell(records, row, columns.item)
        let none: UInt64 = .max
        let found = cache.value(cell, context: Self.itemContext) {
            guard firstInvalidUTF8(cell) == nil else { return nil }
            let name = exportSettings.replaced(trimmedText(cell), .item)
            return names.item(name).map { UInt64($0) } ?? none
        }
        return found == none ? nil : found.map { Int($0) }
    }
}

extension NameIndex {
    /// The index of an item among all juices followed by all fruits; nil if the name means none of them, or several.
    package func item(_ name: String) -> Int? {
        switch (juice(name), fruit(name)) {
        case (let juice?, nil): juice
        case (nil, let fruit?): fruit + juiceCount
        default: nil
        }
    }
}

/// The ambiguities and the contents of a batch that are found without earlier batches; rows are records, from 0.
struct BatchFindings: Sendable {
    /// An ambiguity that a single row shows, and the row.
    typealias Ambiguous = (row: Int, ambiguity: Ambiguity)

    struct Column: Sendable {
        /// The index among `AmbiguityRules.profiledColumns`.
        let index: Int
        /// The first row and the number of rows of each different cell, in order; at most `InputProfile.cellsMax` + 1.
        var cells: [(row: Int, rows: Int)] = []
        /// Whether all cells that are not empty are quantities; only known of columns that may be the quantity.
        var areQuantities = true
        /// The first row whose cell is neither empty nor 1; only known of columns that may be the quantity.
        var firstFigure: Int?
    }

    /// The first ambiguity that a single row shows.
    var first: Ambiguous?
    /// The rows to compare in each column of variants, in order, each with its item's number.
    var variants: [[(item: Int, row: Int)]] = []
    var columns: [Column] = []
    var rows = 0
}
