/// An extra column: its name to the byte, and which repeat of it.
package struct PlainExtra: Hashable {
    /// The name's bytes.
    package var name: [UInt8]
    /// 0 for the first of that name.
    package var repetition: Int
}

/// One data row as it stands in its input.
package struct PlainRow {
    /// The input as the reports name it.
    package var file: String
    /// Physical line, from 1.
    package var line: Int
    /// The role cells, trimmed; empty when there is no such column.
    package var roles: [PlainRole: String] = [:]
    /// The extra cells.
    package var extras: [PlainExtra: String] = [:]
    /// All cells by place, as they came.
    package var ownCells: [String] = []
    /// All cells by place, with what `--fill` put into the empty ones.
    package var cells: [String] = []
    /// The matchable name of the item column's header.
    package var itemHeader = ""
    /// The code that decides before anything is read: wrong_field_count, ignored, or one that failure.csv keeps.
    package var givenCode: String?
    /// A code of failure.csv that holds where the cell it is about would say more under the header of failure.csv than it
    /// did under its own: missing_action or invalid_quantity.
    package var earlierCode: String?
    /// The column `raw`.
    package var raw = ""
    /// When it happened, if that can be read.
    package var time: PlainTime?

    /// A row without cells.
    package init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    /// True where the id's only cell says that there is none: `-`, `null`, `없음`.
    package var hasPlaceholderID = false

    /// The id's bytes; empty where there is none.
    package var id: [UInt8] { hasPlaceholderID ? [] : Array((roles[.id] ?? "").utf8) }
}

/// A record behind the header that is not blank.
package enum PlainLine {
    /// A row of data.
    case row(PlainRow)
    /// A totals row: its line, and its quantity, trimmed, if it has the right width and one.
    case totals(line: Int, figure: String?)

    /// The row of data; nil for a totals row.
    package var row: PlainRow? {
        if case .row(let row) = self { return row }
        return nil
    }
}
