package import CSV
package import JuiceCore

/// The mapping from the columns of an input to the cells of its rows: roles, derived cells and extra columns.
package struct ColumnLayout: Sendable {
    /// An extra column: its name as spelled in the header, and its index, from 0, among columns of that name.
    package struct ExtraColumn: Sendable, Hashable {
        package let name: [UInt8]
        package let occurrence: Int
    }

    /// A derived cell that is composed of the cells of several columns.
    package struct Composite: Sendable, Equatable {
        /// The parts, with columns by their index from 0, or from `derivedBase` for derived columns.
        package let parts: [RoleColumns.Part<Int>]
        /// The date of the run as text; empty if it has none.
        let date: [UInt8]

        /// Whether the row's occurrence number (`#`) is a part.
        package var hasOccurrence: Bool { parts.contains(.occurrence) }
        /// Whether no two rows have the same text: the occurrence number is first or last, so it is unmistakable.
        var isDistinct: Bool { parts.first == .occurrence || parts.last == .occurrence }

        /// The column, if the parts are one column and the occurrence number; nil otherwise.
        var columnNextToOccurrence: Int? {
            parts.count == 2 && hasOccurrence ? parts.lazy.compactMap(\.column).first : nil
        }
    }

    /// The maximum number of columns of an input, and of extra columns in a whole run.
    package static let countMax = 256
    /// The index of the first derived column; no column of a file has an index as high.
    package static let derivedBase = 1 << 12
    /// The index of the derived column of composite ids.
    package static let derivedID = 1 << 13

    /// The number of columns; cells at the end of the header that are empty after trimming do not count.
    package internal(set) var count = 0
    /// The number of cells in the header's record, including empty ones at its end.
    package internal(set) var recordCount = 0
    // The columns of the roles, by their index from 0; nil if the input has no such column.
    package internal(set) var id: Int?
    package internal(set) var action: Int?
    package internal(set) var item = 0
    package internal(set) var quantity: Int?
    package internal(set) var time: Int?
    /// The columns whose empty cells take the value of the cell above; the first derived columns, in this order.
    package internal(set) var filled: [Int] = []
    /// The composites other than the id, which follow the filled columns among the derived columns.
    package internal(set) var composites: [Composite] = []
    /// The order of day, month and year, by which dates are recognized in the parts of an id.
    package internal(set) var dateOrder: DateOrder?
    /// The parts of the id; nil if the id is a single column.
    package internal(set) var idComposite: Composite?
    /// The roles whose columns were found only by their names in the header, not by a setting or an option.
    package internal(set) var rolesFromHeader: Set<Role> = []
    /// The names of the roles' columns as in the header; a composite is joined, as in `A+#`.
    package internal(set) var roleNames: [Role: String] = [:]
    /// The columns, from 0, whose cells form the cell of each role.
    package internal(set) var sources: [Role: [Int]] = [:]
    /// Whether this program or its counter wrote the file.
    package internal(set) var isProgramFile = false
    // The columns `code`, `message` and `raw` of failure.csv; nil in any other input.
    package internal(set) var code: Int?
    package internal(set) var message: Int?
    package internal(set) var raw: Int?
    /// The action that the item column's name implies for a name of both a juice and a fruit; nil if it does not.
    package internal(set) var impliedAction: Action?
    /// The extra columns of this input, each with its index from 0.
    package internal(set) var extraColumns: [(extra: ExtraColumn, column: Int)] = []
    /// The index in this input of each extra column of the whole run; nil if the input lacks the column.
    package var indicesOfExtraColumns: [Int?] = []
    /// Whether every row has one empty cell too many, which is ignored.
    package internal(set) var dropsTrailing = false
    /// Whether apostrophes that `--excel` put in front of cells are removed.
    package internal(set) var dropsApostrophes = false

    package init() {}

    /// Whether the input is a failure.csv of an earlier run.
    package var isFailureFile: Bool { code != nil }
    /// The number of derived cells of a row that are made before it is decoded, without a composite id.
    package var derivedCount: Int { filled.count + composites.count }
    /// Whether rows could be sorted by a column of times; files that this program wrote are never sorted.
    var isTimed: Bool { time != nil && !isProgramFile }
    /// Whether derived cells, other than the id, depend on earlier rows.
    package var dependsOnRowsAbove: Bool { !filled.isEmpty || composites.contains(where: \.hasOccurrence) }

    /// The cells with which rows are stored, so that `flattened` can read them; nil if rows are stored as they are.
    var packedCells: RecordBatch.PackedCells? {
        let hasID = idComposite != nil
        return hasID || derivedCount > 0 ? (count, derivedCount, hasID) : nil
    }

    /// The layout of records in which the derived cells follow the others (`packedCells`).
    func flattened() -> ColumnLayout {
        var flat = self
        flat.id = id.map(flattenedIndex)
        flat.action = action.map(flattenedIndex)
        flat.item = flattenedIndex(item)
        flat.quantity = quantity.map(flattenedIndex)
        flat.time = time.map(flattenedIndex)
        flat.filled = []
        flat.composites = []
        flat.idComposite = nil
        flat.dropsTrailing = false
        return flat
    }

    /// The index of a column, which may be a derived one, in records to which the derived cells have been appended.
    func flattenedIndex(_ column: Int) -> Int {
        if column == Self.derivedID { return count + derivedCount }
        return column >= Self.derivedBase ? count + column - Self.derivedBase : column
    }

    /// The index of the derived column with the filled cells of a column; the column's own index if it is not filled.
    package func filling(_ column: Int) -> Int { filled.firstIndex(of: column).map { Self.derivedBase + $0 } ?? column }

    /// Whether a row has one cell per column, or as many as the header's record if those beyond the columns are empty;
    /// with `dropsTrailing`, one more cell follows, which is empty.
    package func fits(_ records: borrowing RecordBatch, _ row: Int) -> Bool {
        dropsTrailing ? fitsTrailing(records, row) : fitsPlainly(records, row)
    }

    /// Whether a row has the right number of cells without using the exception for a trailing cell.
    func fitsPlainly(_ records: borrowing RecordBatch, _ row: Int) -> Bool {
        fits(records, row, fieldCount: records.fieldCount(row))
    }

    /// Whether a row has exactly one cell too many, which is empty.
    package func fitsTrailing(_ records: borrowing RecordBatch, _ row: Int) -> Bool {
        let last = records.fieldCount(row) - 1
        return trimmed(records.field(row, last)).isEmpty && fits(records, row, fieldCount: last)
    }

    private func fits(_ records: borrowing RecordBatch, _ row: Int, fieldCount: Int) -> Bool {
        fieldCount == count
            || fieldCount == recordCount && (count..<fieldCount).allSatisfy { trimmed(records.field(row, $0)).isEmpty }
    }

    /// Whether the cells of a column, by its index from 0, can be read from the records unchanged.
    func isPlain(_ column: Int) -> Bool { column < Self.derivedBase && !dropsApostrophes }

    /// The cell of a column, which may be a derived one, without an apostrophe added by `--excel`.
    @inline(__always) package func cell(_ records: borrowing RecordBatch, _ row: Int, _ column: Int) -> ByteView {
        if column >= Self.derivedBase {
            return column == Self.derivedID
                ? records.derivedIDs.cell(row, 0) : records.derived.cell(row, column &- Self.derivedBase)
        }
        let cell = records.field(row, column)
        return dropsApostrophes ? withoutApostrophe(cell) : cell
    }

    /// Assigns the columns of a header to roles and extra columns, or throws the reason why the input is refused.
    ///
    /// The user's options do not apply to files that this program wrote, which have a byte order mark with `--excel`.
    init(
        header cells: [[UInt8]], isProgramFile: Bool, _ options: ReadingOptions, hasByteOrderMark: Bool
    ) throws(Refusal.Reason) {
        self.isProgramFile = isProgramFile
        dropsApostrophes = isProgramFile && hasByteOrderMark
        if isProgramFile, cells.starts(with: ReportHeader.failure, by: { $0.elementsEqual($1.utf8) }) {
            try assignFailureColumns(cells)
            return
        }
        count = (cells.lastIndex { cell in cell.withView { !trimmed($0).isEmpty } } ?? -1) + 1
        recordCount = cells.count
        guard count <= Self.countMax else { throw .tooManyColumns(count) }
        let header = cells[..<count].map { String(decoding: $0, as: UTF8.self) }
        let options = isProgramFile ? ReadingOptions() : options
        let exportSettings = options.exportSettings
        let roles = try RoleAssignment(header: header, options: options.columns, exportSettings: exportSettings)
        roles.assignColumns(in: &self, exportSettings: exportSettings)
        if let item = roles.single[.item] {
            impliedAction =
                switch nameKey(header[item]) {
                case "juice", nameKey("쥬스"), nameKey("메뉴"), nameKey("메뉴명"): .order
                case "fruit", nameKey("과일"): .restock
                default: nil
                }
        }
        let assignedColumns = Set(roles.single.filter { $0.key != .time }.values)
        addExtras(cells[..<count].enumerated().filter { !assignedColumns.contains($0.offset) })
    }

    private mutating func assignFailureColumns(_ cells: [[UInt8]]) throws(Refusal.Reason) {
        let firstExtra = ReportHeader.failure.count
        guard cells.count - firstExtra <= Self.countMax else { throw .tooManyColumns(cells.count - firstExtra) }
        (count, recordCount) = (cells.count, cells.count)
        // The positions in `ReportHeader.failure`.
        (id, action, item, quantity, code, message, raw) = (2, 3, 4, 5, 6, 7, 9)
        sources = [.id: [2], .action: [3], .item: [4], .quantity: [5]]
        roleNames = sources.mapValues { ReportHeader.failure[$0[0]] }
        addExtras(
            cells.enumerated().dropFirst(firstExtra).map { column, name in
                (column, dropsApostrophes ? name.withView { Array(withoutApostrophe($0)) } : name)
            })
    }

    private mutating func addExtras(_ columns: [(Int, [UInt8])]) {
        var occurrences: [[UInt8]: Int] = [:]
        for (column, name) in columns {
            extraColumns.append((ExtraColumn(name: name, occurrence: occurrences[name, default: 0]), column))
            occurrences[name, default: 0] += 1
        }
    }
}

/// Removes the apostrophe that `--excel` put in front of a cell a spreadsheet would take for a formula.
package func withoutApostrophe(_ cell: ByteView) -> ByteView {
    guard cell.first == Ascii.apostrophe, startsLikeFormula(cell) else { return cell }
    return ByteView(rebasing: cell.dropFirst())
}

/// Whether a cell begins with any number of apostrophes and then one of `=`, `+`, `-`, `@`, TAB and CR.
package func startsLikeFormula(_ cell: ByteView) -> Bool {
    guard let first = cell.first(where: { $0 != Ascii.apostrophe }) else { return false }
    return [0x3D, 0x2B, 0x2D, 0x40, Ascii.tab, Ascii.carriageReturn].contains(first)
}
