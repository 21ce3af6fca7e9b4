package import CSV
package import JuiceCore

/// The mapping of an input's columns to the cells of rows.
package struct ColumnLayout: Sendable {
    /// An extra column: its name as spelled in the header, and its index, from 0, among columns of that name.
    package struct Extra: Sendable, Hashable {
        package let name: [UInt8]
        package let occurrence: Int
    }

    /// A cell that is composed of others.
    package struct Composite: Sendable, Equatable {
        /// A part of a composite column's text.
        package enum Part: Sendable, Equatable {
            /// The cell of a column, from 0, or of one that is made (`madeBase`).
            case column(Int)
            /// The row's number, from 1, among those whose other parts are the same.
            case place
            /// A text that is the same in every row.
            case text([UInt8])
        }

        package let parts: [Part]

        /// Whether the row's position (`#`) is a part.
        package var hasPlace: Bool { parts.contains(.place) }

        /// Whether no two rows of an input have the same: the row's place stands at one end, so that no other part of
        /// it can be taken for the place.
        var isDistinct: Bool { parts.first == .place || parts.last == .place }

        /// The only column, where nothing else is a part but the row's place.
        var columnBesidePlace: Int? {
            guard parts.count == 2, parts.contains(.place) else { return nil }
            return parts.lazy.compactMap { part in if case .column(let column) = part { column } else { nil } }.first
        }
    }

    /// The most columns of an input, and the most extras in all.
    package static let countMax = 256
    /// The number of the first column that is made of others and that no file has.
    package static let madeBase = 1 << 12
    /// The number of the column of composite ids.
    package static let madeID = 1 << 13

    /// The number of columns; cells at the header's end that are empty after trimming do not count.
    package internal(set) var count = 0
    /// The number of cells of the header's record, including those that are no columns.
    package internal(set) var recordCount = 0
    /// The columns of the roles, from 0; nil if there is none.
    package internal(set) var id: Int?
    package internal(set) var action: Int?
    package internal(set) var item = 0
    package internal(set) var quantity: Int?
    package internal(set) var time: Int?
    /// The columns in which an empty cell takes the value above it, in their order; they come first among the derived
    /// cells.
    package internal(set) var filled: [Int] = []
    /// The composites other than the id, which follow the filled columns.
    package internal(set) var composites: [Composite] = []
    /// The order of day, month and year in dates, for recognizing dates in the parts of an id.
    package internal(set) var dateOrder: DateOrder?
    /// The composite of the id; nil if it is in one column.
    package internal(set) var idComposite: Composite?
    /// The roles whose columns were found only by their headers.
    package internal(set) var foundByHeader: Set<Role> = []
    /// The names of the roles' columns, as the header has them; a composite as `A+#`.
    package internal(set) var roleNames: [Role: String] = [:]
    /// The columns, from 0, that the cells of each role come from.
    package internal(set) var sources: [Role: [Int]] = [:]
    /// The kind of our own file; nil for any other file.
    package internal(set) var ownFile: OwnFile?
    /// The columns `code`, `message` and `raw` of failure.csv; nil in any other input.
    package internal(set) var code: Int?
    package internal(set) var message: Int?
    package internal(set) var raw: Int?
    /// The meaning, by the item column's header, of a name that is both a juice and a fruit; nil if the header does not
    /// tell.
    package internal(set) var meaning: Action?
    /// The extras of this input, with their columns.
    package internal(set) var extras: [(extra: Extra, column: Int)] = []
    /// The index in this input of each extra column of the whole run; nil if the input lacks the column.
    package var extraColumns: [Int?] = []
    /// Whether every row has one cell more than it should, which is empty and left out.
    package internal(set) var dropsTrailing = false

    package init() {}

    /// Whether an apostrophe that `--excel` put in front of a cell is taken off again.
    package internal(set) var dropsApostrophes = false

    /// Whether the input is a failure.csv of an earlier run.
    package var isFailureFile: Bool { code != nil }

    /// The number of derived cells of a row, made before it is decoded.
    package var madeCount: Int { filled.count + composites.count }

    /// Whether its rows have times by which they could be put in order; our own files stand as they are.
    var isTimed: Bool { time != nil && ownFile == nil }

    /// Whether the date of the run is a part of the time.
    var hasRunDate: Bool {
        guard let time, time >= Self.madeBase + filled.count else { return false }
        return composites[time - Self.madeBase - filled.count].parts.contains {
            if case .text = $0 { true } else { false }
        }
    }

    /// Whether cells that are made depend on rows above, but for the id's.
    package var dependsOnRowsAbove: Bool { !filled.isEmpty || composites.contains(where: \.hasPlace) }

    /// The layout of rows whose derived cells follow their own (`RowBatch.flatten`).
    func flattened() -> ColumnLayout {
        func place(_ column: Int) -> Int { flattened(column) }
        var flat = self
        flat.id = id.map(place)
        flat.action = action.map(place)
        flat.item = place(item)
        flat.quantity = quantity.map(place)
        flat.time = time.map(place)
        flat.filled = []
        flat.composites = []
        flat.idComposite = nil
        flat.dropsTrailing = false
        return flat
    }

    /// The column, from 0, in such rows that holds the cells of a column, which may be one that is made.
    func flattened(_ column: Int) -> Int {
        if column == Self.madeID { return count + madeCount }
        return column >= Self.madeBase ? count + column - Self.madeBase : column
    }

    /// The column, from 0, whose cells replace those of a column: its filled column, or itself.
    package func filling(_ column: Int) -> Int {
        filled.firstIndex(of: column).map { Self.madeBase + $0 } ?? column
    }
}

/// A file that this program or its counter writes, and that is an input all the same.
package enum OwnFile: Sendable, Equatable {
    case failure
    /// A list of restocks: restock.csv, or what `plan` says is to be bought.
    case restock
    /// A shift log of the counter.
    case shiftLog
}

extension ColumnLayout {
    /// Whether a row has the right number of cells: one for each column, or as many as the header's record with only
    /// empty cells beyond the columns.
    ///
    /// If `trailing` drops a cell, one more is allowed.
    package func fits(_ records: borrowing RecordBatch, _ row: Int) -> Bool {
        dropsTrailing ? fitsTrailing(records, row) : fitsPlainly(records, row)
    }

    /// Whether a row fits with no cell more than it should have.
    func fitsPlainly(_ records: borrowing RecordBatch, _ row: Int) -> Bool {
        fits(records, row, fieldCount: records.fieldCount(row))
    }

    /// Whether a row fits but for one cell more, which is empty.
    package func fitsTrailing(_ records: borrowing RecordBatch, _ row: Int) -> Bool {
        let last = records.fieldCount(row) - 1
        return trimmed(records.field(row, last)).isEmpty && fits(records, row, fieldCount: last)
    }

    private func fits(_ records: borrowing RecordBatch, _ row: Int, fieldCount: Int) -> Bool {
        if fieldCount == count { return true }
        guard fieldCount == recordCount else { return false }
        for field in count..<fieldCount where !trimmed(records.field(row, field)).isEmpty { return false }
        return true
    }

    /// Whether the cells of a column, from 0, are those of the records as they came.
    func isPlain(_ column: Int) -> Bool { column < Self.madeBase && !dropsApostrophes }

    /// The cell of a column, from 0 or one that is made, without the apostrophe that `--excel` put in front.
    @inline(__always)
    package func cell(_ records: borrowing RecordBatch, _ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8> {
        if column >= Self.madeBase {
            return column == Self.madeID
                ? records.madeIDs.cell(row, 0) : records.made.cell(row, column &- Self.madeBase)
        }
        let cell = records.field(row, column)
        return dropsApostrophes ? withoutApostrophe(cell) : cell
    }
}
